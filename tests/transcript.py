"""Transcripts as the hosts write them, made for a test: one call a line, few words."""

from __future__ import annotations

import json
from pathlib import Path

from reflexion.hosts.claude.transcript import folder_name


class ClaudeTranscript:
    """Collects lines of one Claude Code session in a project; `save()` puts them where the host would."""

    def __init__(
        self, box, session: str = "11111111-2222-4333-8444-555555555555", day: str = "2026-03-02"
    ):
        self.box, self.session, self.day, self.lines = box, session, day, []

    def line(self, kind: str, content, **more):
        self.lines.append(
            {
                "type": kind,
                "sessionId": self.session,
                "cwd": str(self.box.root),
                "timestamp": f"{self.day}T10:00:00.000Z",
                "isSidechain": False,
                "message": {"role": kind, "content": content},
                **more,
            }
        )
        return self

    def prompt(self, text: str, **more):
        return self.line("user", text, **more)

    def says(self, text: str):
        return self.line("assistant", [{"type": "text", "text": text}])

    def call(self, tool: str, given: dict, output: str, failed: bool = False):
        id = f"toolu_{self.session[:4]}_{len(self.lines):04d}"
        self.line("assistant", [{"type": "tool_use", "id": id, "name": tool, "input": given}])
        return self.line(
            "user",
            [{"type": "tool_result", "tool_use_id": id, "content": output, "is_error": failed}],
        )

    def bash(self, command: str, code: int = 0, output: str = ""):
        return self.call(
            "Bash",
            {"command": command},
            f"Exit code {code}\n{output}" if code else output,
            code != 0,
        )

    def edit(self, path: str):
        return self.call(
            "Edit",
            {"file_path": str(self.box.root / path), "old_string": "a", "new_string": "b"},
            "The file has been updated.",
        )

    def save(self) -> Path:
        path = (
            self.box.home
            / ".claude"
            / "projects"
            / folder_name(str(self.box.root))
            / f"{self.session}.jsonl"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return path


def rollout(box, items: list, session: str = "01a1f9c8-5a37-7ff0-9e31-39214847bba7") -> Path:
    """A Codex rollout of finished items, where the host would put it."""
    path = (
        box.home
        / ".codex"
        / "sessions"
        / "2026"
        / "03"
        / "02"
        / f"rollout-2026-03-02T10-00-00-{session}.jsonl"
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        {
            "timestamp": "2026-03-02T10:00:00Z",
            "type": "session_meta",
            "payload": {"id": session, "cwd": str(box.root)},
        }
    ]
    lines += [
        {
            "timestamp": "2026-03-02T10:00:01Z",
            "type": "event_msg",
            "payload": {"type": "item_completed", "item": item},
        }
        for item in items
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def ran(n: int, command: str, code: int, output: str, root) -> dict:
    """A rollout's item for a command."""
    return {
        "type": "CommandExecution",
        "id": f"call_{n:04d}",
        "process_id": "1",
        "command": ["/bin/bash", "-lc", command],
        "cwd": f"file://{root}",
        "status": "completed" if code == 0 else "failed",
        "aggregated_output": output,
        "exit_code": code,
    }
