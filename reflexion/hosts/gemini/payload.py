"""Gemini CLI: its hook payloads as Events, and what it takes for an answer.

It has events of its own names, sends our own context back inside the next prompt, and shows text
that is no JSON to the person."""

from __future__ import annotations

from reflexion.hosts.event import PROMPT, SHELLS, Answer, Event, Said, nested_reply, with_context
from reflexion.hosts.fields import mapping, merged, number, text
from reflexion.hosts.reading import common, ended, typed_skill, was_stopped, without
from reflexion.text.lean_json import dumps

EVENTS = {
    "BeforeAgent": PROMPT,
    "BeforeTool": "PreToolUse",
    "AfterTool": "PostToolUse",
    "AfterAgent": "Stop",
}
OWN_NAMES = {"PostToolUseFailure": "AfterTool", **{ours: own for own, ours in EVENTS.items()}}
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
TRAILER = ("Error: ", "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: ")


def read(payload: dict, environ) -> Event:
    """The Event of a payload, by Claude Code's name of it."""
    name = EVENTS.get(payload["hook_event_name"], payload["hook_event_name"])
    found = common({**payload, "hook_event_name": name}, TOOLS)
    if name == PROMPT:
        typed = without(found["prompt"], FRAMES).strip()
        found.update(prompt=typed, machine=not typed, skill=typed_skill(typed))
    elif name == "PostToolUse":
        found.update(_ended(payload, found["tool"] in SHELLS))
    elif name == "Stop":
        found["message"] = text(payload, "prompt_response")
    if found.get("failed"):
        found["name"] = "PostToolUseFailure"
    found["mute"] = name == "PreToolUse"
    return Event(**found)


def render(event: Event, answer: Answer) -> str:
    """One JSON object, never bare text."""
    said = Said(event, answer)
    if said.deny:
        reply = {"decision": "deny", "reason": with_context(said)}
        if said.notice:
            reply["systemMessage"] = said.notice
    else:
        reply = nested_reply(event, said, OWN_NAMES.get(event.name, event.name))
    return dumps(reply) if reply else ""


def _ended(payload: dict, is_shell: bool) -> dict:
    """How a call ended. A command whose answer has no `Output: ` was refused, cancelled, or sent
    to the background: that is unknown."""
    details = mapping(payload, "tool_response")
    words = details.get("llmContent")
    if words is None:
        return ended(payload, is_shell)
    words = merged(words)
    error = merged(details.get("error"))
    if not is_shell:
        stopped = was_stopped(error)
        return {"failed": bool(error), "interrupted": stopped, "output": error or words}
    return command_ended(words, details.get("returnDisplay"))


def command_ended(words: str, shown) -> dict:
    """How a command ended by the report on it; `shown`: what the person saw of it, if a text."""
    body = words.strip().removeprefix(OPENED).removesuffix(CLOSED).strip("\n")
    if not body.startswith(OUTPUT):
        return {"failed": None, "interrupted": was_stopped(body), "output": body}
    code, output = split_report(body, shown if isinstance(shown, str) else "")
    return {"failed": code != 0, "exit_code": code, "output": output}


def split_report(body: str, shown: str = "") -> tuple:
    """(exit status, the command's own output) of the report on a command. `shown`: what the person
    saw, which is the output itself; it tells lines of the output from those that follow it. A
    killed command counts as status 1."""
    body = body.removeprefix(OUTPUT)
    if shown and (body + "\n").startswith(shown + "\n"):
        output = shown
        told = _told(body[len(shown) :].split("\n"))
    else:
        lines = body.split("\n")
        first = len(lines)
        while first > 1 and lines[first - 1].startswith(TRAILER):
            first -= 1
        output = "\n".join(lines[:first])
        told = _told(lines[first:])
    error = told.get("Error: ", "")
    code = number(told.get("Exit Code: ", "").strip())
    if code is None:
        code = 1 if error or "Signal: " in told else 0
    parts = [part for part in (output, error) if part not in ("", "(empty)")]
    return code, "\n".join(parts)


def _told(lines: list) -> dict:
    """Name in TRAILER -> what its line tells."""
    found = {}
    for line in lines:
        name = next((name for name in TRAILER if line.startswith(name)), "")
        found[name] = line[len(name) :]
    return found
