"""`reflexion help`: the overview, a command's help, a page of the manual."""

from __future__ import annotations

import os

from reflexion.cli import common, frame
from reflexion.store.files import names, read_text

MANUAL = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "manual")
MOST = 1 << 20


def topics() -> list:
    """The names of the manual's pages."""
    return [name[:-3] for name in names(MANUAL) if name.endswith(".md")]


def overview() -> str:
    return frame.overview(topics())


def help(context) -> int:
    topic = context.options.topic
    if not topic:
        print(overview())
        return 0
    command = frame.find(topic)
    if command:
        command.parser().print_help()
    elif topic in topics():
        common.page(page(topic).splitlines())
    else:
        known = [*topics(), *(name for row in frame.commands() for name in row.names)]
        meant = frame.nearest(topic, known)
        raise common.Stop(f"there is no help on {topic!r}{meant}: `reflexion help` lists topics")
    return 0


def page(topic: str) -> str:
    """The Markdown of a page of the manual."""
    return read_text(os.path.join(MANUAL, topic + ".md"), MOST).rstrip()
