"""Gemini CLI: its hook payloads as Events, and what it takes for an answer.

Its events have names of their own. It sends our own context and questions back inside the next
prompt, and shows text that is no JSON to the person.
"""

from reflexion.hosts.answers import encode, nested
from reflexion.hosts.event import PROMPT, SHELLS, Event, Reply
from reflexion.hosts.fields import mapping, merged, number
from reflexion.hosts.reading import (
    common,
    ended,
    is_machine_made,
    typed_skill,
    was_stopped,
    without,
)

EVENTS = {
    "BeforeAgent": PROMPT,
    "BeforeTool": "PreToolUse",
    "AfterTool": "PostToolUse",
    "AfterAgent": "Stop",
}
OWN_NAMES = {
    "PostToolUseFailure": "AfterTool",
    **{ours: own for own, ours in EVENTS.items()},
}
TOOLS = {
    "run_shell_command": "Bash",
    "replace": "Edit",
    "write_file": "Write",
    "read_file": "Read",
    "activate_skill": "Skill",
}
FRAMES = ("hook_context", "session_context")
OPENED = "<untrusted_context>"
CLOSED = "</untrusted_context>"
OUTPUT = "Output: "
# the lines that follow the output, each where there is something to tell
TRAILER = ("Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: ")


def read(payload: dict, environ) -> Event:
    """Return the Event of a payload, by Claude Code's name of it."""
    name = EVENTS.get(payload["hook_event_name"], payload["hook_event_name"])
    found = common({**payload, "hook_event_name": name}, TOOLS)
    if name == PROMPT:
        typed = without(found["prompt"], FRAMES).strip()
        is_machine = not typed or is_machine_made(typed, FRAMES)
        found.update(prompt=typed, machine=is_machine, skill=typed_skill(typed))
    elif name == "PostToolUse":
        found.update(_ended(payload, found["tool"] in SHELLS))
    if found["tool"] == "Skill":
        found["skill"] = found["skill"] or _skill_name(payload)
    if found.get("failed"):
        found["name"] = "PostToolUseFailure"
    return Event(**found)


def render(event: Event, reply: Reply) -> str:
    """Return one JSON object, never bare text."""
    own = OWN_NAMES.get(event.name, event.name)
    return encode(nested(event, reply, own, decision="deny"))


def command_ended(words: str) -> dict:
    """Return how a command ended by the report on it, as arguments of Event.

    A report without `Output: ` is of a command that was refused, cancelled or sent to the
    background: that is unknown. A killed command counts as status 1.
    """
    body = words.strip().removeprefix(OPENED).removesuffix(CLOSED).strip("\n")
    if not body.startswith(OUTPUT):
        return {"failed": None, "interrupted": was_stopped(body), "output": body}
    lines = body.removeprefix(OUTPUT).split("\n")
    code = 0
    while len(lines) > 1 and lines[-1].startswith(TRAILER):
        name, _, told = lines.pop().partition(": ")
        if name == "Exit Code":
            code = number(told.strip()) or 0
        elif name == "Signal":
            code = code or 1
    output = "" if lines == ["(empty)"] else "\n".join(lines)
    return {"failed": code != 0, "exit_code": code, "output": output}


def _ended(payload: dict, is_shell: bool) -> dict:
    details = mapping(payload, "tool_response")
    words = details.get("llmContent")
    if words is None:
        return ended(payload, is_shell)
    words = merged(words)
    if is_shell:
        return command_ended(words)
    error = merged(details.get("error"))
    return {
        "failed": bool(error),
        "interrupted": was_stopped(error),
        "output": error or words,
    }


def _skill_name(payload: dict) -> str:
    return merged(mapping(payload, "tool_input").get("name"))[:200]
