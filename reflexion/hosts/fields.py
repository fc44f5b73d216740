"""What the hosts' modules share: fields of any type read safely, output of any shape merged, the JSON of an answer."""

from __future__ import annotations

from reflexion.text.lean_json import dumps

MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
DEPTH = 6  # nested blocks of a tool's answer


def text(payload: dict, key: str) -> str:
    """payload[key] if it is a string, else ""."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def mapping(payload: dict, key: str) -> dict:
    """payload[key] if it is an object, else {}."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def merged(value, depth: int = DEPTH) -> str:
    """The text of a tool's answer: a string, a list of text blocks, or an object with stdout and stderr, content, output, text or error."""
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


def common(payload: dict) -> dict:
    """The fields that every host names alike, as arguments of Event."""
    given = mapping(payload, "tool_input")
    return {
        "name": text(payload, "hook_event_name"),
        "session": text(payload, "session_id"),
        "cwd": text(payload, "cwd"),
        "tool": text(payload, "tool_name"),
        "tool_input": given,
        "prompt": text(payload, "prompt"),
        "source": text(payload, "source"),
        "path": text(given, "file_path") or text(given, "notebook_path") or text(given, "path"),
        "agent": text(payload, "agent_id"),
        "transcript": text(payload, "transcript_path"),
        "tool_use_id": text(payload, "tool_use_id"),
        "reason": text(payload, "reason"),
        "message": text(payload, "last_assistant_message"),
        "permission_mode": text(payload, "permission_mode"),
        "stop_hook_active": payload.get("stop_hook_active") is True,
    }


def answer_text(event, answer, plain: tuple, speaks: tuple, notices: tuple) -> str:
    """stdout for an answer: `plain` events take bare text, those in `speaks` a context in JSON, those in `notices` a word to the person.

    One JSON object of the keys that hosts know, in ASCII (so that no code page can spoil it); lone surrogates become "?".
    """
    context = _clean(answer.context)[:MAX_CONTEXT] if event.name in speaks else ""
    notice = _clean(answer.notice)[:MAX_CONTEXT] if event.name in notices else ""
    if context and not notice and event.name in plain and context[0] not in "{[":
        return context
    reply = {"systemMessage": notice} if notice else {}
    if context:
        reply["hookSpecificOutput"] = {"hookEventName": event.name, "additionalContext": context}
    return dumps(reply) if reply else ""


def _clean(said: str) -> str:
    return said.encode("utf-8", "replace").decode("utf-8").strip()
