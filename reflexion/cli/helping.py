"""`reflexion help`: overview, commands, manual; `completion`: scripts made of the commands."""

from __future__ import annotations

import os
import re

from reflexion.cli import common, frame
from reflexion.store.files import names, read_text
from reflexion.text.tables import PACKAGE

MANUAL = os.path.join(PACKAGE, "manual")
BASH = os.path.join(PACKAGE, "cli", "completion.bash.txt")
MOST = 1 << 20
IDS = "(reflexion completion ids 2>/dev/null)"


def topics() -> list:
    """The names of the manual's pages."""
    return [name[:-3] for name in names(MANUAL) if name.endswith(".md")]


def help(context) -> None:
    topic = context.options.topic
    command = frame.find(topic) if topic else None
    if not topic:
        print(frame.overview(topics()))
    elif command:
        command.parser().print_help()
    elif topic in topics():
        text = read_text(os.path.join(MANUAL, topic + ".md"), MOST)
        common.page(text.rstrip().splitlines())
    else:
        known = [*topics(), *(name for row in frame.commands() for name in row.names)]
        meant = frame.nearest(topic, known)
        raise common.Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        files = context.project.store.names()
        print("\n".join(name[:-5] for name in files if name.endswith(".json")))
    elif shell == "zsh":  # takes over what bash has
        start = "#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit"
        print(f"{start}\n{bash(rows())}", end="")
    else:
        print({"bash": bash, "fish": fish}[shell](rows()), end="")


def rows() -> list:
    """[(command, summary, [(flag, help, choices)], words to offer)] in the table's order."""
    table = []
    for command in (row for row in frame.commands() if row.group):
        flags, words = [], []
        for action in command.parser()._actions:
            help_text = re.sub(r"[^\w ,.;()/-]", "", action.help.replace("%%", "%"))
            what, choices = help_text.split(". ")[0][:80], [*(action.choices or ())]
            long = [flag for flag in action.option_strings if flag.startswith("--")]
            flags += [(flag, what, choices) for flag in long]
            if not action.option_strings:
                words += choices + ["IDS"] * (action.dest == "id")
        if command.name == "help":
            words += [*topics(), *(row.name for row in frame.commands())]
        table.append((command.name, command.summary, flags, words))
    return table


def bash(table: list) -> str:
    flags, values = [], []
    for name, _, options, words in table:
        flags.append(f"      {name}) words='{' '.join([*(row[0] for row in options), *words])}' ;;")
        for flag, choices in [(row[0], row[2]) for row in options if row[2]]:
            values.append(f"    {name}:{flag}) words='{' '.join(choices)}' ;;")
    every = " ".join(row[0] for row in table)
    parts = {"NAMES": every, "FLAGS": "\n".join(flags), "VALUES": "\n".join(values)}
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], read_text(BASH, MOST))


def fish(table: list) -> str:
    lines = ["# fish completion for reflexion", "complete -c reflexion -f"]
    for name, summary, options, words in table:
        text = summary.replace("'", "")
        lines.append(f"complete -c reflexion -n __fish_use_subcommand -a {name} -d '{text}'")
        here = f"complete -c reflexion -n '__fish_seen_subcommand_from {name}'"
        for flag, what, choices in options:
            value = f" -xa '{' '.join(choices)}'" if choices else ""
            lines.append(f"{here} -l {flag[2:]}{value} -d '{what}'")
        offered = " ".join(IDS if word == "IDS" else word for word in words)
        lines += [f"{here} -a '{offered}'"] if words else []
    return "\n".join(lines) + "\n"
