"""Past sessions as Events: Claude Code's transcripts and Codex's rollouts, found by project and
read line by line in constant memory.
"""

from __future__ import annotations

import json
import os
import re

from reflexion.hosts.claude import SHELLS, split_status
from reflexion.hosts.event import Event
from reflexion.hosts.fields import bounded, mapping, merged, path_in, text
from reflexion.hosts.rollout import Calls, item_of, session_of
from reflexion.store.files import listing, open_file, walk

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump, not a lesson
MAX_OPEN = 500  # calls whose result is awaited
ROLES = {"user": "UserMessage", "assistant": "AgentMessage"}
HOSTS_OWN = ("<", "# AGENTS.md instructions")  # how messages begin that nobody typed


class Transcript:
    """A transcript on disk: its path, host, session id, and when it was last written (seconds)."""

    __slots__ = ("path", "host", "session", "when", "size")

    def __init__(self, path: str, host: str, session: str):
        status = os.stat(path)
        self.path, self.host, self.session = path, host, session
        self.when, self.size = status.st_mtime, status.st_size


def homes(environ) -> tuple:
    """The folders of Claude Code and of Codex in the user's home."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    claude = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    codex = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    return claude, codex


def find(root: str, environ) -> list:
    """Transcripts of sessions in this project, oldest first: Claude Code's by the folder's name,
    Codex's by the cwd they begin with.
    """
    claude, codex = homes(environ)
    transcripts = _claude(os.path.join(claude, "projects"), root)
    transcripts += _codex(os.path.join(codex, "sessions"), root)
    return sorted(transcripts, key=lambda transcript: (transcript.when, transcript.path))


def events(path: str, progress=None):
    """Yield (line number, Event) of a transcript of either host, in order. `progress(bytes read)`
    is called now and then.
    """
    calls = _CodexLines(session_of(path)) if session_of(path) else _ClaudeLines()
    done = 0
    for number, line in _lines(path):
        done += len(line)
        if progress and number % 500 == 0:
            progress(done)
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            for event in calls.take(record):
                event.transcript = path
                yield number, event


def folder_name(root: str) -> str:
    """The name that Claude Code gives a project's folder of transcripts."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


class _ClaudeLines:
    """Claude Code: a call and its result are blocks of different lines, joined by the call's id."""

    def __init__(self):
        self.asked = {}

    def take(self, record: dict):
        content = mapping(record, "message").get("content")
        common = {
            "host": "claude",
            "session": text(record, "sessionId"),
            "cwd": path_in(record, "cwd"),
            "when": text(record, "timestamp")[:10],
            "agent": text(record, "agentId")
            or ("sidechain" if record.get("isSidechain") is True else ""),
        }
        kind = text(record, "type")
        if (
            kind == "user"
            and isinstance(content, str)
            and not record.get("isMeta")
            and not record.get("isCompactSummary")
        ):
            yield Event(name="UserPromptSubmit", prompt=content, **common)
        for block in content if isinstance(content, list) else ():
            if not isinstance(block, dict):
                continue
            shape = text(block, "type")
            if kind == "assistant" and shape == "tool_use":
                self._ask(block)
            elif kind == "assistant" and shape == "text":
                yield Event(name="Stop", message=text(block, "text"), **common)
            elif kind == "user" and shape == "tool_result":
                yield from self._result(block, common)
            elif kind == "user" and shape == "text" and not record.get("isMeta"):
                yield Event(name="UserPromptSubmit", prompt=text(block, "text"), **common)

    def _ask(self, block: dict) -> None:
        while len(self.asked) >= MAX_OPEN:
            self.asked.pop(next(iter(self.asked)))
        self.asked[text(block, "id")] = (text(block, "name"), mapping(block, "input"))

    def _result(self, block: dict, common: dict):
        tool, given = self.asked.pop(text(block, "tool_use_id"), ("", {}))
        if not tool:
            return
        failed = block.get("is_error") is True
        output = bounded(merged(block.get("content")))
        code, output = split_status(output) if failed else (0, output)
        yield Event(
            name="PostToolUseFailure" if failed else "PostToolUse",
            tool=tool,
            tool_input=given,
            tool_use_id=text(block, "tool_use_id"),
            command=text(given, "command") if tool in SHELLS else "",
            path=path_in(given, "file_path", "notebook_path"),
            output=output,
            exit_code=code if tool in SHELLS else None,
            failed=failed,
            interrupted="[Request interrupted" in output[:200]
            or "doesn't want to proceed" in output[:200],
            **common,
        )


class _CodexLines:
    """Codex: the calls as `Calls` reads them, and what was written by either side."""

    def __init__(self, session: str):
        self.session, self.calls, self.has_items, self.written = session, Calls(session), False, ""

    def take(self, record: dict):
        """Yield the Event of a line, if it is one of a call that ended or of a message."""
        item = item_of(record)
        self.has_items = self.has_items or bool(item)
        event = self.calls.take(record)
        if event is None and text(item, "type") in ("UserMessage", "AgentMessage"):
            event = self._message(text(item, "type"), merged(item.get("content")))
        elif event is None and not self.has_items and text(record, "type") == "response_item":
            event = self._older_message(mapping(record, "payload"))
        if event:
            event.session, event.when = self.session, text(record, "timestamp")[:10]
            yield event

    def _older_message(self, payload: dict):
        """What versions without items write of a message (the newer ones, too, before their first
        item): the host's own aside.
        """
        kind = ROLES.get(text(payload, "role"), "")
        words = merged(payload.get("content"))
        host = words.lstrip().startswith(HOSTS_OWN) or payload.get("content_item_kinds")
        return None if host or text(payload, "type") != "message" else self._message(kind, words)

    def _message(self, kind: str, words: str):
        if kind == "UserMessage":
            twice, self.written = words == self.written, words if not self.has_items else ""
            name, more = "UserPromptSubmit", {"prompt": words}
            return None if twice else Event(host="codex", name=name, cwd=self.calls.cwd, **more)
        return Event(host="codex", name="Stop", message=words, cwd=self.calls.cwd) if kind else None


def _claude(projects: str, root: str) -> list:
    """Transcripts in the folder of the project and of folders inside it (sessions started in a
    subfolder).
    """
    name, found = folder_name(root), []
    folders = [item.name for item in _items(projects)]
    for folder in folders:
        if folder != name and not folder.startswith(name + "-"):
            continue
        for file in [item.name for item in _items(os.path.join(projects, folder))]:
            path = os.path.join(projects, folder, file)
            if (
                file.endswith(".jsonl")
                and os.path.isfile(path)
                and (folder == name or _begins_in(path, root))
            ):
                found.append(Transcript(path, "claude", file[:-6]))
    return found


def _items(folder: str) -> list:
    """What lies in a folder, sorted by name; [] when it cannot be read."""
    try:
        return sorted(listing(folder), key=lambda item: item.name)
    except OSError:
        return []


def _codex(sessions: str, root: str) -> list:
    found = []
    for folder, _, files in walk(sessions):
        for file in files:
            path = os.path.join(folder, file)
            if session_of(path) and _begins_in(path, root):
                found.append(Transcript(path, "codex", session_of(path)))
    return found


def _begins_in(path: str, root: str) -> bool:
    """Does the first folder that a transcript names lie in the project?"""
    for number, line in _lines(path):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        cwd = (
            text(record, "cwd") or text(mapping(record, "payload"), "cwd")
            if isinstance(record, dict)
            else ""
        )
        if cwd:
            return cwd == root or cwd.startswith(root.rstrip(os.sep) + os.sep)
        if number > 50:
            break
    return False


def _lines(path: str):
    """(number, line) from 1 on; longer lines than MAX_LINE are passed over without being held."""
    with open_file(path, follow=True) as file:
        number = 0
        while True:
            line = file.readline(MAX_LINE)
            if not line:
                return
            number += 1
            if len(line) >= MAX_LINE and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = file.readline(MAX_LINE)
                continue
            yield number, line
