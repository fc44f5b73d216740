"""The dialogue of a guided reflection on a terminal: single keys, a default for Enter, nothing
written before the last yes.
"""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.cli.reflect_keys import Keys
from reflexion.hosts.transcripts import find
from reflexion.reflect import phases
from reflexion.reflect.guide import Guide
from reflexion.status import terminal

LEAVE, ENTER = ("q", "\x04"), ("\r", "\n")
LEFT = "\nNothing was written. `reflexion reflect --guided` goes on where you were."


class Left(Exception):
    """The person wants to stop here."""


def main(arguments, found, doors) -> int:
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise common.Stop(
            "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
        )
    if arguments.all or arguments.dry_run or arguments.since or arguments.json:
        raise common.Stop(
            "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
        )
    next_step, good = "another", True
    try:
        with Keys() as keys:
            while next_step == "another":
                work = phases.begin(found, arguments)
                earlier = _before(found, work.chosen)
                guide = Guide(work, KeyScreen(keys), doors, earlier and _name(earlier))
                good, next_step = guide.run(_progress(work.chosen.size))
                arguments.session, arguments.file = earlier.session if earlier else "", ""
    except Left:
        print(LEFT)
    except KeyboardInterrupt:
        print(LEFT, file=sys.stderr)
        return 130
    return 0 if good else 1


def _before(found, chosen):
    """The session before this one; None when there is none."""
    import os

    older = [it for it in find(found.root, os.environ) if it.when < chosen.when]
    return older[-1] if older else None


def _name(transcript) -> str:
    import time

    return f"{transcript.session[:8]}, {time.strftime('%d %B', time.localtime(transcript.when))}"


def _progress(total: int):
    def show(done: int) -> None:
        print(f"\rreading the session: {min(100, 100 * done // max(1, total))} %", end="")
        sys.stdout.flush()

    return show


class KeyScreen:
    """Questions answered by single keys."""

    def __init__(self, keys):
        self.keys, self.paint = keys, terminal.Paint(terminal.colour(sys.stdout))
        self.width = terminal.width(sys.stdout)

    def ask(self, question: dict):
        return self._several(question) if question["several"] else self._one(question)

    def show(self, text: str, *styles: str) -> None:
        painted = self.paint(text, *styles) if styles and styles[0] else text
        print("\r" + terminal.fitting(painted, sys.stdout))

    def _one(self, question: dict):
        first, *rest = question["text"].split("\n")
        print("\n".join([f"\n{self.paint(first, 'bold')}", *rest]))
        for option in question["options"]:
            enter = "  (Enter)" if option["value"] == question["default"] else ""
            self.show(f"  [{option['key']}] {option['label']}{enter}")
        while True:
            key = self._key()
            for option in question["options"]:
                is_default = key in ENTER and option["value"] == question["default"]
                if key == option["key"] or is_default:
                    self.show(f"  > {option['label']}", "dim")
                    return option["value"]

    def _several(self, question: dict) -> list:
        chosen, options = list(question["default"]), question["options"]
        self.show(f"\n{question['text']} Keys switch, Enter goes on.", "bold")
        self._boxes(options, chosen)
        while True:
            key = self._key()
            if key in ENTER:
                return [option["value"] for option in options if option["value"] in chosen]
            switched = [option for option in options if key == option["key"]]
            for option in switched:
                switch = chosen.remove if option["value"] in chosen else chosen.append
                switch(option["value"])
            if switched and self.paint.on:
                print(f"\x1b[{len(options)}A\x1b[J", end="")
            self._boxes(options if switched and self.paint.on else switched, chosen)

    def _boxes(self, options: list, chosen: list) -> None:
        for option in options:
            box = "x" if option["value"] in chosen else " "
            self.show(terminal.cut(f"  [{box}] {option['key']}  {option['label']}", self.width))

    def _key(self) -> str:
        sys.stdout.flush()
        key = self.keys.read()
        if key in LEAVE:
            raise Left
        return key
