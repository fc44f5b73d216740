"""The trial with agents (tests/live), played by the agent that has recorded answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LIVE = Path(__file__).resolve().parent / "live"
SCENARIOS = sorted(path.parent for path in LIVE.glob("scenarios/*/tools.py"))
KEY = "Before a hand-in, take a key, because the door is locked."
DEEP = "When handing in, give --key deep, because no other key fits."
TOOLS = '''
"""A door with a key."""
import kit

def door(words, options, state):
    """usage: door [--key KEY]"""
    if "--key" not in options:
        kit.refuse("the door is locked")
    if options["--key"] != "deep":
        kit.refuse("error: this key does not fit")
    kit.deliver()
'''
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the trial is for Linux and macOS")


@pytest.fixture
def scenarios(tmp_path):
    """Return a folder with one small scenario."""
    folder = tmp_path / "scenarios" / "small"
    (folder / "project").mkdir(parents=True)
    (folder / "tasks").mkdir()
    (folder / "tools.py").write_text(TOOLS, encoding="utf-8")
    days = []
    for day in (1, 2, 3):
        (folder / f"tasks/{day}.txt").write_text(f"Let day.txt hold {day}.\n", encoding="utf-8")
        days.append(f"[{day}]\necho {day} > day.txt\n")
    (folder / "project/day.txt").write_text("0\n", encoding="utf-8")
    (folder / "checks.tsv").write_text(
        "1\tcat day.txt\t1\n2\tcat day.txt\t2\n3\tcat day.txt\tx\n", encoding="utf-8"
    )
    answers = f"[all]\n? door :: {KEY}\n? door --key wood :: {DEEP}\ndoor --key deep\n"
    (folder / "answers.txt").write_text("".join([*days, answers]), encoding="utf-8")
    return folder.parent


def run(*argv, **environ):
    command = [sys.executable, str(LIVE / "run.py"), *map(str, argv)]
    environ = {**os.environ, **environ}
    return subprocess.run(command, env=environ, capture_output=True, text=True, input="")


def test_what_the_agent_records_on_one_day_it_is_told_on_the_next(scenarios, tmp_path):
    out = tmp_path / "out"
    words = ["--agent", "scripted", "--scenarios", scenarios, "--arms", "reflexion", "--yes"]
    done = run(*words, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "3 sessions (1 runs x 1 scenarios x 1 arms x 3 days)" in done.stdout
    assert "3/3 small reflexion day 3: 0 of 2 commands failed" in done.stderr
    first, second, third = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert (first["failed"], first["told"], sorted(first["recorded"])) == (2, [], [KEY, DEEP])
    assert (second["failed"], sorted(second["told"]), second["recorded"]) == (0, [KEY, DEEP], [])
    assert (first["missing"], second["missing"]) == ("", "")
    assert "prints '3', not 'x'" in third["missing"]
    page = (out / "results.md").read_text(encoding="utf-8")
    assert "| small | reflexion | 1 | 1 of 1 | 2 | 6 |" in page
    assert f"- told: {DEEP}" in page and "- failed: door: the door is locked" in page
    assert b"locked" not in (out / "arms/small-b1/bin/door").read_bytes()


def test_a_trial_with_notes_goes_on_where_it_was_interrupted(scenarios, tmp_path):
    out = tmp_path / "out"
    words = ["--agent", "scripted", "--scenarios", scenarios, "--arms", "notes", "--yes"]
    words += ["--out", out]
    done = run(*words)
    assert done.returncode == 0, done.stderr
    results = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert [each["failed"] for each in results] == [2, 0, 0]
    notes = [f"- {KEY}", f"- {DEEP}"]
    assert [each["told"] for each in results] == [[], notes, notes]

    assert "holds a trial" in run(*words).stderr
    (out / "sessions/1.small.notes.3.json").unlink()
    again = run(*words, "--resume")
    assert again.stderr.count("commands failed") == 1
    assert len(json.loads((out / "results.json").read_text(encoding="utf-8"))) == 3


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "looked for claude, codex, copilot, gemini, qwen, opencode on the path; there: none"),
        (["--agent", "codex"], "looked for `codex` on the path"),
        (["--command", "true {prompt}"], "nothing was begun"),
        (["--command", "true {prompt}", "--only", "kitchen"], "there is no kitchen"),
        (["--command", "true {prompt}", "--only", "deps", "--yes"], "ran no command"),
        (["--command", "bash -c ls", "--arms", "reflexion", "--yes"], "no hook of Reflexion ran"),
    ],
)
def test_a_trial_that_cannot_be_played_says_why(tmp_path, argv, said):
    path = os.pathsep.join(["/usr/bin", "/bin"])
    done = run(*argv, "--out", tmp_path / "out", PATH=path)
    assert done.returncode == 1
    assert said in done.stderr


def test_runs_are_told_as_medians_with_their_ranges(monkeypatch):
    monkeypatch.syspath_prepend(str(LIVE))
    import report

    shared = {"arm": "none", "day": 1, "minutes": 2.0, "tokens": [], "told": [], "recorded": []}
    runs = [
        {**shared, "scenario": "small", "failed": failed, "calls": 4, "missing": missing}
        for failed, missing in ((1, ""), (5, ""), (2, "nothing was delivered"))
    ]
    assert report.table(runs)[2:] == [
        "| small | none | 1 | 2 of 3 | 2 (1 to 5) | 4 | 2 | - | 0 | 0 |"
    ]


@pytest.mark.parametrize("folder", SCENARIOS, ids=lambda path: path.name)
def test_a_scenario_has_a_task_a_check_and_an_answer_for_each_day(folder):
    checked = {
        line.split("\t")[0]
        for line in (folder / "checks.tsv").read_text(encoding="utf-8").splitlines()
    }
    answers = (folder / "answers.txt").read_text(encoding="utf-8")
    for day in "123":
        assert (folder / f"tasks/{day}.txt").read_text(encoding="utf-8").strip()
        assert day in checked
        assert f"[{day}]\n" in answers
