"""Did it fail, and which line says so: exit status, benign answers, failures behind status 0."""

from __future__ import annotations

import json
import re
import time

import case_files
import pytest
from hostile import MEGABYTE, survives
from table_rows import case_rows

from reflexion.signals.failures.judge import judge
from reflexion.signals.failures.lines import is_aside, is_summary, rules, scan, voice
from reflexion.signals.failures.prefilter import MARKS, RUN, may_hide, outline, worth_a_look
from reflexion.signals.failures.quote import (
    GAP,
    HEAD,
    PROOFS,
    TAIL,
    bound,
    excerpt,
    prepare,
    spoken,
    telling_line,
)

FAILING = case_files.load("failing.txt") + case_files.load("failing_more.txt")
SWALLOWED, HARMLESS = case_files.load("swallowed.txt"), case_files.load("harmless.txt")
PIPED = [case for case in FAILING if "\n" not in case.command]
KINDS = (*PROOFS, "findings", "strict", "speaking", "wrap_ups", "tallies")
RULES = [rule for kind in KINDS for rule in rules(kind)]


def payload(command, output, **spacing):
    answer = {"stdout": output, "stderr": "", "interrupted": False, "noOutputExpected": False}
    call = {"hook_event_name": "PostToolUse", "tool_name": "Bash"}
    call["tool_input"] = {"command": command, "description": "Look for error"}
    call["tool_response"] = answer
    return json.dumps(call, **spacing).encode()


def verdicts(cases):
    return [(case, judge(case.command, case.status, case.output)) for case in cases]


def quotes(verdict, case):
    return case.text in " ".join(verdict.line.split())[:200]


def test_a_failure_is_one_and_quoted_by_the_line_a_person_would_name():
    wrong = [
        (case, case.text, verdict)
        for case, verdict in verdicts(FAILING)
        if not (verdict.failed and verdict.line and verdict.reason == "" and quotes(verdict, case))
    ]
    assert wrong == []


def test_a_failure_behind_status_zero_is_seen():
    wrong = [
        (case, case.text, verdict)
        for case, verdict in verdicts(SWALLOWED)
        if not (verdict.failed and quotes(verdict, case) and verdict.program)
        or verdict.call not in case.command
    ]
    assert wrong == []


def test_what_is_harmless_is_left_out_for_its_reason():
    wrong = [
        (case, case.text, verdict)
        for case, verdict in verdicts(HARMLESS)
        if verdict.failed and verdict.line or case.text not in verdict.reason
    ]
    assert wrong == []


@pytest.mark.parametrize("spacing", [{}, {"ensure_ascii": False, "separators": (",", ":")}])
def test_the_fast_path_never_passes_over_a_failure_behind_status_zero(spacing):
    passed = [
        case
        for case in SWALLOWED
        if case.text and not worth_a_look(payload(case.command, case.output, **spacing))
    ]
    assert passed == []


def test_most_failures_are_seen_behind_a_pipe_too_and_none_of_these_is_passed_over():
    lines = [(f"({case.command}) 2>&1 | tail -60", case.output) for case in PIPED]
    seen = [(line, output) for line, output in lines if judge(line, 0, output).failed]
    assert len(seen) > 0.9 * len(PIPED)
    assert [line for line, output in seen if not worth_a_look(payload(line, output))] == []


HIDES = """
npm test | tail = a; b = a || true = a & b = bash run.sh = sh run = psql -f a.sql = find . -exec x {} +
"""
HANDS_ON = """
npm test = cd web && npm test = git status 2>&1 = git stash list = make >log 2>&1 && echo ok
"""


@pytest.mark.parametrize("table, hides", [(HIDES, True), (HANDS_ON, False)])
def test_what_can_hide_a_failure(table, hides):
    lines = table.strip().split(" = ")
    assert [line for line in lines if may_hide(line.encode()) is not hides] == []
    assert may_hide(b"a\nb") and may_hide(b"a\\nb")


@pytest.mark.parametrize(
    "command, output",
    [
        ("npm test", "3 errors, 1 failed"),
        ("ls | head", "README.md"),
        ('echo "a;b" > x.txt && cat x.txt', "a"),
    ],
)
def test_ordinary_calls_are_passed_over(command, output):
    assert not worth_a_look(payload(command, output))


@pytest.mark.parametrize("size", [0, 1, RUN // 2, RUN, RUN + 1, 3 * RUN])
def test_an_outline_has_each_key_and_of_a_long_text_both_ends(size):
    text = "a" * size
    raw = json.dumps({"command": "make", "tool_response": {"stdout": text, "code": 0}}).encode()
    short = outline(raw)
    assert (short == raw) is (size <= RUN) and len(short) < 2 * RUN
    assert b'"stdout": "' + b"a" * min(size, RUN // 2) in short
    assert short.endswith(b"a" * min(size, RUN // 2) + b'", "code": 0}}')
    assert outline(short) == short


def test_an_outline_keeps_what_stands_behind_many_marks_and_what_ends_in_no_mark():
    many = b'"a"' * (MARKS // 2)
    rest = b"b" * 2 * RUN
    assert outline(many + rest + b'"') == many + rest + b'"'
    assert outline(b'"a' + rest) == b'"a' + rest
    assert outline(many[3:] + rest + b'"') != many[3:] + rest + b'"'


@pytest.mark.parametrize("joint, looked_at", [("", False), (" | head", True)])
def test_a_command_that_an_outline_cuts_may_hide_a_failure(joint, looked_at):
    line = "echo " + "word " * RUN + joint + " word" * RUN
    raw = payload(line, "1 failed")
    assert worth_a_look(raw) is looked_at
    assert worth_a_look(raw, outline(raw))


def test_an_unreadable_payload_is_looked_at():
    assert worth_a_look(b'{"command": 3, "tool_response": "error"}')
    assert worth_a_look(b'"command":"a","command":"b|c" error')


@pytest.mark.parametrize(
    "command, status, output, failed, reason",
    [
        ("npm test", 130, "", False, "it was interrupted"),
        ("npm test", 143, "", False, "it was interrupted"),
        ("timeout 5 npm test", 124, "", False, "a time-out that the agent asked for"),
        ("yes | head", 141, "y", False, "its reader closed the pipe"),
        ("npx tsc | tail", None, "a.ts(1,1): error TS1: x", False, "the host gives no exit status"),
        ("ls", None, "README.md", False, ""),
        ("npm run dist 2>&1 | tail -3", 0, "}\n\nNode.js v22.1.0\n", True, ""),
        ("node --version | tail -1", 0, "v22.1.0\n", False, ""),
        ("cat notes.txt | tail -3", 0, "We need\nNode.js v22 or newer\n", False, ""),
        ("./run", 1, "", True, ""),
        ("", 1, "File has not been read yet.", True, ""),
    ],
)
def test_special_ends(command, status, output, failed, reason):
    verdict = judge(command, status, output)
    assert (verdict.failed, verdict.reason) == (failed, reason)


def test_an_interrupted_call_has_not_failed():
    assert judge("npm test", 1, "Error: x", interrupted=True).reason == "it was interrupted"


@pytest.mark.parametrize(
    "command, program, call",
    [
        ("cd api && FOO=1 npx tsc -p .", "tsc", "FOO=1 npx tsc -p ."),
        ("npm run lint && npm test | tail -3", "npm", "npm run lint"),
    ],
)
def test_who_failed(command, program, call):
    verdict = judge(command, 2, "a.ts(1,1): error TS1005: ';' expected.")
    assert (verdict.program, verdict.call) == (program, call)


@pytest.mark.parametrize(
    "command, line, call",
    [
        (
            "cd src && go build ./...",
            "/usr/bin/bash: line 1: cd: src: No such file or directory",
            "cd src",
        ),
        ("cat a > out/a.go; rm a", "bash: line 1: out/a.go: Is a directory", "cat a > out/a.go"),
        ("jq . a.json && make", "zsh:1: command not found: jq", "jq . a.json"),
        ("make a && cat b", "bash: /bin/none: bad interpreter: No such file", "make a"),
        ("cat a; (b", "bash: -c: line 2: syntax error: unexpected end of file", ""),
        ("npm run e2e", "sh: playwright: not found", "npm run e2e"),
        ("git add [a]", "zsh:1: no matches found: [a]", "git add [a]"),
        ("make a", "make: syntax error: near a", "make a"),
        ("make a && bash b.sh", "make: bash: is not a target of this file", "bash b.sh"),
        (
            "source .venv/bin/activate && pytest -q | head -3",
            "bash: .venv/bin/activate: No such file or directory",
            "source .venv/bin/activate",
        ),
    ],
)
def test_who_a_shell_says_could_not_run(command, line, call):
    assert judge(command, 1, line).call == call


def test_bound_keeps_head_and_tail():
    text = "".join(f"line {n}\n" for n in range(MEGABYTE // 8))
    short = bound(text)
    assert len(short) <= HEAD + TAIL and GAP in short
    assert short.startswith("line 0\n") and short.endswith(text[-1000:])
    assert bound("x" * 10) == "x" * 10 and len(bound("x" * MEGABYTE)) <= HEAD + TAIL


@pytest.mark.parametrize(
    "output, line",
    [
        ("", ""),
        ("\n \n", ""),
        ("\x1b[31merror:\x1b[0m no such thing\n", "error: no such thing"),
        ("10%\r50%\rerror: disk is full\r\n", "error: disk is full"),
        ("all is well\nthen it was not\n", "all is well"),
        ("-----\n=====\n", ""),
        ("web-1  | Error: listen EADDRINUSE: :::3000\n", "Error: listen EADDRINUSE: :::3000"),
        ("[0] src/a.ts(1,2): error TS1005: x\n", "src/a.ts(1,2): error TS1005: x"),
        ("Found 3 errors.\n", "Found 3 errors."),
        ("error: cannot do this:\n  8  8 | const a\n", "error: cannot do this:"),
        ("error: cannot do this:\n  the disk is full\n", "error: cannot do this: the disk is full"),
    ],
)
def test_small_outputs(output, line):
    assert telling_line(prepare(output)) == line


def test_the_last_exception_of_a_chain_and_the_first_failing_test():
    between = "During handling of the above exception, another exception occurred:"
    first = 'Traceback (most recent call last):\n  File "a", line 1\nKeyError: 1\n\n'
    last = 'Traceback (most recent call last):\n  File "b", line 2\napp.Broken: two\n'
    assert telling_line(prepare(f"{first}{between}\n\n{last}")) == "app.Broken: two"
    tests = f"======\nFAIL: test_a (t)\n------\n{first}======\nFAIL: test_b (t)\n\n{last}"
    assert telling_line(prepare(tests)) == "KeyError: 1"


SUMMARIES = (
    "error: could not compile `shop` due to 2 previous errors",
    "Found 2 errors.",
    "\u2716 3 problems (0 errors, 3 warnings)",
    "0 failed",
)
NO_SUMMARIES = (
    "error[E0382]: borrow of moved value",
    "error: you may ignore these errors with --force",
)
ASIDES = ("hint: use --force", "    at main (a.js:1:2)", "~~~~^~~~", "npm warn old")


def test_summaries_and_asides_are_told_apart():
    assert all(map(is_summary, SUMMARIES)) and not any(map(is_summary, NO_SUMMARIES))
    assert all(map(is_aside, ASIDES)) and not is_aside("profile is broken")


def test_stages_of_certainty():
    text = prepare("src/a.py:3:1: W291 trailing whitespace\n")
    assert not scan(text, *PROOFS, "strict", "speaking") and scan(text, "findings")
    assert spoken(prepare("all fine\n"), words_only=True) == ""


def test_every_rule_is_gated_and_anchored():
    wrong = [
        rule
        for rule in RULES
        if not rule[0]
        or rule[0] != rule[0].lower()
        or not all(part.startswith(("^", "(?")) for part in re.split(r"\|(?=\^)", rule[1]))
        or r"\s" in rule[1].replace(r"[^\s", "")  # it runs over line ends
    ]
    assert len(RULES) > 100 and wrong == []


def test_every_rule_is_linear():
    slow = []
    for needle, pattern, *_ in RULES:
        for piece in (needle, needle + "\n", needle + ": a\n", " " * 40 + needle + " " * 40):
            text = prepare(piece * ((1 << 15) // len(piece)))
            start = time.process_time()
            for _match in zip(range(50), re.finditer(pattern, text, re.M)):
                pass
            if time.process_time() - start > 1:
                slow.append((pattern, piece))
    assert slow == []


def test_survives_anything():
    extra = ["Traceback (most recent call last):\n", "FAIL a\n", "error: ", "a.b:1:", "exit: 1\n"]
    extra += ["E   a\n", "npm error ", "--- FAIL: a\n", "Failure/Error: ", "* What went wrong:\n"]
    extra += ['fatal: [a]: FAILED! => "stderr": "', "12 | ", "0 fail\n", "[main 1234567] "]
    survives(
        lambda text: (
            judge("make", 1, text),
            judge("make 2>&1 | tail; echo exit: $?; ./x.sh", 0, text),
            judge(text[:100_000], 1, "error: x"),
            worth_a_look(b'{"command":"a|b","tool_response":"' + text.encode("utf-8", "replace")),
        ),
        extra,
        size=1 << 14,  # `judge` reads 64 KiB at most
    )


def test_of_a_long_output_the_line_its_surroundings_and_the_end_are_kept():
    noise = "".join(f"line {n} of the build\n" for n in range(4000))
    word = "Zq81" + "marbleXy77"
    text = f"login with {word}\n{noise}{word}: refused\n{noise}the end\n"
    kept = excerpt(text, f"{word}: refused")
    assert f"login with {word}\n" in kept, "where the word of the quoted line is named"
    assert f"{word}: refused" in kept and kept.endswith("the end\n")
    assert len(kept) < 8000 and "line 3999 of the build\n" in kept
    assert excerpt("short\n", "short") == "short\n"
    assert len(excerpt("x" * 90_000, "")) < 3000
    assert len(excerpt(noise, "")) < 3000 and excerpt(noise, "gone").endswith("build\n")


def tells(kind, program, line):
    pattern = voice(kind, program)
    return bool(pattern) and re.search(f"^(?:{pattern})", line, re.M) is not None


def test_the_errors_of_programs_are_told_from_what_else_they_print():
    cases = case_rows("program_errors.tsv")
    wrong = [row for row in cases if not tells(*row[:3]) or tells(*row[:2], row[3])]
    assert wrong == []
