"""Qwen Code: its hook payloads as Events, and what it takes for an answer.

Claude Code's events and shapes with tools of its own names. UserPromptSubmit comes again, without a
prompt, after each tool's result; context before a tool is dropped."""

from __future__ import annotations

from reflexion.hosts.event import PROMPT, SHELLS, Event
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


def read(payload: dict, environ) -> Event:
    """The Event of a payload."""
    found = common(payload, TOOLS)
    if found["name"] == PROMPT:
        # of a command `/name` the prompt is the text that it stands for
        typed = without(text(payload, "submitted_prompt") or found["prompt"], FRAMES).strip()
        found.update(prompt=typed, machine=not typed, skill=typed_skill(typed))
    if found["name"] == "PostToolUseFailure":
        found.update(_failed(payload, found))
    elif found["name"] == "PostToolUse":
        found.update(_ended(payload, found))
    found["mute"] = found["name"] == "PreToolUse"
    return Event(**found)


def _failed(payload: dict, found: dict) -> dict:
    words = merged(payload.get("error"))
    code, output = split_report(words, found["command"])
    stopped = payload.get("is_interrupt") is True or was_stopped(words)
    return {"failed": True, "interrupted": stopped, "exit_code": code or None, "output": output}


def _ended(payload: dict, found: dict) -> dict:
    """How a call of PostToolUse ended: well, though its status may be another (grep's 1)."""
    details = mapping(payload, "tool_response")
    words = details.get("llmContent")
    is_shell = found["tool"] in SHELLS
    if words is None:
        return ended(payload, is_shell)
    if not is_shell:
        return {"failed": False, "output": merged(words)}
    code, output = split_report(merged(words), found["command"])
    if code is None:  # it runs in the background
        return {"output": output}
    benign = f"Qwen Code takes exit status {code} for a success" if code else ""
    return {
        "failed": False,
        "exit_code": None if code else 0,
        "benign": benign,
        "output": output,
    }


def split_report(words: str, command: str) -> tuple:
    """(exit status or None, the command's own output) of the report on a command: lines named
    Command, Directory, Output, Error, Exit Code, Signal, Process Group PGID."""
    words = words.removeprefix(f"Command: {command}\n")
    before, named, after = words.rpartition("\nExit Code: ")
    if not named:
        return None, words
    body, _, error = before.rpartition("\nError: ")
    output = ("\n" + body).partition("\nOutput: ")[2] or body
    parts = [part for part in (output, error) if part not in NONE]
    return number(after.partition("\n")[0].strip()), "\n".join(parts)
