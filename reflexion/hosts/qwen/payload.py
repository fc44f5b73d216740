"""Qwen Code: its hook payloads as Events, and what it takes for an answer.

Claude Code's events and shapes, with tools of its own names. UserPromptSubmit comes again after
each tool's result and after a question at Stop, without `submitted_prompt`.
"""

from reflexion.hosts.answers import encode, nested
from reflexion.hosts.event import PROMPT, SHELLS, Event, Reply
from reflexion.hosts.fields import mapping, merged, number, text
from reflexion.hosts.reading import common, ended, typed_skill, was_stopped, without

TOOLS = {
    "run_shell_command": "Bash",
    "edit": "Edit",
    "write_file": "Write",
    "read_file": "Read",
    "skill": "Skill",
}
FRAMES = (
    "qwen:user-prompt-submit-context",
    "system-reminder",
    "task-notification",
    "background-task-notification",
)
NONE = ("(none)", "(empty)")
BENIGN = "Qwen Code takes exit status {} for a success"


def read(payload: dict, environ) -> Event:
    """Return the Event of a payload."""
    found = common(payload, TOOLS)
    if found["name"] == PROMPT:
        # `prompt` of a typed command `/name` is the text that it stands for
        typed = without(text(payload, "submitted_prompt"), FRAMES).strip()
        found.update(prompt=typed, machine=not typed, skill=typed_skill(typed))
    elif found["name"] == "PostToolUseFailure":
        found.update(_failed(payload, found["command"]))
    elif found["name"] == "PostToolUse":
        found.update(_ended(payload, found))
    return Event(**found)


def render(event: Event, reply: Reply) -> str:
    """Return one JSON object as Claude Code takes it."""
    return encode(nested(event, reply))


def shell_outcome(words: str, command: str, failed: bool) -> dict:
    """Return how a command ended, by the report on it, as arguments of Event."""
    code, output = split_report(words, command)
    if failed:
        return {"failed": True, "exit_code": code or None, "output": output}
    if code is None:  # it runs in the background
        return {"output": output}
    found = {"failed": False, "exit_code": code, "output": output}
    if code:  # grep's 1, for instance
        found.update(exit_code=None, benign=BENIGN.format(code))
    return found


def split_report(words: str, command: str) -> tuple:
    """Return (exit status or None, the command's own output) of the report on a command.

    It has the lines Command, Directory, Output, Error, Exit Code, Signal, Process Group PGID.
    """
    words = words.removeprefix(f"Command: {command}\n")
    before, named, after = words.rpartition("\nExit Code: ")
    if not named:
        return None, words
    body, _, error = before.rpartition("\nError: ")
    output = ("\n" + body).partition("\nOutput: ")[2] or body
    parts = [part for part in (output, error) if part not in NONE]
    return number(after.partition("\n")[0].strip()), "\n".join(parts)


def _failed(payload: dict, command: str) -> dict:
    words = merged(payload.get("error"))
    found = shell_outcome(words, command, failed=True)
    found["interrupted"] = payload.get("is_interrupt") is True or was_stopped(words)
    return found


def _ended(payload: dict, found: dict) -> dict:
    """Return how a call of PostToolUse ended: well, though its status may be another than 0."""
    words = mapping(payload, "tool_response").get("llmContent")
    is_shell = found["tool"] in SHELLS
    if words is None:
        return ended(payload, is_shell)
    if is_shell:
        return shell_outcome(merged(words), found["command"], failed=False)
    return {"failed": False, "output": merged(words)}
