"""The demo plays the whole loop in a dozen lines, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from sandbox import ROOT, Sandbox


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """(output with --verbose, names left in the temporary folder, names in the home)."""
    folder = tmp_path_factory.mktemp("demo")
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    box = Sandbox(folder / "shop", folder / "home")
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "tmp"))
    done = box.reflexion("demo", "--verbose", REFLEXION_DIR="/nowhere", **places)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout, os.listdir(folder / "tmp"), os.listdir(folder / "home")


def test_what_it_tells(played):
    words = (
        "unrecognized arguments: --fast",
        "captured: .reflexion/entries/RFX-",
        "learned as the fix",
        "with the failure the agent reads",
        "counted, and trusted more",
        "becomes a rule in CLAUDE.md",
        "- Use `python3 release.py --channel beta`, not",
        "Reflexion is silent",
        "in your words",
        # what --verbose adds
        "PostToolUseFailure -> scripts/capture.py reads",
        "wrote CLAUDE.md",
        "never release to stable from a branch",
    )
    text = " ".join(played[0].split())
    assert [word for word in words if word not in text] == []


def test_it_leaves_nothing_and_is_plain_in_a_pipe(played):
    assert played[1:] == ([], []) and "\x1b" not in played[0]


def test_keep(box, tmp_path):
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    lines = box.reflexion("demo", "--keep", **places).stdout.strip().splitlines()
    kept = lines[-1].rpartition(" ")[2]
    assert os.path.isfile(os.path.join(kept, "CLAUDE.md"))
    assert os.path.isdir(os.path.join(kept, ".reflexion", "entries"))
    assert sum(line[:1] != " " or not line.strip() for line in lines) <= 12
    assert max(map(len, lines[:-1])) <= 100


def test_a_toolkit_that_does_not_learn_is_no_success(tmp_path):
    """From a copy whose hooks cannot load what they need: hooks stay silent, the demo says so."""
    for name in ("reflexion", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "reflexion" / "capture" / "record.py").write_text("broken(\n")
    for words, where, expected in (
        (["demo"], "stderr", "the loop did not close: no failure was captured"),
        (["doctor", "--project", tmp_path], "stdout", "record.py"),
    ):
        call = [sys.executable, tmp_path / "reflexion", *words]
        done = subprocess.run(call, capture_output=True, text=True)
        assert done.returncode == 1 and expected in getattr(done, where), done
        assert "Traceback" not in done.stderr
