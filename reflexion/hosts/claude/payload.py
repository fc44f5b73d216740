"""Claude Code: its hook payloads as Events, and what it takes for an answer.

What comes from no known host is read here, too: any payload of this shape."""

from __future__ import annotations

from reflexion.hosts.answers import Said, bare_or_nested
from reflexion.hosts.event import SHELLS, Answer, Event
from reflexion.hosts.fields import merged, number, text
from reflexion.hosts.reading import common, ended, result_of, was_stopped, without

STATUS = "Exit code "
INTERRUPTED = "[Request interrupted"
# blocks of which a prompt consists that nobody typed
FRAMES = (
    "task-notification",
    "teammate-message",
    "agent-message",
    "system-reminder",
    "local-command-caveat",
    "local-command-stdout",
    "local-command-stderr",
    "bash-stdout",
    "bash-stderr",
)


def read(payload: dict, environ) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    if found["name"] == "PostToolUseFailure":
        found.update(_failed(payload, found["tool"] in SHELLS))
    elif found["name"] == "PostToolUse":
        found.update(_ended(payload, found["tool"] in SHELLS))
    found["machine"] = is_machine_made(found["prompt"])
    return Event(**found)


def render(event: Event, answer: Answer) -> str:
    """Bare text, or one JSON object."""
    return bare_or_nested(event, Said(event, answer))


def is_machine_made(prompt: str) -> bool:
    """Is there nothing in a prompt but what the host put into it?"""
    return prompt.lstrip()[:1] == "<" and not without(prompt, FRAMES).strip()


def split_status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    code = number(first[len(STATUS) :].strip()) if first.startswith(STATUS) else None
    if code is not None:
        return code, rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


def interrupted(code: int | None, words: str) -> bool:
    """Did the person or the host stop a call that ended in this status, with these words?"""
    return INTERRUPTED in words[:200] or code is None and was_stopped(words)


def _failed(payload: dict, is_shell: bool) -> dict:
    """How a call of PostToolUseFailure ended: it failed, whatever is said of it."""
    result = result_of(payload)
    words = merged(payload.get("error")) or merged(result)
    code, output = split_status(words)
    if code is None:
        code = ended(result, is_shell)["exit_code"] or None
    stopped = payload.get("is_interrupt") is True or interrupted(code, words)
    return {"failed": True, "interrupted": stopped, "exit_code": code, "output": output}


def _ended(payload: dict, is_shell: bool) -> dict:
    """How a call of PostToolUse ended: a success, unless the answer calls it something else."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    found = ended(result, is_shell)
    found["benign"] = text(details, "returnCodeInterpretation")[:500]
    found["interrupted"] = details.get("interrupted") is True
    if found["interrupted"] or text(details, "backgroundTaskId"):  # cut off, or it still runs
        found["failed"] = found["exit_code"] = None
    elif found["benign"]:
        found["exit_code"] = None
    return found
