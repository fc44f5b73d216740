"""What is alike in the payloads of all hosts: which event it is, what was called, how it ended."""

from __future__ import annotations

import os
import time

from reflexion.hosts.event import PROMPT, SHELLS
from reflexion.hosts.fields import MAX_NAME, mapping, merged, number, path_in, text

# fields of an Event that a payload has, under these keys or under their own
RENAMED = {
    "hook_event_name": "name",
    "session_id": "session",
    "tool_name": "tool",
    "agent_id": "agent",
}
SHORT = (*RENAMED, "source", "tool_use_id", "reason")
PATHS = ("file_path", "notebook_path", "path", "filePath", "absolute_path")
RESULTS = ("tool_response", "tool_output", "tool_result")  # what a tool answered
INPUTS = ("tool_input", "tool_args")
EXITS_ONLY = ("exit_code", "exitCode", "returncode")  # what can be nothing else than a status
EXITS = (*EXITS_ONLY, "code", "status")
STATUS = "Exit code "
# the event of a payload that names none and tells none, by the script that was called
BY_SCRIPT = {"recall": "SessionStart", "capture": "Stop", "promote": "SessionEnd"}
TOLD_BY = (("stop_hook_active", "Stop"), ("source", "SessionStart"), ("reason", "SessionEnd"))
ALIASES = {"UserPromptSubmitted": PROMPT, "AgentStop": "Stop"}
# how hosts begin what they say of themselves, where a call was stopped and did not fail
STOPPED = (
    "[Request interrupted",
    "The user doesn't want to",
    "The user rejected",
    "User denied",
    "Permission to use ",
    "Permission denied by ",
    "Claude requested permissions",
    "This command requires approval",
    "Denied by ",
    "Hook PreToolUse",
    "PreToolUse:",
    "Sibling tool call errored",
    "Cancelled: parallel tool call",
    "Command was cancelled by user",
    "Operation cancelled",
    "Interrupted by user",
)


def snake_keys(payload: dict) -> dict:
    """The payload with its own keys in snake case: `toolName` as `tool_name`."""
    plain = {}
    for key, value in payload.items():
        plain.setdefault(key if key.islower() else _snake(key), value)
    return plain


def completed(payload: dict, hook: str) -> dict:
    """The payload with what it leaves out: the name of its event, its folder (the process's), its
    session (one for the calling process and the day)."""
    plain = dict(payload)
    if not text(plain, "hook_event_name"):
        plain["hook_event_name"] = text(plain, "hook_name") or _told_event(plain, hook)
    name = plain["hook_event_name"]
    name = name[:1].upper() + name[1:]
    plain["hook_event_name"] = ALIASES.get(name, name)
    if plain.get("cwd") in (None, ""):
        plain["cwd"] = _working_folder()
    if not text(plain, "session_id"):
        plain["session_id"] = f"p{os.getppid()}-{time.strftime('%Y%m%d')}"
    return plain


def common(payload: dict, tools=None) -> dict:
    """The fields that every host names alike, as arguments of Event. `tools`: the host's names of
    tools -> Claude Code's."""
    found = {RENAMED.get(key, key): text(payload, key)[:MAX_NAME] for key in SHORT}
    found["tool"] = (tools or {}).get(found["tool"], found["tool"])
    given = {}
    for key in INPUTS:
        given = given or mapping(payload, key)
    prompt = text(payload, "prompt") if found["name"] == PROMPT else ""
    return {
        **found,
        "cwd": path_in(payload, "cwd"),
        "tool_input": given,
        "command": text(given, "command") if found["tool"] in SHELLS else "",
        "prompt": prompt,
        "skill": text(given, "skill")[:MAX_NAME] or typed_skill(prompt),
        "path": path_in(given, *PATHS),
        "transcript": path_in(payload, "transcript_path"),
        "message": text(payload, "last_assistant_message"),
        "continued": payload.get("stop_hook_active") is True,
    }


def result_of(payload: dict):
    """What the tool answered, of whatever type; None for nothing."""
    return next((payload[key] for key in RESULTS if payload.get(key) is not None), None)


def outcome(payload: dict, found: dict) -> dict:
    """How a call ended, as arguments of Event; {} of an event that tells of none. `found`: what
    `common` read."""
    is_shell = found["tool"] in SHELLS
    if found["name"] == "PostToolUseFailure":
        return _failed_call(payload, is_shell)
    return _ended_call(payload, is_shell) if found["name"] == "PostToolUse" else {}


def _failed_call(payload: dict, is_shell: bool) -> dict:
    """How a call of PostToolUseFailure ended: it failed, whatever is said of it."""
    words = merged(payload.get("error")) or merged(result_of(payload))
    code, output = split_status(words)
    if code is None:
        code = ended(payload, is_shell)["exit_code"] or None
    stopped = payload.get("is_interrupt") is True or interrupted(words)
    return {"failed": True, "interrupted": stopped, "exit_code": code, "output": output}


def _ended_call(payload: dict, is_shell: bool) -> dict:
    """How a call of PostToolUse ended: a success, unless the answer calls it something else."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    found = ended(payload, is_shell)
    found["benign"] = text(details, "returnCodeInterpretation")[:500]
    found["interrupted"] = details.get("interrupted") is True
    if found["interrupted"] or text(details, "backgroundTaskId"):  # cut off, or it still runs
        found["failed"] = found["exit_code"] = None
    elif found["benign"]:
        found["exit_code"] = None
    return found


def ended(payload: dict, is_shell: bool) -> dict:
    """How a call ended by what its answer says of itself: failed by an exit status other than 0 (of
    a shell; elsewhere such a number may be anything) or by a flag."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    code = None
    if is_shell:
        code = _status(details, EXITS)
        code = _status(payload, EXITS_ONLY) if code is None else code
    failed = _is_called_failure(details) or bool(code)
    if failed:
        code = code or None  # a status of 0 tells nothing of a failure
    elif is_shell:
        code = 0
    return {"exit_code": code, "failed": failed, "output": merged(result)}


def split_status(error: str) -> tuple:
    """(exit status or None, the rest) of "Exit code N", a line break and the command's output."""
    first, _, rest = error.partition("\n")
    code = number(first[len(STATUS) :].strip()) if first.startswith(STATUS) else None
    if code is not None:
        return code, rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


def interrupted(words: str) -> bool:
    """Did the person or the host stop a call that ended with these words?"""
    return STOPPED[0] in words[:200] or was_stopped(words)


def was_stopped(words: str) -> bool:
    """Is it the host that speaks: interrupted, refused by the person or a rule, blocked by a hook,
    cancelled together with another call?"""
    words = words.lstrip().removeprefix("<tool_use_error>").removeprefix("Error: ")
    return words.startswith(STOPPED)


def without(prompt: str, tags) -> str:
    """A prompt without the blocks `<tag …>…</tag>` that a host put into it; one that is never
    closed reaches to the end."""
    for tag in tags:
        end = f"</{tag}>"
        closed = prompt + end  # where none is found in the prompt, this one is
        kept = []
        after = 0
        start = prompt.find("<" + tag)
        while start >= 0:
            kept.append(prompt[after:start])
            after = closed.find(end, start) + len(end)
            start = prompt.find("<" + tag, after)
        prompt = "".join(kept) + prompt[after:]
    return prompt


def typed_skill(prompt: str) -> str:
    """The skill that a prompt begins with, `/deploy to staging` (`$deploy` in Codex); or ""."""
    if prompt[:1] not in ("/", "$") or not prompt[1:2].strip():
        return ""
    name = prompt[1 : MAX_NAME + 2].split(None, 1)[0]  # the rest may be megabytes of words
    plain = name.replace(":", "").replace("-", "").replace("_", "").replace(".", "")
    return name if plain.isalnum() and name[0].isalnum() and len(name) <= MAX_NAME else ""


def _snake(key: str) -> str:
    return "".join("_" + char.lower() if char.isupper() else char for char in key[:MAX_NAME])


def _told_event(payload: dict, hook: str) -> str:
    """The event of a payload that names none, by what it holds."""
    if isinstance(payload.get("prompt"), str):
        return PROMPT
    if isinstance(payload.get("error"), str):
        return "PostToolUseFailure"
    if result_of(payload) is not None:
        return "PostToolUse"
    if any(isinstance(payload.get(key), dict) for key in INPUTS):
        return "PreToolUse"
    told = (name for key, name in TOLD_BY if key in payload)
    return next(told, "") or BY_SCRIPT.get(hook, "")


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _status(details: dict, keys) -> int | None:
    """The exit status that an answer names, under the first of the keys that holds a number."""
    for key in keys:
        value = details.get(key)
        if isinstance(value, str):
            value = number(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _is_called_failure(details: dict) -> bool:
    says_error = details.get("is_error") is True or details.get("isError") is True
    return says_error or details.get("success") is False
