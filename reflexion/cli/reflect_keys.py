"""Single keys for a whole dialogue: the terminal stays in one mode, so that keys typed ahead are
not lost and arrows are no letters.
"""

from __future__ import annotations

import os
import select
import sys

ENDS = frozenset("ABCDEFGHPQRSZ~")


class Keys:
    """`with Keys() as keys: keys.read()` gives one key, lower case; "" for a key that says nothing
    here. Ctrl-C raises KeyboardInterrupt.
    """

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
        if self.before is None:
            from reflexion.cli.reviewing import read_key

            return read_key().lower()
        data = os.read(self.handle, 1)
        if data == b"\x1b":
            self._pass_sequence()
            return ""
        return data.decode("ascii", "ignore").lower() if data else "q"

    def _pass_sequence(self) -> None:
        """An arrow or a function key: Escape and some characters, all there at once."""
        for _ in range(8):
            if (
                not select.select([self.handle], [], [], 0.02)[0]
                or os.read(self.handle, 1).decode("ascii", "ignore") in ENDS
            ):
                return
