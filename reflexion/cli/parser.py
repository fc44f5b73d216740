"""The commands of commands.txt and their argument parsers."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module

from reflexion.cli import output, permission
from reflexion.cli.context import Context
from reflexion.hosts.registry import NAMES
from reflexion.setup.command import hints
from reflexion.status import terminal
from reflexion.text.tables import lines

NAMED = r"[a-z][\w, -]*?"
FUNCTION = r"\w+\.\w+"
OTHER = r"[a-z]+(?: --[a-z]+)+"
HEAD = re.compile(rf"(?P<names>{NAMED}) = (?P<target>{FUNCTION}|{OTHER}): (?P<summary>.+)")
VALUE = re.compile(r"(\[?)([A-Z]+)(\.\.\.)?\]?(\+)?(?:\{([\w,]+)\})?")
HELP_COLUMNS = 80
NAME = "reflexion"
PROJECT = ("--project FOLDER", "the project's folder (default: the one you are in)")


class Command:
    """`names`: its own comes first; `target`: module.function, or the words of the command that it
    stands for (`init --uninstall`); `arguments`: (spec, help)."""

    def __init__(self, group: str, names: str, target: str, summary: str):
        self.group = group
        self.names = names.split(", ")
        self.name = self.names[0]
        self.summary = summary
        self.stands_for = target.split() if " " in target else []
        self.module, _, self.function = target.partition(".")
        self.description: list = []
        self.arguments: list = []
        self.examples: list = []

    def parser(self) -> Parser:
        width = min(HELP_COLUMNS, terminal.width())
        text = "\n".join(self.description) or self.summary[0].upper() + self.summary[1:] + "."
        parts = [textwrap.fill(hints(part, os.environ), width) for part in text.split("\n\n")]
        examples = [line for example in self.examples for line in _example(example, width)]
        parser = Parser(
            prog=f"{called()} {self.name}",
            description="\n\n".join(parts),
            epilog="\n  ".join(["examples:", *examples]) if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.short = self.name
        for spec, help_text in [*self.arguments, PROJECT]:
            flags, options = argument(spec, help_text)
            parser.add_argument(*flags, **options)
        return parser

    def run(self, argv: list) -> int:
        if self.stands_for:
            return self._as_the_other(argv)
        parser = self.parser()
        context = Context(parser, parser.parse_intermixed_args(argv))
        permission.check(self.name, context)
        function = getattr(import_module(f"reflexion.cli.{self.module}"), self.function)
        try:
            return function(context) or 0
        finally:
            if self.name != "undo":
                context.record(self.name, argv)

    def _as_the_other(self, argv: list) -> int:
        """Run the command that this one stands for; its own parser looks at the words first."""
        self.parser().parse_intermixed_args(argv)
        name, *words = self.stands_for
        return find(name).run([*words, *argv])


def called() -> str:
    """How the program is called here: `reflexion`, or by its path."""
    return hints("`reflexion -`", os.environ).strip("`- ")


def _example(text: str, width: int) -> list:
    """The lines of an example, its comment below it where both do not fit."""
    command, _, comment = text.partition("  ")
    command = hints(command, os.environ)
    line = f"{command:<40}   {comment.strip()}".rstrip()
    if comment and len(line) + 2 <= width:
        return [line]
    told = textwrap.wrap(comment.strip(), width - 6)
    return [*terminal.folded(command, width - 2), *(f"    {line}" for line in told)]


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments, and which flag may have been meant.
    `short`: the command's own name."""

    short = ""

    def error(self, message: str):
        unknown = re.search(r"unrecognized arguments: .*?(--\w[\w-]*)", message)
        meant = nearest(unknown[1], self._option_string_actions) if unknown else ""
        output.warn(f"{self.short}: {message}{meant}; `{NAME} {self.short} --help` says more")
        self.exit(2)


def argument(spec: str, help_text: str) -> tuple:
    """(names, keywords) for add_argument of a line such as `-n, --limit N` or `[ID...]`."""
    words = re.sub(r"^(-\w),", r"\1", spec).split()
    flags = [word for word in words if word.startswith("-")]
    options: dict = {"help": help_text.replace("%", "%%")}
    if "--global" in flags:
        options["dest"] = "everywhere"  # `global` is a word of the language
    if flags == words:
        return flags, {**options, "action": "store_true"}
    optional, name, many, again, choices = VALUE.fullmatch(words[-1]).groups()
    if choices:
        named = choices.replace("hosts", ",".join(NAMES)).split(",")
        options.update(choices=tuple(named), metavar=name)
        options["help"] += f" ({', '.join(named)})"
    else:
        options.update(metavar=name, default="")
    if name == "N":
        options.update(type=int, default=0)
    options.update(_count(bool(flags), optional, many, again))
    if many and not again:
        del options["default"]
    return flags or [name.lower()], options


def _count(is_flag: bool, optional, many, again) -> dict:
    """How often a value may be given, as argparse has it."""
    if again:
        return {"action": "append", "default": []}
    if many:
        return {"nargs": "*" if optional else "+"}
    if optional:
        return {"nargs": "?", "const": "", "default": None} if is_flag else {"nargs": "?"}
    return {}


@lru_cache(None)
def commands() -> list:
    """Every Command of the table, in its order."""
    group = ""
    found = []
    for line in lines("cli/commands.txt"):
        head = HEAD.fullmatch(line)
        body = line.strip()
        if head:
            found.append(Command(group, **head.groupdict()))
        elif line.startswith("["):
            group = line.strip("[]")
        elif body.startswith("|"):
            found[-1].description.append(body[2:])
        elif body.startswith("$"):
            found[-1].examples.append(body[2:])
        else:
            found[-1].arguments.append(re.split(r"  +", body, maxsplit=1))
    return found


def find(name: str) -> Command | None:
    """The Command of that name or other name."""
    return next((command for command in commands() if name in command.names), None)


def nearest(word: str, names) -> str:
    """ " (did you mean `...`?)", or "" when nothing is near."""
    near = get_close_matches(word, list(names), 1)
    return f" (did you mean `{near[0]}`?)" if near else ""
