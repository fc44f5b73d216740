"""Gemini CLI's transcripts: `<home>/tmp/<project>/chats/session-<date>-<id>.jsonl`."""

from reflexion.hosts.event import Event
from reflexion.hosts.fields import mapping, merged, objects, text
from reflexion.hosts.gemini.payload import FRAMES
from reflexion.hosts.reading import without
from reflexion.hosts.transcripts import Call, Reader

PLACES = ("tmp/*/chats/session-*.jsonl",)
# in the host's own message that begins a session
FOLDERS = "- **Workspace Directories:**\n  - "
MAX_SEEN = 10_000  # ids of messages and calls


def owner(path: str) -> tuple:
    """Return (session, "") that the path of a transcript names."""
    return path.rpartition("session-")[2].removesuffix(".jsonl"), ""


class Lines(Reader):
    """A message stands in several lines, each with more of it; each part is told once."""

    host = "gemini"

    def __init__(self, session: str):
        super().__init__(session)
        self._seen = set()

    def take(self, record: dict):
        self.session = text(record, "sessionId") or self.session
        # a line is a message, or it sets the first of them
        messages = objects(mapping(record, "$set").get("messages"))
        for message in [record] if "type" in record else messages:
            yield from self._of_message(message)

    def _of_message(self, message: dict):
        words = merged(message.get("content"))
        folder = words.partition(FOLDERS)[2].partition("\n")[0].strip()
        self.cwd = folder or self.cwd
        self.when = text(message, "timestamp")[:10]
        if text(message, "type") == "user" and words and self._is_new(text(message, "id")):
            yield self.prompt(words)
        for call in objects(message.get("toolCalls")):
            if "result" in call and self._is_new(text(call, "id")):
                yield self._called(call)

    def _called(self, call: dict) -> Event:
        answers = [mapping(each, "functionResponse") for each in objects(call.get("result"))]
        words = without(merged([mapping(answer, "response") for answer in answers]), FRAMES)
        told = {"llmContent": words, "error": words if text(call, "status") == "error" else ""}
        asked = Call(text(call, "name"), mapping(call, "args"))
        return self.ended("AfterTool", text(call, "id"), asked, tool_response=told)

    def _is_new(self, part: str) -> bool:
        """Return True if a message or call is met for the first time, or has no id."""
        if part in self._seen:
            return False
        if part and len(self._seen) < MAX_SEEN:
            self._seen.add(part)
        return True
