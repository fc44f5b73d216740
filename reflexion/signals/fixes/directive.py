"""Put a fix into the words a person would use."""

from __future__ import annotations

import re

from reflexion.signals.commands.read_only import looks, writes
from reflexion.signals.fixes.cause import calls

FINDERS = ("lsof", "pgrep", "ps ", "fuser", "ss ", "netstat", "pidof", "jobs", "docker top")


def use_instead(good: str, bad: str) -> str:
    return (
        f"Use {tick(good)} instead of {tick(bad)}." if bad and bad != good else f"Use {tick(good)}."
    )


def run_first(commands: list, edits=()) -> str:
    """commands: 1 to 3 texts, or phrases that begin with a NUL; edits: files changed as well."""
    parts = [text[1:] if text[:1] == "\0" else tick(text) for text in commands]
    lead = parts[0] if parts[0][:1] != "`" else f"Run {_and(parts)}"
    after = f" after editing {_and([tick(path) for path in edits])}" if edits else ""
    return f"{lead} first{after}."


def after_edit(paths: list) -> str:
    return f"Works after editing {_and([tick(path) for path in paths])}."


def in_folder(command: str, folder: str) -> str:
    if folder == ".":
        return f"Run {tick(command)} in the project's root folder."
    return f"Run it in {tick(folder)}: {tick('cd ' + folder + ' && ' + command)}."


def tick(text: str) -> str:
    """In backquotes; a text that holds some is put in double ones."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def source(line: str, call) -> str:
    """The part of a command line that a person would name for this call."""
    parts = calls(line)
    place = next((n for n, each in enumerate(parts) if each.start == call.start), None)
    if place is None:
        return call.raw
    first = last = place
    while first and parts[first - 1].op == "|" and parts[first - 1].depth == call.depth:
        first -= 1
    while parts[last].op == "|" and last + 1 < len(parts):
        last += 1
    while last > place and looks(parts[last]) and not writes(parts[last]):
        last -= 1
    text = " | ".join(each.raw for each in parts[first : last + 1])
    return text + " &" if parts[last].op == "&" else text


def stop_process(call, earlier: list, text: str) -> str:
    """A `kill PID` told by how the PID was found; "" when it names no PID."""
    pids = [arg for arg in call.args if arg.isdigit() and len(arg) > 1]
    if call.program not in ("kill", "taskkill") or not pids:
        return ""
    for step in reversed(earlier):
        command = step.get("command") or ""
        if step.get("ok") and any(name in command for name in FINDERS):
            return f"\0Find the PID with {tick(' '.join(command.split()))} and kill it"
    port = re.search(r"(?:port |:|::)(\d{2,5})\b", text)
    finder = f"`lsof -ti :{port.group(1)}`" if port else "`lsof`"
    return f"\0Find the PID with {finder} and kill it"


def _and(items: list) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]
