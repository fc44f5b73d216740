"""Codex's transcripts ("rollouts"): `<home>/sessions/YYYY/MM/DD/rollout-*.jsonl`.

A prompt and a call that ended are each told by a line `item_completed`.
"""

import os

from reflexion.hosts.codex.rollout import command_of, finished_item, outcome
from reflexion.hosts.fields import mapping, merged, path_in, text
from reflexion.hosts.transcripts import Reader

PLACES = ("sessions/*/*/*/rollout-*.jsonl",)  # year, month and day


def owner(path: str) -> tuple:
    """Return (session, "") that a rollout's name tells, `rollout-<time>-<uuid>.jsonl`."""
    return os.path.basename(path).removesuffix(".jsonl")[-36:], ""


class Lines(Reader):
    """A rollout's calls and prompts."""

    host = "codex"

    def take(self, record: dict):
        payload = mapping(record, "payload")
        self.when = text(record, "timestamp")[:10]
        if text(record, "type") == "session_meta":
            # a sub-agent has a rollout of its own, which names the session above it
            thread = text(payload, "id")
            self.session = text(payload, "session_id") or thread or self.session
            self.agent = thread if text(payload, "thread_source") == "subagent" else ""
        self.cwd = path_in(payload, "cwd") or self.cwd
        item = finished_item(record)
        kind = text(item, "type")
        if kind == "UserMessage":
            yield self.prompt(merged(item.get("content")))
        elif kind == "CommandExecution":
            yield self._ended(
                item, "Bash", command=command_of(item.get("command")), **outcome(item)
            )
        elif kind in ("McpToolCall", "FileChange"):
            yield self._of_tool(item, kind)

    def _of_tool(self, item: dict, kind: str):
        """Return the Event of a call of another tool than the shell."""
        failed = text(item, "status") == "failed"
        if kind == "FileChange":
            file = next(iter(mapping(item, "changes")), "")
            return self._ended(item, "apply_patch", failed=failed, output=merged(item), path=file)
        tool = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
        output = merged(item.get("result")) or merged(item.get("error"))
        return self._ended(item, tool, failed=failed, output=output)

    def _ended(self, item: dict, tool: str, **more):
        event = self.read("", tool_name=tool, tool_use_id=text(item, "id"))
        more["name"] = "PostToolUseFailure" if more["failed"] else "PostToolUse"
        return event.but(**more)
