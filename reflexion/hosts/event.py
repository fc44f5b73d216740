"""A hook call as every host gives it (Event), what is decided (Decision) and answered (Reply)."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable

from reflexion.store.history import TOLD, LogRow

PROMPT = "UserPromptSubmit"
FAILURE = "PostToolUseFailure"
SHELLS = ("Bash", "PowerShell")
# the events whose context reaches the model
CONTEXT = ("SessionStart", "SubagentStart", PROMPT, "PostToolUse", FAILURE)
STOPS = ("Stop", "SubagentStop")
# the parts of a Reply that events carry
CARRIED = {
    **dict.fromkeys(CONTEXT, ("context", "notice")),
    **dict.fromkeys(STOPS, ("question", "notice")),
    "PreToolUse": ("allow",),
}
MAX_CONTEXT = 9500  # characters; hosts cut at 10,000
# characters; a longer text keeps its head and its tail
MOST = {"prompt": 16 << 10, "command": 16 << 10, "output": 128 << 10}


class Event:
    """One hook call, in Claude Code's names; what a host does not tell has its default."""

    host: str = "claude"  # a name of hosts.NAMES
    # SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop SubagentStart
    # SubagentStop SessionEnd, whatever the host calls it
    name: str = ""
    session: str = ""  # the id of the session
    agent: str = ""  # the id of the sub-agent it happened in; "": the main one
    cwd: str = ""  # the folder, absolute
    tool: str = ""  # Bash, Edit, Skill ...
    command: str = ""  # the command line of a shell tool
    path: str = ""  # the file that a tool reads or changes
    skill: str = ""  # the skill that a tool call or a typed `/name` activates
    output: str = ""  # stdout and stderr merged, or the error, without the host's "Exit code N"
    exit_code: int | None = None  # None: the host does not tell
    failed: bool | None = None  # None: the host does not tell
    interrupted: bool = False  # the person or the host stopped the call
    prompt: str = ""  # what was typed, without what the host put into it
    machine: bool = False  # a prompt that nobody typed
    source: str = ""  # of SessionStart: startup, resume, clear, compact, fork
    continued: bool = False  # a hook has made the agent go on already in this turn
    when: str = ""  # YYYY-MM-DD of an event that was read from a transcript; "": now

    def __init__(self, **fields: object):
        vars(self).update(fields)
        for name, most in MOST.items():
            text = getattr(self, name)
            if len(text) > most:
                setattr(self, name, f"{text[: most // 2]}\n{text[-most // 2 :]}")
        if self.prompt and self.agent:  # a sub-agent's task is written by an agent
            self.machine = True


# A mistake or a sentence that was met: stored as a new entry, or counted if it is known.
#   store        the Store that it goes to
#   draft        a new Entry, without an id
#   fingerprint  that by which it is known again
#   known        the id of the entry that it is counted in; "" for a new one
#   once         True if it is counted once a session (sentences), not each time (failures)
#   rows         those about it, without its id, for the session's log
Sighting = namedtuple(
    "Sighting", "store draft fingerprint known once rows", defaults=("", False, ())
)


class Decision:
    """What to write and to say because of one event; `apply` carries it out."""

    def __init__(self) -> None:
        self.sighting: Sighting | None = None
        self.rows: list[LogRow] = []  # for the session's log
        self.settles = False  # True where rules that are due are written: between two sessions
        self.effects: list[Callable[[], object]] = []  # what else is done, at last
        self.told: list[str] = []  # ids of the learnings that the agent is told
        self.context = ""  # what the model is told
        self.question = ""  # what the agent is asked as its turn ends
        self.lessons: list[str] = []  # lines for the person about lessons that were recorded
        self.notices: list[str] = []  # other lines for the person

    def tell(self, entry_ids: list[str], text: str, agent: str) -> None:
        """Tell these learnings; `agent` is the id of the sub-agent that is told."""
        self.context = "\n".join(filter(None, [self.context, text]))
        self.rows += [{"what": TOLD, "id": entry_id, "agent": agent} for entry_id in entry_ids]
        self.told += entry_ids


class Reply(namedtuple("Reply", "context question notice allow", defaults=("", "", "", ""))):
    """What a hook answers.

    context   for the model
    question  what the agent is asked as it stops, which makes it go on; at Stop, SubagentStop
    notice    for the person
    allow     why this tool call needs no question to the person; at PreToolUse
    """

    __slots__ = ()


def nested(
    event: Event, reply: Reply, name: str = "", decision: str = "block"
) -> dict[str, object]:
    """Return the object as Claude Code takes it, of keys that it knows; {} for nothing.

    What the event cannot carry is left out. `name` is the host's own name of the event,
    `decision` its word for going on at a stop.
    """
    parts = {  # strict readers refuse halves of surrogate pairs
        part: getattr(reply, part).encode("utf-8", "replace").decode("utf-8").strip()[:MAX_CONTEXT]
        for part in CARRIED.get(event.name, ())
    }
    said = Reply(**parts)
    found: dict[str, object] = {}
    if said.notice:
        found["systemMessage"] = said.notice
    if said.question:
        found["decision"] = decision
        found["reason"] = said.question
    own = {"additionalContext": said.context} if said.context else {}
    if said.allow:
        own = {"permissionDecision": "allow", "permissionDecisionReason": said.allow}
    if own:
        found["hookSpecificOutput"] = {"hookEventName": name or event.name, **own}
    return found
