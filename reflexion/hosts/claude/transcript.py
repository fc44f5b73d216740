"""Claude Code's transcripts: `<home>/projects/<folder of the project>/<session>.jsonl`.

A sub-agent's lie in `<session>/subagents/` beside it, in older versions in the same file.
"""

import os

from reflexion.hosts.fields import mapping, merged, objects, path_in, text
from reflexion.hosts.reading import is_interrupted
from reflexion.hosts.transcripts import Reader

PLACES = ("projects/{project}*/*.jsonl", "projects/{project}*/*/subagents/agent-*.jsonl")


def owner(path: str) -> tuple:
    """Return (session, sub-agent) that the path of a transcript names."""
    folder, file = os.path.split(path)
    name = os.path.splitext(file)[0]
    if os.path.basename(folder) != "subagents":
        return name, ""
    return os.path.basename(os.path.dirname(folder)), name.removeprefix("agent-")


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
            if shape == "tool_use":
                self.ask(text(block, "id"), text(block, "name"), mapping(block, "input"))
            elif shape == "tool_result":
                yield from self._result(block)
            elif shape == "text" and kind == "user" and not record.get("isMeta"):
                words = text(block, "text")
                yield self.prompt(words, is_interrupted(words))

    def _result(self, block: dict):
        call_id = text(block, "tool_use_id")
        call = self.answered(call_id)
        words = merged(block.get("content"))
        if call.tool and block.get("is_error") is True:
            yield self.ended("PostToolUseFailure", call_id, call, error=words)
        elif call.tool:
            yield self.ended("PostToolUse", call_id, call, tool_response=words)


def _blocks(record: dict, kind: str) -> list:
    """Return the blocks of a message of either side; a plain text of the user is one."""
    content = mapping(record, "message").get("content")
    if isinstance(content, str) and kind == "user" and not record.get("isCompactSummary"):
        return [{"type": "text", "text": content}]
    return objects(content) if kind in ("user", "assistant") else []
