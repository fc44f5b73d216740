"""Which line of an output is quoted: by the tables of rules, and where none knows it."""

import contextlib
import re

import pytest
from case_files import load

from reflexion.detect.failures import judge
from reflexion.detect.failures.output import HEAD, TAIL, is_aside, is_summary, prepare, scan
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
    try:
        yield
    finally:
        ROWS.insert(index, row)


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
    assert not scan(text, "tests").line


@pytest.mark.parametrize(
    "output, line",
    [
        ("", ""),
        ("-----\n=====\n", ""),
        ("\x1b[31merror:\x1b[0m no such thing\n", "error: no such thing"),
        ("10%\r50%\rerror: disk is full\r\n", "error: disk is full"),
        ("all is well\nthen it was over\n", "all is well"),
        ("\n".join(f"step {name}" for name in "abcdefgh"), "step h"),
        ("web-1  | Error: listen EADDRINUSE\n", "Error: listen EADDRINUSE"),
        ("[0] src/a.ts(1,2): error TS1005: x\n", "src/a.ts(1,2): error TS1005: x"),
        ("\u2502 Missing argument 'NAME'. \u2502\n", "Missing argument 'NAME'. \u2502"),
        ("Found 3 errors.\n", "Found 3 errors."),
        ("error: cannot do this:\n  8  8 | const a\n", "error: cannot do this:"),
        (
            "error: cannot do this:\n\n  the disk is full\n",
            "error: cannot do this: the disk is full",
        ),
        ("error: cannot do this:\n  note: the disk is full\n", "error: cannot do this:"),
        ("not done\ncannot reach the host\n", "cannot reach the host"),
        ("cannot reach the host\nread: Connection refused\n", "read: Connection refused"),
        ("hint: cannot you wait?\nthe door is locked\n", "the door is locked"),
        ("build failed\nthe door is locked\n", "the door is locked"),
        ("0 errors\nthe door is locked\n", "the door is locked"),
        ("\u2714 says ERROR where none is\nnot ok 2 - parses\n", "not ok 2 - parses"),
        ("ok 12 - not found gives ERROR\nthe door is locked\n", "the door is locked"),
        ("okay, ERROR it is\nthe door is locked\n", "okay, ERROR it is"),
        ("\u2713 first case\nok 1 - second case\n", ""),
        ("Ubuntu 24.04.1 LTS\nthe door is locked\n", "the door is locked"),
        ("> shop@1.0.0 test\n> must run\nthe door is locked\n", "the door is locked"),
        ("a.py:3: DeprecationWarning: x is old\nerror: no disk\n", "error: no disk"),
        ("E   DeprecationWarning: x is old\n", "DeprecationWarning: x is old"),
    ],
)
def test_the_clearest_line_is_quoted(output, line):
    assert judge("shipit", 1, output).line == line


def test_of_a_long_output_the_head_and_the_tail_are_read():
    lines = [f"line {number}" for number in range(200_000)]
    text = prepare("\n".join(lines))
    assert len(text) <= HEAD + TAIL + 10
    assert text.startswith("\nline 0\n") and text.endswith("\nline 199999\n")
    assert set(text.split("\n")) - {"", "[\u2026]"} <= set(lines), "no line is cut"


def test_an_error_at_either_end_of_a_long_output_is_quoted():
    noise = "all is well so far\n" * 40_000
    assert judge("make", 1, "error: one\n" + noise).line == "error: one"
    assert judge("make", 1, noise + "error: one\n").line == "error: one"


def test_a_line_without_end_is_cut():
    assert len(judge("make", 1, "error: " + "x" * 40_000).line) <= 2000
