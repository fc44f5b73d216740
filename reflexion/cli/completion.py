"""`completion`: scripts for bash, zsh and fish, and what they offer."""

from __future__ import annotations

import os
import re

from reflexion.cli.help import MOST, topics
from reflexion.cli.list import short_ids
from reflexion.cli.parser import called, commands, find
from reflexion.signals.topics import descriptions
from reflexion.store.fs import read_text
from reflexion.store.schema import id_of
from reflexion.store.settings import SETTINGS
from reflexion.text.tables import PACKAGE

ZSH = "#compdef reflexion\nautoload -U +X bashcompinit && bashcompinit\n"  # takes what bash has
MOST_IDS = 200  # offered, the latest
NAMING = ("for", "same", "replaces", "demote")  # options that name a learning
SAID = 48  # characters of what a learning says
ODD = re.compile(r"[^A-Za-z0-9 ._-]+")  # nothing that a shell or a terminal could take for more


def completion(context) -> None:
    """Print a script, or the lines "word, tab, what it says" that the scripts ask for."""
    shell = context.options.shell
    line = context.options.word
    if shell == "words":
        offered = candidates(context, line.split(" "))
        print("\n".join(f"{word}\t{plain(text)}" for word, text in offered))
    elif shell == "ids":  # scripts of older versions ask for these alone
        print("\n".join(f"{word}\t{plain(text)}" for word, text in ids(context, line)))
    else:
        name = "fish" if shell == "fish" else "bash"
        script = read_text(os.path.join(PACKAGE, "cli", f"completion.{name}.txt"), MOST)
        print((ZSH if shell == "zsh" else "") + script.replace("@PROGRAM@", called()), end="")


def plain(text: str) -> str:
    """The first words of a text, without what a shell or a terminal could take for more."""
    return " ".join(ODD.sub(" ", text).split())[:SAID]


def candidates(context, line: list) -> list:
    """[(word, what it says)] that can stand in the place of the last word of a command line."""
    *before, begun = line[1:] or [""]
    before = list(filter(None, before))
    if not before:
        offered = [(row.name, row.summary) for row in commands() if row.group]
    else:
        command = find(" ".join(before[:2])) or find(before[0])
        offered = _of_command(context, command, before, begun) if command else []
    return [row for row in offered if row[0].startswith(begun)]


def _of_command(context, command, before: list, begun: str) -> list:
    """What a command takes after the words `before`: a value, or a flag and its arguments."""
    actions = command.parser()._actions
    asking = [it for it in actions if before[-1] in it.option_strings and it.nargs != 0]
    if asking:
        takes_id = asking[0].dest in NAMING
        return ids(context, begun) if takes_id else _choices(asking[0])
    settings = [word for word in before if word in SETTINGS]
    if settings and command.name == "config":
        return [(word, "") for word in values(settings[0])]
    offered = [row for action in actions for row in _taken(context, action, begun)]
    return offered + _names(command.name)


def _taken(context, action, begun: str) -> list:
    """The long flags of an option, or the words of an argument."""
    if action.option_strings:
        return [(flag, action.help) for flag in action.option_strings if flag.startswith("--")]
    return ids(context, begun) if action.dest == "id" else _choices(action)


def _names(command: str) -> list:
    """What `help` and `config` take: pages and commands, settings."""
    if command == "help":
        return [(name, "") for name in [*topics(), *(row.name for row in commands())]]
    if command == "config":
        return [(name, setting.what) for name, setting in SETTINGS.items()]
    return []


def _choices(action) -> list:
    """The words that an argument takes: its choices, or the names of subjects."""
    subjects = descriptions() if action.dest in ("skill", "category") else {}
    return [(word, subjects.get(word, "")) for word in action.choices or subjects]


def ids(context, begun: str) -> list:
    """[(id, what it says)] of the latest learnings: the last digits of the id where they tell and
    no whole one is `begun`."""
    store = context.project.store
    names = list(filter(None, map(id_of, store.names())))[-MOST_IDS:]
    shown = names if begun[:1].upper() == "R" else short_ids(names)
    entries = map(store.get, names)
    texts = [row and context.redact(row["resolution"] or row["trigger"]) for row in entries]
    return [(name, text or "cannot be read") for name, text in zip(shown, texts)]


def values(name: str) -> list:
    """The values that a setting takes, as far as they can be named."""
    default = SETTINGS[name].default
    allowed = SETTINGS[name].allowed
    if isinstance(default, bool) and not isinstance(allowed, list):
        return ["true", "false"]
    words = allowed if isinstance(allowed, list) else []
    return [str(word).lower() for word in words if isinstance(word, (str, bool))]
