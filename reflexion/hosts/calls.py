"""The calls of a transcript: asked in one line, answered in a later one; and how one ended."""

from __future__ import annotations

from reflexion.hosts.event import SHELLS
from reflexion.hosts.fields import path_in, text
from reflexion.hosts.reading import PATHS

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


def ended(tool: str, call_id: str, given: dict, **found) -> dict:
    """The fields of the Event of a call that ended; `found`: how it ended, as fields of Event."""
    return {
        "name": "PostToolUseFailure" if found["failed"] else "PostToolUse",
        "tool": tool,
        "tool_input": given,
        "tool_use_id": call_id,
        "command": text(given, "command") if tool in SHELLS else "",
        "path": path_in(given, *PATHS),
        **found,
    }
