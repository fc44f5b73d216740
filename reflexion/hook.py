"""One hook call: read the payload, decide, apply, answer.

A hook never breaks a session: whatever goes wrong is put on record, and nothing is printed.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import time
from collections.abc import Mapping

from reflexion import hosts
from reflexion.apply import apply, catch_up
from reflexion.errors import Unreadable
from reflexion.hosts.event import Event, Reply
from reflexion.hosts.reading import text
from reflexion.setup.command import RANK, reason_to_allow
from reflexion.store import history, paths
from reflexion.store.entries import HOOK_SECONDS
from reflexion.store.history import SessionLog
from reflexion.store.project import Project
from reflexion.text.json_object import object_or_empty, read_object

MAX_PAYLOAD = 3 << 20  # bytes; hosts cut output far below this
MAX_VALUES = 50_000  # of a payload; hosts send some fifty


def run(hook: str, payload: bytes) -> str:
    """Return what the host reads for one call of `capture`, `recall` or `promote`."""
    gc.disable()  # a call is over before there is anything worth collecting
    try:
        return serve(hook, payload, os.environ)
    except Exception as error:  # the one place where a fault must not reach the host
        record_fault(hook, error)
        return ""


def serve(hook: str, payload: bytes, environ: Mapping[str, str]) -> str:
    """Like `run`, but raise whatever goes wrong."""
    started = time.perf_counter()
    if environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        return ""
    event = hosts.read(decode(payload), hook)
    project = Project(event.cwd, environ, HOOK_SECONDS)
    if not project.may_be_read or not project.settings["enabled"]:
        return ""
    if environ.get(RANK):  # loaded for hooks that do not come first
        line = importlib.import_module("reflexion.setup.line")
        if line.is_handled_elsewhere(hook, event, project.root, environ):
            return ""
    project.settle(event.name == "SessionStart")
    if not event.tool:  # a call has a sighting of its own to write down first
        catch_up(project)
    answer = hosts.render(event, _respond(hook, event, project))
    folder = project.state_dir()
    if os.path.isdir(folder):
        milliseconds = (time.perf_counter() - started) * 1000
        history.note(folder, history.RUNS, f"{hook}.{event.name}", f"{milliseconds:.0f}")
    return answer


def _respond(hook: str, event: Event, project: Project) -> Reply:
    """Decide about an event, carry the decision out, and return the reply.

    No host shows a notice at a session's end: its lines are kept for the next start.
    """
    if event.name == "PreToolUse":
        return Reply(allow=reason_to_allow(event, project.environ))
    log = SessionLog(project.store.state_dir, event.session)
    # only this hook's package is loaded
    decide = importlib.import_module(f"reflexion.{hook}").decide
    decision = decide(event, project, log)
    lines = apply(decision, project, log, event.host)
    if event.name != "SessionEnd":
        notice = "\n".join(f"Reflexion: {line}" for line in lines)
        return Reply(decision.context, decision.question, notice)
    for line in lines:
        history.keep_for_later(project.store.state_dir, line)
    if hook == "promote" and project.settings["memory_sync"]:
        for problem in importlib.import_module("reflexion.memory").sync(project).problems:
            project.fault("memory", problem)
    return Reply()


def decode(payload: bytes) -> dict[str, object]:
    """Return the payload's fields. Raises Unreadable for what no host sends."""
    if len(payload) > MAX_PAYLOAD:
        raise Unreadable(f"the payload is larger than {MAX_PAYLOAD >> 20} MiB and was ignored")
    if sum(payload.count(mark) for mark in (b'":', b"[", b"{")) > MAX_VALUES:
        raise Unreadable(f"the payload holds more than {MAX_VALUES} values and was ignored")
    return read_object(payload, errors="replace")


def folder_of(payload: bytes) -> str:
    """Return the working folder that a payload names; "" where it names none."""
    return text(object_or_empty(payload), "cwd")


def record_fault(where: str, error: Exception) -> None:
    """Record a fault of the project in the working folder, else at home. Never raises."""
    try:
        try:
            folder = Project(os.getcwd(), os.environ).state_dir()
        except Exception:
            folder = os.path.join(paths.home_store(os.environ), "state")
        history.fault(folder, where, error)
    except Exception:
        pass


def leave(answer: str) -> None:
    """Print the answer and end the process at once: the interpreter's clean-up takes time."""
    try:
        sys.stdout.buffer.write(answer.encode("utf-8", "replace"))
        sys.stdout.flush()
    except (OSError, AttributeError):
        pass  # the host closed the stream
    os._exit(0)
