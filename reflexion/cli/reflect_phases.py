"""`reflect PHASE`: the phases of a guided reflection, each by itself, for a person, an agent or a
test; and `reflect --guided`: its dialogue on a terminal, single keys, a default for Enter, nothing
written before the last yes."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import contextmanager
from types import SimpleNamespace

from reflexion.capture.record import draft
from reflexion.cli import common
from reflexion.cli.keys import Keys
from reflexion.cli.reflecting import focus_of
from reflexion.hosts.transcripts import find
from reflexion.promote import promoter
from reflexion.reflect import guide, handoff, integrate, phases, tiers
from reflexion.status import terminal
from reflexion.store.apply import Full
from reflexion.store.entry import Unreadable
from reflexion.store.files import read_text
from reflexion.store.project import Project

DOORS = SimpleNamespace(draft=draft, retire=promoter.retire)
REFUSALS = (Full, promoter.Refused, tiers.Unfit, Unreadable)
NO_INSIGHT = (
    "No insight shows by itself; what a reader sees in the session can be added to "
    "extracted-insights.md."
)
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


def context(given) -> None:
    _show(given, _begin(given).context, _context_text)


def extract(given) -> None:
    options = given.options
    options.focus = focus_of(options.focus)
    work, keep = _begin(given, keep=not options.quick), not options.quick
    again = keep and bool(options.again or options.focus or phases.outgrown(work))
    result = phases.extraction(work, again=again, keep=keep)
    asked = {"context": work.context, "questions": guide.questions(result)}
    _show(given, {**result, **asked}, _extract_text)


def related(given) -> None:
    value = {"insights": phases.relations(_begin(given))}
    _show(given, value, lambda value: handoff.related(value["insights"]).rstrip())


def integrated(given) -> None:
    if not given.options.decisions:
        given.usage("name the decisions with --decisions FILE")
    work, decisions = _begin(given), _json(given.options.decisions, "--decisions")
    with _refusals():
        value = integrate.integrate(work, decisions, DOORS, phases.relations(work))
    _show(given, value, handoff.integrated)


def verify(given) -> int:
    result = integrate.verify(_begin(given, keep=False), given.options.keep)
    _show(given, result, handoff.verified)
    return 0 if result["ok"] else 1


def guided(given) -> int:
    options = given.options
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise common.Stop(NO_TERMINAL)
    if options.all or options.dry_run or options.since or options.json:
        raise common.Stop(ONE_SESSION)
    project, next_step, good = _project(given), "another", True
    try:
        with Keys() as keys, _refusals():
            while next_step == "another":
                work = phases.Reflection(project, options)
                older = find(project.root, os.environ)
                older = [it for it in older if it.when < work.chosen.when][-1:]
                day = "".join(time.strftime("%d %B", time.localtime(it.when)) for it in older)
                name = "".join(f"{it.session[:8]}, {day}" for it in older)
                screen = KeyScreen(keys, work.chosen.size)
                good, next_step = guide.Guide(work, screen, DOORS, name).run(screen.progress)
                options.session, options.file = "".join(it.session for it in older), ""
    except Left:
        print(LEFT)
    except KeyboardInterrupt:
        print(LEFT, file=sys.stderr)
        return 130
    return 0 if good else 1


@contextmanager
def _refusals():
    """What cannot be done becomes a line for a person."""
    try:
        yield
    except phases.NotDone as error:
        raise common.Stop(str(error)) from None
    except REFUSALS as error:
        raise common.Stop(f"nothing was written: {error}") from None


def _begin(given, keep: bool = True) -> phases.Reflection:
    options = given.options
    options.focus = getattr(options, "focus", "")
    payload = _json(options.payload, "--payload") if options.payload else None
    payload = payload if isinstance(payload, dict) else {}
    with _refusals():
        return phases.Reflection(_project(given), options, payload, keep)


def _project(given):
    """The project; at user level any folder will do, also the home folder, which is none."""
    opened = Project(given.folder, os.environ) if given.options.user else None
    if opened is None or opened.store is not None or opened.home is None:
        given.require_trust()
        return given.project
    opened.root, opened.store, opened.trusted = given.folder, opened.home, True
    return opened


def _context_text(value: dict) -> str:
    size = f"{value['bytes'] / 1e6:.1f} MB"
    which = ", the running session" if value["session"] in phases.running() else ""
    rows = [
        ("session", f"{value['session']} ({value['host']}, {size}{which})"),
        ("transcript", value["transcript"]),
        ("level", value["level"]),
        ("entries", value["entries"]),
        ("tier A", value["memory"] or "not offered here"),
        *(("tier B", path) for path in value["insights"].values() if path),
        ("hand-off", value["folder"]),
    ]
    return "\n".join(f"{name:<11} {what}" for name, what in rows)


def _extract_text(value: dict) -> str:
    session = _context_text(value["context"]).splitlines()[0]
    lines = [session, "", handoff.summary(value["summary"]), handoff.insights(value["insights"])]
    lines += [] if value["insights"] else [NO_INSIGHT]
    lines += [f"left out: {problem}" for problem in value["problems"]]
    return "\n".join(lines).rstrip()


def _show(given, value, text) -> None:
    if given.options.json:
        common.print_json(value)
    else:
        print(text(value))


def _json(path: str, option: str):
    try:
        if path == "-":
            return json.loads(sys.stdin.read(handoff.MAX_BYTES))
        return json.loads(read_text(path, handoff.MAX_BYTES, follow=True))
    except FileNotFoundError:
        raise common.Stop(f"{option} {path}: there is no such file") from None
    except (ValueError, RecursionError):
        raise common.Stop(f"{option} {path}: not valid JSON") from None


class KeyScreen:
    """Questions answered by single keys."""

    def __init__(self, keys, size: int):
        self.keys, self.paint = keys, terminal.Paint(terminal.colour(sys.stdout))
        self.size, self.width = max(1, size), terminal.width(sys.stdout)

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
