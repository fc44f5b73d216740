"""Claude Code: its hook payloads and transcripts as Events. Its answers are event.nested's.

What comes from no known host is read here, too: any payload of this shape. A transcript is
`<home>/projects/<folder of the project>/<session>.jsonl`; a sub-agent's lies in
`<session>/subagents/` beside it, in older versions in the same file.
"""

import os

from reflexion.hosts.event import SHELLS, Event
from reflexion.hosts.reading import (
    OUR_FRAME,
    common,
    ended,
    failed,
    mapping,
    merged,
    objects,
    path_in,
    result_of,
    text,
    was_stopped,
    without,
)

# blocks of which a prompt consists that nobody typed
FRAMES = (
    "task-notification",
    "teammate-message",
    "agent-message",
    "system-reminder",
    "local-command-caveat",
    "local-command-stdout",
    "local-command-stderr",
    "bash-stdout",
    "bash-stderr",
)
PLACES = ("projects/{project}*/*.jsonl", "projects/{project}*/*/subagents/agent-*.jsonl")


def read(payload: dict) -> Event:
    """Return the Event of a payload. A failed call comes as PostToolUseFailure, with `error`."""
    found = common(payload)
    found.update(outcome(payload, found))
    found["machine"] = _is_machine_made(found["prompt"])
    return Event(**found)


def outcome(payload: dict, found: dict) -> dict:
    """Return how a call ended, as arguments of Event; {} for an event that tells of none.

    `found` is what `common` read.
    """
    is_shell = found["tool"] in SHELLS
    if found["name"] == "PostToolUseFailure":
        return failed(payload, is_shell)
    return _ended(payload, is_shell) if found["name"] == "PostToolUse" else {}


def owner(path: str) -> tuple:
    """Return (session, sub-agent) that the path of a transcript names."""
    folder, file = os.path.split(path)
    name = os.path.splitext(file)[0]
    if os.path.basename(folder) != "subagents":
        return name, ""
    return os.path.basename(os.path.dirname(folder)), name.removeprefix("agent-")


def take(reader, record: dict):
    """Yield the Events of a record: a call and its result are blocks of different lines."""
    kind = text(record, "type")
    sidechain = "sidechain" if record.get("isSidechain") is True else ""
    reader.session = text(record, "sessionId") or reader.session
    reader.cwd = path_in(record, "cwd")
    reader.when = text(record, "timestamp")[:10]
    reader.agent = text(record, "agentId") or sidechain
    is_typed = kind == "user" and not record.get("isMeta")
    for block in _blocks(record, kind):
        if text(block, "type") != "text":
            yield from _of_call(reader, block)
        elif is_typed:
            words = text(block, "text")
            yield reader.prompt(words, was_stopped(words))


def _is_machine_made(prompt: str) -> bool:
    """Return True if a prompt holds nothing but our words or what Claude Code put into it."""
    begin = prompt.lstrip()
    if begin.startswith(OUR_FRAME):
        return True
    return begin.startswith("<") and not without(prompt, FRAMES).strip()


def _ended(payload: dict, is_shell: bool) -> dict:
    """Return how a call of PostToolUse ended: well, unless its answer says otherwise."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    found = ended(payload, is_shell)
    found["benign"] = text(details, "returnCodeInterpretation")[:500]
    found["interrupted"] = details.get("interrupted") is True
    if found["interrupted"] or text(details, "backgroundTaskId"):  # cut off, or it still runs
        found["failed"] = None
        found["exit_code"] = None
    elif found["benign"]:
        found["exit_code"] = None
    return found


def _of_call(reader, block: dict):
    """Keep a call, or yield the Event of its result."""
    shape = text(block, "type")
    words = merged(block.get("content"))
    if shape == "tool_use":
        reader.ask(text(block, "id"), text(block, "name"), mapping(block, "input"))
    elif shape == "tool_result" and block.get("is_error") is True:
        yield from reader.failed(text(block, "tool_use_id"), error=words)
    elif shape == "tool_result":
        yield from reader.ended(text(block, "tool_use_id"), tool_response=words)


def _blocks(record: dict, kind: str) -> list:
    """Return the blocks of a message of either side; a plain text of the user is one."""
    content = mapping(record, "message").get("content")
    if isinstance(content, str) and kind == "user" and not record.get("isCompactSummary"):
        return [{"type": "text", "text": content}]
    return objects(content) if kind in ("user", "assistant") else []
