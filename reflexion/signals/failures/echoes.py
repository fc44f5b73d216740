"""What a command line itself says by echo or printf: statuses, success, text that is no tool's."""

from __future__ import annotations

import re

from .structure import SAYING

STATUS = r"\$(?:\?|\{?PIPESTATUS\[0\]\}?|\{?pipestatus\[1\]\}?|\{?(\w{1,20})\}?)"

MOST_PARTS = 200  # each is looked for in each line


def told(calls, command: str, text: str):
    """(status, its call) that an `echo "exit $?"` printed, the first but 0, or (None, None)."""
    found, numbers = [], {}
    for at, call in enumerate(calls):
        words = _words(call) if call.program in SAYING else ""
        for match in re.finditer(STATUS, words):
            if match.group(1) and f"{match.group(1)}=$?" not in command:
                continue
            before = re.split(r"\\n|\}", words[: match.start()])[-1][-40:].lstrip()
            shape = re.escape(before) + r"(\d{1,3})\b" if before.strip() else r"^(\d{1,3})$"
            asked = _asked(calls[:at], "tatus" in match.group().lower())
            if shape not in numbers:
                numbers[shape] = re.findall(shape, text, re.M)[-1:]
            found += [(int(number), asked) for number in numbers[shape]]
            break
    return next((pair for pair in found if pair[0]), found[0] if found else (None, None))


def _words(call) -> str:
    return " ".join(arg for arg in call.args if arg[:1] != "-")


def _asked(before, first: bool):
    """The last call before an echo with a status worth telling; first: the head of its pipe."""
    for at in range(len(before) - 1, -1, -1):
        if before[at].program not in (*SAYING, "") and before[at].depth == 0:
            while first and at and before[at - 1].op == "|":
                at -= 1
            return before[at]
    return None


def without_echoes(calls, command: str, text: str) -> str:
    """The text without the lines that stand in the command itself: in an echo, or in a script."""
    pieces = [" ".join(call.args) for call in calls if call.program == "echo"]
    for call in calls:
        for arg in call.args if call.program in SAYING else ():
            pieces += re.split(r"\\n|\n", arg)
    whole = {piece.strip() for piece in pieces if piece.strip()}
    parts = [piece for piece in whole if len(piece) > 8 and "$" not in piece]
    parts = sorted(parts, key=len)[-MOST_PARTS:]

    def is_own(line):
        long = len(line) > 8 and line in command
        return long or line in whole or any(part in line for part in parts)

    return "\n".join(line for line in text.split("\n") if not is_own(line.strip()))


def went_well(calls, at: int, text: str) -> bool:
    """Return True if an echo on the success of calls[at] spoke, or one on its failure did not."""
    call, following = calls[at], calls[at + 1] if at + 1 < len(calls) else None
    if following is None or following.program != "echo" or call.op not in ("&&", "||"):
        return False
    words = _words(following)
    return bool(words) and "$" not in words and (words in text) == (call.op == "&&")
