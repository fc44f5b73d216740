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
        for _ in range(8) if key == "\x1b" else ():  # an arrow: some characters, all there at once
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


class KeyScreen:
    """Questions answered by single keys."""

    def __init__(self, keys, size: int):
        self.keys = keys
        self.paint = terminal.Paint(terminal.colour(sys.stdout))
        self.size = max(1, size)
        self.width = terminal.width()

    def progress(self, done: int) -> None:
        percent = min(100, 100 * done // self.size)
        print(f"\rreading the session: {percent} %", end="", flush=True)

    def show(self, text: str, *styles: str) -> None:
        print("\r" + terminal.fitting(self.paint(text, *styles), sys.stdout))

    def ask(self, question: dict):
        """The value of the option chosen, with `several` a list of them."""
        return self._several(question) if question["several"] else self._one(question)

    def _one(self, question: dict):
        first, *rest = question["text"].split("\n")
        print("\n".join([f"\n{self.paint(first, 'bold')}", *rest]))
        by_key = {option["key"]: option for option in question["options"]}
        for option in question["options"]:
            is_default = option["value"] == question["default"]
            by_key.update(dict.fromkeys(ENTER, option) if is_default else {})
            self.show(f"  [{option['key']}] {option['label']}{'  (Enter)' * is_default}")
        while True:
            option = by_key.get(self._key())
            if option:
                self.show(f"  > {option['label']}", "dim")
                return option["value"]

    def _several(self, question: dict) -> list:
        chosen = list(question["default"])
        options = question["options"]
        self.show(f"\n{question['text']} Keys switch, Enter goes on.", "bold")
        shown = options
        while True:
            self._boxes(shown, chosen)
            key = self._key()
            if key in ENTER:
                return [option["value"] for option in options if option["value"] in chosen]
            shown = [option for option in options if key == option["key"]]
            for option in shown:
                switch = chosen.remove if option["value"] in chosen else chosen.append
                switch(option["value"])
            if shown and self.paint.on:
                print(f"\x1b[{len(options)}A\x1b[J", end="")
                shown = options

    def _boxes(self, options: list, chosen: list) -> None:
        for option in options:
            box = "x" if option["value"] in chosen else " "
            self.show(terminal.cut(f"  [{box}] {option['key']}  {option['label']}", self.width))

    def _key(self) -> str:
        sys.stdout.flush()
        key = self.keys.read()
        if key == LEAVE:
            raise Left
        return key
