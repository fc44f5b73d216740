"""Codex's transcripts ("rollouts"): `<home>/sessions/YYYY/MM/DD/rollout-*.jsonl`."""

import os

from reflexion.hosts.codex.payload import FRAMES
from reflexion.hosts.codex.rollout import (
    command_of,
    finished_item,
    outcome,
    report,
)
from reflexion.hosts.fields import mapping, merged, path_in, record, text
from reflexion.hosts.transcripts import Reader

PLACES = ("sessions/*/*/*/rollout-*.jsonl",)  # year, month and day
REFUSED = ("exec_command failed", "failed to parse function")
HOSTS_OWN = ("<", "# AGENTS.md instructions")  # how messages begin that nobody typed


def owner(path: str) -> tuple:
    """Return (session, "") that a rollout's name tells, `rollout-<time>-<uuid>.jsonl`."""
    return os.path.basename(path).removesuffix(".jsonl")[-36:], ""


class Lines(Reader):
    """A rollout's calls and prompts, each once.

    Newer versions tell a call or a prompt as a finished item; older ones tell a call by what
    was asked and what was answered, joined by the call's id, and a prompt as a message.
    """

    host = "codex"

    def __init__(self, session: str):
        super().__init__(session)
        self._has_items = False
        self._last_prompt = ""  # that a message told, before an item tells it again
        self._settled = set()  # ids of the calls that were told

    def take(self, record: dict):
        payload = mapping(record, "payload")
        item = finished_item(record)
        self._has_items = self._has_items or bool(item)
        kind = text(record, "type")
        if kind == "session_meta":
            self._begins(payload)
        if kind in ("session_meta", "turn_context"):
            self.cwd = path_in(payload, "cwd") or self.cwd
            return
        self.when = text(record, "timestamp")[:10]
        if not item and text(payload, "type") == "exec_command_end":
            item = payload
        event = self._finished(item) if item else self._told(kind, payload)
        if event:
            yield event

    def _begins(self, payload: dict) -> None:
        """Take the session from the first line; a sub-agent's own names the one above."""
        thread = text(payload, "id")
        self.session = text(payload, "session_id") or thread or self.session
        self.agent = thread if text(payload, "thread_source") == "subagent" else ""

    def _finished(self, item: dict):
        """Return the Event of a line that tells the whole of a prompt or a call, or None."""
        kind = text(item, "type")
        call = text(item, "id") or text(item, "call_id")
        if kind == "UserMessage":
            return self._prompted(merged(item.get("content")))
        if kind in ("CommandExecution", "exec_command_end"):
            command = command_of(item.get("command"))
            return self._ended("Bash", call, command=command, **outcome(item))
        failed = text(item, "status") == "failed"
        if kind == "McpToolCall":
            tool = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
            output = merged(item.get("result")) or merged(item.get("error"))
            return self._ended(tool, call, failed=failed, output=output)
        if kind == "FileChange":
            changed = {"file": next(iter(mapping(item, "changes")), "")}
            path = path_in(changed, "file")
            return self._ended("apply_patch", call, failed=failed, output=merged(item), path=path)
        return None

    def _told(self, kind: str, payload: dict):
        """Return the Event of a line that holds no finished item, or None."""
        shape = text(payload, "type")
        if shape == "function_call":
            given = record(text(payload, "arguments"))
            command = command_of(given.get("cmd") or given.get("command"))
            self.ask(text(payload, "call_id"), "Bash", {"command": command})
        elif shape == "function_call_output":
            return self._answered(text(payload, "call_id"), merged(payload.get("output")))
        elif (kind, shape) == ("response_item", "message") and not self._has_items:
            words = merged(payload.get("content"))
            is_own = words.lstrip().startswith(HOSTS_OWN)
            if text(payload, "role") == "user" and not is_own:
                return self._prompted(words)
        return None

    def _answered(self, call: str, output: str):
        """Return the Event of a command by the text of its answer, or None."""
        command = self.answered(call).given.get("command")
        code, own = report(output)
        if code is None and output.lstrip().startswith(REFUSED):
            code = 1
        if not command or code is None:
            return None
        return self._ended(
            "Bash", call, command=command, exit_code=code, failed=code != 0, output=own
        )

    def _prompted(self, words: str):
        """Return the Event of a prompt, once, though older and newer lines may both tell it."""
        is_told = words == self._last_prompt
        self._last_prompt = "" if self._has_items else words
        if is_told:
            return None
        return self.prompt(words, words.lstrip().startswith(FRAMES))

    def _ended(self, tool: str, call: str, **more):
        """Return the Event of a call that ended; None when it was told already."""
        if call in self._settled:
            return None
        self._settled.add(call)
        name = "PostToolUseFailure" if more["failed"] else "PostToolUse"
        return self.event(name, tool=tool, tool_use_id=call, **more)
