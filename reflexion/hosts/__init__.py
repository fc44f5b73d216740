"""The hosts that run our hooks: which one a payload is from, and what it says and is answered.

A host's folder reads its payloads and transcripts and words its answers (`__init__.py`) and says
what is installed for it (`install.tsv`, `hooks.tsv`). A new host is such a folder and a row of
hosts.tsv. A hook loads the folder of its own host alone.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import time
from collections import namedtuple
from collections.abc import Mapping
from types import ModuleType

from reflexion.hosts.event import PROMPT, Event, Reply, nested
from reflexion.hosts.reading import as_event, text
from reflexion.text import rows

# the marks of a host, as lists: a row of hosts.tsv, which explains them
Marks = namedtuple("Marks", "reader rules known_by places transcripts shell session silent")
HOSTS = {
    name: Marks(*([] if cell == "-" else cell.split() for cell in cells))
    for name, *cells in rows("hosts/hosts.tsv")
}
NAMES = tuple(HOSTS)
OTHERWISE = NAMES[0]  # whose payloads and transcripts the others take after
TRANSCRIPTS = [(name, each) for name in (*NAMES[1:], OTHERWISE) for each in HOSTS[name].transcripts]
ANY_AGENT = ("AGENT", "AI_AGENT", "CURSOR_AGENT")  # set by several programs for their agents
# the event of a payload that names none, by the script that was called
BY_SCRIPT = {"recall": PROMPT, "capture": "PostToolUse", "promote": "SessionEnd"}


def read(payload: dict[str, object], hook: str = "") -> Event:
    """Return the Event of a payload from any host, as the script `hook` got it.

    Its keys may be written as `toolName`. It may lack the name of its event, its folder (the
    process's), and its session (one for the calling process and the day). Never raises, whatever
    the fields hold.
    """
    found = {re.sub("([A-Z])", r"_\1", key).lower(): value for key, value in payload.items()}
    name = text(found, "hook_event_name") or BY_SCRIPT.get(hook, "")
    found["hook_event_name"] = name[:1].upper() + name[1:]
    day = time.strftime("%Y%m%d")
    found["session_id"] = text(found, "session_id") or f"p{os.getppid()}-{day}"
    found.setdefault("tool_response", found.get("tool_result"))
    if not text(found, "cwd"):
        try:
            found["cwd"] = os.getcwd()
        except OSError:  # it was removed
            pass
    host = _writer_of(found)
    event: Event = getattr(part_of(host), "read", as_event)(found)
    event.host = host
    return event


def render(event: Event, reply: Reply) -> str:
    """Return what stdout gets for the event's host, exactly; "" for nothing."""
    answer = getattr(part_of(event.host), "answer", nested)(event, reply)
    return json.dumps(answer) if answer else ""  # ASCII, which any code page takes


def part_of(host: str) -> ModuleType:
    """Return the package that reads and answers for a host."""
    (reader,) = HOSTS[host].reader
    return importlib.import_module(f"reflexion.hosts.{reader}")


def rule_files(host: str) -> tuple[str, ...]:
    """Return the names of the files in which a host reads a project's rules, its own first."""
    return tuple(HOSTS.get(host, HOSTS[OTHERWISE]).rules)


def by_transcript(path: str) -> tuple[str, str, str]:
    """Return (host, session, sub-agent or "") of the transcript at a path."""
    path = path.replace("\\", "/")
    for host, pattern in TRANSCRIPTS:
        found = re.search(pattern, path) if pattern.partition("(")[0] in path else None
        if found:
            return host, found["session"], found.groupdict().get("agent", "")
    return OTHERWISE, os.path.splitext(path.rpartition("/")[2])[0], ""


def session_of(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return (host, session) of the agent whose shell has these variables.

    The session is "" where the host does not tell it; both are "" in a person's shell.
    """
    for name, marks in HOSTS.items():
        if any(map(environ.get, marks.shell)):
            return name, "".join(filter(None, map(environ.get, marks.session)))
    return "", ""


def is_agent(environ: Mapping[str, str]) -> bool:
    """Return True if the variables are those of a shell that an agent runs commands in."""
    return any(map(environ.get, ANY_AGENT)) or session_of(environ) != ("", "")


def _writer_of(payload: dict[str, object]) -> str:
    """Return which host wrote a payload, whose keys are in snake case.

    Variables tell nothing: a host that was started in another one's shell inherits them.
    """
    named = text(payload, "host")
    if named in NAMES:
        return named
    signs = {*payload, text(payload, "hook_event_name")}
    for name, marks in HOSTS.items():
        if signs.intersection(marks.known_by):
            return name
    if payload.get("transcript_path", "") is None:  # a session that is not kept
        return "codex"
    if "transcript_path" not in payload and "timestamp" in payload:
        return "copilot"
    return by_transcript(text(payload, "transcript_path"))[0]
