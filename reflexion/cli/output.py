"""Print what a command says, in lines that are safe for a terminal, and ask for a yes."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata

from reflexion import hosts
from reflexion.cli.errors import Stop
from reflexion.setup.command import for_agent, for_person
from reflexion.text.clean import one_line, visible

NARROWEST = 40  # columns
WIDEST = 120
OUR_COMMAND = re.compile(r"(^|[`(]|: )reflexion (?=[a-z-])", re.MULTILINE)
YES = ("y", "yes")


def say(text: str = "") -> None:
    """Print a message, its commands written the way they run here."""
    print(visible(as_called(text)))


def warn(text: str) -> None:
    """Print one line on stderr."""
    print("reflexion: " + " ".join(visible(as_called(text)).split("\n")), file=sys.stderr)


def as_called(text: str) -> str:
    """Return the text with each `reflexion …` as the command is called here."""
    if "reflexion " not in text:
        return text
    program = program_name()
    return OUR_COMMAND.sub(lambda found: f"{found[1]}{program} ", text)


def program_name() -> str:
    """Return how the person, or the agent, that runs this calls the program."""
    if hosts.is_agent(os.environ):
        folder = os.getcwd()
        return for_agent(folder, folder, os.environ)
    return for_person(os.environ)


def print_json(value) -> None:
    """Print JSON for programs; ASCII where the stream cannot take more."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, indent=2, ensure_ascii=not is_utf8))


def width() -> int:
    """Return the columns to write for: COLUMNS, else the terminal's, else 80."""
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def is_terminal(stream) -> bool:
    """Return True if a person sits at the other end of the stream."""
    try:
        return bool(stream) and stream.isatty()
    except ValueError:  # closed
        return False


def confirm(question: str) -> bool:
    """Return True for a yes. Raises Stop where nobody can be asked."""
    if not is_terminal(sys.stdin):
        raise Stop(f"{question} There is nobody to ask: add --yes")
    try:
        answer = input(visible(as_called(f"{question} [y/N] ")))
    except EOFError:
        return False
    return answer.strip().lower() in YES


def plural(number: int, word: str) -> str:
    """Return the number with its word: 1 learning, 2,000 learnings."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def cells(text: str) -> int:
    """Return the columns that a text takes on screen."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """Return stored text on one line of at most so many columns."""
    line = one_line(text, columns)
    while cells(line) > columns:
        line = line[:-2].rstrip() + "\u2026"
    return line


def pad(text: str, columns: int) -> str:
    """Return the text cut to the columns, or filled up with blanks."""
    text = fit(text, columns)
    return text + " " * (columns - cells(text))


def wrapped(label: str, text: str, columns: int, room: int = 12) -> str:
    """Return a labelled text in lines of at most so many columns, the label in the first."""
    first = f"  {label}".ljust(room)
    indent = " " * room
    lines = textwrap.wrap(
        text,
        columns,
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(lines)
