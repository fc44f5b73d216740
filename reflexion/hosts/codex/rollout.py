"""A Codex rollout, `rollout-<time>-<session>.jsonl`: how the calls in it ended.

Recent versions write an `item_completed` line for each call, with the `tool_use_id` of the hooks;
older ones its call and output."""

from __future__ import annotations

from reflexion.hosts.fields import mapping, number, record, text
from reflexion.hosts.jsonl import tail
from reflexion.text.lean_json import dumps

TAIL = 256 * 1024  # bytes in which the line of a call that just ended is found
WIDE = 4 << 20  # ... when its own output is longer than that; and the most that one sweep reads
STATUS = ("Process exited with code ", "Exit code: ")
PATCHED = ("*** Update File: ", "*** Add File: ", "*** Delete File: ")


def find(path: str, call: str) -> dict:
    """The finished command with this id near the rollout's end; {} when it is not there (yet)."""
    needle = dumps(call).encode()
    for size in (TAIL, WIDE):
        lines, _ = tail(path, size)
        for line in reversed(lines):  # the id also stands in the call and in its output
            item = finished_item(record(line)) if needle in line else {}
            if text(item, "id") == call and item.get("type") == "CommandExecution":
                return item
    return {}


def outcome(item: dict) -> dict:
    """How a command ended, as arguments of Event. Code -1: the host killed or never started it."""
    code = item.get("exit_code")
    output = text(item, "aggregated_output")
    if text(item, "status") == "declined" or code == -1 and item.get("process_id"):
        return {"failed": None, "interrupted": True, "output": output}
    known = isinstance(code, int) and not isinstance(code, bool)
    code = (1 if code == -1 else code) if known else None
    return {"exit_code": code, "failed": code != 0 if known else None, "output": output}


def session_of(path: str) -> str:
    """The session id in a rollout's name, `rollout-<time>-<uuid>.jsonl`; "" in any other."""
    name = path.replace("\\", "/").rpartition("/")[2]
    is_rollout = name.startswith("rollout-") and name.endswith(".jsonl")
    return name.removesuffix(".jsonl")[-36:] if is_rollout else ""


def patched(patch: str) -> str:
    """The first file that a patch names, "" when there is none."""
    named = (line for line in patch[:4000].splitlines() if line.startswith(PATCHED))
    return next(named, "").partition(": ")[2].strip()


def command_of(words) -> str:
    """The command line asked for: the script of `bash -lc script`, else the words joined."""
    if isinstance(words, str):
        return words
    words = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []
    wrapped = len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command", "/c")
    return words[-1] if wrapped else " ".join(words)


def report(output: str) -> tuple:
    """(exit status or None, the command's own output) of what a shell tool answered."""
    if output.startswith("{"):  # {"output": ..., "metadata": {"exit_code": 1}}
        told = record(output)
        code = mapping(told, "metadata").get("exit_code")
        return code if isinstance(code, int) else None, text(told, "output") or output
    before, mark, after = output.partition("\nOutput:\n")
    return number_after(output, *STATUS), after if mark and len(before) < 400 else output


def local(url: str) -> str:
    """The path of a file:// URL; anything else as it is."""
    path = url.removeprefix("file://")
    if "%" in path and path != url:
        from urllib.parse import unquote

        path = unquote(path, errors="surrogateescape")
    return path[1:] if path[2:3] == ":" else path


def number_after(output: str, *markers: str) -> int | None:
    """The number after a marker that stands at a line's start within the first lines."""
    head = ("\n" + output[:2000]).partition("\nOutput:")[0].split("\n")[:9]
    told = (line[len(mark) :].strip() for line in head for mark in markers if line.startswith(mark))
    return number(next(told, ""))


def finished_item(record: dict) -> dict:
    """The finished item that a line tells of; {} for any other line."""
    return mapping(mapping(record, "payload"), "item")
