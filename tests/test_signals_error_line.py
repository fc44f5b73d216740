"""Which line of an output a person would quote."""

from __future__ import annotations

import re
import time

import case_files
import pytest
from hostile import MEGABYTE, survives

from reflexion.signals.failures import tables
from reflexion.signals.failures.judge import bound, judge
from reflexion.signals.failures.quote import (
    error_line,
    findings,
    is_aside,
    is_summary,
    prepare,
    proven,
    speaking,
    spoken,
)

KINDS = (
    "tests",
    "compilers",
    "exceptions",
    "proofs",
    "findings",
    "strict",
    "speaking",
    "wrap_ups",
    "tallies",
)
RULES = [rule for kind in KINDS for rule in tables.lines(kind)]


@pytest.mark.parametrize(
    "case", case_files.load("failing.txt") + case_files.load("failing_more.txt"), ids=repr
)
def test_the_line_to_quote(case):
    line = judge(case.command, case.status, case.output).line
    assert case.text in " ".join(line.split())[:200]


@pytest.mark.parametrize(
    "output, line",
    [
        ("", ""),
        ("\n \n", ""),
        ("\x1b[31merror:\x1b[0m no such thing\n", "error: no such thing"),
        ("10%\r50%\rerror: disk is full\r\n", "error: disk is full"),
        ("all is well\nthen it was not\n", "all is well"),
        ("-----\n=====\n", ""),
        (
            "web-1  | Error: listen EADDRINUSE: address already in use :::3000\n",
            "Error: listen EADDRINUSE: address already in use :::3000",
        ),
        (
            "[0] src/a.ts(1,2): error TS1005: ';' expected.\n",
            "src/a.ts(1,2): error TS1005: ';' expected.",
        ),
        ("Found 3 errors.\n", "Found 3 errors."),
    ],
)
def test_small_outputs(output, line):
    assert error_line(output) == line


def test_the_last_exception_of_a_chain_and_the_first_failing_test():
    chain = (
        'Traceback (most recent call last):\n  File "a", line 1\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n'
        'Traceback (most recent call last):\n  File "b", line 2\napp.Broken: two\n'
    )
    assert error_line(chain) == "app.Broken: two"
    assert (
        error_line(
            "======\nFAIL: test_a (t)\n------\n"
            + chain.replace(
                "During handling of the above exception, another exception occurred:",
                "======\nFAIL: test_b (t)",
            )
        )
        == "KeyError: 1"
    )


@pytest.mark.parametrize(
    "line, summary",
    [
        ("error: could not compile `shop` due to 2 previous errors", True),
        ("Found 2 errors.", True),
        ("\u2716 3 problems (0 errors, 3 warnings)", True),
        ("0 failed", True),
        ("error[E0382]: borrow of moved value", False),
        ("error: you may ignore these errors with --force", False),
    ],
)
def test_summaries(line, summary):
    assert is_summary(line) is summary


@pytest.mark.parametrize(
    "line, aside",
    [
        ("hint: use --force", True),
        ("    at main (a.js:1:2)", True),
        ("~~~~^~~~", True),
        ("npm warn old", True),
        ("profile is broken", False),
    ],
)
def test_asides(line, aside):
    assert is_aside(line) is aside


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule[1][:50])
def test_every_rule_is_gated_anchored_and_linear(rule):
    needle, pattern = rule[:2]
    assert needle == needle.lower() and needle
    assert all(part.startswith(("^", "(?")) for part in re.split(r"\|(?=\^)", pattern)), "anchor it"
    assert r"\s" not in pattern.replace(r"[^\s", ""), "\\s runs over line ends"
    for piece in (
        needle,
        needle + "\n",
        needle + ": a\n",
        "a.b" + needle,
        " " * 40 + needle + "\n",
        needle + " " * 40,
    ):
        text = prepare(piece * (MEGABYTE // 8 // len(piece)))
        start = time.process_time()
        for _ in zip(range(50), re.finditer(pattern, text, re.M)):
            pass
        assert time.process_time() - start < 5, repr(piece)


def test_survives_anything():
    extra = [
        "Traceback (most recent call last):\n",
        "E   a\n",
        "npm error ",
        "--- FAIL: a\n",
        "Error: ",
        "Failure/Error: ",
        "a.b:1:",
        'fatal: [a]: FAILED! => "stderr": "',
        "12 | ",
        "* What went wrong:\n",
    ]
    survives(lambda text: error_line(bound(text)), extra)


def test_stages_of_certainty():
    text = prepare("src/a.py:3:1: W291 trailing whitespace\n")
    assert not proven(text) and not speaking(text) and findings(text)
    assert spoken(prepare("all fine\n"), words_only=True) == ""
