"""Gemini CLI's transcripts: `<home>/tmp/<project>/chats/session-<date>-<id>.jsonl`."""

from reflexion.hosts.event import Event
from reflexion.hosts.fields import mapping, merged, objects, text
from reflexion.hosts.gemini.payload import FRAMES, TOOLS, command_ended
from reflexion.hosts.reading import was_stopped, without
from reflexion.hosts.transcripts import Reader

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
    frames = FRAMES

    def __init__(self, session: str):
        super().__init__(session)
        self._seen = set()

    def take(self, record: dict):
        self.session = text(record, "sessionId") or self.session
        for message in _messages(record):
            self.cwd = _folder_in(message) or self.cwd
            self.when = text(message, "timestamp")[:10]
            yield from self._of_message(message)

    def _of_message(self, message: dict):
        words = merged(message.get("content"))
        is_prompt = text(message, "type") == "user" and "functionResponse" not in message
        if is_prompt and words and self._is_new(text(message, "id")):
            typed = without(words, FRAMES).strip()
            yield self.prompt(typed or words, not typed)
        for call in objects(message.get("toolCalls")):
            if "result" in call and self._is_new(text(call, "id")):
                yield self._called(call)

    def _called(self, call: dict) -> Event:
        tool = TOOLS.get(text(call, "name"), text(call, "name"))
        answers = [mapping(each, "functionResponse") for each in objects(call.get("result"))]
        words = merged([mapping(answer, "response") for answer in answers])
        words = without(words, FRAMES)
        status = text(call, "status")
        found = {
            "failed": status == "error",
            "output": words,
            "interrupted": was_stopped(words),
        }
        if status == "cancelled":
            found.update(failed=None, interrupted=True)
        elif tool == "Bash":
            found.update(command_ended(words))
        return self.ended(tool, text(call, "id"), mapping(call, "args"), **found)

    def _is_new(self, part: str) -> bool:
        """Return True if a message or call is met for the first time, or has no id."""
        if part in self._seen:
            return False
        if part and len(self._seen) < MAX_SEEN:
            self._seen.add(part)
        return True


def _messages(record: dict) -> list:
    """Return the messages of a line: it is one, or it sets the first of them."""
    if "type" in record:
        return [record]
    return objects(mapping(record, "$set").get("messages"))


def _folder_in(message: dict) -> str:
    """Return the first folder of the workspace, where a message tells it."""
    named = merged(message.get("content")).partition(FOLDERS)[2]
    return named.partition("\n")[0].strip()
