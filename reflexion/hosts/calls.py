"""What the readers of all hosts' transcripts share: a call is asked in one line and answered in a
later one, and what stands in a line becomes an Event."""

from __future__ import annotations

from collections import namedtuple

from reflexion.hosts.event import SHELLS, Event
from reflexion.hosts.fields import path_in, text
from reflexion.hosts.reading import PATHS

MAX_OPEN = 500


Call = namedtuple("Call", "tool given")  # what was called, with which input


class Reader:
    """`take(record)` yields the Events of a line: prompts, the agent's words, calls that ended.
    `session`, `cwd`, `when` and `agent` are those of the line."""

    host = ""

    def __init__(self, session: str):
        self.session = session
        self.cwd = ""
        self.when = ""
        self.agent = ""
        self._asked = {}  # id -> Call

    def ask(self, call_id: str, tool: str, given: dict) -> None:
        """Keep a call for its answer; the oldest is given up where there are too many."""
        while len(self._asked) >= MAX_OPEN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[call_id] = Call(tool, given)

    def answered(self, call_id: str) -> Call:
        """The call that an answer belongs to, once; one without a tool for any other id."""
        return self._asked.pop(call_id, None) or Call("", {})

    def event(self, name: str, **more) -> Event:
        """An Event of the line; `more`: its other fields."""
        line = {"session": self.session, "cwd": self.cwd, "when": self.when, "agent": self.agent}
        return Event(host=self.host, name=name, **{**line, **more})

    def ended(self, tool: str, call_id: str, given: dict, **found) -> Event:
        """The Event of a call that ended; `found`: how it ended, as fields of Event."""
        return self.event(
            "PostToolUseFailure" if found["failed"] else "PostToolUse",
            tool=tool,
            tool_input=given,
            tool_use_id=call_id,
            command=text(given, "command") if tool in SHELLS else "",
            path=path_in(given, *PATHS),
            **found,
        )
