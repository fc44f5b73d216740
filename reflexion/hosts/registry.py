"""The hosts: one row each, and how a host is known. All else stands in the folder of its name."""

from __future__ import annotations

import os


class Known:
    """One host.

    home: its folder in the user's home
    variable: (the variable that names another one, the folder below that)
    keys, lacks: what only its payloads have, where they have none of `lacks`
    events: what it alone calls its events
    session: the variable in which its hooks get the session's id
    transcript: how a transcript's path ends, as (folder, begin and end of the file's name); ():
        as no other host's does
    rules: the files of a project in which it reads rules
    """

    __slots__ = "name home variable keys lacks events session transcript rules".split()

    def __init__(self, name, home, variable=("", ""), **known):
        self.name = name
        self.home = home
        self.variable = variable
        self.keys = known.get("keys", ())
        self.lacks = known.get("lacks", ())
        self.events = known.get("events", ())
        self.session = known.get("session", "")
        self.transcript = known.get("transcript", ())
        self.rules = known["rules"]


# in the order in which they are set up, and a transcript's name is held against them
HOSTS = (
    Known(
        "claude",
        ".claude",
        ("CLAUDE_CONFIG_DIR", ""),
        session="CLAUDE_CODE_SESSION_ID",
        rules=("CLAUDE.md",),
    ),
    Known(
        "codex",
        ".codex",
        ("CODEX_HOME", ""),
        keys=("turn_id",),
        transcript=("", "rollout-", ".jsonl"),
        rules=("AGENTS.md",),
    ),
    Known(
        "copilot",
        ".copilot",
        ("COPILOT_HOME", ""),
        keys=("timestamp", "initial_prompt", "tool_args"),
        lacks=("transcript_path",),
        transcript=("", "events", ".jsonl"),
        rules=("AGENTS.md", "CLAUDE.md"),
    ),
    Known(
        "gemini",
        ".gemini",
        ("GEMINI_CLI_HOME", ".gemini"),
        events=("BeforeAgent", "AfterAgent", "BeforeTool", "AfterTool", "PreCompress"),
        session="GEMINI_SESSION_ID",
        transcript=("chats", "session-", ".jsonl"),
        rules=("GEMINI.md",),
    ),
    Known(
        "qwen",
        ".qwen",
        ("QWEN_HOME", ""),
        keys=("submitted_prompt", "tool_call_id"),
        session="QWEN_CODE_SESSION_ID",
        transcript=("chats", "", ".jsonl"),
        rules=("AGENTS.md",),
    ),
    Known(
        "opencode",
        os.path.join(".config", "opencode"),
        ("XDG_CONFIG_HOME", "opencode"),
        transcript=("", "", ".json"),
        rules=("AGENTS.md",),
    ),
)
NAMES = tuple(host.name for host in HOSTS)
OTHERWISE = "claude"  # whose payloads and transcripts the others take after


def payload_of(name: str):
    """The module that reads a host's payloads and writes its answers; no other host's is loaded."""
    return _part(name, "payload")


def transcript_of(name: str):
    """The module that finds and reads a host's transcripts."""
    return _part(name, "transcript")


def by_transcript(path: str) -> str:
    """The host that writes transcripts of such a name."""
    folder, _, file = path.replace("\\", "/").rpartition("/")
    folder = folder.rpartition("/")[2]
    for host in HOSTS:
        if host.transcript:
            within, begin, end = host.transcript
            if within in ("", folder) and file.startswith(begin) and file.endswith(end):
                return host.name
    return OTHERWISE


def install_of(name: str):
    """The module that declares what is installed for a host; `setup/host.py` explains it."""
    return _part(name, "install")


def rules_of(name: str) -> tuple:
    """Names of the files in which a host reads a project's rules."""
    return next(host.rules for host in HOSTS if host.name == name)


def home(environ) -> str:
    """The folder that the hosts take for the user's home."""
    return environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")


def homes(environ) -> dict:
    """host -> its own folder in the home."""
    folder = home(environ)
    return {host.name: _own(host, folder, environ) for host in HOSTS}


def _own(host: Known, folder: str, environ) -> str:
    name, below = host.variable
    named = environ.get(name) if name else ""
    if named:
        return os.path.join(named, below) if below else named
    return os.path.join(folder, host.home)


def _part(name: str, part: str):
    known = name if name in NAMES else OTHERWISE
    __import__(f"reflexion.hosts.{known}.{part}")
    import sys

    return sys.modules[f"reflexion.hosts.{known}.{part}"]
