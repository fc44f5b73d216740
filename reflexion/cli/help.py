"""`help`: the overview, a command's arguments, a page of the manual."""

from __future__ import annotations

import os
import sys

from reflexion.cli.markdown import layout
from reflexion.cli.output import Stop, print_paged
from reflexion.cli.parser import HELP_COLUMNS, called, commands, find, nearest
from reflexion.setup.command import hints
from reflexion.status import terminal
from reflexion.store.fs import names, read_text
from reflexion.text.tables import PACKAGE

MANUAL = os.path.join(PACKAGE, "manual")
MOST = 1 << 20
NAMES = 17  # columns of the commands' names


def topics() -> list:
    """The names of the manual's pages."""
    return [name[:-3] for name in names(MANUAL) if name.endswith(".md")]


def help(context) -> None:
    """The overview, what a command takes, or a page of the manual."""
    topic = context.options.topic
    command = find(topic) if topic else None
    if not topic:
        print_paged(overview(min(context.width, HELP_COLUMNS)))
    elif command:
        print_paged(command.parser().format_help().rstrip().splitlines())
    elif topic in topics():
        print_paged(page(topic, context.width, context.paint))
    else:
        meant = nearest(topic, [*topics(), *(name for row in commands() for name in row.names)])
        raise Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")


def page(topic: str, width: int, paint) -> list:
    """A page of the manual: laid out on a terminal, in a pipe as it is but for our commands, which
    are printed as they are called here."""
    text = read_text(os.path.join(MANUAL, topic + ".md"), MOST)
    if terminal.is_terminal(sys.stdout):
        return layout(text, min(width, 100), paint)
    return [hints(line, os.environ) for line in text.rstrip().splitlines()]


def overview(width: int) -> list:
    """Every command with what it does, in groups, and the manual's pages."""
    lines = [f"usage: {called()} COMMAND [ARGUMENTS]"]
    for group in dict.fromkeys(row.group for row in commands() if row.group):
        rows = [row for row in commands() if row.group == group]
        lines += ["", f"{group}:"]
        lines += terminal.labelled([(row.name, row.summary) for row in rows], width, NAMES)
    more = "`reflexion help COMMAND` says more, with examples. `reflexion help TOPIC` reads:"
    lines += ["", *terminal.wrap(more, width)]
    return lines + terminal.wrap(" ".join(topics()), width, "  ")
