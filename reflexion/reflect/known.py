"""What is known already, as statements: in rule files, the auto memory, insight files."""

import os
import re
from collections import namedtuple
from itertools import islice

from reflexion.hosts.registry import homes
from reflexion.reflect import orders
from reflexion.store.fs import escapes, read_bounded, walk
from reflexion.store.paths import home_folder

FOLDER = ".insights"
MAX_FILE = 256 * 1024
MAX_FILES = 300
MAX_STATEMENTS = 6000
MAX_NAMES = 40_000  # looked at on the way to the insights of domains
DEEPEST = 6
RULES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")
# rules between these come from entries, which are compared themselves
OURS = ("<!-- reflexion:begin -->", "<!-- reflexion:end -->")
BULLET = r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s"
FENCES = ("```", "~~~")
NO_TEXT = ("#", "<!--", "|", "---")
MAX_STATEMENT = 1000  # characters

# line, end: its first and last line in the file; text: on one line; entry: an entry's id, or ""
Statement = namedtuple("Statement", "path line end text entry")


def files(root: str, environ, memory: str, user_level: bool = False) -> list:
    """The paths of all files that are there and can be named, the project's first."""
    places = [] if user_level else _of_project(root, memory)
    places += _of_home(environ)
    there = [path for path in dict.fromkeys(places) if os.path.isfile(path)]
    return [path for path in there if not _is_odd(path, root)][:MAX_FILES]


def _is_odd(path: str, root: str) -> bool:
    """Is it in the project, and a link that leads out of it, or of a name that moves a cursor?"""
    if not path.startswith(root + os.sep):
        return False
    return escapes(path, root) or not path[len(root) :].isprintable()


def _of_project(root: str, memory: str) -> list:
    places = [os.path.join(root, *name.split("/")) for name in RULES]
    places += _markdown(os.path.join(root, ".claude", "rules"), 3)
    if memory:
        places += _markdown(memory, 2)
    for folder in domains(root):
        places += _markdown(folder, 2)
    return places


def _of_home(environ) -> list:
    home = home_folder(environ)
    if not home:
        return []
    own = homes(environ)
    places = [os.path.join(own["claude"], "CLAUDE.md"), os.path.join(own["codex"], "AGENTS.md")]
    places += _markdown(os.path.join(own["claude"], "rules"), 3)
    return places + _markdown(os.path.join(home, FOLDER), 2)


def domains(root: str) -> list:
    """The insight folders of the project and of folders in it."""
    found = []
    for folder, below, _ in _walk(root, DEEPEST):
        found += [os.path.join(folder, FOLDER)] if FOLDER in below else []
        below[:] = [name for name in below if name[0] != "."]
    return found


def _markdown(top: str, depth: int) -> list:
    """The Markdown files below a folder, sorted."""
    places = (
        (folder, name) for folder, _, names in _walk(top, depth - 1) for name in sorted(names)
    )
    return [os.path.join(*place) for place in places if place[1].endswith(".md")][:MAX_FILES]


def _walk(top: str, depth: int):
    """(folder, folders in it that are not passed over, files), down to a depth."""
    for folder, below, names in walk(top, MAX_NAMES):
        below[:] = sorted({*below} - orders.words("passed"))
        yield folder, below, names
        below[:] = below if folder[len(top) :].count(os.sep) < depth else []


def text_of(path: str) -> str:
    """A file's text; "" when it cannot be read or is too large."""
    try:
        return read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def statements(paths: list) -> list:
    """The Statements of the files, in order, as many as are worth comparing."""
    found = (row for path in paths for row in parse(text_of(path), path))
    return list(islice(found, MAX_STATEMENTS))


def parse(text: str, path: str) -> list:
    """[Statement] of list items (with the lines that continue them) and paragraphs; not headings,
    code, front matter, or our own section."""
    lines = text.splitlines()
    has_front = lines[:1] == ["---"] and "---" in lines[1:]
    start = lines.index("---", 1) + 1 if has_front else 0
    reader = _BlockReader()
    for number, line in enumerate(lines[start:], start + 1):
        reader.take(number, line)
    found = []
    for block in reader.blocks:
        said = " ".join(line for _, line in block)[:MAX_STATEMENT]
        if len(said.split()) > 1:
            found.append(Statement(path, block[0][0], block[-1][0], said, ""))
    return found


class _BlockReader:
    """`take(number, line)` for each line; `blocks`: [[(number, line), ...]] of what is stated."""

    def __init__(self):
        self.blocks = []
        self.fenced = False
        self.ours = False
        self.closed = True  # does the next line begin a block of its own?

    def take(self, number: int, line: str) -> None:
        bare = line.strip()
        bullet = re.match(BULLET, line)
        if self._skips(bare) or not bare or bare.startswith(NO_TEXT) and not bullet:
            self.closed = True
            return
        if self.closed or bullet:
            self.blocks.append([])
        self.blocks[-1].append((number, re.sub("^" + BULLET, "", line).strip()))
        self.closed = False

    def _skips(self, bare: str) -> bool:
        """Is it a line of code, or of our own section?"""
        fence = bare.startswith(FENCES)
        inside = self.fenced
        self.fenced = inside != fence
        self.ours = (self.ours or bare == OURS[0]) and bare != OURS[1]
        return fence or inside or self.ours
