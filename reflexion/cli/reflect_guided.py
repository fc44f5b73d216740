"""The dialogue of a guided reflection on a terminal: single keys, a default for Enter, nothing
written before the last yes."""

from __future__ import annotations

import os
import sys
import time

from reflexion.cli import common, reflect_phases
from reflexion.cli.keys import Keys
from reflexion.hosts.transcripts import find
from reflexion.reflect import phases
from reflexion.reflect.guide import Guide
from reflexion.status import terminal

LEAVE, ENTER = ("q", "\x04"), ("\r", "\n")
LEFT = "\nNothing was written. `reflexion reflect --guided` goes on where you were."
NO_TERMINAL = (
    "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
)
ONE_SESSION = (
    "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
)


class Left(Exception):
    """The person wants to stop here."""


def guided(context) -> int:
    options = context.options
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise common.Stop(NO_TERMINAL)
    if options.all or options.dry_run or options.since or options.json:
        raise common.Stop(ONE_SESSION)
    project, next_step, good = reflect_phases.project(context), "another", True
    try:
        with Keys() as keys:
            while next_step == "another":
                work = phases.begin(project, options)
                earlier = _before(project.root, work.chosen)
                guide = Guide(work, KeyScreen(keys), reflect_phases.DOORS, _name(earlier))
                good, next_step = guide.run(_progress(work.chosen.size))
                options.session, options.file = earlier.session if earlier else "", ""
    except (phases.NotDone, *reflect_phases.REFUSALS) as error:
        raise reflect_phases.refused(error) from None
    except Left:
        print(LEFT)
    except KeyboardInterrupt:
        print(LEFT, file=sys.stderr)
        return 130
    return 0 if good else 1


def _before(root: str, chosen):
    """The session before this one; None when there is none."""
    older = [it for it in find(root, os.environ) if it.when < chosen.when]
    return older[-1] if older else None


def _name(transcript) -> str:
    day = transcript and time.strftime("%d %B", time.localtime(transcript.when))
    return f"{transcript.session[:8]}, {day}" if transcript else ""


def _progress(total: int):
    def show(done: int) -> None:
        percent = min(100, 100 * done // max(1, total))
        print(f"\rreading the session: {percent} %", end="", flush=True)

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
