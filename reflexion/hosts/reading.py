"""Read what the payloads of all hosts have alike: the event, the call, how it ended."""

import os
import time

from reflexion.hosts.event import PROMPT, SHELLS
from reflexion.hosts.fields import (
    MAX_NAME,
    mapping,
    merged,
    number,
    path_in,
    text,
    whole_number,
)

# fields of an Event that a payload has under these keys
RENAMED = {
    "hook_event_name": "name",
    "session_id": "session",
    "tool_name": "tool",
    "agent_id": "agent",
    "source": "source",
    "tool_use_id": "tool_use_id",
    "reason": "reason",
}
PATHS = ("file_path", "notebook_path", "path", "filePath", "absolute_path")
RESULTS = ("tool_response", "tool_output", "tool_result")  # what a tool answered
INPUTS = ("tool_input", "tool_args")
EXITS_ONLY = ("exit_code", "exitCode", "returncode")  # can be nothing but a status
EXITS = (*EXITS_ONLY, "code", "status")
STATUS = "Exit code "
# the event of a payload that names none, by the script that was called
BY_SCRIPT = {"recall": PROMPT, "capture": "PostToolUse", "promote": "SessionEnd"}
ALIASES = {"UserPromptSubmitted": PROMPT, "AgentStop": "Stop"}
OUR_FRAME = "<reflexion-"  # our own words, which some hosts hand back as a prompt
# how hosts begin what they say of a call that was stopped and did not fail
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
    "[Operation Cancelled]",
    "Interrupted by user",
)


def snake_keys(payload: dict) -> dict:
    """Return the payload with its own keys in snake case: `toolName` as `tool_name`."""
    plain = {}
    for key, value in payload.items():
        plain.setdefault(key if key.islower() else _snake(key), value)
    return plain


def completed(payload: dict, hook: str) -> dict:
    """Return the payload with what it leaves out.

    That is the name of its event, its folder (the process's), and its session (one for the
    calling process and the day).
    """
    plain = dict(payload)
    name = text(plain, "hook_event_name") or BY_SCRIPT.get(hook, "")
    name = name[:1].upper() + name[1:]
    plain["hook_event_name"] = ALIASES.get(name, name)
    if plain.get("cwd") in (None, ""):
        plain["cwd"] = _working_folder()
    if not text(plain, "session_id"):
        plain["session_id"] = f"p{os.getppid()}-{time.strftime('%Y%m%d')}"
    return plain


def common(payload: dict, tools=None) -> dict:
    """Return the fields that every host names alike, as arguments of Event.

    `tools` maps the host's names of tools to Claude Code's.
    """
    found = {ours: text(payload, key)[:MAX_NAME] for key, ours in RENAMED.items()}
    found["tool"] = (tools or {}).get(found["tool"], found["tool"])
    given = input_of(payload)
    prompt = text(payload, "prompt") if found["name"] == PROMPT else ""
    found["cwd"] = path_in(payload, "cwd")
    found["command"] = text(given, "command") if found["tool"] in SHELLS else ""
    found["prompt"] = prompt
    found["skill"] = text(given, "skill")[:MAX_NAME] or typed_skill(prompt)
    found["path"] = path_in(given, *PATHS)
    found["transcript"] = path_in(payload, "transcript_path")
    found["continued"] = payload.get("stop_hook_active") is True
    return found


def input_of(payload: dict) -> dict:
    """Return what a tool was called with; {} for nothing."""
    for key in INPUTS:
        if mapping(payload, key):
            return mapping(payload, key)
    return {}


def result_of(payload: dict):
    """Return what the tool answered, of whatever type; None for nothing."""
    for key in RESULTS:
        if payload.get(key) is not None:
            return payload[key]
    return None


def outcome(payload: dict, found: dict) -> dict:
    """Return how a call ended, as arguments of Event; {} for an event that tells of none.

    `found` is what `common` read.
    """
    is_shell = found["tool"] in SHELLS
    if found["name"] == "PostToolUseFailure":
        return _failed_call(payload, is_shell)
    if found["name"] == "PostToolUse":
        return _ended_call(payload, is_shell)
    return {}


def ended(payload: dict, is_shell: bool) -> dict:
    """Return how a call ended by what its answer says of itself.

    It failed by an exit status other than 0 (of a shell: elsewhere such a number may be
    anything) or by a flag.
    """
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
    """Return (exit status or None, the rest) of "Exit code N", a line break and the output."""
    first, _, rest = error.partition("\n")
    if first.startswith(STATUS):
        code = number(first[len(STATUS) :].strip())
        if code is not None:
            return code, rest
    return None, error.replace("<tool_use_error>", "").replace("</tool_use_error>", "")


def is_interrupted(words: str) -> bool:
    """Return True if the person or the host stopped a call that ended with these words."""
    return STOPPED[0] in words[:200] or was_stopped(words)


def was_stopped(words: str) -> bool:
    """Return True if the host says that a call was interrupted, refused or cancelled."""
    words = words[:1000].lstrip().removeprefix("<tool_use_error>").removeprefix("Error: ")
    return words.startswith(STOPPED)


def without(prompt: str, tags) -> str:
    """Return a prompt without the blocks `<tag …>…</tag>` that a host put into it.

    A block that is never closed reaches to the end.
    """
    for tag in tags:
        end = f"</{tag}>"
        closed = prompt + end  # found here where the prompt itself never closes it
        kept = []
        after = 0
        start = prompt.find("<" + tag)
        while start >= 0:
            kept.append(prompt[after:start])
            after = closed.find(end, start) + len(end)
            start = prompt.find("<" + tag, after)
        prompt = "".join(kept) + prompt[after:]
    return prompt


def is_machine_made(prompt: str, tags) -> bool:
    """Return True if a prompt holds nothing but our words or what the host put into it."""
    begin = prompt.lstrip()
    if begin.startswith(OUR_FRAME):
        return True
    return begin.startswith("<") and not without(prompt, tags).strip()


def typed_skill(prompt: str) -> str:
    """Return the skill that a prompt begins with: `/deploy to staging`, in Codex `$deploy`."""
    if prompt[:1] not in ("/", "$") or not prompt[1:2].strip():
        return ""
    name = prompt[1 : MAX_NAME + 2].split(None, 1)[0]  # the rest may be megabytes of words
    letters = name.translate({ord(mark): None for mark in ":-_."})
    is_name = letters.isalnum() and name[0].isalnum() and len(name) <= MAX_NAME
    return name if is_name else ""


def _snake(key: str) -> str:
    return "".join("_" + char.lower() if char.isupper() else char for char in key[:MAX_NAME])


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _failed_call(payload: dict, is_shell: bool) -> dict:
    """Return how a call of PostToolUseFailure ended: it failed, whatever is said of it."""
    words = merged(payload.get("error")) or merged(result_of(payload))
    code, output = split_status(words)
    if code is None:
        code = ended(payload, is_shell)["exit_code"] or None
    stopped = payload.get("is_interrupt") is True or is_interrupted(words)
    return {"failed": True, "interrupted": stopped, "exit_code": code, "output": output}


def _ended_call(payload: dict, is_shell: bool) -> dict:
    """Return how a call of PostToolUse ended: well, unless its answer says otherwise."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    found = ended(payload, is_shell)
    found["benign"] = text(details, "returnCodeInterpretation")[:500]
    found["interrupted"] = details.get("interrupted") is True
    if found["interrupted"] or text(details, "backgroundTaskId"):  # cut off, or it still runs
        found["failed"] = None
        found["exit_code"] = None
    elif found["benign"]:
        found["exit_code"] = None
    return found


def _status(details: dict, keys):
    """Return the exit status that an answer names under the first fitting key, or None."""
    for key in keys:
        value = details.get(key)
        if isinstance(value, str):
            value = number(value)
        if whole_number(value) is not None:
            return value
    return None


def _is_called_failure(details: dict) -> bool:
    if details.get("is_error") is True or details.get("isError") is True:
        return True
    return details.get("success") is False
