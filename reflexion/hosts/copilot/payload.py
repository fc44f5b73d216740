"""GitHub Copilot CLI: its hook payloads as Events, and what it takes for an answer.

It runs the hooks of `.claude/settings.json`, too. PostToolUse follows commands that failed; the
exit status stands in the last line of the result.
"""

from reflexion.hosts.answers import encode, flat
from reflexion.hosts.event import PROMPT, SHELLS, Event, Reply
from reflexion.hosts.fields import merged, number, text
from reflexion.hosts.reading import (
    common,
    ended,
    is_machine_made,
    result_of,
    was_stopped,
    without,
)

TOOLS = {
    "bash": "Bash",
    "powershell": "PowerShell",
    "edit": "Edit",
    "create": "Write",
    "view": "Read",
    "skill": "Skill",
}
SOURCES = {"new": "startup"}
ENDED = "<shellId: "
WITH = " completed with exit code "
REFUSED = ("rejected", "denied")  # types of a result
FRAMES = (
    "system_reminder",
    "system_notification",
    "current_datetime",
    "task-notification",
)


def read(payload: dict, environ) -> Event:
    """Return the Event of a payload, its fields in either case.

    Inside of a sub-agent `session_id` is the sub-agent's in most events. Its Stop is dropped:
    SubagentStop, which follows, is the one that can go on.
    """
    found = common(payload, TOOLS)
    if "agent_name" in payload and found["name"] != "SubagentStop":
        found["name"] = "SubagentStart"  # which comes without a name
    found["source"] = SOURCES.get(found["source"], found["source"])
    if found["agent"]:
        found["session"] = text(payload, "parent_agent_id") or found["session"]
        found["name"] = "" if found["name"] == "Stop" else found["name"]
    if found["name"] == "PostToolUse":
        found.update(_ended(payload, found["tool"] in SHELLS))
    elif found["name"] == "PostToolUseFailure":
        words = merged(payload.get("error"))
        found.update(failed=True, output=words, interrupted=was_stopped(words))
    elif found["name"] == PROMPT:
        found.update(_prompted(found["prompt"]))
    return Event(**found)


def render(event: Event, reply: Reply) -> str:
    """Return one JSON object with everything at its top."""
    return encode(flat(event, reply))


def split_status(words: str) -> tuple:
    """Return (exit status or None, the command's own output) of a shell tool's answer."""
    words = words.rstrip()
    output, _, last = words.rpartition("\n")
    if not last.startswith(ENDED) or not last.endswith(">") or WITH not in last:
        return None, words
    return number(last.rpartition(WITH)[2][:-1]), output


def _prompted(prompt: str) -> dict:
    typed = without(prompt, FRAMES).strip()
    is_machine = is_machine_made(typed, FRAMES) or bool(prompt and not typed)
    return {"prompt": typed, "machine": is_machine}


def _ended(payload: dict, is_shell: bool) -> dict:
    """Return how a call ended. A command without a status in its last line may run on."""
    result = result_of(payload)
    details = result if isinstance(result, dict) else {}
    words = text(details, "text_result_for_llm") or text(details, "textResultForLlm")
    kind = text(details, "result_type") or text(details, "resultType")
    if not words and not kind:
        return ended(payload, is_shell)
    found = {"failed": kind == "failure", "interrupted": kind in REFUSED, "output": words}
    if is_shell:
        code, found["output"] = split_status(words)
        found["exit_code"] = code
        found["failed"] = None if code is None else code != 0
    return found
