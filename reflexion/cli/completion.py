"""`completion`: scripts for bash, zsh and fish."""

from __future__ import annotations

import os
import re
from collections import Counter, namedtuple

from reflexion.cli.help import MOST, topics
from reflexion.cli.parser import called, commands
from reflexion.signals.topics import descriptions
from reflexion.store.fs import read_text
from reflexion.store.schema import id_of
from reflexion.store.settings import SETTINGS
from reflexion.text.tables import PACKAGE

ZSH = "#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit\n"  # takes what bash has
MOST_IDS = 200  # offered, the latest
SAID = 48  # characters of what a learning says
ODD = re.compile(r"[^A-Za-z0-9 ._-]+")  # nothing that a shell or a terminal could take for more
UNQUOTED = re.compile(r"[^\w ,.;()/-]")  # of a help text, which stands in single quotes
IDS = "IDS"  # stands in the words to offer where ids are asked for

# a command: its Flags, and the words to offer beside them
Row = namedtuple("Row", "name summary flags words")
Flag = namedtuple("Flag", "name help choices")


def completion(context) -> None:
    shell = context.options.shell
    if shell == "ids":
        print("\n".join(ids(context.project.store, context.redact, context.options.word)))
    elif shell == "fish":
        print(fish(rows()), end="")
    else:
        print((ZSH if shell == "zsh" else "") + bash(rows()), end="")


def ids(store, redact, begun: str = "") -> list:
    """Lines "id, tab, first words" of the latest learnings: the last digits of the id where they
    tell and no whole one is `begun`."""
    names = list(filter(None, map(id_of, store.names())))[-MOST_IDS:]
    tails = [name.rpartition("-")[2] for name in names]
    counts = Counter(tails)
    is_whole = begun[:1].upper() == "R"
    lines = []
    for name, tail in zip(names, tails):
        entry = store.get(name)
        words = redact(entry["resolution"] or entry["trigger"]) if entry else "cannot be read"
        shown = name if is_whole or counts[tail] > 1 else tail
        lines.append(f"{shown}\t{' '.join(ODD.sub(' ', words).split())[:SAID]}")
    return lines


def rows() -> list:
    """A Row for each command, in the table's order."""
    return [_row(command) for command in commands() if command.group]


def _row(command) -> Row:
    flags: list = []
    words: list = []
    for action in command.parser()._actions:
        subjects = descriptions() if action.dest in ("skill", "category") else ()
        choices = list(action.choices or subjects)
        text = UNQUOTED.sub("", action.help.replace("%%", "%")).split(". ")[0][:80]
        long = [flag for flag in action.option_strings if flag.startswith("--")]
        flags += [Flag(flag, text, choices) for flag in long]
        if not action.option_strings:
            words += choices
            if action.dest == "id":
                words.append(IDS)
    if command.name == "help":
        words += [*topics(), *(row.name for row in commands())]
    if command.name == "config":
        words += SETTINGS
    return Row(command.name, command.summary, flags, words)


def values(name: str) -> list:
    """The values that a setting takes, as far as they can be named."""
    default = SETTINGS[name].default
    allowed = SETTINGS[name].allowed
    if isinstance(default, bool) and not isinstance(allowed, list):
        return ["true", "false"]
    words = allowed if isinstance(allowed, list) else []
    return [str(word).lower() for word in words if isinstance(word, (str, bool))]


def bash(table: list) -> str:
    flags = []
    chosen = []
    for row in table:
        words = " ".join([*(flag.name for flag in row.flags), *row.words])
        flags.append(f"      {row.name}) words='{words}' ;;")
        for flag in row.flags:
            if flag.choices:
                chosen.append(f"    {row.name}:{flag.name}) words='{' '.join(flag.choices)}' ;;")
    for name in SETTINGS:
        if values(name):
            chosen.append(f"    config:{name}) words='{' '.join(values(name))}' ;;")
    script = read_text(os.path.join(PACKAGE, "cli", "completion.bash.txt"), MOST)
    parts = {
        "NAMES": " ".join(row.name for row in table),
        "FLAGS": "\n".join(flags),
        "VALUES": "\n".join(chosen),
        "PROGRAM": called(),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], script)


def fish(table: list) -> str:
    script = ["# fish completion for reflexion", "complete -c reflexion -f"]
    for row in table:
        text = row.summary.replace("'", "")
        script.append(f"complete -c reflexion -n __fish_use_subcommand -a {row.name} -d '{text}'")
        here = f"complete -c reflexion -n '__fish_seen_subcommand_from {row.name}'"
        for flag in row.flags:
            value = f" -xa '{' '.join(flag.choices)}'" if flag.choices else ""
            script.append(f"{here} -l {flag.name[2:]}{value} -d '{flag.help}'")
        offered = " ".join(word for word in row.words if word != IDS)
        if offered:
            script.append(f"{here} -a '{offered}'")
        if IDS in row.words:  # fish takes what stands behind a tab for a description
            asked = f"({called()} completion ids 2>/dev/null)"
            script.append(f'{here} -a "{asked}"')
    for name in SETTINGS:
        if values(name):
            here = f"complete -c reflexion -n '__fish_seen_subcommand_from {name}'"
            script.append(f"{here} -a '{' '.join(values(name))}'")
    return "\n".join(script) + "\n"
