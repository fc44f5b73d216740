"""The calls of a transcript whose result is awaited: asked in one line, answered in a later one."""

from __future__ import annotations

MAX_OPEN = 500


class Call:
    """What was called, with which input."""

    __slots__ = ("tool", "given")

    def __init__(self, tool: str = "", given=None):
        self.tool = tool
        self.given = given or {}


class OpenCalls:
    """Calls by their id; the oldest is given up where there are too many."""

    def __init__(self):
        self._asked = {}

    def ask(self, call_id: str, tool: str, given: dict) -> None:
        while len(self._asked) >= MAX_OPEN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[call_id] = Call(tool, given)

    def answered(self, call_id: str) -> Call:
        """The call that an answer belongs to, once; one without a tool for any other id."""
        return self._asked.pop(call_id, None) or Call()
