"""A Codex rollout, `rollout-<time>-<session>.jsonl`: how the commands in it ended.

A line `item_completed` tells of each call, with the `tool_use_id` of the hooks.
"""

import json

from reflexion.hosts.fields import mapping, record, text, whole_number
from reflexion.store import fs

TAIL = 256 * 1024  # bytes in which the line of a call that just ended is found
WIDE = 4 << 20  # ... when its own output is longer than that
PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")


def find_command(path: str, call: str) -> dict:
    """Return the finished command with this id near the rollout's end; {} without one."""
    needle = json.dumps(call).encode()
    for size in (TAIL, WIDE):
        for line in reversed(_tail(path, size)):
            # the id also stands in the lines of the call and of its output
            item = finished_item(record(line)) if needle in line else {}
            if text(item, "id") == call and item.get("type") == "CommandExecution":
                return item
    return {}


def outcome(item: dict) -> dict:
    """Return how a command ended, as arguments of Event.

    Code -1 is Codex's for a command that it killed or never started.
    """
    code = whole_number(item.get("exit_code"))
    output = text(item, "aggregated_output")
    was_killed = code == -1 and item.get("process_id")
    if text(item, "status") == "declined" or was_killed:
        return {"failed": None, "interrupted": True, "output": output}
    if code is None:
        return {"failed": None, "output": output}
    return {"exit_code": 1 if code == -1 else code, "failed": code != 0, "output": output}


def finished_item(line: dict) -> dict:
    """Return the finished item that a line tells of; {} for any other line."""
    return mapping(mapping(line, "payload"), "item")


def patched(patch: str) -> str:
    """Return the first file that a patch names; "" without one."""
    for line in patch[:4000].splitlines():
        if line.startswith(PATCHED):
            return line.partition(": ")[2].strip()
    return ""


def command_of(words) -> str:
    """Return the command line asked for: the script of `bash -lc script`, or the words."""
    if isinstance(words, str):
        return words
    if not isinstance(words, list):
        return ""
    words = [word for word in words if isinstance(word, str)]
    is_wrapped = len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command", "/c")
    return words[-1] if is_wrapped else " ".join(words)


def _tail(path: str, size: int) -> list:
    try:
        return fs.read_tail(path, size).split(b"\n")
    except (OSError, ValueError):
        return []
