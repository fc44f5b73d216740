"""What the commands share: the project, an entry by part of its id, one-line failures, a parser with our manners."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import textwrap

from reflexion.status import terminal
from reflexion.status.present import presentable  # noqa: F401 (the commands take it from here)
from reflexion.store.entry import Unreadable, encode
from reflexion.store.project import Project

HELP_COLUMNS = 80


class Stop(Exception):
    """The command cannot go on; its text is one line with the cause and the remedy."""


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments; the usage is what --help is for."""

    def error(self, message: str):
        self.exit(2, f"{self.prog}: {message}; `{self.prog} --help` says more\n")


def parser(command: str, summary: str, examples: str = "", **more) -> argparse.ArgumentParser:
    """An argument parser for `reflexion <command>`; every one takes --project DIR. `examples` are shown as they stand, below the options."""
    if examples:
        more["epilog"] = "examples:\n" + "\n".join(
            "  " + line for line in examples.strip("\n").splitlines()
        )
    text = summary if "\n" in summary else textwrap.fill(summary, HELP_COLUMNS)
    made = Parser(
        prog=f"reflexion {command}",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **more,
    )
    made.add_argument(
        "--project",
        metavar="DIR",
        default="",
        help="the project's folder (default: the one you are in)",
    )
    return made


def with_global(made: argparse.ArgumentParser, what: str) -> None:
    made.add_argument("--global", dest="everywhere", action="store_true", help=what)


def project(arguments, problems: list | None = None) -> Project:
    """The Project that the command is about. Raises Stop where there can be none."""
    folder = os.path.abspath(arguments.project or os.getcwd())
    if not os.path.isdir(folder):
        raise Stop(f"{folder} is not a folder: name the project with --project DIR")
    problems = [] if problems is None else problems
    found = Project(folder, os.environ, problems)
    if found.store is None and problems:
        raise Stop(": ".join(presentable(problems[0])))
    if found.store is None:
        raise Stop(
            f"no store can be in {folder}: the home folder and / are never projects; go to a project, or name it with --project DIR"
        )
    return found


def store_of(found: Project, everywhere: bool):
    """The project's store, or the global one. Raises Stop without a home."""
    if not everywhere:
        return found.store
    if not found.home:
        raise Stop("there is no home folder for the global store: set HOME or REFLEXION_HOME")
    return found.home


class Everywhere:
    """What `capture.record` asks of a project, for the global store."""

    def __init__(self, found):
        self.settings, self.store = found.settings, store_of(found, True)

    def ready(self):
        self.store.create_folders()
        return self.store


def entry_id(store, part: str) -> str:
    """The one id that `part` stands for. Raises Stop when there is none or more than one."""
    found = store.find(part)
    if not found:
        raise Stop(f"no entry matches {part!r}: `reflexion list` shows them")
    if len(found) > 1:
        raise Stop(
            f"{part!r} matches {len(found)} entries ({', '.join(found[:4])}{', ...' if len(found) > 4 else ''}): give more of the id"
        )
    return found[0]


def locate(found: Project, part: str, everywhere: bool = False):
    """(store, id) of the entry that `part` stands for: in the project's store, else in the global one. Raises Stop."""
    stores = [found.home] if everywhere else [found.store, found.home]
    for store in filter(None, stores):
        if store.find(part):
            return store, entry_id(store, part)
    raise Stop(f"no entry matches {part!r}: `reflexion list` shows them")


def entry(store, part: str) -> dict:
    """The entry that `part` stands for. Raises Stop."""
    id = entry_id(store, part)
    try:
        found = store.read(id)
    except Unreadable as error:
        raise Stop(
            f"{store.path(id)}: {error}; mend it with `reflexion edit {id}`, or remove it"
        ) from None
    if found is None:
        raise Stop(f"{id} is gone: `reflexion list` shows what is there")
    return found


def change(store, part: str, edit) -> dict:
    """`edit(entry)` in place, stored; the entry as it is now. Raises Stop."""
    id = entry(store, part)["id"]
    return store.update(id, edit)


def settle(found: Project, store, id: str) -> None:
    """After a change by hand: the rule is written or taken out as the entry asks now, and the person is told."""
    from reflexion.promote import handler, promoter

    if store is not found.store or not found.trusted:
        return
    try:
        word = handler.weigh(found, id)
        if word:
            print(word)
    except promoter.Refused as error:
        print(f"reflexion: no rule was changed: {error}", file=sys.stderr)


def clean(found: Project, text: str, limit: int) -> str:
    """What a person passed, fit to be stored: redacted, on one line."""
    from reflexion.signals.secrets import redact
    from reflexion.text.clean import one_line

    return one_line(redact(text, found.settings["redact"]), limit)


def fields(entry: dict, extra=()) -> dict:
    """The entry's fields as they are stored, in their order, fit to be printed."""
    return presentable(json.loads(encode(entry)), extra)


def print_json(value) -> None:
    """JSON for programs: indented, readable, safe on any stream."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        text = json.dumps(value, indent=2)
    print(text)


def ask(question: str, remedy: str) -> bool:
    """A yes from the person at the terminal. Raises Stop with the remedy when there is none."""
    if not sys.stdin or not sys.stdin.isatty():
        raise Stop(f"this needs a yes, and there is no terminal to ask: {remedy}")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def page(lines: list) -> None:
    """Print lines; through PAGER on a terminal that they do not fit."""
    text = terminal.fitting("\n".join(lines), sys.stdout)
    pager = os.environ.get("PAGER", "")
    if (
        not pager
        or not terminal.is_terminal(sys.stdout)
        or len(lines) < shutil.get_terminal_size((80, 24)).lines
    ):
        print(text)
        return
    environ = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    try:
        subprocess.run(
            shlex.split(pager), input=text.encode("utf-8", "replace") + b"\n", env=environ
        )
    except OSError:
        print(text)
