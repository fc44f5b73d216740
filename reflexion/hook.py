"""One hook call in, one answer out, exit 0 whatever happens: the only place on a hook's way with a broad except."""

from __future__ import annotations

import sys
import time

MAX_PAYLOAD = 4 << 20  # bytes; hosts cut output far below this, and memory stays small
NO_PAYLOAD = -1


def waits(argv: list) -> bool:
    """Is this call a hook's: no arguments, and something other than a terminal on stdin?"""
    return not argv and sys.stdin is not None and not sys.stdin.isatty()


def main(script: str) -> int:
    """One hook call of `capture`, `recall` or `promote`, payload on stdin. Returns 0, or NO_PAYLOAD for an empty stdin."""
    started = time.perf_counter()
    try:
        raw = _read(sys.stdin.buffer)
        if not raw.strip():
            return NO_PAYLOAD
        from reflexion.shortcut import spared

        if spared(script, raw, started):
            return 0
        import os  # not before: without it, a hook that has nothing to do costs little more than the interpreter

        if os.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
            return 0
        import gc

        gc.set_threshold(50_000)  # a call is over before there is anything worth collecting
        text = serve(script, raw, os.environ, started)
        if text:
            sys.stdout.buffer.write(text.encode("utf-8", "replace"))
            sys.stdout.flush()
    except Exception as error:  # a hook never breaks a session
        _record(script, error)
    return 0


def leave(status: int) -> None:
    """End the process at once: every file is closed by now, and to take an interpreter apart costs a hook a tenth of its time."""
    try:
        from posix import _exit
    except ImportError:
        sys.exit(max(0, status))
    _exit(max(0, status))


def serve(script: str, raw: bytes, environ, started: float) -> str:
    """The whole of a hook call: payload bytes in, what the host shall read out. Raises whatever goes wrong."""
    from reflexion.hosts.payload import parse, render
    from reflexion.store import journal
    from reflexion.store.project import Project
    from reflexion.text.lean_json import loads

    if len(raw) > MAX_PAYLOAD:
        raise ValueError(f"the payload is larger than {MAX_PAYLOAD >> 20} MiB and was ignored")
    payload = loads(raw.decode("utf-8", "replace"))
    if not isinstance(payload, dict):
        raise ValueError("the payload is not a JSON object")
    event = parse(payload, environ)
    problems = []
    project = Project(event.cwd, environ, problems)
    if not project.settings["enabled"]:
        return ""
    answer = _answered(script, event, project)
    text = render(event, answer) if answer else ""
    state = project.state_dir()
    if state:
        journal.ran(
            state,
            f"{script}.{event.name}",
            (time.perf_counter() - started) * 1000,
            len(answer.context) if answer and text else 0,
        )
        for path, what in problems:
            journal.fault(state, _base(path), what)
    if (
        script == "promote"
        and event.name == "SessionEnd"
        and project.trusted
        and (project.settings["memory_sync"] or project.settings["reflect_with"])
    ):
        try:
            _session_over(event, project)
        except Exception as error:  # the rules that were just written are told all the same
            _record("memory", error)
    return text


def _answered(script: str, event, project):
    """What the script makes of the event, the rules that come of it, and what the person shall know."""
    if script == "capture":
        from reflexion.capture.handler import handle
    elif script == "recall":
        from reflexion.recall.handler import handle
    else:
        from reflexion.promote.promoter import handle
    answer = handle(event, project)
    if answer and answer.touched and project.trusted:
        from reflexion.promote.promoter import consider

        answer = consider(project, answer)
    if script == "recall":
        answer = _greeted(event, project, answer)
    if answer and project.settings["announce"] == "all":
        from reflexion.announce import announce

        announce(answer, project)
    return answer


def _base(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _session_over(event, project) -> None:
    """What a person switched on for the end of a session: memory files rendered, a model asked."""
    if project.settings["memory_sync"] and project.store and project.store.exists():
        from reflexion.memory.sync import sync
        from reflexion.store import journal

        for path, what in sync(project).problems:
            journal.fault(project.store.state_dir, "memory", f"{_base(path)}: {what}")
    if project.settings["reflect_with"] and event.transcript:
        from reflexion.reflect.model import start

        start(project.root, event.transcript, project.environ, project.settings["reflect_with"])


def _greeted(event, project, answer):
    if (
        event.name not in ("SessionStart", "UserPromptSubmit")
        or event.name == "UserPromptSubmit"
        and project.trusted
    ):
        return answer
    from reflexion.arrival import greet

    notice = greet(event, project)
    if not notice:
        return answer
    from reflexion.hosts.event import Answer

    answer = answer or Answer()
    answer.notice = notice
    return answer


def _read(stream) -> bytes:
    """All of the payload, or one byte more than is taken; the rest is drained so that the host's write does not fail."""
    raw = stream.read(MAX_PAYLOAD + 1)
    while len(raw) > MAX_PAYLOAD and stream.read(1 << 20):
        pass
    return raw


def _record(script: str, error: Exception) -> None:
    try:
        import os

        from reflexion.store import journal
        from reflexion.store.project import Project

        state = Project(os.getcwd(), os.environ).state_dir()
        if state:
            journal.fault(state, script, error)
    except Exception:
        pass  # nowhere left to say it
