"""The start of every hook call: one look at the raw payload, before anything is imported.

Most calls end here: a command worked and its output holds nothing that looks like an error,
or a prompt does not begin like something that is meant to be remembered.
"""

import sys

MAX_PAYLOAD = 3 << 20  # bytes; one more is read, so that `hook` knows that it was too large
NOTHING = 0
# in a payload of PostToolUse one of these stands if the call may have failed, or is our own
SUSPECT = (
    *(b"error", b"fail", b"fatal", b"not found", b"no such", b"cannot", b"can't", b"denied"),
    *(b"could not", b"unable", b"exception", b"traceback", b"panic", b"refused", b"invalid"),
    *(b"unknown", b"unexpected", b"missing", b"abort", b"conflict", b"rejected", b"timed out"),
    *(b"not recognized", b"unrecognized", b"usage:", b"killed", b"warning", b"expected"),
    *(b"does not", b"doesn't", b"undefined", b"not a ", b"problem", b"critical", b"mismatch"),
    *(b"exit code", b'"exit_code"', b'"exitcode"', b'"returncode"', b'"status"', b'"code"'),
    *(b'"is_error"', b'"iserror"', b'"success"', b'"interrupted":true', b'"interrupted": true'),
    *(b'"turn_id"', b"reflexion"),  # Codex does not tell; a call of this toolkit
)
HARMLESS = (b"\\nerror: (none)\\nexit code: 0\\n", b"exited with code 0", b"with exit code 0")


def main(hook: str) -> int:
    """Run one hook call; returns 0 whatever happens."""
    payload = read_payload()
    if not payload.strip() or has_nothing_to_do(hook, payload):
        return NOTHING
    from reflexion import hook as long_way  # most calls end before this

    long_way.leave(long_way.run(hook, payload))
    return NOTHING


def read_payload() -> bytes:
    """Return stdin up to one byte more than is taken; the rest is drained for the host."""
    if sys.stdin is None:
        return b""
    payload = sys.stdin.buffer.read(MAX_PAYLOAD + 1)
    while sys.stdin.buffer.read(MAX_PAYLOAD):
        pass
    return payload


def has_nothing_to_do(hook: str, payload: bytes) -> bool:
    """Return True if `capture` has nothing to learn from a call that plainly worked."""
    if hook != "capture" or b'"PostToolUse"' not in payload:
        return False
    text = payload.lower()
    for words in HARMLESS:
        text = text.replace(words, b"")
    return not any(words in text for words in SUSPECT)
