"""Gemini CLI's transcripts: `<home>/tmp/<project>/chats/session-<date>-<id>.jsonl`."""

from __future__ import annotations

from reflexion.hosts.calls import Reader
from reflexion.hosts.event import PROMPT, Event
from reflexion.hosts.fields import mapping, merged, objects, text
from reflexion.hosts.gemini.payload import FRAMES, TOOLS, command_ended
from reflexion.hosts.reading import was_stopped, without

PLACE = ("tmp", "*", "chats", "session-*.jsonl")
FOLDERS = "- **Workspace Directories:**\n  - "  # in the host's own message that begins a session
MAX_SEEN = 10_000  # ids of messages and calls that were told


def folder_of(record: dict) -> str:
    """The first folder of the workspace, where a line tells it."""
    for message in _messages(record):
        named = merged(message.get("content")).partition(FOLDERS)[2].partition("\n")[0]
        if named:
            return named.strip()
    return ""


def session_of(path: str) -> str:
    """The session's id in a transcript's path."""
    return path.rpartition("session-")[2].removesuffix(".jsonl")


class Lines(Reader):
    """A message stands in several lines, each with more of it, and its calls with their results;
    each is told once."""

    host = "gemini"

    def __init__(self, session: str):
        super().__init__(session)
        self.told = set()

    def take(self, record: dict):
        self.session = text(record, "sessionId") or self.session
        self.cwd = folder_of(record) or self.cwd
        for message in _messages(record):
            self.when = text(message, "timestamp")[:10]
            yield from self._of_message(message)

    def _of_message(self, message: dict):
        kind = text(message, "type")
        words = merged(message.get("displayContent")) or merged(message.get("content"))
        if kind in ("gemini", "user") and words and self._is_new(text(message, "id")):
            yield self._written(kind, words)
        for call in objects(message.get("toolCalls")):
            if "result" in call and self._is_new(text(call, "id")):
                yield self._called(call)

    def _written(self, kind: str, words: str) -> Event:
        if kind == "gemini":
            return self.event("Stop", message=words)
        typed = without(words, FRAMES).strip()
        return self.event(PROMPT, prompt=typed or words, machine=not typed)

    def _called(self, call: dict) -> Event:
        tool = TOOLS.get(text(call, "name"), text(call, "name"))
        given = mapping(call, "args")
        answers = [mapping(each, "functionResponse") for each in objects(call.get("result"))]
        words = merged([mapping(answer, "response") for answer in answers])
        words = without(words, FRAMES)
        failed = text(call, "status") == "error"
        found = {"failed": failed, "output": words, "interrupted": was_stopped(words)}
        if text(call, "status") == "cancelled":
            found.update(failed=None, interrupted=True)
        elif tool == "Bash":
            found.update(command_ended(words, shown=call.get("resultDisplay")))
        return self.ended(tool, text(call, "id"), given, **found)

    def _is_new(self, told: str) -> bool:
        """Is it told for the first time? What has no id always is."""
        if told in self.told:
            return False
        if told and len(self.told) < MAX_SEEN:
            self.told.add(told)
        return True


def _messages(record: dict) -> list:
    """The messages of a line: it is one, or it sets the first of them."""
    if "type" in record:
        return [record]
    return objects(mapping(record, "$set").get("messages"))
