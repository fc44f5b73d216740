"""Single keys from the terminal, without Enter."""

from __future__ import annotations

import os
import select
import sys

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
        tty.setcbreak(self.handle, termios.TCSADRAIN)
        return self

    def __exit__(self, *exc):
        if self.before is not None:
            import termios

            termios.tcsetattr(self.handle, termios.TCSADRAIN, self.before)

    def read(self) -> str:
        """One key, lower case; "" for one that says nothing here. Ctrl-C: KeyboardInterrupt."""
        if self.before is None:
            import msvcrt

            key = msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            return key.lower()
        key = self._byte()
        if key != "\x1b":
            return key.lower()
        for _ in range(8):  # an arrow: Escape and some characters, all there at once
            if not select.select([self.handle], [], [], 0.02)[0] or self._byte() in ENDS:
                break
        return ""

    def _byte(self) -> str:
        data = os.read(self.handle, 1)
        return data.decode("ascii", "ignore") if data else "q"


def read_key() -> str:
    """One key, for a dialogue that asks for lines as well."""
    with Keys() as keys:
        return keys.read()
