"""The commands and their arguments, as the tables beside this module have them."""

from __future__ import annotations

import argparse
from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

from reflexion.hosts import NAMES
from reflexion.learning.fields import TYPES
from reflexion.text import rows

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
    "maybe": {"nargs": "?"},
    "some": {"nargs": "+"},
    "any": {"nargs": "*"},
}
CHOICES: dict[str, Sequence[str]] = {"HOSTS": (*NAMES, "all"), "TYPES": TYPES}


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
        details = {**HOW[how], "help": argparse.SUPPRESS if what == "-" else what}
        if dest:
            details["dest"] = dest
        if metavar:
            details["metavar"] = tuple(metavar.split()) if how == "pairs" else metavar
        if how == "const":
            details["const"] = name.lstrip("-")
        if choices:
            details["choices"] = CHOICES.get(choices, choices.split())
            if how == "open":
                details["const"] = details["choices"][0]
        elif how == "maybe":
            details["default"] = ""
        if is_one_of:
            one_of = one_of or parser.add_mutually_exclusive_group()
        (one_of if is_one_of else parser).add_argument(name, **details)
