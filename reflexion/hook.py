"""One hook call: payload on stdin, answer on stdout, exit 0 whatever happens (the broad
`except`)."""

import sys
import time

MAX_PAYLOAD = 3 << 20  # bytes; hosts cut output far below this, and memory stays below 40 MiB
MAX_VALUES = 50_000  # of a payload; hosts send some fifty
STDIN_SECONDS = 5.0  # a host writes its payload at once; a pipe that nobody closes is given up
NO_PAYLOAD = -1
AGAIN_SECONDS = 60.0  # within which a session's end is the one that was told before


def is_hook_call(argv: list) -> bool:
    """Return True without arguments unless stdin is a terminal. A closed stdin is a hook's, too."""
    return not argv and (sys.stdin is None or not sys.stdin.isatty())


def main(hook: str) -> int:
    """Run a call of `capture`, `recall` or `promote`. Returns 0; NO_PAYLOAD for empty stdin."""
    started = time.perf_counter()
    try:
        payload = _read_stdin() if sys.stdin is not None else b""
        if not payload.strip():
            return NO_PAYLOAD if sys.stdin is not None else 0
        from reflexion.fast_path import can_skip

        if can_skip(hook, payload, started):
            return 0
        import os  # not before: a hook with nothing to do costs little more than the interpreter

        if os.environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
            return 0
        import gc

        gc.disable()  # a call is over before there is anything worth collecting
        text = serve(hook, payload, os.environ, started)
        if text:
            sys.stdout.buffer.write(text.encode("utf-8", "replace"))
            sys.stdout.flush()
    except Exception as error:  # a hook never breaks a session
        _record(hook, error)
    return 0


def serve(hook: str, payload: bytes, environ, started: float) -> str:
    """What the host shall read. Raises whatever goes wrong.

    parse -> decide (texts redacted at the door) -> apply (rules, notices) -> render"""
    from reflexion.hosts.payload import parse, render
    from reflexion.store.entries import HOOK_SECONDS
    from reflexion.store.project import Project

    event = parse(_decode(payload), environ, hook)
    if event.machine:
        return ""  # nobody typed it: nothing is stored, asked, or recalled
    problems = []
    project = Project(event.cwd, environ, problems, HOOK_SECONDS)
    project.session = event.session
    project.guard(_redact)
    if not _is_on(event, project):
        return ""
    answer = _apply(hook, event, project, _decide(hook, event, project))
    text = render(event, answer) if answer else ""
    said = len(answer.context) if text else 0
    _note_run(project, f"{hook}.{event.name}", started, said, problems)
    if hook == "promote" and event.name == "SessionEnd" and project.trusted:
        try:
            _end_session(event, project)
        except Exception as error:  # the rules that were just written are shown all the same
            _record("memory", error)
    return text


def _redact(text: str, patterns) -> str:
    """The text without secrets; what takes them out is loaded once something is written."""
    from reflexion.signals.secrets import redact

    return redact(text, patterns)


def _note_run(project, call: str, started: float, said: int, problems: list) -> None:
    """Put on record that the hook ran (`call`: hook and event), how many characters it said, and
    the problems with files that it met."""
    state = project.state_dir()
    if not state:
        return
    from os.path import basename

    from reflexion.store import journal

    journal.ran(state, call, (time.perf_counter() - started) * 1000, said)
    for path, what in problems:
        journal.fault(state, basename(path), what)


def leave(status: int) -> None:
    """Skip interpreter teardown: about 10 % of a hook's run time. Every file is closed by now."""
    try:
        from posix import _exit
    except ImportError:
        from nt import _exit
    _exit(max(0, status))


def _read_stdin() -> bytes:
    """All of the payload, or one byte more than is taken; the rest is drained for the host's sake.

    Raises TimeoutError after STDIN_SECONDS (not on Windows, which knows no alarm)."""
    import _signal  # the module `signal` is an import of enum and others

    def give_up(*_):
        raise TimeoutError(f"stdin did not end within {STDIN_SECONDS:g} s")

    alarm = getattr(_signal, "setitimer", None)
    if alarm:
        _signal.signal(_signal.SIGALRM, give_up)
        alarm(_signal.ITIMER_REAL, STDIN_SECONDS)
    payload = sys.stdin.buffer.read(MAX_PAYLOAD + 1)
    while sys.stdin.buffer.read(MAX_PAYLOAD):
        pass
    if alarm:
        alarm(_signal.ITIMER_REAL, 0)
    return payload


def _decode(payload: bytes) -> dict:
    """The payload's fields. Raises ValueError for what no host sends, before memory is taken."""
    from reflexion.text.lean_json import loads

    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"the payload is larger than {MAX_PAYLOAD >> 20} MiB and was ignored")
    if _holds_many(payload):
        raise ValueError(f"the payload holds more than {MAX_VALUES} values and was ignored")
    fields = loads(payload.decode("utf-8", "replace"))
    if not isinstance(fields, dict):
        raise ValueError("the payload is not a JSON object")
    return fields


def _holds_many(payload: bytes) -> bool:
    """Are there more than MAX_VALUES strings, or marks of a value outside of them?"""
    marks = (b",", b"[", b"{")
    if sum(map(payload.count, marks)) <= MAX_VALUES:
        return False
    bare = payload.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside = b"".join(bare.split(b'"', 2 * MAX_VALUES)[::2])
    return b'"' in outside or sum(map(outside.count, marks)) > MAX_VALUES


def _is_on(event, project) -> bool:
    """Return False where hooks are off, for this session too, and for an event of no host."""
    named = event.name.isascii() and event.name.isalnum() and len(event.name) <= 40
    if not named or not project.settings["enabled"]:
        return False
    import os

    from reflexion.fast_path import OFF, is_plain

    if not project.home or not is_plain(event.session):
        return True
    mark = f"{project.home.dir}/{OFF}{event.session}"
    if event.prompt.startswith(("/reflexion:off", "/reflexion:on")):
        from reflexion.notices import switch_session

        switch_session(event.prompt, mark)
    return not os.path.exists(mark)


def _decide(hook: str, event, project):
    """What the hook makes of the event: an Answer, or None."""
    if hook == "capture" and event.name in ("Stop", "SessionEnd"):
        from reflexion.capture.endings import turn_ended as respond
    elif hook == "capture":
        from reflexion.capture.capture_hook import respond
    elif hook == "recall":
        from reflexion.recall.recall_hook import respond
    else:
        from reflexion.promote.promote_hook import respond
    answer = respond(event, project)
    if event.name == "PreToolUse" and "reflexion" in event.command:
        from reflexion.setup.permissions import allowed_by_hook

        answer = allowed_by_hook(event, answer, project.environ)
    return answer


def _apply(hook: str, event, project, answer):
    """The answer, with the rules written that it calls for and what the person shall see."""
    if answer and project.trusted and _may_ripen(answer):
        from reflexion.promote.promote_hook import consider

        answer = consider(project, answer)
    begins = _begins(hook, event, project)
    if begins or answer and _may_be_shown(answer, project):
        from reflexion.notices import announce

        answer = announce(event, project, answer, begins)
    return answer


def _begins(hook: str, event, project) -> bool:
    """Is it the moment to show what waits: a session's start, or a prompt in a stranger's store?"""
    waits = event.name == "UserPromptSubmit" and not project.trusted
    return hook == "recall" and (event.name == "SessionStart" or waits)


def _may_be_shown(answer, project) -> bool:
    """May there be something in the answer to show to the person?"""
    counted = bool(answer.touched) and project.settings["announce"] == "all"
    return bool(answer.context or answer.notice) or counted or _may_ripen(answer)


def _may_ripen(answer) -> bool:
    """Was an entry written of which a rule may come? Most failures are only counted: what weighs a
    rule is not even imported for them."""
    return not set(answer.touched) <= set(answer.met)


def _end_session(event, project) -> None:
    """What a person switched on for a session's end: memory files rendered, a model asked. The
    project's store is trusted."""
    syncs = project.settings["memory_sync"]
    command = project.settings["reflect_with"]
    if not (syncs or command) or _has_just_ended(event, project):
        return
    if syncs and project.store.exists():
        from os.path import basename

        from reflexion.memory.sync import sync
        from reflexion.store import journal

        for path, what in sync(project).problems:
            journal.fault(project.store.state_dir, "memory", f"{basename(path)}: {what}")
    if command and event.transcript:
        from reflexion.reflect.model import start

        start(project.root, event.transcript, project.environ, command)


def _has_just_ended(event, project) -> bool:
    """Was this end told already? Some hosts tell it several times; a session that is taken up again
    ends again."""
    from reflexion.store.session import ENDED, Session

    if not project.store.exists():
        return False
    session = Session(project.store, event.session)
    ends = [record["at"] for record in session.records() if record["kind"] == ENDED]
    if ends and time.time_ns() - ends[-1] < AGAIN_SECONDS * 1e9:
        return True
    session.add({"kind": ENDED})
    return False


def _record(where: str, error: Exception) -> None:
    """Put a fault on record in the store of the working folder; nowhere if that fails, too."""
    try:
        import os

        from reflexion.store import journal
        from reflexion.store.project import Project

        state = Project(os.getcwd(), os.environ).state_dir()
        if state:
            journal.fault(state, where, error)
    except Exception:
        pass
