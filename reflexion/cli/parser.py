"""The commands of commands.txt and their argument parsers."""

from __future__ import annotations

import argparse
import re
import textwrap
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module

from reflexion.cli import permission
from reflexion.cli.context import Context
from reflexion.text.tables import lines

HEAD = re.compile(r"(?P<names>[a-z][\w, -]*?) = (?P<target>\w+\.\w*): (?P<summary>.+)")
VALUE = re.compile(r"(\[?)([A-Z]+)(\.\.\.)?\]?(\+)?(?:\{([\w,]+)\})?")
HELP_COLUMNS = 80
PROJECT = ("--project FOLDER", "the project's folder (default: the one you are in)")


class Command:
    """`names`: its own comes first; `target`: module.function; `arguments`: (spec, help)."""

    def __init__(self, group: str, names: str, target: str, summary: str):
        self.group, self.names, self.summary = group, names.split(", "), summary
        self.name, (self.module, self.function) = self.names[0], target.split(".")
        self.description, self.arguments, self.examples = [], [], []

    def parser(self) -> Parser:
        text = "\n".join(self.description) or self.summary[0].upper() + self.summary[1:] + "."
        text = "\n\n".join(textwrap.fill(part, HELP_COLUMNS) for part in text.split("\n\n"))
        parser = Parser(
            prog=f"reflexion {self.name}",
            description=text,
            epilog="\n  ".join(["examples:", *self.examples]) if self.examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        has_project = any(spec.startswith("--project") for spec, _ in self.arguments)
        for spec, help_text in self.arguments if has_project else [*self.arguments, PROJECT]:
            flags, options = argument(spec, help_text)
            parser.add_argument(*flags, **options)
        return parser

    def run(self, argv: list) -> int:
        parser = self.parser()
        context = Context(parser, parser.parse_intermixed_args(argv))
        permission.check(self.name, context)
        return getattr(import_module(f"reflexion.cli.{self.module}"), self.function)(context) or 0


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments, and which flag may have been meant."""

    def error(self, message: str):
        unknown = re.search(r"unrecognized arguments: .*?(--\w[\w-]*)", message)
        meant = nearest(unknown[1], self._option_string_actions) if unknown else ""
        self.exit(2, f"{self.prog}: {message}{meant}; `{self.prog} --help` says more\n")


def argument(spec: str, help_text: str) -> tuple:
    """(names, keywords) for add_argument of a line such as `-n, --limit N` or `[ID...]`."""
    words = re.sub(r"^(-\w),", r"\1", spec).split()
    flags = [word for word in words if word.startswith("-")]
    options = {"help": help_text.replace("%", "%%")}
    if "--global" in flags:
        options["dest"] = "everywhere"  # `global` is a word of the language
    if flags == words:
        return flags, {**options, "action": "store_true"}
    optional, name, many, again, choices = VALUE.fullmatch(words[-1]).groups()
    if choices:
        options["choices"] = tuple(choices.split(","))
    else:
        options.update(metavar=name, default="")
    if name == "N":
        options.update(type=int, default=0)
    if again:
        options.update(action="append", default=[])
    elif many:
        options["nargs"] = "*" if optional else "+"
        del options["default"]
    elif optional:
        options.update({"nargs": "?", "const": "", "default": None} if flags else {"nargs": "?"})
    return flags or [name.lower()], options


@lru_cache(None)
def commands() -> list:
    """Every Command of the table, in its order."""
    group, found = "", []
    for line in lines("cli/commands.txt"):
        head, body = HEAD.fullmatch(line), line.strip()
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
