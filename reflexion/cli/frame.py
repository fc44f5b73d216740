"""The commands of commands.txt: their parsers, `help` on them, completion scripts made of them."""

from __future__ import annotations

import argparse
import os
import re
import textwrap
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module

from reflexion.cli import common
from reflexion.store.fs import names, read_text
from reflexion.text.tables import PACKAGE, lines

HEAD = re.compile(r"(?P<names>[a-z][\w, -]*?) = (?P<target>\w+\.\w*): (?P<summary>.+)")
VALUE = re.compile(r"(\[?)([A-Z]+)(\.\.\.)?\]?(\+)?(?:\{([\w,]+)\})?")
HELP_COLUMNS = 80
MANUAL = os.path.join(PACKAGE, "manual")
MOST = 1 << 20
ZSH = "#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit\n"  # takes what bash has
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
        context = common.Context(parser, parser.parse_intermixed_args(argv))
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


def topics() -> list:
    """The names of the manual's pages."""
    return [name[:-3] for name in names(MANUAL) if name.endswith(".md")]


def help(context) -> None:
    """The overview, what a command takes, or a page of the manual."""
    topic = context.options.topic
    command = find(topic) if topic else None
    if not topic:
        print(overview())
    elif command:
        command.parser().print_help()
    elif topic in topics():
        common.page(read_text(os.path.join(MANUAL, topic + ".md"), MOST).rstrip().splitlines())
    else:
        meant = nearest(topic, [*topics(), *(name for row in commands() for name in row.names)])
        raise common.Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")


def overview() -> str:
    """The commands one starts with, the names of the others, the manual's pages."""
    groups, shown = {}, ["usage: reflexion COMMAND [ARGUMENTS]", ""]
    for row in commands():
        groups.setdefault(row.group, []).append(row)
    shown += [f"  {row.name:<8} {row.summary}" for row in groups.pop("start")]
    shown += ["", "more:"]
    for group in filter(None, groups):
        shown.append(f"  {group:<8} {' '.join(row.name for row in groups[group])}")
    more = "`reflexion help COMMAND` says more, with examples; `reflexion help TOPIC` reads:"
    wrapped = textwrap.wrap(" ".join(topics()), HELP_COLUMNS, break_on_hyphens=False)
    return "\n".join([*shown, "", more, *("  " + line for line in wrapped)])


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        files = context.project.store.names()
        print("\n".join(name[:-5] for name in files if name.endswith(".json")))
        return
    script = fish(rows()) if shell == "fish" else bash(rows())
    print(ZSH + script if shell == "zsh" else script, end="")


def rows() -> list:
    """[(command, summary, [(flag, help, choices)], words to offer)] in the table's order."""
    table = []
    for command in (row for row in commands() if row.group):
        flags, words = [], []
        for action in command.parser()._actions:
            help_text = re.sub(r"[^\w ,.;()/-]", "", action.help.replace("%%", "%"))
            what, choices = help_text.split(". ")[0][:80], [*(action.choices or ())]
            long = [flag for flag in action.option_strings if flag.startswith("--")]
            flags += [(flag, what, choices) for flag in long]
            if not action.option_strings:
                words += choices + ["IDS"] * (action.dest == "id")
        if command.name == "help":
            words += [*topics(), *(row.name for row in commands())]
        table.append((command.name, command.summary, flags, words))
    return table


def bash(table: list) -> str:
    flags, values = [], []
    for name, _, options, words in table:
        flags.append(f"      {name}) words='{' '.join([*(row[0] for row in options), *words])}' ;;")
        for flag, _, choices in options:
            if choices:
                values.append(f"    {name}:{flag}) words='{' '.join(choices)}' ;;")
    script = read_text(os.path.join(PACKAGE, "cli", "completion.bash.txt"), MOST)
    parts = {"NAMES": [row[0] for row in table], "FLAGS": flags, "VALUES": values}
    for name, part in parts.items():
        script = script.replace(f"@{name}@", (" " if name == "NAMES" else "\n").join(part))
    return script


def fish(table: list) -> str:
    script = ["# fish completion for reflexion", "complete -c reflexion -f"]
    for name, summary, options, words in table:
        text = summary.replace("'", "")
        script.append(f"complete -c reflexion -n __fish_use_subcommand -a {name} -d '{text}'")
        here = f"complete -c reflexion -n '__fish_seen_subcommand_from {name}'"
        for flag, what, choices in options:
            value = f" -xa '{' '.join(choices)}'" if choices else ""
            script.append(f"{here} -l {flag[2:]}{value} -d '{what}'")
        offered = " ".join(words).replace("IDS", "(reflexion completion ids 2>/dev/null)")
        script += [f"{here} -a '{offered}'"] if words else []
    return "\n".join(script) + "\n"
