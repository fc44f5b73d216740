"""Single keys from the terminal, without Enter, and questions that they answer."""

import os
import select
import sys

from reflexion.status import terminal

LEAVE = "q"
# what is read at a terminal's end: nothing, Ctrl-D, and on Linux one that was typed ahead
ENDED = (b"", b"\x04", b"\0")
ENTER = ("\r", "\n")
ENDS = frozenset("ABCDEFGHPQRSZ~")  # of what an arrow or a function key sends


def read_key() -> str:
    """One key, lower case; "" for one that says nothing here, LEAVE at the terminal's end. Ctrl-C:
    KeyboardInterrupt. The terminal is in the mode for it no longer than that, and what was typed
    ahead is not lost."""
    try:
        import termios
        import tty
    except ImportError:
        return _key_of_windows()
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    tty.setcbreak(handle, termios.TCSANOW)
    try:
        key = _byte(handle)
        most = 8 if key == "\x1b" else 0  # an arrow: some characters, all there at once
        for _ in range(most):
            if not select.select([handle], [], [], 0.02)[0] or _byte(handle) in ENDS:
                break
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    return key.lower().strip("\x1b")


def _key_of_windows() -> str:
    import msvcrt

    key = msvcrt.getwch()
    if key == "\x03":
        raise KeyboardInterrupt
    return LEAVE if key == "\x04" else key.lower()


def _byte(handle: int) -> str:
    """The next character; LEAVE at the terminal's end."""
    try:
        data = os.read(handle, 1)
    except OSError:  # the terminal is gone
        data = b""
    return LEAVE if data in ENDED else data.decode("ascii", "ignore")


class Left(Exception):
    """The person wants to stop here."""


def pick(question: str, options: list, usual: str, paint):
    """The value of the option, (key, label, value), whose key the person presses; Enter presses the
    `usual` one. Raises Left."""
    print(f"\n{paint(question, 'bold')}")
    for key, label, _ in options:
        enter = "  (Enter)" if key == usual else ""
        print(terminal.fitting(f"  [{key}] {label}{enter}", sys.stdout))
    print(f"  [{LEAVE}] stop here, and go on another time")
    values = {key: value for key, _, value in options}
    while True:
        sys.stdout.flush()
        key = read_key()
        if key == LEAVE:
            raise Left
        key = usual if key in ENTER else key
        if key in values:
            print(f"  > {key}")
            return values[key]
