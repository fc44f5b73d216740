"""What the hosts share: fields of any type read safely, output merged, their folders."""

from __future__ import annotations

import os

from reflexion.text.lean_json import loads

DEPTH = 6  # nested blocks of a tool's answer
MAX_NAME, MAX_PATH = 200, 4096  # characters
PROMPT = "UserPromptSubmit"
# field of an Event -> key of a payload
NAMES = {
    "name": "hook_event_name",
    "session": "session_id",
    "tool": "tool_name",
    "source": "source",
    "agent": "agent_id",
    "tool_use_id": "tool_use_id",
    "reason": "reason",
}


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
    found = {field: text(payload, key)[:MAX_NAME] for field, key in NAMES.items()}
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
