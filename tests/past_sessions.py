"""Past sessions of a scratch project, written as Claude Code and Codex write them."""

import json
import os


class Past:
    """Writes transcripts below a Box's home; `root` is the project that they are about."""

    def __init__(self, box):
        self.box = box
        self.root = str(box.root)
        self.count = 0

    def claude(self, session, *steps, day="2024-03-01", agent=""):
        """Write a session of Claude Code; return the path of its transcript.

        A step is a prompt (text) or (command, exit status, output); a dict is a line as it is.
        """
        lines = []
        for step in steps:
            lines += self._claude_step(step, session, day)
        name = "".join(c if c.isalnum() else "-" for c in self.root)
        folder = self.box.home / ".claude" / "projects" / name
        path = folder / f"{session}.jsonl"
        if agent:
            path = folder / session / "subagents" / f"agent-{agent}.jsonl"
            lines = [{**line, "agentId": agent, "isSidechain": True} for line in lines]
        return self._write(path, lines)

    def codex(self, session, *steps, day="2024-03-01"):
        """Write a session of Codex; return the path of its rollout."""
        lines = [{"type": "session_meta", "payload": {"id": session, "cwd": self.root}}]
        for step in steps:
            self.count += 1
            if isinstance(step, str):
                content = [{"type": "text", "text": step}]
                item = {"type": "UserMessage", "content": content}
            else:
                command, code, output = step
                item = {
                    "type": "CommandExecution",
                    "command": ["/bin/bash", "-lc", command],
                    "cwd": f"file://{self.root}",
                    "status": "failed" if code else "completed",
                    "exit_code": code,
                    "aggregated_output": output,
                }
            item["id"] = f"item-{self.count}"
            payload = {"type": "item_completed", "item": item}
            lines.append({"type": "event_msg", "payload": payload})
        lines = [{"timestamp": f"{day}T10:00:00Z", **line} for line in lines]
        folder = self.box.home / ".codex" / "sessions" / day.replace("-", os.sep)
        return self._write(folder / f"rollout-{day}T10-00-00-{session}.jsonl", lines)

    def _claude_step(self, step, session, day):
        if isinstance(step, dict):
            return [step]
        frame = {"sessionId": session, "cwd": self.root, "timestamp": f"{day}T10:00:00.000Z"}
        if isinstance(step, str):
            return [{**frame, "type": "user", "message": {"role": "user", "content": step}}]
        self.count += 1
        command, code, output = step
        call = f"toolu_{self.count:04d}"
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
        text = f"Exit code {code}\n{output}" if code else output
        result = {"type": "tool_result", "tool_use_id": call, "content": text}
        result["is_error"] = bool(code)
        return [
            {**frame, "type": "assistant", "message": {"role": "assistant", "content": [use]}},
            {**frame, "type": "user", "message": {"role": "user", "content": [result]}},
        ]

    def _write(self, path, lines):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return str(path)
