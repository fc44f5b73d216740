"""What is alike in the payloads of all hosts."""

from __future__ import annotations

from reflexion.hosts.event import PROMPT
from reflexion.hosts.fields import MAX_NAME, mapping, path_in, text

# fields of an Event that a payload has, under these keys or under their own
RENAMED = {
    "hook_event_name": "name",
    "session_id": "session",
    "tool_name": "tool",
    "agent_id": "agent",
}
SHORT = (*RENAMED, "source", "tool_use_id", "reason")


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
