"""Decide from the payload's raw bytes that a PostToolUse has nothing to teach, before anything is imported."""
from __future__ import annotations

import os
import time

MAX_RAW = 2 << 20


def nothing_to_learn(raw: bytes, environ, started: float) -> bool:
    """True only when the long way would neither write an entry nor say a word; anything unusual takes the long way."""
    name = _text(raw, b"hook_event_name")
    session, cwd = _text(raw, b"session_id"), _text(raw, b"cwd")
    if name != "PostToolUse" or not session or not cwd or len(raw) > MAX_RAW or not os.path.isabs(cwd):
        return False
    from reflexion.signals.needles import worth_a_look
    if b'"turn_id"' in raw or b'"returnCodeInterpretation"' in raw or worth_a_look(raw):
        return False  # Codex reports failures here, too
    from reflexion.store import paths
    store = paths.locate(cwd, environ)[1]
    plain = session.replace("-", "").replace("_", "").isalnum() and session.isascii() and len(session) <= 80
    if not store or not plain or os.path.exists(os.path.join(store, "state", "sessions", session + ".jsonl")):
        return False
    state = os.path.join(store, "state")
    if os.path.isdir(state):
        _ran(os.path.join(state, "runs"), (time.perf_counter() - started) * 1000)
    return True


def _text(raw: bytes, key: bytes) -> str:
    """The plain string at the first `"key": "..."`; "" when it is missing, escaped, not ASCII, or stands twice."""
    at = raw.find(b'"' + key + b'"')
    if at < 0 or raw.find(b'"' + key + b'"', at + 1) >= 0:
        return ""
    start = raw.find(b'"', at + len(key) + 2)
    between = raw[at + len(key) + 2:start]
    if start < 0 or between.strip() != b":":
        return ""
    value = raw[start + 1:raw.find(b'"', start + 1)]
    return value.decode("ascii") if value.isascii() and b"\\" not in value else ""


def _ran(folder: str, milliseconds: float) -> None:
    """What store.journal.ran notes, without its imports; a log past its size waits for the long way to trim it."""
    path = os.path.join(folder, "capture.PostToolUse")
    try:
        os.makedirs(folder, exist_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o666)
    except OSError:
        return
    os.write(handle, b"%.0f\t%.1f\t0\n" % (time.time(), milliseconds))
    os.close(handle)
