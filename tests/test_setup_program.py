"""Which copy of the program is called, so that it is still there when it is."""

import json
import os
import subprocess
import sys

import pytest
from sandbox import IDENTITY, ROOT

from reflexion.setup import program
from reflexion.setup.command import lasting
from reflexion.setup.line import hook_line

URL = "https://example.org/reflexion"


@pytest.fixture
def environ(tmp_path):
    return {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}


@pytest.fixture
def clone(tmp_path):
    """Return a repository that holds what a clone of the toolkit is known by, and a clone of it."""
    origin = tmp_path / "origin"
    for name in ("capture", "recall"):
        path = origin / "scripts" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"print('{name} ran')", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], [*IDENTITY, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *words], cwd=origin, check=True)
    copy = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(origin), str(copy)], check=True)
    subprocess.run(["git", "config", "remote.origin.url", URL], cwd=copy, check=True)
    (tmp_path / "home").mkdir()
    instead = f'[url "{origin}"]\n\tinsteadOf = {URL}\n'
    (tmp_path / "home/.gitconfig").write_text(instead, encoding="utf-8")
    return copy


def line_of(chosen, script="recall", first=""):
    return hook_line(script, chosen.target(script), chosen.python, first)


def run(line, cwd, environ):
    words = ["/bin/sh", "-c", line]
    done = subprocess.run(words, cwd=cwd, env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_clone_elsewhere_is_called_where_it_lies(clone, environ, tmp_path):
    chosen = program.choose("local", environ, toolkit=str(clone))
    assert chosen.call == f"python3 {clone}/reflexion" and chosen.python
    assert run(line_of(chosen), tmp_path, environ) == "recall ran\n"
    other = clone / "python3"
    for python in (chosen.python, str(other)):
        assert program.choose("local", environ, str(other), str(clone)).python == python
        other.touch(mode=0o755)


def test_a_shared_one_elsewhere_is_pinned_and_fetched_by_the_first_session(
    clone, environ, tmp_path
):
    chosen = program.choose("shared", environ, toolkit=str(clone))
    commit = program.find_source(str(clone)).commit
    folder = f".reflexion/programs/{commit[:12]}"
    assert chosen.call == f"python3 ~/{folder}/reflexion" and chosen.python == "python3"
    assert commit in chosen.fetch and URL in chosen.fetch
    capture = line_of(chosen, "capture")
    assert run(capture, tmp_path, environ) == ""  # nothing is there yet
    first = line_of(chosen, first=chosen.fetch)
    assert run(first, tmp_path, environ) == "recall ran\n"
    assert run(capture, tmp_path, environ) == "capture ran\n"
    assert os.listdir(tmp_path / "home" / ".reflexion/programs") == [commit[:12]]
    (tmp_path / "origin").rename(tmp_path / "gone")
    assert run(first, tmp_path, environ) == "recall ran\n"


def test_a_repository_that_cannot_be_reached_leaves_nothing_behind(clone, environ, tmp_path):
    chosen = program.choose("shared", environ, toolkit=str(clone))
    (tmp_path / "origin").rename(tmp_path / "gone")
    assert run(line_of(chosen, first=chosen.fetch), tmp_path, environ) == ""
    assert os.listdir(tmp_path / "home/.reflexion/programs") == []


def test_a_commit_that_nobody_else_has_is_not_pinned(clone, environ):
    (clone / "scripts/new.py").write_text("", encoding="utf-8")
    for words in (["add", "."], [*IDENTITY, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *words], cwd=clone, check=True)
    program.find_source.cache_clear()
    assert program.find_source(str(clone)) is None
    chosen = program.choose("shared", environ, toolkit=str(clone))
    assert chosen.python and chosen.call.endswith("clone/reflexion")


@pytest.mark.parametrize("url", ["/srv/git/reflexion", "../reflexion", "file:///srv/reflexion", ""])
def test_an_address_that_only_this_machine_knows_is_not_written_for_a_team(url, clone):
    subprocess.run(["git", "config", "remote.origin.url", url], cwd=clone, check=True)
    program.find_source.cache_clear()
    assert program.find_source(str(clone)) is None
    subprocess.run(["git", "config", "remote.origin.url", "git@example.org:x"], cwd=clone)
    program.find_source.cache_clear()
    assert program.find_source(str(clone)).url == "git@example.org:x"


PLACES = [
    ("/home/x/.cache/uv/archive-v0/abc/lib/python3.12/site-packages", True),
    ("/data/uv/environments-v2/abc/lib/python3.12/site-packages", True),
    ("/home/x/.local/share/pipx/.cache/1/lib/python3.12/site-packages", True),
    ("/tmp/venv/lib/python3.12/site-packages", False),
    ("/home/x/.local/share/uv/tools/reflexion/lib/python3.12/site-packages", False),
    ("/home/x/.local/share/pipx/venvs/reflexion/lib/python3.12/site-packages", False),
    ("/tmp/reflexion", False),
]


@pytest.mark.parametrize("place, expected", PLACES)
def test_an_environment_in_a_cache_may_be_pruned(place, expected):
    assert (lasting(place, {}) != place) == expected


def test_a_copy_of_such_an_environment_is_kept_and_its_hooks_run(environ, tmp_path):
    toolkit = "/home/x/.cache/uv/archive-v0/abc/lib/python3.12/site-packages"
    chosen = program.choose("local", environ, toolkit=toolkit)
    kept = tmp_path / "home/.reflexion/programs"
    assert not kept.exists()
    program.prepare(environ, toolkit)
    older = kept / "copy/reflexion/gone.py"
    older.touch()
    program.prepare(environ, toolkit)
    assert os.listdir(kept) == ["copy"] and not older.exists()
    assert chosen.call == "python3 ~/.reflexion/programs/copy/reflexion"
    words = [sys.executable, "-I", "-S", *chosen.words("capture")]
    payload = json.dumps({"hook_event_name": "PostToolUse", "tool_response": {"stdout": ""}})
    done = subprocess.run(words, input=payload, env=environ, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_installation_that_stays_is_not_copied(environ, tmp_path):
    program.prepare(environ)
    assert not (tmp_path / "home").exists()


def test_this_clone_runs_its_scripts(environ):
    chosen = program.choose("local", environ)
    assert chosen.words("capture") == [f"{ROOT}/scripts/capture.py"]
    assert os.path.isabs(chosen.python)
