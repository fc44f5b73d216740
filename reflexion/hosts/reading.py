"""Read a payload as an Event, and the parts of records that all hosts have alike.

A Reader makes Events of the records that a host keeps of a session.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType

from reflexion.hosts.event import FAILURE, PROMPT, SHELLS, Event
from reflexion.text import rows

MAX_NAME = 200  # characters
MAX_PATH = 4096
MAX_OPEN = 500  # calls that wait for their result
MAX_SEEN = 10_000  # ids of messages and calls
MAX_LINE = 8 << 20  # bytes; a longer line of a transcript holds an image or a dump
# the keys under which a tool's answer holds text, in the order in which it is put together
TEXTS = ("stdout", "stderr", "output", "error", "content", "text", "message")
# fields of an Event that a payload has under these keys
RENAMED = {
    "hook_event_name": "name",
    "session_id": "session",
    "tool_name": "tool",
    "agent_id": "agent",
    "source": "source",
}
PATHS = ("file_path", "notebook_path", "path", "filePath", "absolute_path")
# what hosts say, and what that is here
EVENTS, TOOLS, FRAMES, STOPPED = (
    {row[1]: row[-1] for row in rows("hosts/words.tsv") if row[0] == kind}
    for kind in ("event", "tool", "frame", "stopped")
)
EXITS = ("exit_code", "exitCode", "returncode", "code", "status")
FLAGS = {"is_error": True, "isError": True, "success": False}  # of a failure
STATUS = "Exit code "
SKILL = rf"[/$]([^\W_][\w:.-]{{0,{MAX_NAME - 1}}})(?!\S)"
INTERRUPTED = "[Request interrupted"
OUR_FRAME = "<reflexion-"  # our own words, which some hosts hand back as a prompt


def text(record: Mapping[str, object], key: str) -> str:
    """Return record[key] if it is a string, else ""."""
    value = record.get(key)
    return value if isinstance(value, str) else ""


def mapping(record: Mapping[str, object], key: str) -> dict[str, object]:
    """Return record[key] if it is an object, else {}."""
    value = record.get(key)
    return value if isinstance(value, dict) else {}


def objects(values: object) -> list[dict[str, object]]:
    """Return the objects of a list; [] for anything else."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def path_in(record: dict[str, object], key: str) -> str:
    """Return the path record[key]; "" for what no file system takes."""
    found = text(record, key)
    return found if len(found) <= MAX_PATH and "\0" not in found else ""


def whole_number(value: object) -> int | None:
    """Return the int that `value` is, or that it spells in a few digits, else None."""
    spelled = str(value)
    return int(spelled) if re.fullmatch(r"-?[0-9]{1,10}", spelled) else None


def merged(value: object) -> str:
    """Return the text of a tool's answer: a string, a list of blocks, or an object."""
    if isinstance(value, str):
        return value
    parts: Iterable[str] = map(merged, value if isinstance(value, list) else ())
    if isinstance(value, dict):  # some hosts give one text under two keys
        parts = dict.fromkeys(map(merged, map(value.get, TEXTS)))
    return "\n".join(filter(None, parts))


def call_ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call ended by what is said of it, as arguments of Event.

    `found` is what is known of the call. It failed by an exit status other than 0 (of a shell:
    elsewhere such a number may be anything) or by a flag.
    """
    said = {**payload, **mapping(payload, "tool_response")}
    told: dict[str, object] = {"output": merged(payload.get("tool_response"))}
    if said.get("interrupted") is True or text(said, "backgroundTaskId"):  # it may still run
        return {**told, "interrupted": said.get("interrupted") is True}
    is_shell = found["tool"] in SHELLS
    code = _status_in(said) if is_shell else None
    if code or any(said.get(key) is value for key, value in FLAGS.items()):
        return {**told, "failed": True, "exit_code": code or None}  # 0 tells of no failure
    is_benign = text(said, "returnCodeInterpretation")  # grep's 1, for instance
    return {**told, "failed": False, "exit_code": 0 if is_shell and not is_benign else None}


def _status_in(said: dict[str, object]) -> int | None:
    """Return the first exit status that is told."""
    codes = map(whole_number, map(said.get, EXITS))
    return next((code for code in codes if code is not None), None)


def call_failed(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call of PostToolUseFailure ended: it failed, whatever is said of it.

    The error may begin with a line "Exit code N".
    """
    words = merged(payload.get("error")) or merged(payload.get("tool_response"))
    status = re.match(rf"{STATUS} *(-?[0-9]{{1,10}})\s*?(?:\n|\Z)", words)
    if status:
        code: object = int(status[1])
        output = words[status.end() :]
    else:
        code = call_ended(payload, found).get("exit_code") or None
        output = words.replace("<tool_use_error>", "").replace("</tool_use_error>", "")
    stopped = payload.get("is_interrupt") is True or was_stopped(words)
    return {"failed": True, "interrupted": stopped, "exit_code": code, "output": output}


def was_stopped(words: str) -> bool:
    """Return True if the host says that a call was interrupted, refused or cancelled."""
    begin = words[:1000].lstrip().removeprefix("<tool_use_error>").removeprefix("Error: ")
    return INTERRUPTED in words[:200] or begin.startswith(tuple(STOPPED))


def without_frames(prompt: str) -> str:
    """Return a prompt without the blocks `<tag …>…</tag>` that a host put into it.

    A block that is never closed reaches to the end.
    """
    for tag in FRAMES:
        if "<" + tag in prompt:
            prompt = re.sub(rf"<{tag}.*?(?:</{tag}>|\Z)", "", prompt, flags=re.DOTALL)
    return prompt


def prompted(prompt: str) -> dict[str, object]:
    """Return what was typed of a prompt, as arguments of Event.

    Nobody typed one that holds nothing but our words or what the host put into it. It may begin
    with a skill: `/deploy to staging`, in Codex `$deploy`.
    """
    typed = without_frames(prompt).strip()
    is_machine = not typed or typed.startswith(OUR_FRAME)
    skill = re.match(SKILL, typed) if typed[:1] in ("/", "$") else None
    return {"prompt": typed, "machine": is_machine, "skill": skill[1] if skill else ""}


def as_event(
    payload: dict[str, object], ended: Callable[..., dict[str, object]] = call_ended
) -> Event:
    """Return the Event of a payload, which has the shape of Claude Code's but for what is given.

    `ended` returns what the fields of a call say about its end, as call_ended does.
    """
    found: dict[str, object] = {
        ours: text(payload, key)[:MAX_NAME] for key, ours in RENAMED.items()
    }
    name = found["name"] = EVENTS.get(text(found, "name"), found["name"])
    tool = found["tool"] = TOOLS.get(text(found, "tool"), found["tool"])
    given = mapping(payload, "tool_input")
    found["cwd"] = path_in(payload, "cwd")
    found["path"] = next(filter(None, (text(given, key) for key in PATHS)), "")
    found["continued"] = payload.get("stop_hook_active") is True
    found["command"] = text(given, "command") if tool in SHELLS else ""
    if tool == "Skill":
        found["skill"] = (text(given, "skill") or text(given, "name"))[:MAX_NAME]
    if name == PROMPT:
        found.update(prompted(text(payload, "prompt")))
    elif name == "PostToolUse":
        found.update(ended(payload, found))
    elif name == FAILURE:
        found.update(call_failed(payload, found))
    return Event(**found)


class Reader:
    """Makes Events of the records of one transcript.

    `session`, `cwd`, `when` and `agent` are those of the last record; `package` is the host's.
    """

    def __init__(self, host: str, session: str, package: ModuleType):
        self.host = host
        self.session = session
        self.cwd = ""
        self.when = ""
        self.agent = ""
        self._package = package
        self._asked: dict[str, tuple[str, dict[str, object]]] = {}  # by the id of a call
        self._seen: set[str] = set()

    def take(self, record: dict[str, object]) -> Iterator[Event]:
        """Yield the Events of a record: prompts, and calls that ended."""
        self.session = text(record, "sessionId") or self.session
        self.cwd = path_in(record, "cwd") or self.cwd
        self.when = text(record, "timestamp")[:10]
        yield from self._package.take(self, record)

    def ask(self, call: str, tool: str, given: dict[str, object]) -> None:
        """Keep a call for its result; the oldest is given up where there are too many."""
        while len(self._asked) >= MAX_OPEN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[call] = (tool, given)

    def ended(self, call: str, has_failed: bool = False, **told: object) -> Iterator[Event]:
        """Yield the Event of a call that ended, once, as a hook's payload about it is read.

        `told` is what a payload says about the end of a call.
        """
        tool, given = self._asked.pop(call, ("", {}))
        if not tool:
            return
        name = FAILURE if has_failed else "PostToolUse"
        event = self.read(name, tool_name=tool, tool_input=given, tool_use_id=call, **told)
        if event.failed:
            event.name = FAILURE
        yield event

    def prompt(self, words: str, is_machine: bool = False) -> Event:
        """Return the Event of a prompt."""
        event = self.read(PROMPT, prompt=words, submitted_prompt=words)
        event.prompt = event.prompt or words
        event.machine = event.machine or is_machine
        return event

    def read(self, name: str, **told: object) -> Event:
        """Return the Event of a payload with these fields and those of the last record."""
        where = {"session_id": self.session, "cwd": self.cwd, "agent_id": self.agent}
        payload = {"hook_event_name": name, **where, **told}
        event: Event = getattr(self._package, "read", as_event)(payload)
        event.host = self.host
        event.when = self.when
        return event

    def is_new(self, part: str) -> bool:
        """Return True if a message or call is met for the first time, or has no id."""
        is_known = part in self._seen
        if part and len(self._seen) < MAX_SEEN:
            self._seen.add(part)
        return not is_known
