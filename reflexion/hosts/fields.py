"""What the hosts' modules share: fields of any type read safely, bounded, and output of any shape
merged.
"""

from __future__ import annotations

from reflexion.hosts.event import ends

DEPTH = 6  # nested blocks of a tool's answer
MAX_NAME, MAX_PATH, MAX_COMMAND, MAX_OUTPUT = 200, 4096, 16 * 1024, 128 * 1024  # characters


def text(payload: dict, key: str) -> str:
    """payload[key] if it is a string, else ""."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def mapping(payload: dict, key: str) -> dict:
    """payload[key] if it is an object, else {}."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def path_in(payload: dict, *keys: str) -> str:
    """The first path that stands under one of the keys; "" for none, and for one that no file
    system would take.
    """
    found = next(filter(None, (text(payload, key) for key in keys)), "")
    return found if len(found) <= MAX_PATH and "\0" not in found else ""


def command_in(payload: dict) -> str:
    return ends(text(payload, "command"), MAX_COMMAND)


def merged(value, depth: int = DEPTH) -> str:
    """The text of a tool's answer: a string, a list of text blocks, or an object with stdout and
    stderr, content, output, text or error.
    """
    if isinstance(value, str) or depth == 0:
        return value if isinstance(value, str) else ""
    if isinstance(value, list):
        return "\n".join(part for part in (merged(item, depth - 1) for item in value[:200]) if part)
    if not isinstance(value, dict):
        return ""
    keys = (
        ("stdout", "stderr")
        if "stdout" in value or "stderr" in value
        else ("content", "output", "text", "error", "message")
    )
    return "\n".join(part for part in (merged(value.get(key), depth - 1) for key in keys) if part)


def bounded(output: str) -> str:
    """The output, its middle left out when it is too long to work on."""
    return ends(output, MAX_OUTPUT)


def common(payload: dict) -> dict:
    """The fields that every host names alike, as arguments of Event."""
    given = mapping(payload, "tool_input")
    name, prompt = text(payload, "hook_event_name"), text(payload, "prompt")
    return {
        "name": name[:MAX_NAME],
        "session": text(payload, "session_id")[:MAX_NAME],
        "cwd": path_in(payload, "cwd"),
        "tool": text(payload, "tool_name")[:MAX_NAME],
        "tool_input": given,
        "prompt": prompt,
        "skill": text(given, "skill")[:MAX_NAME] or typed_skill(prompt),
        "source": text(payload, "source")[:MAX_NAME],
        "path": path_in(given, "file_path", "notebook_path", "path"),
        "agent": text(payload, "agent_id")[:MAX_NAME],
        "transcript": path_in(payload, "transcript_path"),
        "tool_use_id": text(payload, "tool_use_id")[:MAX_NAME],
        "reason": text(payload, "reason")[:MAX_NAME],
        "message": text(payload, "last_assistant_message"),
    }


def typed_skill(prompt: str) -> str:
    """The name that a prompt begins with as a command, `/deploy to staging` (`$deploy` in Codex);
    "" for none.
    """
    if prompt[:1] not in ("/", "$"):
        return ""
    name = prompt[1 : MAX_NAME + 2].split(None, 1)[0] if prompt[1:2].strip() else ""
    plain = name.replace(":", "").replace("-", "").replace("_", "").replace(".", "")
    return name if plain.isalnum() and name[0].isalnum() and len(name) <= MAX_NAME else ""
