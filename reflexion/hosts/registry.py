"""The hosts: one row each, and how a host is known. All else stands in the folder of its name."""

from __future__ import annotations

import os


class Known:
    """One host. `home`: its folder in the user's home, and `variable`, which names another one;
    `transcript`: how a transcript's path ends, as (folder, begin and end of the file's name)."""

    __slots__ = ("name", "home", "variable", "transcript")

    def __init__(self, name: str, home: str, variable: str = "", transcript=("", "", "")):
        self.name = name
        self.home = home
        self.variable = variable
        self.transcript = transcript


HOSTS = (
    Known("codex", ".codex", "CODEX_HOME", ("", "rollout-", ".jsonl")),
    Known("claude", ".claude", "CLAUDE_CONFIG_DIR", ("", "", ".jsonl")),
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
        within, begin, end = host.transcript
        if within in ("", folder) and file.startswith(begin) and file.endswith(end):
            return host.name
    return OTHERWISE


def home(environ) -> str:
    """The folder that the hosts take for the user's home."""
    return environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")


def homes(environ) -> dict:
    """host -> its own folder in the home."""
    folder = home(environ)
    return {host.name: _own(host, folder, environ) for host in HOSTS}


def _own(host: Known, folder: str, environ) -> str:
    named = environ.get(host.variable) if host.variable else ""
    return named or os.path.join(folder, host.home)


def _part(name: str, part: str):
    known = name if name in NAMES else OTHERWISE
    __import__(f"reflexion.hosts.{known}.{part}")
    import sys

    return sys.modules[f"reflexion.hosts.{known}.{part}"]
