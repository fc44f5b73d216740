"""Claude Code: its hook payloads as Events, and what it takes for an answer."""

from reflexion.hosts.answers import Said, bare_or_nested
from reflexion.hosts.event import Answer, Event
from reflexion.hosts.fields import mapping, merged, number, text
from reflexion.hosts.reading import common

SHELLS = ("Bash", "PowerShell")
STATUS = "Exit code "


def read(payload: dict, environ) -> Event:
    """The Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    found["command"] = command_of(found["tool"], found["tool_input"])
    if found["name"] == "PostToolUseFailure":
        code, output = split_status(merged(payload.get("error")))
        interrupted = payload.get("is_interrupt") is True
        found.update(failed=True, interrupted=interrupted, exit_code=code, output=output)
    elif found["name"] == "PostToolUse":
        details = mapping(payload, "tool_response")
        benign = text(details, "returnCodeInterpretation")[:500]
        interrupted = details.get("interrupted") is True
        # it still runs, or was cut off
        unknown = interrupted or bool(text(details, "backgroundTaskId"))
        found.update(benign=benign, interrupted=interrupted, failed=None if unknown else False)
        found["exit_code"] = 0 if found["command"] and not unknown and not benign else None
        found["output"] = merged(payload.get("tool_response"))
    return Event(host="claude", **found)


def render(event: Event, answer: Answer) -> str:
    """Bare text, or one JSON object."""
    return bare_or_nested(event, Said(event, answer))


def command_of(tool: str, given: dict) -> str:
    """The command line of a shell tool's call; "" for any other tool."""
    return text(given, "command") if tool in SHELLS else ""


def split_status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    code = number(first[len(STATUS) :].strip()) if first.startswith(STATUS) else None
    if code is not None:
        return code, rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")
