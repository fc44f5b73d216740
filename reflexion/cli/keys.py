"""Single keys from the terminal, without Enter."""

from __future__ import annotations

import os
import select
import sys

try:
    import termios
    import tty
except ImportError:  # Windows
    import msvcrt

    termios = None

LEAVE = "q"
ENDED = (b"", b"\x04")  # nothing more, Ctrl-D
ESCAPE = "\x1b"
LONGEST = 8  # characters of what an arrow or a function key sends
ENDS = "ABCDEFGHPQRSZ~"  # what that ends with


def read_key() -> str:
    """Return one key, lower case; LEAVE at the terminal's end. Raises KeyboardInterrupt."""
    sys.stdout.flush()
    if not termios:
        return _key_of_windows()
    try:
        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
    except (OSError, ValueError, termios.error):  # no terminal of the system's
        return sys.stdin.read(1).lower() or LEAVE
    tty.setcbreak(handle, termios.TCSANOW)
    try:
        key = _read_byte(handle)
        if key == ESCAPE:
            _skip_sequence(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    return "" if key == ESCAPE else key.lower()


def _read_byte(handle: int) -> str:
    """Return the next character; LEAVE at the terminal's end."""
    try:
        data = os.read(handle, 1)
    except OSError:  # the terminal is gone
        data = b""
    return LEAVE if data in ENDED else data.decode("ascii", "ignore")


def _skip_sequence(handle: int) -> None:
    """Read what follows an escape at once: an arrow key is no answer."""
    for _ in range(LONGEST):
        ready, _, _ = select.select([handle], [], [], 0.02)
        if not ready or _read_byte(handle) in ENDS:
            return


def _key_of_windows() -> str:
    key = msvcrt.getwch()
    if key == "\x03":
        raise KeyboardInterrupt
    return LEAVE if key == "\x04" else key.lower()
