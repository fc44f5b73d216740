"""What a command line itself said by echo or printf: statuses, words of success and failure, and text that is no tool's."""

from __future__ import annotations

import re

TOLD = r"\$(?:\?|\{?PIPESTATUS\[0\]\}?|\{?pipestatus\[1\]\}?|\{?(\w{1,20})\}?)"


def told(calls, command: str, text: str):
    """(status, call it is of) that an `echo "exit $?"` of the command printed, of several the first that is not 0; (None, None) without one."""
    found = []
    for n, call in enumerate(calls):
        if call.program not in ("echo", "printf"):
            continue
        said = " ".join(arg for arg in call.args if arg[:1] != "-")
        match = next(
            (m for m in re.finditer(TOLD, said) if not m.group(1) or f"{m.group(1)}=$?" in command),
            None,
        )
        if match:
            before = re.split(r"\\n|\}", said[: match.start()])[-1][-40:].lstrip()
            shape = re.escape(before) + r"(\d{1,3})\b" if before.strip() else r"^(\d{1,3})$"
            found += [
                (int(number), _asked(calls[:n], "tatus" in match.group().lower()))
                for number in re.findall(shape, text, re.M)[-1:]
            ]
    return next((one for one in found if one[0]), found[0] if found else (None, None))


def _asked(before, first: bool):
    """The last call before an echo that has a status worth telling; first: the one at the head of its pipe."""
    at = next(
        (
            n
            for n in range(len(before) - 1, -1, -1)
            if before[n].program not in ("echo", "printf", "") and before[n].depth == 0
        ),
        None,
    )
    while first and at and before[at - 1].op == "|":
        at -= 1
    return None if at is None else before[at]


def without_echoes(calls, command: str, text: str) -> str:
    """The text without the lines that the command itself had said: by echo or printf, or written out in a script of its own."""
    said = [" ".join(call.args) for call in calls if call.program == "echo"]
    said += [
        piece
        for call in calls
        if call.program in ("echo", "printf")
        for arg in call.args
        for piece in re.split(r"\\n|\n", arg)
    ]
    said = {words.strip() for words in said if words.strip()}
    parts = [words for words in said if len(words) > 8 and "$" not in words]

    def own(line):
        return (
            line in said
            or any(words in line for words in parts)
            or len(line) > 8
            and line in command
        )

    return "\n".join(line for line in text.split("\n") if not own(line.strip()))


def went_well(calls, at: int, text: str) -> bool:
    """Whether a word that follows only on the success of calls[at] was said, or one that follows only on its failure was not."""
    call, following = calls[at], calls[at + 1] if at + 1 < len(calls) else None
    if following is None or following.program != "echo" or call.op not in ("&&", "||"):
        return False
    words = " ".join(arg for arg in following.args if arg[:1] != "-")
    if not words or "$" in words:
        return False
    return (words in text) == (call.op == "&&")
