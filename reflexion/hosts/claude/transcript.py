"""Claude Code's transcripts: `<home>/projects/<folder of the project>/<session>.jsonl`."""

from __future__ import annotations

import re

from reflexion.hosts.calls import Reader
from reflexion.hosts.claude.payload import is_machine_made
from reflexion.hosts.event import PROMPT, SHELLS
from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.reading import interrupted, split_status

# where its transcripts lie below its home, as a shell's pattern; {project}: by folder_name
PLACE = ("projects", "{project}*", "*.jsonl")


def folder_name(root: str) -> str:
    """The name that Claude Code gives a project's folder of transcripts."""
    return re.sub(r"[^A-Za-z0-9]", "-", root)


class Lines(Reader):
    """A call and its result are blocks of different lines, joined by the call's id."""

    host = "claude"

    def take(self, record: dict):
        kind = text(record, "type")
        sidechain = "sidechain" if record.get("isSidechain") is True else ""
        self.session = text(record, "sessionId") or self.session
        self.cwd = path_in(record, "cwd")
        self.when = text(record, "timestamp")[:10]
        self.agent = text(record, "agentId") or sidechain
        for block in _blocks(record, kind):
            shape = text(block, "type")
            if kind == "assistant":
                yield from self._written(shape, block)
            elif shape == "tool_result":
                yield from self._result(block)
            elif shape == "text" and not record.get("isMeta"):
                words = text(block, "text")
                by_machine = is_machine_made(words)
                yield self.event(PROMPT, prompt=words, machine=by_machine)

    def _written(self, shape: str, block: dict):
        """What the agent wrote: words, or a call that is kept until its result comes."""
        if shape == "text":
            yield self.event("Stop", message=text(block, "text"))
        elif shape == "tool_use":
            self.ask(text(block, "id"), text(block, "name"), mapping(block, "input"))

    def _result(self, block: dict):
        call = self.answered(text(block, "tool_use_id"))
        if not call.tool:
            return
        words = merged(block.get("content"))
        failed = block.get("is_error") is True
        code, output = split_status(words) if failed else (0, words)
        found = {
            "failed": failed,
            "output": output,
            "exit_code": code if call.tool in SHELLS else None,
            "interrupted": failed and interrupted(words),
        }
        call_id = text(block, "tool_use_id")
        yield self.ended(call.tool, call_id, call.given, **found)


def _blocks(record: dict, kind: str) -> list:
    """The blocks of a message of either side; a plain text of the user is one."""
    content = mapping(record, "message").get("content")
    if isinstance(content, str) and kind == "user" and not record.get("isCompactSummary"):
        return [{"type": "text", "text": content}]
    return objects(content) if kind in ("user", "assistant") else []
