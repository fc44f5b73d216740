"""The start of every hook call: one look at the raw payload, before anything is imported.

Most calls end here: a command worked, and its output holds nothing that looks like an error.
"""

from __future__ import annotations

import _thread
import sys

MAX_PAYLOAD = 3 << 20  # bytes; one more is read, so that `hook` knows that it was too large
PATIENCE = 2.0  # seconds without a byte, after which no more of a payload is waited for
CHUNK = 1 << 16  # bytes
EDGE = 4096  # bytes at either end of a payload or an answer, where a host's own words stand
EVENTS = (b'"PostToolUse"', b'"AfterTool"')  # of a call that ended, as hosts name it
# what tells that a call failed, or is to be looked at: a status or a flag in the answer,
# Codex (which does not tell), a call of this toolkit
SIGNS = (
    b'exit code|"exit_code"|"exitcode"|"returncode"|"status"|"code"|"is_error"|"iserror"|"success"'
    b'|"interrupted":true|"interrupted": true|"turn_id"|reflexion|"skill"'
).split(b"|")
HARMLESS = (b"\\nerror: (none)\\nexit code: 0\\n", b"exited with code 0", b"with exit code 0")
# what a command needs to end with 0 although a part of it failed: a pipe, a second command, a
# script, a program that goes on after an error
HIDES = (b"|", b";", b"\\n", b".sh", b"psql", b"redis-cli")
# words of which the output of a failed command holds at least one
WORDS = (
    b"error|fail|fatal|not found|no such|cannot|can't|denied|could not|unable|exception|traceback"
    b"|panic|refused|invalid|unknown|unexpected|missing|abort|conflict|rejected|timed out"
    b"|not recognized|unrecognized|usage:|killed|warning| expected|does not|doesn't|undefined"
    b"|not a |problem|critical|mismatch|there is no|expecting|required"
).split(b"|")
CALL = b'"tool_input"'
ANSWERS = (b'"tool_response"', b'"tool_result"', b'"tool_output"')


def main(hook: str, payload: bytes | None = None) -> int:
    """Run one hook call, of a payload that was read already or of stdin; return 0."""
    payload = read_payload() if payload is None else payload
    if not payload.strip() or has_nothing_to_do(hook, payload):
        return 0
    try:
        from reflexion import hook as long_way  # most calls end before this
    except Exception:  # a clone in the middle of an update must not stop the agent
        return 0
    long_way.leave(long_way.run(hook, payload))
    return 0


def read_payload() -> bytes:
    """Return stdin up to one byte more than is taken; the rest is drained for the host.

    A host that leaves it open is not waited for: what came until then is the payload.
    """
    if sys.stdin is None:
        return b""
    payload = bytearray()
    ended: list[bool] = []
    news = _thread.allocate_lock()  # released at each chunk and at the end

    def read() -> None:  # a thread: no other way to stop waiting works on every system
        while not ended:
            chunk = _chunk()
            payload.extend(chunk[: max(0, MAX_PAYLOAD + 1 - len(payload))])
            ended.extend([] if chunk else [True])
            if news.locked():
                news.release()

    _thread.start_new_thread(read, ())
    while not ended and news.acquire(timeout=PATIENCE):
        pass
    return bytes(payload)


def _chunk() -> bytes:
    """Return the next bytes of stdin; b"" at its end. `os` would cost a sixth of the whole call."""
    try:
        return sys.stdin.buffer.raw.read(CHUNK)  # type: ignore[union-attr]
    except OSError:  # Windows: the other end was closed
        return b""


def has_nothing_to_do(hook: str, payload: bytes) -> bool:
    """Return True if `capture` has nothing to learn from a call that plainly worked."""
    if hook != "capture" or not _holds(payload[:EDGE] + payload[-EDGE:], EVENTS):
        return False
    question, answer = _split(payload)
    edges = (answer[:EDGE] + answer[-EDGE:]).lower()
    for words in HARMLESS:
        edges = edges.replace(words, b"")
    if _holds(question, SIGNS) or _holds(edges, SIGNS):
        return False
    return not _holds(question, HIDES) or not _holds(answer.lower(), WORDS)


def _split(payload: bytes) -> tuple[bytes, bytes]:
    """Return (the lower-case part with the call, the part with its answer), in either order."""
    answer = max(0, max(payload.rfind(key) for key in ANSWERS))
    call = payload.rfind(CALL)
    if call > answer > 0:
        return (payload[:answer] + payload[call:]).lower(), payload[answer:call]
    return payload[:answer].lower(), payload[answer:]


def _holds(text: bytes, parts: list[bytes] | tuple[bytes, ...]) -> bool:
    return any(part in text for part in parts)
