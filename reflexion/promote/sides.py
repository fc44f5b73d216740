"""A rule file with git's conflict markers in our section: the text as either side has it. Pure."""

from __future__ import annotations

OURS, BASE, SPLIT, THEIRS = "<<<<<<<", "|||||||", "=======", ">>>>>>>"


def lines_of(text: str) -> list:
    """The lines with their ends. Only a newline ends one: VT, NEL, U+2028 and their like do not."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def sides(text: str, begin: str, end: str) -> tuple[str, str]:
    """(ours, theirs): conflicts decided that lie between `begin` and `end` or hold one of them.

    All others stay as they are.
    """
    if OURS not in text:
        return text, text
    ours, theirs, conflict, within = [], [], None, False
    for line in lines_of(text):
        if conflict is None and line.startswith(OURS):
            conflict = _Conflict()
        if conflict is None:
            ours.append(line)
            theirs.append(line)
            within = _within(within, [line], begin, end)
        elif conflict.take(line):
            mine = within or any(
                marker in line for line in conflict.lines for marker in (begin, end)
            )
            ours += conflict.parts[0] if mine else conflict.lines
            theirs += conflict.parts[2] if mine else conflict.lines
            within, conflict = _within(within, conflict.parts[0], begin, end), None
    rest = conflict.lines if conflict else []
    return "".join(ours + rest), "".join(theirs + rest)


class _Conflict:
    """`lines` as they stand, and of them what belongs to ours, the base and theirs in `parts`."""

    def __init__(self):
        self.lines, self.parts, self.at = [], ([], [], []), 0

    def take(self, line: str) -> bool:
        """Add a line; True when it was the last."""
        self.lines.append(line)
        if line.startswith(THEIRS):
            return True
        if line.startswith(BASE) or line.rstrip() == SPLIT:
            self.at = 1 if line.startswith(BASE) else 2
        elif not line.startswith(OURS):
            self.parts[self.at].append(line)
        return False


def _within(before: bool, lines: list, begin: str, end: str) -> bool:
    for line in lines:
        before = line.rfind(begin) > line.rfind(end) if begin in line or end in line else before
    return before
