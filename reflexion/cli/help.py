"""`help`: the overview, a command's arguments, a page of the manual."""

from __future__ import annotations

import os
import textwrap

from reflexion.cli.output import Stop, print_paged
from reflexion.cli.parser import HELP_COLUMNS, commands, find, nearest
from reflexion.store.fs import names, read_text
from reflexion.text.tables import PACKAGE

MANUAL = os.path.join(PACKAGE, "manual")
MOST = 1 << 20


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
        print_paged(read_text(os.path.join(MANUAL, topic + ".md"), MOST).rstrip().splitlines())
    else:
        meant = nearest(topic, [*topics(), *(name for row in commands() for name in row.names)])
        raise Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")


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
    wrapped = textwrap.wrap(" ".join(topics()), HELP_COLUMNS - 2, break_on_hyphens=False)
    return "\n".join([*shown, "", more, *("  " + line for line in wrapped)])
