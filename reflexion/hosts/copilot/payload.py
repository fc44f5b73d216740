"""GitHub Copilot CLI: its hook payloads as Events, and what it takes for an answer.

It runs the hooks of `.claude/settings.json`, too. PostToolUse follows commands that failed; the
exit status stands in the last line of the result."""

from __future__ import annotations

import os

from reflexion.hosts.event import PROMPT, SHELLS, Answer, Event, Said, nested_reply
from reflexion.hosts.fields import merged, number, text
from reflexion.hosts.reading import common, ended, result_of, was_stopped, without
from reflexion.hosts.registry import homes
from reflexion.text.lean_json import dumps

TOOLS = {
    "bash": "Bash",
    "powershell": "PowerShell",
    "edit": "Edit",
    "create": "Write",
    "view": "Read",
    "skill": "Skill",
}
SOURCES = {"new": "startup"}
ENDED = "<shellId: "
WITH = " completed with exit code "
REFUSED = ("rejected", "denied")  # types of a result
FRAMES = ("system_reminder", "system_notification", "current_datetime", "task-notification")


def read(payload: dict, environ) -> Event:
    """The Event of a payload, its fields in either case."""
    found = common(payload, TOOLS)
    found["source"] = SOURCES.get(found["source"], found["source"])
    found["transcript"] = found["transcript"] or _transcript(found["session"], environ)
    if found["name"] == "PostToolUse":
        found.update(_ended(payload, found["tool"] in SHELLS))
    elif found["name"] == "PostToolUseFailure":
        words = merged(payload.get("error"))
        found.update(failed=True, output=words, interrupted=was_stopped(words))
    if found["name"] == PROMPT:
        typed = without(found["prompt"], FRAMES).strip()
        found["machine"] = bool(found["prompt"]) and not typed
        found["prompt"] = typed
    return Event(**found)


def render(event: Event, answer: Answer) -> str:
    """One JSON object: the context at its top, and once more where Claude Code has it."""
    reply = nested_reply(event, Said(event, answer))
    reply.update(reply.get("hookSpecificOutput", {}))
    reply.pop("hookEventName", None)
    return dumps(reply) if reply else ""


def _transcript(session: str, environ) -> str:
    """Where the session's transcript lies: only Stop tells it."""
    if not session.replace("-", "").isalnum():
        return ""
    return os.path.join(homes(environ)["copilot"], "session-state", session, "events.jsonl")


def _ended(payload: dict, is_shell: bool) -> dict:
    """How a call ended. A command without a status in its last line runs on: that is unknown."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    words = text(details, "text_result_for_llm") or text(details, "textResultForLlm")
    kind = text(details, "result_type") or text(details, "resultType")
    if not words and not kind:
        return ended(payload, is_shell)
    found = {"failed": kind == "failure", "interrupted": kind in REFUSED, "output": words}
    if is_shell:
        code, found["output"] = split_status(words)
        found["exit_code"] = code
        found["failed"] = None if code is None else code != 0
    return found


def split_status(words: str) -> tuple:
    """(exit status or None, the command's own output) of what a shell tool answered."""
    words = words.rstrip()
    output, _, last = words.rpartition("\n")
    if not last.startswith(ENDED) or not last.endswith(">") or WITH not in last:
        return None, words
    return number(last.rpartition(WITH)[2][:-1]), output
