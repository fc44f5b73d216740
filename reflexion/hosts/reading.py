"""Read a payload as an Event, and the parts of records that all hosts have alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from reflexion.hosts.event import FAILURE, PROMPT, SHELLS, Event
from reflexion.text import rows
from reflexion.text.json_object import object_or_empty

DEPTH = 6  # nested blocks of a tool's answer
MAX_BLOCKS = 200
MAX_NAME = 200  # characters
MAX_PATH = 4096
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
    "tool_use_id": "tool_use_id",
}
PATHS = ("file_path", "notebook_path", "path", "filePath", "absolute_path")
RESULTS = ("tool_response", "tool_result")  # what a tool answered
# what hosts say, and what that is here
EVENTS, TOOLS, FRAMES, STOPPED = (
    {row[1]: row[-1] for row in rows("hosts/words.tsv") if row[0] == kind}
    for kind in ("event", "tool", "frame", "stopped")
)
EXITS_ONLY = ("exit_code", "exitCode", "returncode")  # can be nothing but a status
EXITS = (*EXITS_ONLY, "code", "status")
FLAGS = {"is_error": True, "isError": True, "success": False}  # of a failure
STATUS = "Exit code "
# (payload, what is known of the call) -> arguments of Event
Teller = Callable[["dict[str, object]", "dict[str, object]"], "dict[str, object]"]
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


def record(line: bytes | str) -> dict[str, object]:
    """Return the JSON object of a line (bytes or text); {} if it is none."""
    return object_or_empty(line, MAX_LINE)


def path_in(record: dict[str, object], *keys: str) -> str:
    """Return the first path under one of the keys; "" for what no file system takes."""
    found = next(filter(None, (text(record, key) for key in keys)), "")
    return found if len(found) <= MAX_PATH and "\0" not in found else ""


def whole_number(value: object) -> int | None:
    """Return the int that `value` is, or that it spells in a few digits, else None."""
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"-?[0-9]{1,10}", value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def merged(value: object, depth: int = DEPTH) -> str:
    """Return the text of a tool's answer: a string, a list of blocks, or an object."""
    if isinstance(value, str):
        return value
    parts = []
    if isinstance(value, list):
        parts = value[:MAX_BLOCKS]
    if isinstance(value, dict):
        parts = [value.get(key) for key in TEXTS]
    found = [merged(part, depth - 1) for part in parts] if depth else []
    if isinstance(value, dict):
        found = list(dict.fromkeys(found))  # some hosts give one text under two keys
    return "\n".join(filter(None, found))


def result_of(payload: dict[str, object]) -> object:
    """Return what the tool answered, of whatever type; None for nothing."""
    return next((payload[key] for key in RESULTS if payload.get(key) is not None), None)


def details_of(payload: dict[str, object]) -> dict[str, object]:
    """Return what the tool answered if that is an object, else {}."""
    result = result_of(payload)
    return result if isinstance(result, dict) else {}


def call_ended(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call ended by what is said of it, as arguments of Event.

    `found` is what is known of the call. It failed by an exit status other than 0 (of a shell:
    elsewhere such a number may be anything) or by a flag.
    """
    details = details_of(payload)
    told = {"exit_code": None, "output": merged(result_of(payload))}
    if details.get("interrupted") is True:
        return {**told, "failed": None, "interrupted": True}
    is_shell = found["tool"] in SHELLS
    code = _status_in(details, payload) if is_shell else None
    if code or any(each.get(key) is FLAGS[key] for each in (details, payload) for key in FLAGS):
        return {**told, "failed": True, "exit_code": code or None}  # 0 tells of no failure
    return {**told, "failed": False, "exit_code": 0 if is_shell else None}


def _status_in(details: dict[str, object], payload: dict[str, object]) -> int | None:
    """Return the first exit status that an answer, or what is beside it, tells."""
    named = [*map(details.get, EXITS), *map(payload.get, EXITS_ONLY)]
    return next((code for code in map(whole_number, named) if code is not None), None)


def call_failed(payload: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Return how a call of PostToolUseFailure ended: it failed, whatever is said of it.

    The error may begin with a line "Exit code N".
    """
    words = merged(payload.get("error")) or merged(result_of(payload))
    first, _, rest = words.partition("\n")
    code = whole_number(first[len(STATUS) :].strip()) if first.startswith(STATUS) else None
    if code is not None:
        output = rest
    else:
        output = words.replace("<tool_use_error>", "").replace("</tool_use_error>", "")
        code = whole_number(call_ended(payload, found)["exit_code"]) or None
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


def as_event(payload: dict[str, object], ended: Teller = call_ended) -> Event:
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
    found["path"] = path_in(given, *PATHS)
    found["transcript"] = path_in(payload, "transcript_path")
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
