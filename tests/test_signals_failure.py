"""Did it fail? Exit status, benign answers, failures that a pipe swallowed, and words that mean nothing."""

from __future__ import annotations

import json

import case_files
import pytest
from hostile import MEGABYTE, survives

from reflexion.signals.failures.judge import GAP, HEAD, TAIL, bound, judge
from reflexion.signals.failures.needles import may_hide, worth_a_look

FAILING, SWALLOWED, HARMLESS = (
    case_files.load(name + ".txt") for name in ("failing", "swallowed", "harmless")
)
FAILING += case_files.load("failing_more.txt")


def payload(case, **spacing):
    return json.dumps(
        {
            "session_id": "s",
            "hook_event_name": "PostToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": case.command, "description": "Look for error"},
            "tool_response": {
                "stdout": case.output,
                "stderr": "",
                "interrupted": False,
                "isImage": False,
                "noOutputExpected": False,
            },
        },
        **spacing,
    ).encode()


@pytest.mark.parametrize("case", FAILING, ids=repr)
def test_a_failure_is_one(case):
    verdict = judge(case.command, case.status, case.output)
    assert verdict.failed and verdict.line and verdict.reason == ""


@pytest.mark.parametrize("case", SWALLOWED, ids=repr)
def test_a_swallowed_failure_is_seen(case):
    verdict = judge(case.command, case.status, case.output)
    assert verdict.failed and case.text in " ".join(verdict.line.split())
    assert verdict.program and verdict.call in case.command


@pytest.mark.parametrize("case", HARMLESS, ids=repr)
def test_what_is_harmless_is_left_out(case):
    verdict = judge(case.command, case.status, case.output)
    assert not (verdict.failed and verdict.line)
    assert case.text in verdict.reason


@pytest.mark.parametrize("case", SWALLOWED + HARMLESS, ids=repr)
def test_the_short_way_never_misses_what_the_long_way_finds(case):
    if case.status == 0 and judge(case.command, 0, case.output).failed:
        assert worth_a_look(payload(case)) and worth_a_look(
            payload(case, ensure_ascii=False, separators=(",", ":"))
        )


@pytest.mark.parametrize("case", FAILING, ids=repr)
def test_the_same_failure_behind_a_pipe_is_worth_a_look_when_it_is_judged_one(case):
    case = case_files.Case("0", f"({case.command}) 2>&1 | tail -50", case.output, ">>", "")
    if judge(case.command, 0, case.output).failed:
        assert worth_a_look(payload(case))


def test_most_failures_are_seen_behind_a_pipe_too():
    seen = sum(
        judge(f"{case.command} 2>&1 | tail -60", 0, case.output).failed
        for case in FAILING
        if "\n" not in case.command
    )
    assert seen > 0.9 * len(FAILING)


@pytest.mark.parametrize(
    "command, hides",
    [
        ("npm test", False),
        ("cd web && npm test", False),
        ("git status 2>&1", False),
        ("git stash list", False),
        ("make >log 2>&1 && echo ok", False),
        ("npm test | tail", True),
        ("a; b", True),
        ("a || true", True),
        ("a\nb", True),
        ("a & b", True),
        ("bash run.sh", True),
        ("sh run", True),
        ("psql -f a.sql", True),
        ("find . -exec x {} +", True),
    ],
)
def test_what_can_hide_a_failure(command, hides):
    assert may_hide(command.encode()) is hides


@pytest.mark.parametrize(
    "raw",
    [
        b'{"tool_input":{"command":"npm test"},"tool_response":{"stdout":"3 errors, 1 failed"}}',
        b'{"tool_input":{"command":"ls | head"},"tool_response":{"stdout":"README.md","noOutputExpected":false}}',
        b'{"tool_input": {"command": "echo \\"a;b\\" > x.txt && cat x.txt"}, "tool_response": {"stdout": "a"}}',
    ],
)
def test_ordinary_calls_are_passed_over(raw):
    assert not worth_a_look(raw)


def test_an_unreadable_payload_is_looked_at():
    assert worth_a_look(b'{"command": 3, "tool_response": "error"}') and worth_a_look(
        '"command":"a","command":"b|c" error'
    )


def test_interrupts_and_unknown_status_are_no_failures():
    assert judge("npm test", 1, "Error: x", interrupted=True).reason == "it was interrupted"
    assert not judge("npm test", 130, "").failed
    verdict = judge("npm test | tail", None, "src/a.ts(1,1): error TS1005: ';' expected.")
    assert not verdict.failed and verdict.reason
    assert not judge("ls", None, "README.md").reason


def test_a_failing_tool_without_a_command():
    verdict = judge("", 1, "File has not been read yet. Read it first before writing to it.")
    assert verdict.failed and verdict.line.startswith("File has not been read yet")


def test_who_failed():
    verdict = judge("cd api && FOO=1 npx tsc -p .", 2, "a.ts(1,1): error TS1005: ';' expected.")
    assert (verdict.program, verdict.call) == ("tsc", "FOO=1 npx tsc -p .")


def test_a_failure_without_a_word_has_no_line():
    verdict = judge("./run", 1, "")
    assert verdict.failed and verdict.line == ""


def test_bound_keeps_head_and_tail():
    text = "".join(f"line {n}\n" for n in range(MEGABYTE // 8))
    short = bound(text)
    assert (
        len(short) <= HEAD + TAIL
        and GAP in short
        and short.startswith("line 0\n")
        and short.endswith(text[-1000:])
    )
    assert bound("x" * 10) == "x" * 10 and len(bound("x" * MEGABYTE)) <= HEAD + TAIL


def test_survives_anything():
    extra = ["Traceback (most recent call last):\n", "FAIL a\n", "error: ", "a.b:1:", "exit: 1\n"]
    survives(
        lambda text: (
            judge("make", 1, text),
            judge("make 2>&1 | tail; echo exit: $?; ./x.sh", 0, text),
            judge(text[:100_000], 1, "error: x"),
            worth_a_look(b'{"command":"a|b","tool_response":"' + text.encode("utf-8", "replace")),
        ),
        extra,
    )


def test_a_program_that_died_behind_a_pipe_is_no_success():
    verdict = judge("npm run dist 2>&1 | tail -3", 0, "  requireStack: []\n}\n\nNode.js v22.1.0\n")
    assert verdict.failed and not verdict.line
    assert not judge("node --version | tail -1", 0, "v22.1.0\n").failed
    assert not judge("cat notes.txt | tail -3", 0, "We need\nNode.js v22 or newer\n").failed
