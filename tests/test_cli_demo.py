"""The demo plays the whole loop, and leaves nothing behind."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """(output, names left in the temporary folder, names in the home) of one run."""
    from sandbox import Sandbox

    folder = tmp_path_factory.mktemp("demo")
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    box = Sandbox(folder / "shop", folder / "home")
    done = box.reflexion(
        "demo",
        TMPDIR=str(folder / "tmp"),
        TEMP=str(folder / "tmp"),
        TMP=str(folder / "tmp"),
        REFLEXION_DIR="/nowhere",
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout, os.listdir(folder / "tmp"), os.listdir(folder / "home")


@pytest.mark.parametrize(
    "words",
    [
        "PostToolUseFailure -> scripts/capture.py reads",
        "wrote .reflexion",
        '"trigger": "release.py: error: the option --channel is required',
        "instead of `python3 release.py`",
        "UserPromptSubmit <- scripts/recall.py answers",
        "<reflexion-recall>",
        "about this command",
        "wrote CLAUDE.md",
        "## Reflexion: Learned Rules",
        "(on the screen: Reflexion: wrote a rule into CLAUDE.md",
        '"type": "correction"',
        "Reflexion   ",
        "What recurs most",
    ],
)
def test_what_it_shows(played, words):
    assert words in played[0]


def test_each_scene_does_what_it_says(played):
    scenes = played[0]
    two, three, four, five = (
        scenes.split(f"\n{n}. ")[1].split(f"\n{n + 1}. ")[0] for n in (2, 3, 4, 5)
    )
    assert "<reflexion-recall>\n" in two and '"worked": 1' in two
    assert (
        "about this command" in three and "$ python3 release.py\n" not in three
    )  # the agent heeds it
    assert "<reflexion-recall>\n" in four and '"promoted": true' in four
    assert "<reflexion-recall>" not in five
    assert "Faults on record" not in played[0]


def test_it_leaves_nothing(played):
    assert played[1] == [] and played[2] == []


def test_it_is_plain_in_a_pipe(played):
    assert "\x1b" not in played[0]


def test_keep(box, tmp_path):
    done = box.reflexion(
        "demo", "--keep", TMPDIR=str(tmp_path), TEMP=str(tmp_path), TMP=str(tmp_path)
    )
    kept = done.stdout.strip().splitlines()[-1].rpartition(" ")[2]
    assert os.path.isfile(os.path.join(kept, "CLAUDE.md")) and os.path.isdir(
        os.path.join(kept, ".reflexion", "entries")
    )


def test_a_toolkit_that_does_not_learn_is_no_success(tmp_path):
    """The same demo from a copy whose hooks cannot load what they need: they stay silent, as hooks must, but the demo says so."""
    import shutil
    import subprocess
    import sys

    from sandbox import ROOT

    for name in ("reflexion", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "reflexion" / "capture" / "record.py").write_text("broken(\n")
    done = subprocess.run(
        [sys.executable, tmp_path / "reflexion", "demo"], capture_output=True, text=True
    )
    assert (
        done.returncode == 1
        and "the loop did not close: no failure was captured" in done.stderr
        and "Traceback" not in done.stderr
    )
    done = subprocess.run(
        [sys.executable, tmp_path / "reflexion", "doctor", "--project", tmp_path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "record.py" in done.stdout and "Traceback" not in done.stderr
