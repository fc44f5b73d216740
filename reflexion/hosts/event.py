"""One hook call as every host gives it (Event), what is answered to it (Answer), and how the fields
of a payload, of any type, are read."""

from __future__ import annotations

import os

from reflexion.text.lean_json import loads

# field -> what it holds where the host gives nothing, or something of a wrong type
FIELDS = {
    "host": "claude",  # or "codex"
    "name": "",  # the event: PostToolUse, UserPromptSubmit, ...
    "session": "",
    "cwd": "",
    "tool": "",
    "command": "",  # of a shell tool
    "path": "",  # the file that a tool reads or changes (of a patch: the first)
    "skill": "",  # the skill that a call of the tool Skill, or a typed `/name`, activates
    "tool_input": None,  # always a dict
    "output": "",  # stdout and stderr merged, or the error, without the "Exit code N" line
    "exit_code": None,  # None: the host does not tell
    "failed": None,  # True, False, None: the host does not tell
    "interrupted": False,  # by the user or the host, not by the command itself
    "benign": "",  # the host's words for a non-zero status that is no failure
    "prompt": "",
    "source": "",  # of SessionStart: startup, resume, clear, compact, fork
    "agent": "",  # id of the sub-agent it happened in
    "transcript": "",
    "tool_use_id": "",
    "message": "",  # the agent's last message, at Stop
    "reason": "",  # of SessionEnd
    "when": "",  # YYYY-MM-DD, of events read from a transcript; "" = now
}
DEPTH = 6  # nested blocks of a tool's answer
MAX_NAME, MAX_PATH = 200, 4096  # characters
PROMPT = "UserPromptSubmit"
# fields of an Event that a payload has, under these keys or under their own
RENAMED = {
    "hook_event_name": "name",
    "session_id": "session",
    "tool_name": "tool",
    "agent_id": "agent",
}
SHORT = (*RENAMED, "source", "tool_use_id", "reason")
LONG = 16 * 1024
# characters: what is longer keeps its head and its tail
MOST = {"prompt": LONG, "message": LONG, "command": LONG, "output": 8 * LONG}


class Event:
    """One hook call; FIELDS names what it holds."""

    __slots__ = tuple(FIELDS)

    def __init__(self, **fields):
        for name, default in FIELDS.items():
            setattr(self, name, fields.get(name, default))
        for name, most in MOST.items():
            text = getattr(self, name)
            if len(text) > most:
                setattr(self, name, text[: most // 2] + "\n" + text[-most // 2 :])
        self.tool_input = self.tool_input or {}


class Answer:
    """`context` to the model, `notice` to the person, `deny`: why a call is refused."""

    def __init__(self, context="", notice="", touched=(), learned=(), retired=(), deny=""):
        self.context, self.notice, self.deny = context, notice, deny
        self.touched = list(touched)  # ids of the entries that were written
        self.learned = list(learned)  # (id, resolution) of the fixes found
        self.retired = list(retired)  # entries that the user's word contradicts
        self.superseded_by = ""  # the id that takes their place
        self.stepped_back = {}  # id: the confidence it had before its mistake was made again


def text(payload: dict, key: str) -> str:
    """payload[key] if it is a string, else ""."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def mapping(payload: dict, key: str) -> dict:
    """payload[key] if it is an object, else {}."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def record(line) -> dict:
    """The JSON object of a line (bytes or text); {} when it is none."""
    try:
        found = loads(line.decode("utf-8", "replace") if isinstance(line, bytes) else line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def path_in(payload: dict, *keys: str) -> str:
    """The first path under one of the keys; "" for none, and for one that no file system takes."""
    found = next(filter(None, (text(payload, key) for key in keys)), "")
    return found if len(found) <= MAX_PATH and "\0" not in found else ""


def number(digits: str) -> int | None:
    """The whole number that a short text spells; None for any other."""
    try:
        return int(digits) if len(digits) < 12 else None
    except ValueError:
        return None


def merged(value, depth: int = DEPTH) -> str:
    """The text of a tool's answer: a string, a list of blocks, or an object that holds one."""
    if isinstance(value, str):
        return value
    parts = value[:200] if isinstance(value, list) else []
    if isinstance(value, dict):
        streams = "stdout" in value or "stderr" in value
        others = ("content", "output", "text", "error", "message")
        parts = [value.get(key) for key in (("stdout", "stderr") if streams else others)]
    return "\n".join(filter(None, [merged(part, depth - 1) for part in parts])) if depth else ""


def common(payload: dict) -> dict:
    """The fields that every host names alike, as arguments of Event."""
    found = {RENAMED.get(key, key): text(payload, key)[:MAX_NAME] for key in SHORT}
    given = mapping(payload, "tool_input")
    prompt = text(payload, "prompt") if found["name"] == PROMPT else ""
    return {
        **found,
        "cwd": path_in(payload, "cwd"),
        "tool_input": given,
        "prompt": prompt,
        "skill": text(given, "skill")[:MAX_NAME] or typed_skill(prompt),
        "path": path_in(given, "file_path", "notebook_path", "path"),
        "transcript": path_in(payload, "transcript_path"),
        "message": text(payload, "last_assistant_message"),
    }


def typed_skill(prompt: str) -> str:
    """The skill that a prompt begins with, `/deploy to staging` (`$deploy` in Codex); or ""."""
    if prompt[:1] not in ("/", "$") or not prompt[1:2].strip():
        return ""
    name = prompt[1 : MAX_NAME + 2].split(None, 1)[0]
    plain = name.replace(":", "").replace("-", "").replace("_", "").replace(".", "")
    return name if plain.isalnum() and name[0].isalnum() and len(name) <= MAX_NAME else ""


def home(environ) -> str:
    """The folder that the hosts take for the user's home."""
    return environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")


def homes(environ) -> dict:
    """host -> its own folder in the home."""
    return {
        "claude": environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home(environ), ".claude"),
        "codex": environ.get("CODEX_HOME") or os.path.join(home(environ), ".codex"),
    }
