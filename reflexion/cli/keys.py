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


class Keys:
    """Single keys: the terminal stays in one mode for a whole dialogue, so that keys typed ahead
    are not lost and arrows are no letters."""

    def __enter__(self):
        self.before = None
        try:
            import termios
            import tty
        except ImportError:
            return self
        self.handle = sys.stdin.fileno()
        self.before = termios.tcgetattr(self.handle)
        tty.setcbreak(self.handle, termios.TCSANOW)
        return self

    def __exit__(self, *exc):
        if self.before is not None:
            import termios

            termios.tcsetattr(self.handle, termios.TCSANOW, self.before)

    def read(self) -> str:
        """One key, lower case; "" for one that says nothing here. Ctrl-C: KeyboardInterrupt."""
        if self.before is None:
            import msvcrt

            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return LEAVE if key == "\x04" else key.lower()
        key = self._byte()
        most = 8 if key == "\x1b" else 0  # an arrow: some characters, all there at once
        for _ in range(most):
            if not select.select([self.handle], [], [], 0.02)[0] or self._byte() in ENDS:
                break
        return key.lower().strip("\x1b")

    def _byte(self) -> str:
        """The next character; "q" at the terminal's end."""
        try:
            data = os.read(self.handle, 1)
        except OSError:  # the terminal is gone
            data = b""
        return LEAVE if data in ENDED else data.decode("ascii", "ignore")


def read_key() -> str:
    """One key, for a dialogue that asks for lines as well."""
    with Keys() as keys:
        return keys.read()


class Left(Exception):
    """The person wants to stop here."""


def pick(question: str, options: list, usual: str, paint):
    """The value of the option, (key, label, value), whose key the person presses; Enter presses the
    `usual` one. Raises Left."""
    print(f"\n{paint(question, 'bold')}")
    for key, label, _ in options:
        enter = "  (Enter)" if key == usual else ""
        print(terminal.fitting(f"  [{key}] {label}{enter}", sys.stdout))
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
