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
from collections.abc import Iterable, Sequence
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
    "const": {"action": "store_const"},
    "value": {"default": ""},
    "each": {"action": "append", "default": []},
    "pairs": {"action": "append", "default": [], "nargs": 2},
    "open": {"nargs": "?", "const": ""},
    "one": {},
    "maybe": {"nargs": "?", "default": ""},
    "some": {"nargs": "+"},
    "any": {"nargs": "*"},
}
CHOICES: dict[str, Sequence[str]] = {"HOSTS": (*NAMES, "all"), "TYPES": TYPES}
INTERRUPTED = 130
USAGE = 2
ALIASES = {"capture": "learn"}  # scripts/capture.py by hand
MEANT = dict(rows("cli/meant.tsv"))
MANUAL = os.path.join(PACKAGE, "manual")
MAX_PAGE = 1 << 20
REFUSED = "refused"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status. Raises only bugs, under REFLEXION_DEBUG."""
    words = list(sys.argv[1:] if argv is None else argv)
    for name in ("stdout", "stderr"):
        _make_usable(name)
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
        return USAGE if isinstance(error, Usage) else 1


def _run(argv: list[str]) -> int:
    is_placed = argv[:1] == ["--project"]  # as if it stood behind the command
    place, words = (argv[:2], argv[2:]) if is_placed else ([], argv)
    word = words[0] if words else "help"
    if word in ("help", "-h", "--help"):
        return _help(words[1] if words[1:] else "")
    if word in ("-V", "--version"):
        print(f"reflexion {__version__}")
        return 0
    word = ALIASES.get(word, word)
    if word not in COMMANDS:
        raise Usage(f"there is no command {word!r}{_meant(word)}: `reflexion help` lists them")
    args = make_parser([word]).parse_args([word, *place, *words[1:]])
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


def make_parser(names: Iterable[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """Return the parser of the program, with those of the commands that are named."""
    parser = argparse.ArgumentParser(prog="reflexion", add_help=False, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in names:
        details = [line for owner, line in rows("cli/details.tsv") if owner == name]
        below = commands.add_parser(
            name,
            description="\n".join([COMMANDS[name].what, "", *details]).strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        add_arguments(name, below)
        below.add_argument(
            "--project",
            metavar="FOLDER",
            default="",
            help="work with the project in FOLDER, not in the current one",
        )
    return parser


def add_arguments(command: str, parser: Any) -> None:
    """Add the arguments that arguments.tsv gives a command."""
    one_of: Any = None
    for owner, word, how, is_one_of, metavar, choices, what in rows("cli/arguments.tsv"):
        if owner != command:
            continue
        name, _, dest = word.partition("=")
        listed = CHOICES.get(choices, choices.split())
        consts = {"const": name.lstrip("-"), "open": listed[0] if listed else ""}
        given = {
            "dest": dest,
            "metavar": tuple(metavar.split()) if how == "pairs" else metavar,
            "choices": listed,
            "const": consts.get(how),
        }
        details = {**HOW[how], "help": what, **{key: given[key] for key in given if given[key]}}
        if is_one_of:
            one_of = one_of or parser.add_mutually_exclusive_group()
        (one_of if is_one_of else parser).add_argument(name, **details)


def refusal(command: str, args: argparse.Namespace) -> str:
    """Return why an agent may not run a command with these arguments; "" if it may.

    The first row of permission.tsv that fits counts.
    """
    for name, option, answer, why in rows("cli/permission.tsv"):
        if name == command and (not option or getattr(args, option, None)):
            return why if answer == REFUSED else ""
    return "it is not made for agents"


def _help(word: str) -> int:
    topic = word.lower().removesuffix(".md")
    topic = ALIASES.get(topic, topic)
    pages = manual_pages()
    if topic in COMMANDS:
        make_parser([topic]).parse_args([topic, "--help"])
    elif topic in pages:
        print(fs.read_text(os.path.join(MANUAL, f"{topic}.md"), MAX_PAGE).rstrip())
    elif topic in ("", "help") or topic.startswith("-"):
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
    setattr(sys, name, stream)
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _explained(error: Exception) -> str:
    """Return an error in one line with its remedy. Raises a bug again under REFLEXION_DEBUG."""
    if isinstance(error, ReflexionError):
        return str(error)
    if isinstance(error, OSError) and error.errno is None:
        return str(error)  # of `store.fs`: it names the file
    if isinstance(error, OSError):
        remedy = "make room" if error.errno == errno.ENOSPC else "check that you may write it"
        return f"{error.filename or 'the output'}: {error.strerror}; {remedy}"
    if os.environ.get("REFLEXION_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return f"a bug ({what}): run it again with REFLEXION_DEBUG=1 for the traceback"
