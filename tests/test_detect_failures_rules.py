"""The tables of rules: every row is gated, anchored, explained and needed."""

import contextlib
import re

import pytest
from case_files import load

from reflexion.detect.failures import judge
from reflexion.detect.failures.rules import is_aside, is_summary, rules, scan
from reflexion.text import PACKAGE, rows

TABLE = "detect/failures/rules.tsv"
ROWS = rows(TABLE)
KINDS = list(dict.fromkeys(kind for kind, *_ in ROWS))


@pytest.mark.parametrize("kind, needle, pattern", [row[:3] for row in ROWS])
def test_every_rule_is_gated_and_anchored(kind, needle, pattern):
    assert needle and needle == needle.lower()
    assert all(way.startswith("^") for way in re.split(r"\|(?=\^)", pattern))
    assert r"\s" not in pattern.replace(r"[^\s", ""), "it runs over line ends"
    re.compile(pattern, re.M)


@pytest.mark.parametrize("name", ["rules", "phrases"])
def test_every_kind_is_explained_at_the_head_of_its_table(name):
    path = f"detect/failures/{name}.tsv"
    with open(f"{PACKAGE}/{path}", encoding="utf-8") as file:
        head = "".join(line for line in file if line.startswith("#"))
    assert [kind for kind, *_ in rows(path) if kind not in head] == []


@contextlib.contextmanager
def without(index):
    """Take one rule out of the table."""
    row = ROWS.pop(index)
    rules.cache_clear()
    try:
        yield
    finally:
        ROWS.insert(index, row)
        rules.cache_clear()


def answers(cases):
    verdicts = [judge(case.command, case.status, case.output) for case in cases]
    return [(verdict.failed, verdict.line, verdict.own_code) for verdict in verdicts]


def test_every_rule_decides_a_case():
    cases = load("failing.txt") + load("hidden.txt")
    idle = []
    for index, (kind, needle, *_) in enumerate(list(ROWS)):
        sign = needle.replace("\\n", "\n")
        concerned = [case for case in cases if sign in f"\n{case.output.lower()}\n"]
        expected = answers(concerned)
        with without(index):
            if answers(concerned) == expected:
                idle.append((kind, needle))
    assert idle == []


@pytest.mark.parametrize(
    "line, summary",
    [
        ("error: could not compile `shop` due to 2 previous errors", True),
        ("Found 2 errors.", True),
        ("\u2716 3 problems (0 errors, 3 warnings)", True),
        ("0 failed", True),
        ("error[E0382]: borrow of moved value", False),
        ("error: ignore these errors with --force", False),
    ],
)
def test_what_only_sums_up(line, summary):
    assert is_summary(line) is summary


@pytest.mark.parametrize(
    "line", ["hint: use --force", "    at main (a.js:1:2)", "~~^~~", "npm warn old"]
)
def test_what_only_explains(line):
    assert is_aside(line) and not is_aside(f"profile: {line}")


def test_kinds_are_tried_in_their_order():
    text = "\nerror: late\nsrc/a.py:3:1: W291 trailing whitespace\n"
    assert scan(text, "findings", "strict").kind == "findings"
    assert scan(text, "strict", "findings").line == "error: late"
    assert not scan(text, "tests")
