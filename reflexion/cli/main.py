"""The program `reflexion`: find the command, run it, and end with its status.

Exit status: 0 done; 1 could not be done, one line on stderr says why; 2 wrong usage; 130 Ctrl-C.
A new command is a function `(args, context) -> status` that its row in commands.tsv names, with
rows in arguments.tsv and permission.tsv, and where `--help` shall say more in details.tsv.
"""

from __future__ import annotations

import argparse
import difflib
import errno
import os
import sys
import textwrap
from collections import namedtuple
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from typing import Any

from reflexion import __version__
from reflexion.cli.context import Context
from reflexion.cli.terminal import warn
from reflexion.errors import ReflexionError, Stop, Usage
from reflexion.hosts import NAMES
from reflexion.learning.entry import TYPES
from reflexion.store import fs
from reflexion.text import PACKAGE, rows

Command = namedtuple("Command", "group name call what")  # call: "module.function" of cli/
COMMANDS = {row[1]: Command(*row) for row in rows("cli/commands.tsv")}
# how an argument of arguments.tsv is given
HOW: dict[str, dict[str, Any]] = {
    "flag": {"action": "store_true"},
    "const": {"action": "store_const", "default": ""},
    "value": {"default": ""},
    "each": {"action": "append", "default": []},
    "pairs": {"action": "append", "default": [], "nargs": 2, "metavar": ("ID[,ID]", "SENTENCE")},
    "open": {"nargs": "?", "const": ""},
    "one": {},
    "maybe": {"nargs": "?", "default": ""},
    "some": {"nargs": "+"},
    "any": {"nargs": "*"},
}
CHOICES: dict[str, Sequence[str]] = {"HOSTS": (*NAMES, "all"), "TYPES": TYPES}
HIDDEN = {"-": argparse.SUPPRESS}
EVERY = "every"  # command
INTERRUPTED = 130
# `capture` is what scripts/capture.py is by hand
ALIASES = {"capture": "learn", "-h": "help", "--help": "help", "-V": "--version"}
MEANT = dict(rows("cli/meant.tsv"))
MANUAL = os.path.join(PACKAGE, "manual")
MAX_PAGE = 1 << 20
REFUSED = "refused"
REMEDIES: dict[object, str] = {errno.ENOSPC: "make room", errno.ENOENT: "check its name"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status. Raises only bugs, under REFLEXION_DEBUG."""
    words = list(sys.argv[1:] if argv is None else argv)
    _make_usable("stdout")
    _make_usable("stderr")
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except SystemExit as stop:  # of argparse: 0 for --help, 2 for wrong usage
        return int(stop.code or 0)
    except KeyboardInterrupt:
        warn("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # the reader (`| head`) has seen enough: what is left to be printed goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        warn(_explained(error))
        return getattr(error, "status", 1)


def _run(argv: list[str]) -> int:
    place = argv[:2] if argv[:1] == ["--project"] else []  # as if it stood behind the command
    word, *rest = argv[len(place) :] or ["help"]
    word = ALIASES.get(word, word)
    if word == "help":
        return _help(*rest[:1])
    if word == "--version":
        print(f"reflexion {__version__}")
        return 0
    if word not in COMMANDS:
        raise Usage(f"there is no command {word!r}{_meant(word)}: `reflexion help` lists them")
    args = parser_of(word).parse_args([*place, *rest])
    context = Context(args, os.environ)
    why = refusal(word, args) if context.is_agent else ""
    if why:
        raise Stop(f"{word}: {why}, so a person runs it in a terminal of their own")
    module, _, function = COMMANDS[word].call.partition(".")
    # only the module of the command: the others would double the time of its start
    return getattr(import_module(f"reflexion.cli.{module}"), function)(args, context)


def _meant(word: str) -> str:
    near = [MEANT[word]] if word in MEANT else difflib.get_close_matches(word, COMMANDS, 1)
    return f" (did you mean `reflexion {near[0]}`?)" if near else ""


def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser of the words behind a command."""
    details = [line for (line,) in _rows_of(command, "cli/details.tsv")]
    parser = argparse.ArgumentParser(
        prog=f"reflexion {command}",
        description="\n".join([COMMANDS[command].what, "", *details]).strip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_arguments(command, parser)
    add_arguments(EVERY, parser)
    return parser


def add_arguments(command: str, parser: Any) -> None:
    """Add the arguments that arguments.tsv gives a command."""
    groups = {"": parser}
    for word, how, group, metavar, choices, what in _rows_of(command, "cli/arguments.tsv"):
        name, _, dest = word.partition("=")
        listed = CHOICES.get(choices, choices.split())
        consts = {"const": name.lstrip("-"), "open": "".join(listed[:1])}
        given = {"dest": dest, "metavar": metavar, "choices": listed, "const": consts.get(how)}
        more = {key: value for key, value in given.items() if value}
        details = {**HOW[how], **more, "help": HIDDEN.get(what, what)}
        if group not in groups:
            groups[group] = parser.add_mutually_exclusive_group()
        groups[group].add_argument(name, **details)


def refusal(command: str, args: argparse.Namespace) -> str:
    """Return why an agent may not run a command with these arguments; "" if it may.

    The first row of permission.tsv that fits counts.
    """
    for option, answer, why in _rows_of(command, "cli/permission.tsv"):
        if not option or getattr(args, option, None):
            return why if answer == REFUSED else ""
    return "it is not made for agents"


def _rows_of(command: str, table: str) -> list[list[str]]:
    return [cells for name, *cells in rows(table) if name == command]


def _help(word: str = "help") -> int:
    topic = word.lower().removesuffix(".md")
    topic = ALIASES.get(topic, topic)
    pages = manual_pages()
    if topic in COMMANDS:
        parser_of(topic).print_help()
    elif topic in pages:
        print(fs.read_text(os.path.join(MANUAL, f"{topic}.md"), MAX_PAGE).rstrip())
    elif topic == "help" or topic.startswith("-"):
        print(overview())
    else:
        raise Stop(f"there is no command and no page {topic!r}: pages are {', '.join(pages)}")
    return 0


def manual_pages() -> list[str]:
    """Return the names of the pages of the manual."""
    return [name[:-3] for name in fs.names(MANUAL) if name.endswith(".md")]


def overview() -> str:
    """Return the commands by group, a line each."""
    lines = ["usage: reflexion [--project FOLDER] COMMAND \u2026", ""]
    for group, commands in groupby(COMMANDS.values(), attrgetter("group")):
        lines.append(f"{group}:")
        lines += [f"  {command.name:<14} {command.what}" for command in commands]
    pages = ", ".join(manual_pages())
    lines += ["", "`help COMMAND` tells more; `help PAGE` prints a page of the manual:"]
    lines.append(textwrap.fill(pages, 78, initial_indent="  ", subsequent_indent="  "))
    return "\n".join(lines)


def _make_usable(name: str) -> None:
    """Replace a closed stream by the null device; let none refuse a character."""
    stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")
    stream.reconfigure(errors="replace")
    setattr(sys, name, stream)


def _explained(error: Exception) -> str:
    """Return an error in one line with its remedy. Raises a bug again under REFLEXION_DEBUG."""
    if isinstance(error, ReflexionError):
        return str(error)
    if isinstance(error, OSError) and error.errno is None:
        return str(error)  # of `store.fs`: it names the file
    if isinstance(error, OSError):
        remedy = REMEDIES.get(error.errno, "check that you may write it")
        return f"{error.filename or 'the output'}: {error.strerror}; {remedy}"
    if os.environ.get("REFLEXION_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return f"a bug ({what}): run it again with REFLEXION_DEBUG=1 for the traceback"
