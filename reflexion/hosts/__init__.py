"""The hosts that run our hooks: their payloads, answers, transcripts and installation.

Only the module that reads a host's payloads is loaded for it. A new host is a folder here and
an entry in the list of `registry.py`.
"""

import importlib

from reflexion.hosts.event import Event, Reply
from reflexion.hosts.reading import completed, snake_keys
from reflexion.hosts.registry import ANY_AGENT, HOSTS, NAMES, known, writer_of

__all__ = [
    "NAMES",
    "Event",
    "Reply",
    "is_agent",
    "part_of",
    "read",
    "render",
    "rule_files",
    "session_of",
]


def read(payload: dict, environ, hook: str = "") -> Event:
    """Return the Event of a payload from any host, as the script `hook` got it.

    Never raises, whatever the fields hold.
    """
    payload = snake_keys(payload)
    host = writer_of(payload)
    event = part_of(host, "payload").read(completed(payload, hook), environ)
    event.host = host
    return event


def render(event: Event, reply: Reply) -> str:
    """Return what stdout gets for the event's host, exactly; "" for nothing."""
    return part_of(event.host, "payload").render(event, reply)


def part_of(host: str, part: str):
    """Return the module `payload`, `transcript` or `install` of a host."""
    return importlib.import_module(f"reflexion.hosts.{known(host).name}.{part}")


def rule_files(host: str) -> tuple:
    """Return the names of the files in which a host reads a project's rules, its own first."""
    return known(host).rules


def session_of(environ) -> tuple:
    """Return (host, session) of the agent whose shell has these variables.

    The session is "" where the host does not tell it; both are "" in a person's shell.
    """
    host = next((host for host in HOSTS if _is_shell_of(host, environ)), None)
    if not host:
        return "", ""
    return host.name, environ.get(host.session, "") if host.session else ""


def is_agent(environ) -> bool:
    """Return True if the variables are those of a shell that an agent runs commands in."""
    if any(environ.get(name) for name in ANY_AGENT):
        return True
    return any(_is_shell_of(host, environ) for host in HOSTS)


def _is_shell_of(host, environ) -> bool:
    return any(environ.get(name) for name in host.shell)
