"""Which line of an output is quoted when no rule knows the program."""

import pytest

from reflexion.detect.failures import judge
from reflexion.detect.failures.quote import HEAD, TAIL, prepare


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
