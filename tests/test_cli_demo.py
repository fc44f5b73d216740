"""The demo plays the whole loop, tells what the hooks did and nothing else, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from sandbox import ROOT, Sandbox

from reflexion.cli.demo import LESSON


def play(folder, *options, columns="100"):
    """(output, names left in the temporary folder, names in the home) of the demo."""
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    box = Sandbox(folder / "shop", folder / "home")
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "tmp"))
    done = box.reflexion("demo", *options, REFLEXION_DIR="/nowhere", COLUMNS=columns, **places)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout, os.listdir(folder / "tmp"), os.listdir(folder / "home")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play(tmp_path_factory.mktemp("verbose"), "--verbose")


@pytest.fixture(scope="module")
def summary(tmp_path_factory):
    return play(tmp_path_factory.mktemp("plain"))[0]


def test_the_summary_is_what_verbose_tells_without_its_details(played, summary):
    rest = iter(played[0].splitlines())
    assert [line for line in summary.splitlines() if line not in rest] == []


def test_what_it_tells_is_what_the_hooks_answered(played, summary):
    """Each line that the agent or the person is shown stands in an answer of a hook of that run."""
    answers = re.findall(r"<- scripts/\w+\.py answers\n((?: {6,}.*\n)+)", played[0])
    answered = " ".join(" ".join(answers).replace("\\n", " ").replace("\\u2026", "…").split())
    shown = re.findall(r"(?:agent reads|on screen):\n((?: +\| .*\n)+)", summary)
    assert len(shown) == 6
    for block in shown:
        words = " ".join(block.replace("| ", " ").replace('"', '\\"').split())
        assert words in answered


def days(text: str) -> dict:
    """Session -> its part of the summary."""
    parts = re.split(r"^(\w+day) +", text, flags=re.M)[1:]
    return {
        f"{name}{number}": part for number, (name, part) in enumerate(zip(parts[::2], parts[1::2]))
    }


def test_the_question_its_answer_and_who_is_told_then(summary):
    monday, wednesday, friday, last = (" ".join(part.split()) for part in days(summary).values())
    lesson = " ".join(LESSON.split())
    plain = wednesday.replace("| ", "")
    assert "<reflexion-ask>" in monday and "learn --for 9f99e5 'When" in monday
    assert f"learned: {lesson}" in monday and "has a new rule" not in monday + wednesday
    assert f"- {lesson}" in plain and f"Resolution: {lesson}" in plain
    assert "CLAUDE.md has a new rule" in friday and "seen 3 times" in friday
    assert "the rule stands in CLAUDE.md" in last and "kept your rule" in last


def test_it_fits_a_narrow_terminal(tmp_path):
    text = play(tmp_path, columns="60")[0]
    long = [line for line in text.splitlines() if len(line) > 60]
    assert [line for line in long if "reflexion" not in line] == []


def test_it_leaves_nothing_and_is_plain_in_a_pipe(played):
    assert played[1:] == ([], []) and "\x1b" not in played[0]


def test_keep(box, tmp_path):
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    lines = box.reflexion("demo", "--keep", **places).stdout.strip().splitlines()
    kept = lines[-1].rpartition(" ")[2]
    assert os.path.isfile(os.path.join(kept, "CLAUDE.md"))
    assert os.path.isdir(os.path.join(kept, ".reflexion", "entries"))


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


def test_one_number_has_one_word(played):
    """The field `occurrences` is said in the words that the story counts in."""
    shown = [line for line in played[0].splitlines() if '"occurrences"' in line]
    told = [line for line in shown if line.endswith(")") or line.lstrip().startswith("-")]
    assert told == shown and "(seen 3 times + its fix worked 2 times)" in played[0]
