"""Which error lines are sightings of one mistake."""

import os
import random

import pytest

from reflexion.learning.error_line import normalise
from reflexion.learning.identity import fingerprint
from reflexion.text import rows

CASES = os.path.join(os.path.dirname(__file__), "cases", "error_lines.txt")


def mistakes():
    """Return {heading: [mistake]}, a mistake being its [(command, error line)]."""
    found: dict = {}
    with open(CASES, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    heading = ""
    for block in blocks:
        lines = [line for line in block.split("\n") if line and line[0] != "#"]
        if lines and lines[0].startswith("["):
            heading = lines.pop(0).strip("[]")
        if lines:
            pairs = [tuple(line.split(" => ", 1)) for line in lines]
            found.setdefault(heading, []).append(pairs)
    return found


MISTAKES = mistakes()


def mark(command, line):
    return fingerprint("error", line, command)


@pytest.mark.parametrize("heading", MISTAKES)
def test_sightings_of_one_mistake_share_a_fingerprint(heading):
    for mistake in MISTAKES[heading]:
        marks = {mark(*sighting): sighting for sighting in mistake}
        assert len(marks) == 1, marks


@pytest.mark.parametrize("heading", MISTAKES)
def test_near_misses_have_fingerprints_of_their_own(heading):
    marks: dict = {}
    for mistake in MISTAKES[heading]:
        marks.setdefault(mark(*mistake[0]), []).append(mistake[0])
    assert len(marks) == len(MISTAKES[heading]), [m for m in marks.values() if len(m) > 1]


def test_mistakes_of_different_headings_have_fingerprints_of_their_own():
    first = [mistake[0] for group in MISTAKES.values() for mistake in group]
    marks = {mark(*sighting) for sighting in first}
    assert len(marks) == len(first)


def test_every_row_about_a_tool_has_a_case():
    told = [row for row in rows("learning/error_line.tsv") if row[0] in ("whole", "form")]
    forms = {(row[1] if row[0] == "whole" else row[3]).partition("{")[0] for row in told}
    lines = [line for group in MISTAKES.values() for each in group for _, line in each]
    lasting = [normalise(line)[0] for line in lines]
    for form in forms:
        assert any(text.startswith(form) for text in lasting), form


NEEDS_PROGRAM = [
    ("Process exited with code 1", True),
    ("2 failed, 10 passed in 0.5s", True),
    ("Permission denied", True),
    ("command timed out after 2000 milliseconds", False),
    ("unrecognized option '--colour'", True),
    ("fixture 'client' not found", False),
    ("connect ECONNREFUSED 127.0.0.1:5432", False),
    ("Connection refused", True),
    ("KeyError: 'id'", False),
    ("", True),
    ("...", True),
]


@pytest.mark.parametrize("line, expected", NEEDS_PROGRAM)
def test_the_program_counts_where_no_word_tells(line, expected):
    assert normalise(line)[1] is expected


SAME_LINE = [
    ("Error: queue worker crashed", "fatal: queue worker crashed"),
    ("[web] plan of the day rejected", "[api] plan of the day rejected"),
    ("the lock of the plan is stale. try again", "the lock of the plan is stale. ask kim"),
    ("stale plan /srv/a.json", "stale plan /srv/b.json"),
    ("Can\u2019t parse \u201cmanifest\u201d", "can't parse 'manifest'"),
    (
        "worker crashed while draining the long que\u2026",
        "worker crashed while draining the long q\u2026",
    ),
    ("a.rs:3:4: borrow outlives the scope", "lib/b.rs:30:14: borrow outlives the scope"),
    ("a.cs(3,4): borrow outlives the scope", "b.cs(30,14): borrow outlives the scope"),
    ("A.java:[3,21] borrow outlives the scope", "B.java:[33,2] borrow outlives the scope"),
    ("a.py:1:1: F841 unused 'x'", "lib/b.py:20:2: F841 unused 'y'"),
    ("[12/40] stale cache for shard 3f2a9c1", "[13/40] stale cache for shard 77aa0b2"),
    ("tool v1.2.3 rejected the plan", "tool v2.0 rejected the plan"),
    ("plan for pod-x7k2p9q1z rejected", "plan for pod-a1b2c3d4e rejected"),
    ("stale plan (made by ann on host one)", "stale plan (made by bob on host two)"),
    ("https://a.example/x rejected the plan", "https://b.example/y?q=1 rejected the plan"),
    ("couldn't find 'plan'", "could not find 'plan'"),
    ("package 'lib@1.2' not found", "package 'lib@2.0' not found"),
    ("stale plan in /srv/a/plan.json", "stale plan in C:\\b\\other.json"),
]


@pytest.mark.parametrize("one, other", SAME_LINE)
def test_what_varies_does_not_count(one, other):
    assert normalise(one) == normalise(other)


ANOTHER_LINE = [
    ("module 's3' not found", "module 'ec2' not found"),
    ("module 'a.b' not found", "module 'a.c' not found"),
    ("module '@x/ui' not found", "module '@y/ui' not found"),
    ("permission denied: '/srv/a.py'", "permission denied: '/srv/b.py'"),
    ("config 'a' not found in cache 'x'", "config 'b' not found in cache 'x'"),
    ("package 'lib@1.2' not found", "package 'gem@1.2' not found"),
    ("no 'a.toml' found in the folder", "no 'b.toml' found in the folder"),
    ("test: command not found", "build: command not found"),
    ("command not found: test", "command not found: build"),
    ("x509: certificate relies on a legacy name", "x509: certificate names another host"),
    ("err. stale plan", "err. stale cache"),
    ("job failed (stale plan here)", "job failed (stale cache here)"),
    ("HTTP 403 from the registry", "HTTP 404 from the registry"),
    ("plan v1 rejected", "plan v2 rejected"),
    ("ruleset 'a' rejected", "ruleset 'b' rejected"),
    ("unsupported setting 'a' in the plan file", "unsupported setting 'b' in the plan file"),
    ("error: stale plan", "error: stale cache"),
]


@pytest.mark.parametrize("one, other", ANOTHER_LINE)
def test_what_tells_mistakes_apart_counts(one, other):
    assert normalise(one) != normalise(other)


def test_names_beside_several_telling_words_do_not_count():
    line = "hook '{}' called conditionally inside component"
    assert normalise(line.format("useA")) == normalise(line.format("useB"))


PIECES = [
    "a",
    "'",
    "(",
    "a-",
    "a/",
    "[a-",
    "1:",
    " error a",
    "@",
    "\\",
    "1.",
    "= ",
    "\u00e9",
    "{0}",
]
PIECES += ["\x1b[31m", "\ud800", "[[", "not found ", "failed: ", "0x1f", "a1b2c3", "==1", "\0"]


@pytest.mark.parametrize("piece", PIECES)
def test_a_megabyte_of_anything_is_read_at_once(piece):
    for start in ("", "3:3 error ", "error: ", "["):
        text, needs_program = normalise(start + piece * (10**6 // len(piece)))
        assert len(text) <= 1200
        assert needs_program in (True, False)


def test_no_text_raises():
    choice = random.Random(3).choices
    for length in range(1, 400):
        assert isinstance(normalise("".join(choice(PIECES, k=length)))[0], str)
