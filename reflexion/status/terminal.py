"""What is printed: a terminal's width and colours, text cut and padded to columns; stored text,
which is data from outside, made fit for a screen, a page or a program."""

import os
import re
import shutil
import unicodedata
from functools import lru_cache

from reflexion.setup.command import hints
from reflexion.signals.secrets import redact
from reflexion.text.clean import one_line
from reflexion.text.grades import grade, seen

QUOTED = r"'(?:[^'`]|'\\'')*"  # the path of a copy, as a shell takes it, up to its closing quote
CALL = rf"(?:python3 (?:{QUOTED}|\S*))?reflexion'? [a-z-]"
COMMAND = rf"(?:(?<=[`(])|^){CALL}[^`)]*|(?<=: ){CALL}[^`):;]*(?=\))"
SHELL_WORD = re.compile(r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]|['"\\])+""")
SHORT_CODE = 30  # characters; no line ends within it
GLUE = "\0"  # in the place of a blank that no line ends at
NARROWEST = 40  # lines longer than this are hard to read, whatever the terminal
WIDEST = 200
CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}
SHOWN = 2000  # characters of one field that are ever shown
DATED = re.compile(r"(RFX-)?\d{4}-?\d\d-?\d\d(-[0-9a-f]{3,16})?")  # ids and dates
DEEPEST = 20  # levels of a value in a field of somebody's own
BRIEF = ("id", "type", "trigger", "resolution", "occurrences", "first_seen", "last_seen")
# what we print ourselves, where a stream takes no more than ASCII
ASCII = dict(zip("\u2588\u2591\u2728\u2192\u2026\u00b7", ("#", ".", "*", "->", "...", "-")))


def width() -> int:
    """Columns to write for: COLUMNS, else the terminal's, else 80."""
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def is_terminal(stream) -> bool:
    try:
        return bool(stream) and stream.isatty()
    except ValueError:  # closed
        return False


def colour(stream, environ=os.environ) -> bool:
    """Only on a terminal that knows colours, and never under NO_COLOR."""
    return is_terminal(stream) and not environ.get("NO_COLOR") and environ.get("TERM", "") != "dumb"


def fitting(text: str, stream) -> str:
    """The text with our own signs in ASCII where the stream cannot take them."""
    try:
        "".join(ASCII).encode(getattr(stream, "encoding", None) or "ascii")
        return text
    except (UnicodeEncodeError, LookupError):
        return text.translate(str.maketrans(ASCII))


class Paint:
    """`paint("text", "bold", "red")`: the text in these styles, or as it is when colour is off."""

    def __init__(self, on: bool):
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        codes = ";".join(str(CODES[style]) for style in styles if style)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.on and codes and text else text


def cells(text: str) -> int:
    """Columns that the text takes on screen."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """The text in at most so many columns, cut between two words where that costs less than half;
    what was cut ends in an ellipsis."""
    if cells(text) <= columns:
        return text
    end = 0
    used = 0
    while used + _cell(text[end]) < columns:
        used += _cell(text[end])
        end += 1
    word = text.rfind(" ", 0, end + 1)
    end = word if word > end // 2 else end
    return text[:end].rstrip() + ("\u2026" if columns > 0 else "")


def nearby(text: str, root: str = "") -> str:
    """The text with its paths shortened: below `root` relative to it, below the home with `~`."""
    home = os.path.expanduser("~").rstrip("/\\")
    for folder, short in ((root, ""), (home, f"~{os.sep}")):
        if folder:
            text = text.replace(folder + os.sep, short)
    return text


def plural(number: int, word: str) -> str:
    """The number with its word: 1 learning, 2,000 learnings."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def counted(text: str) -> str:
    """The text with each "3 rule(s)" in it as `plural` has it."""

    def numbered(found) -> str:
        return plural(int(found[1].replace(",", "") or 0), found[2])

    return re.sub(r"\b([\d,]{1,15}) (\w{1,30})\(s\)", numbered, text)


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text cut to the columns, or filled up with blanks (in front, when `right`)."""
    text = cut(text, columns)
    blanks = " " * (columns - cells(text))
    return blanks + text if right else text + blanks


def wrap(text: str, columns: int, indent="", first=None, split=True) -> list:
    """Lines of at most so many columns, `indent` before each, `first` before the first. Not
    `split`: a longer word (a path) stays whole. A command to run stays on one line, however long:
    broken in two, what is copied of it would run."""
    lines = []
    line = indent if first is None else first
    empty = True
    for word in _glued(text).split():
        if not empty and cells(line) + 1 + cells(word) > columns:
            lines.append(line)
            line = indent
            empty = True
        while split and GLUE not in word and empty and cells(word) > columns - cells(line) > 4:
            piece = cut(word, columns - cells(line) + 1)[:-1] or word[:1]
            lines.append(line + piece)
            line = indent
            word = word[len(piece) :]
        line += word if empty else f" {word}"
        empty = False
    return [made.replace(GLUE, " ") for made in [*lines, line]]


def _glued(text: str) -> str:
    """The text with its commands as they are called here, each as one word, and so is other short
    code in backquotes."""
    text = re.sub(r"`[^`]*`", _short_as_one, hints(text, os.environ))
    return re.sub(COMMAND, _as_one, text) if "reflexion" in text else text


def _short_as_one(code) -> str:
    return _as_one(code) if len(code[0]) <= SHORT_CODE else code[0]


def _as_one(found) -> str:
    return found[0].replace(" ", GLUE)


def folded(command: str, columns: int, indent: str = "") -> list:
    """A command line in lines of at most so many columns, each but the last with the mark by which
    a shell reads on. A longer word stays whole: nothing in quotes is broken."""
    if cells(indent + command) <= columns:
        return [indent + command]
    lines = []
    line = indent
    for word in SHELL_WORD.findall(command):
        if line.strip() and cells(line) + cells(word) + 3 > columns:
            lines.append(line + " \\")
            line = indent + "   "
        line += f" {word}" if line.strip() or lines else word
    return [*lines, line]


def labelled(rows, columns: int, room: int, split: bool = True) -> list:
    """Lines of (label, text), the labels in the first `room` columns; nothing for an empty text."""
    rows = [(f"  {label}".ljust(room), text) for label, text in rows if text]
    return [line for first, text in rows for line in wrap(text, columns, " " * room, first, split)]


def bar(value: float, most: float, columns: int, block: str = "\u2588") -> str:
    """A bar of up to so many columns; anything above zero shows at least one block."""
    if most <= 0 or value <= 0:
        return ""
    return block * max(1, round(columns * min(value, most) / most))


def presentable(value, extra=(), depth: int = 0):
    """A JSON value with every text in it redacted, on one line. `extra`: the settings' patterns."""
    if isinstance(value, str):
        return _text(value, tuple(extra))
    if not isinstance(value, (dict, list, tuple)):
        return value
    if depth > DEEPEST:
        return "..."
    if isinstance(value, dict):
        rows = value.items()
        return {presentable(key, extra): presentable(row, extra, depth + 1) for key, row in rows}
    return [presentable(item, extra, depth + 1) for item in value]


@lru_cache(maxsize=8192)  # names of fields, types, dates and sources come again and again
def _text(text: str, extra: tuple) -> str:
    if text.isdecimal() or DATED.fullmatch(text):
        return text
    return one_line(redact(text[: SHOWN * 4], extra), SHOWN)


def brief(entry: dict, extra=(), **more) -> dict:
    """The few fields that a dashboard shows of an entry, how often it was seen, the grade of its
    fix, and `more` beside them."""
    shown = {field: presentable(entry[field], extra) for field in BRIEF}
    return {**shown, "seen": seen(entry), "grade": grade(entry), **more}
