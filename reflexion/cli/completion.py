"""`completion`: scripts for bash, zsh and fish."""

from __future__ import annotations

import os
import re

from reflexion.cli.help import MOST, topics
from reflexion.cli.parser import commands
from reflexion.store.fs import read_text
from reflexion.store.schema import id_of
from reflexion.text.tables import PACKAGE

ZSH = "#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit\n"  # takes what bash has


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        files = context.project.store.names()
        print("\n".join(filter(None, map(id_of, files))))
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
