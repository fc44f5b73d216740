"""Which call may have done the work of another one, and the draft of a remedy that is kept."""

from __future__ import annotations

import pytest

from reflexion.shell.parser import calls
from reflexion.signals.fixes.attribution import Failure
from reflexion.signals.fixes.candidate import akin, in_other_words
from reflexion.signals.fixes.endings import LOW, endings

UNFORMED = "Formatter would have printed the following content:"
AKIN = [  # what failed, what was said, what worked, and whether that may have done the work
    ("make all", "boom", "make -j4 all", True),
    ("make all", "boom", "make docs", False),
    ("make all", "no rule to make target 'all'", "make docs", True),
    ("./ship a b", "boom", "./ship b a", True),
    ("./ship west", "boom", "./ship east", False),
    ("A=$(ship)", "boom", "B=2", False),
    ("npm run lint", UNFORMED, "npm run lint:fix", True),
    ("npm run lint", UNFORMED, "npm run build", False),
    ("npm run lint", "boom", "npm run lint:fix", False),
    ("prettier --check .", UNFORMED, "npm run format", False),
    ("git add src/a.py b", "src/a.py did not match", "git add b", True),
    ("git add src/old/a.py b", "src/old did not match", "git add b", True),
    ("git add src/old/a.py b", "lib did not match", "git add b", False),
    ("git add a b", "boom", "git add b", False),
]


@pytest.mark.parametrize("bad, said, good, may_be", AKIN)
def test_what_may_have_done_the_work(bad, said, good, may_be):
    failure = Failure({"command": bad, "line": said})
    assert akin(failure, calls(good)[0]) is may_be


@pytest.mark.parametrize(
    "bad, good, may_be",
    [
        ("git push", "git pull", True),
        ("make all", "./ship", False),
        ("make all", "docker run web make all", True),
        ("docker run web make", "make all", True),
        ("git add a b", "git add b", False),
        ("A=$(ship)", "B=2", False),
        ("git commit -m ''", "B=2", False),
    ],
)
def test_what_may_have_done_it_in_other_words(bad, good, may_be):
    assert in_other_words(calls(bad)[0], calls(good)[0]) is may_be


def step(command, at, **more):
    about = {"id": command, "cwd": "/srv/shop", "at": at, "ok": True}
    return {"tool": "Bash", "command": command, **about, **more}


@pytest.mark.parametrize(
    "failed, acts, passed, text",
    [
        ("./ship", ["make env"], "./ship", "Run `make env` first."),
        ("./ship", ["make a", "make b"], "./ship", "Run `make a` and `make b` first."),
        (
            "./ship",
            ["make a", "make b", "make c", "make d"],
            "./ship",
            "Run `make b`, `make c` and `make d` first.",
        ),
        ("./ship", ["make a", "cp a /tmp/a.json"], "./ship", ""),
        (
            "./ship",
            ["make a", "sudo apt-get install b"],
            "./ship",
            "? Run `make a` and `sudo apt-get install b` first.",
        ),
        (
            "./ship",
            ["sudo apt-get install b", "make a"],
            "./ship",
            "Run `sudo apt-get install b` and `make a` first.",
        ),
        ("ship --a x", [], "ship --b x", "Use `ship --b x` instead of `ship --a x`."),
        ("ship --a x", [], "ship --a=/tmp/b x", ""),
        ("ship --a=/tmp/b x", [], "ship --a x", ""),
        ("API_KEY=abcdef ship", [], "API_KEY=abcdeg ship", ""),
    ],
)
def test_the_draft(failed, acts, passed, text):
    failure = step(failed, 0, ok=False, line="boom")
    steps = [failure, *(step(act, n) for n, act in enumerate(acts, 1))]
    (ending,) = endings([failure], steps, step(passed, 9))
    fix = ending.fix
    assert (("? " if fix.review else "") + fix.text if fix else "") == text
    assert not fix or fix.confidence == LOW
    assert not ending.hidden
