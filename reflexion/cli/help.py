"""`help`: the overview, the help of one command, or a page of the manual."""

from __future__ import annotations

import os

from reflexion.cli.errors import Stop
from reflexion.store import fs
from reflexion.text import PACKAGE

HELP = "help on a command, or a page of the manual"
MANUAL = os.path.join(PACKAGE, "manual")
MAX_PAGE = 1 << 20


def add_arguments(parser) -> None:
    parser.add_argument("topic", nargs="?", default="", help="a command, or a page")


def run(args, context) -> int:
    topic = args.topic.lower().removesuffix(".md")
    if topic in pages():
        print(fs.read_text(os.path.join(MANUAL, f"{topic}.md"), MAX_PAGE).rstrip())
        return 0
    raise Stop(f"there is no command and no page {topic!r}: pages are {', '.join(pages())}")


def pages() -> list:
    """Return the names of the pages of the manual."""
    return [name[:-3] for name in fs.names(MANUAL) if name.endswith(".md")]
