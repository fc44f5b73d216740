"""Single keys from the terminal, without Enter."""

from __future__ import annotations

import os
import sys

try:
    import termios
    import tty
except ImportError:  # Windows
    import msvcrt

    termios = None

LEAVE = "q"
ENDED = (b"", b"\x04")  # nothing more, Ctrl-D


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
        data = os.read(handle, 8)  # an arrow key sends several bytes at once
    except OSError:
        data = b""
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    if data in ENDED:
        return LEAVE
    return "" if data[:1] == b"\x1b" else data[:1].decode("ascii", "ignore").lower()


def _key_of_windows() -> str:
    key = msvcrt.getwch()
    if key == "\x03":
        raise KeyboardInterrupt
    return LEAVE if key == "\x04" else key.lower()
