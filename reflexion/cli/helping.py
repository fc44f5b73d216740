"""`reflexion help`: overview, commands, manual; `completion`: scripts made of the commands."""

from __future__ import annotations

import os
import re

from reflexion.cli import common, frame
from reflexion.store.files import names, read_text

MANUAL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "manual")
HERE = os.path.dirname(os.path.abspath(__file__))
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
        common.page(page(topic).splitlines())
    else:
        known = [*topics(), *(name for row in frame.commands() for name in row.names)]
        meant = frame.nearest(topic, known)
        raise common.Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")


def page(topic: str) -> str:
    """The Markdown of a page of the manual."""
    return read_text(os.path.join(MANUAL, topic + ".md"), MOST).rstrip()


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        files = context.project.store.names()
        print("\n".join(name[:-5] for name in files if name.endswith(".json")))
    else:
        print({"bash": bash, "zsh": zsh, "fish": fish}[shell](rows()), end="")


def rows() -> list:
    """[(command, summary, [(flag, help, choices)], words to offer)] in the table's order."""
    table = []
    for command in (row for row in frame.commands() if row.group):
        actions = command.parser()._actions
        flags = [
            (flag, _plain(action.help), [*(action.choices or ())])
            for action in actions
            for flag in action.option_strings
            if flag.startswith("--")
        ]
        places = [action for action in actions if not action.option_strings]
        words = [word for action in places for word in action.choices or ()]
        words += ["IDS" for action in places if action.dest == "id"]
        if command.name == "help":
            words += [*topics(), *(row.name for row in frame.commands())]
        table.append((command.name, command.summary, flags, words))
    return table


def _plain(text) -> str:
    return re.sub(r"[^\w ,.;()/-]", "", (text or "").replace("%%", "%")).split(". ")[0][:80]


def bash(table: list) -> str:
    flags, values = [], []
    for name, _, options, words in table:
        flags.append(f"      {name}) words='{' '.join([*(row[0] for row in options), *words])}' ;;")
        for flag, choices in [(row[0], row[2]) for row in options if row[2]]:
            values.append(f"    {name}:{flag}) words='{' '.join(choices)}' ;;")
    every, script = (
        " ".join(row[0] for row in table),
        read_text(f"{HERE}/completion.bash.txt", MOST),
    )
    parts = {"NAMES": every, "FLAGS": "\n".join(flags), "VALUES": "\n".join(values)}
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], script)


def zsh(table: list) -> str:
    """The script for zsh, which takes over bash's."""
    return f"#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit\n{bash(table)}"


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
