"""`init`: setting up, taking out again, and hooks as processes."""

import json
import os

import pytest
from sandbox import Box, told

from reflexion.store import team

THEIRS = {"type": "insight", "trigger": "x", "resolution": "Use yarn here."}


def files(folder):
    """Return {path: bytes} of all files below a folder but git's own."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file() and ".git" not in path.relative_to(folder).parts:
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def test_init_puts_hooks_in_and_makes_the_store(box):
    done = box.cli("init", "--host", "claude")
    assert done.code == 0 and "Claude Code" in done.out and "new session" in done.out
    settings = json.loads(
        (box.root / ".claude" / "settings.local.json").read_text(encoding="utf-8")
    )
    assert "SessionStart" in settings["hooks"]
    assert (box.root / ".reflexion" / "entries").is_dir()


def test_the_first_session_says_that_it_is_on_and_only_the_first(box):
    box.cli("init", "--host", "claude")
    first = json.loads(box.fire("recall", "SessionStart", source="startup"))
    assert "Reflexion: on in this project" in first["systemMessage"]
    assert "on in this project" not in box.fire("recall", "SessionStart", source="startup")


def test_init_twice_changes_nothing(box):
    box.cli("init", "--host", "claude")
    before = files(box.root / ".claude")
    assert box.cli("init", "--host", "claude").code == 0
    assert files(box.root / ".claude") == before


def test_uninstall_takes_out_what_init_put_in_and_names_what_stays(box):
    (box.root / ".claude").mkdir()
    (box.root / ".claude" / "settings.local.json").write_text('{"model": "x"}', encoding="utf-8")
    before = files(box.root)
    box.cli("init", "--host", "claude")
    box.cli("learn", "Use pnpm.")
    box.cli("promote", box.entry()["id"])
    done = box.cli("init", "--uninstall")
    assert done.code == 0
    assert "rules stay in CLAUDE.md" in done.out and "learnings stay in" in done.out
    left = {name: data for name, data in files(box.root).items() if name in before}
    assert left == before
    assert "Use pnpm." in (box.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_what_is_taken_out_for_everybody_leaves_no_half_of_ones_own(box):
    box.git("init", "-q")
    box.cli("init", "--host", "claude")
    assert box.cli("init", "--uninstall", "--shared", "--yes").code == 0
    assert not (box.root / ".claude").exists() and box.git("status", "--porcelain") == ""
    assert box.cli("init", "--uninstall").out.startswith("nothing of Reflexion is set up here")


def test_what_the_team_has_in_git_goes_by_a_yes_alone(box):
    box.cli("init", "--host", "claude")
    box.git("add", "-f", ".claude")
    before = files(box.root)
    done = box.cli("init", "--uninstall", "--shared", answers="n\n")
    assert done.code == 1 and "nothing was taken out" in done.err
    assert files(box.root) == before


def test_after_uninstall_and_a_new_init_the_learnings_are_still_the_persons(box):
    box.cli("init", "--host", "claude")
    box.agent("learn", "Use pnpm.")
    box.cli("init", "--uninstall")
    assert "not accepted" not in box.cli("init", "--host", "claude").out
    assert "Use pnpm." in box.cli("recall", "--brief").out
    assert "A lesson was recorded" in box.cli("log").out


def test_there_is_one_scope(box):
    assert box.cli("init", "--local", "--user").code == 2


@pytest.mark.parametrize(
    "answer, is_told", [({"answers": "y\n"}, True), ({"answers": "n\n"}, False), ({}, False)]
)
def test_learnings_that_came_along_are_shown_and_asked_about(box, answer, is_told):
    box.put(**THEIRS)
    done = box.cli("init", "--host", "claude", **answer)
    assert done.code == 0
    assert ("Use yarn here." in done.out) == bool(answer)
    assert ("yarn" in box.cli("recall", "--brief").out) == is_told
    assert is_told or "reflexion trust" in done.out or "nothing was accepted" in done.out


def test_a_script_accepts_them_by_yes(box):
    box.put(**THEIRS)
    assert box.cli("init", "--host", "claude", "--yes").code == 0
    assert "yarn" in box.cli("recall", "--brief").out


def test_init_for_the_user_works_in_a_script_and_in_the_home_folder(box):
    assert box.cli("init", "--user", "--host", "claude", "--yes", cwd=box.home).code == 0
    settings = json.loads((box.home / ".claude" / "settings.json").read_text(encoding="utf-8"))
    assert "SessionStart" in settings["hooks"]
    assert not (box.root / ".reflexion").exists()
    assert box.cli("init", "--user", "--uninstall", cwd=box.home).code == 0
    assert not (box.home / ".claude" / "settings.json").exists()


def test_team_lets_git_take_the_entries_and_registers_the_merge_driver(box):
    assert not team.is_registered(str(box.root))
    done = box.cli("init", "--team", "--host", "claude")
    assert "git takes what `" in done.out and "merges entries by itself" in done.out
    assert team.is_registered(str(box.root))
    assert "*\n" not in (box.root / ".reflexion" / ".gitignore").read_text(encoding="utf-8")
    box.cli("init", "--uninstall")
    assert not team.is_registered(str(box.root))


def test_a_colleagues_clone_gets_the_driver_by_a_plain_init(box, tmp_path):
    box.cli("init", "--team", "--host", "claude")
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "share")
    box.git("clone", "-q", str(box.root), str(tmp_path / "clone"))
    (tmp_path / "home2").mkdir()
    other = Box(tmp_path / "clone", tmp_path / "home2")
    assert not team.is_registered(str(other.root))
    other.cli("init", "--host", "claude", answers="y\n")
    assert team.is_registered(str(other.root))
    other.cli("trust", "--pulls")
    other.put("bbbbbb", **THEIRS)
    other.git("add", ".")
    assert "yarn" in other.cli("recall", "--brief").out


def test_a_clone_that_was_set_up_by_a_script_gets_the_driver_by_trust(box, tmp_path):
    box.cli("init", "--team", "--host", "claude")
    box.put("bbbbbb", **THEIRS)
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "share")
    box.git("clone", "-q", str(box.root), str(tmp_path / "clone"))
    (tmp_path / "home2").mkdir()
    other = Box(tmp_path / "clone", tmp_path / "home2")
    other.cli("init", "--host", "claude")
    assert not team.is_registered(str(other.root))
    assert "merges entries by itself" in other.cli("trust", "--yes").out
    assert team.is_registered(str(other.root))
    assert "merges entries" not in other.cli("trust").out


def test_hooks_run_as_processes_of_their_own(box):
    answer = box.fire("recall", "SessionStart", real=True, source="startup")
    assert "Record at once" in told(answer)
    assert box.script("recall", "--brief").code == 0
    assert os.path.isdir(box.root / ".reflexion")
