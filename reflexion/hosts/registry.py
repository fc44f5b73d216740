"""The list of hosts: one entry each, with the marks by which a host is known.

Whatever else is particular to a host stands in the folder of its name.
"""

import re

ANY_AGENT = ("AGENT", "AI_AGENT", "CURSOR_AGENT")  # set by several programs for their agents


class Known:
    """A host's name and marks.

    name        the name of its folder here
    rules       the files of a project in which it reads rules, its own first
    keys        what only its payloads have
    events      what it alone calls its events
    transcript  a pattern for the path of its transcripts; "": like no other host's; None: it
                keeps none in files
    shell       variables that it sets in the shells of its agents
    session     the variable there that holds the session's id
    """

    def __init__(self, name: str, rules: tuple, **marks):
        self.name = name
        self.rules = rules
        self.keys = marks.get("keys", ())
        self.events = marks.get("events", ())
        self.transcript = marks.get("transcript", "")
        self.shell = marks.get("shell", ())
        self.session = marks.get("session", "")


# in the order in which they are set up, and in which a transcript's path is held against them
HOSTS = (
    Known(
        "claude",
        rules=("CLAUDE.md",),
        shell=("CLAUDECODE", "CLAUDE_CODE_SESSION_ID"),
        session="CLAUDE_CODE_SESSION_ID",
    ),
    Known(
        "codex",
        rules=("AGENTS.md",),
        keys=("turn_id",),
        transcript=r"/rollout-[^/]*\.jsonl$",
        shell=("CODEX_SESSION_ID", "CODEX_THREAD_ID", "CODEX_SANDBOX"),
        session="CODEX_SESSION_ID",
    ),
    Known(
        "copilot",
        rules=("AGENTS.md", "CLAUDE.md"),
        keys=("initial_prompt", "tool_args", "parent_agent_id"),
        transcript=r"/events\.jsonl$",
        shell=("COPILOT_CLI",),
        session="COPILOT_AGENT_SESSION_ID",
    ),
    Known(
        "gemini",
        rules=("GEMINI.md",),
        events=("BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "PreCompress"),
        transcript=r"/chats/session-[^/]*\.jsonl$",
        shell=("GEMINI_CLI",),
    ),
    Known(
        "qwen",
        rules=("AGENTS.md",),
        keys=("submitted_prompt", "tool_call_id"),
        transcript=r"/chats/[^/]*\.jsonl$|/subagents/[^/]*/agent-[^/]*\.jsonl$",
        shell=("QWEN_CODE", "QWEN_CODE_SESSION_ID"),
        session="QWEN_CODE_SESSION_ID",
    ),
    Known(
        "opencode",
        rules=("AGENTS.md",),
        transcript=None,
        shell=("OPENCODE",),
        session="OPENCODE_SESSION_ID",
    ),
)
NAMES = tuple(host.name for host in HOSTS)
OTHERWISE = "claude"  # whose payloads and transcripts the others take after


def known(name: str) -> Known:
    """Return the entry of a host; Claude Code's for a name that is not in the list."""
    for host in HOSTS:
        if host.name == name:
            return host
    return HOSTS[0]


def writer_of(payload: dict) -> str:
    """Return which host wrote a payload, whose keys are in snake case.

    Variables tell nothing: a host that was started in another one's shell inherits them.
    """
    named = payload.get("host")
    if named in NAMES:
        return named
    for host in HOSTS:
        if _is_marked(payload, host):
            return host.name
    if "transcript_path" not in payload:
        return "copilot" if "timestamp" in payload else OTHERWISE
    transcript = payload["transcript_path"]
    if transcript is None:  # a session that is not kept
        return "codex"
    return by_transcript(transcript) if isinstance(transcript, str) else OTHERWISE


def _is_marked(payload: dict, host: Known) -> bool:
    """Return True if a payload has what only this host's have."""
    if payload.get("hook_event_name") in host.events:
        return True
    return any(key in payload for key in host.keys)


def by_transcript(path: str) -> str:
    """Return the host that writes transcripts at such a path."""
    path = path.replace("\\", "/")
    for host in HOSTS:
        if host.transcript and re.search(host.transcript, path):
            return host.name
    return OTHERWISE
