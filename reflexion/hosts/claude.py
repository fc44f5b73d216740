"""Claude Code: its hook payloads as Events, and what it takes as an answer."""

from __future__ import annotations

from reflexion.hosts.event import Event
from reflexion.hosts.fields import answer_text, common, mapping, merged, text

SHELLS = ("Bash", "PowerShell")
PLAIN = ("UserPromptSubmit", "SessionStart")
SPEAKS = (*PLAIN, "PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart")
NOTICES = (
    *SPEAKS,
    "Stop",
)  # context on Stop would make the agent go on; a word to the person does not
STATUS = "Exit code "


def read(payload: dict, environ) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure with `error`, any other as PostToolUse with `tool_response`."""
    event = Event(
        host="claude", project_dir=environ.get("CLAUDE_PROJECT_DIR", ""), **common(payload)
    )
    if event.tool in SHELLS:
        event.command = text(event.tool_input, "command")
    if event.name == "PostToolUseFailure":
        _failure(event, payload)
    elif event.name == "PostToolUse":
        _success(event, payload)
    return event


def reply(event: Event, answer) -> str:
    return answer_text(event, answer, PLAIN, SPEAKS, NOTICES)


def _failure(event: Event, payload: dict) -> None:
    event.failed = True
    event.interrupted = payload.get("is_interrupt") is True
    event.exit_code, event.output = _status(merged(payload.get("error")))


def _status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    number = first[len(STATUS) :].strip()
    if first.startswith(STATUS) and number.lstrip("-").isdigit() and len(number) < 12:
        return int(number), rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


def _success(event: Event, payload: dict) -> None:
    answer = payload.get("tool_response")
    details = mapping(payload, "tool_response")
    event.output = merged(answer)
    event.benign = text(details, "returnCodeInterpretation")
    event.interrupted = details.get("interrupted") is True
    unknown = event.interrupted or bool(
        text(details, "backgroundTaskId")
    )  # it still runs, or was cut off
    event.failed = None if unknown else False
    if event.command and not unknown and not event.benign:
        event.exit_code = 0
