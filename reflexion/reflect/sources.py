"""Where knowledge stands already, as statements with their place: rule files, auto memory, insight
files. Bounded; links out are not followed."""

from __future__ import annotations

import os
import re

from reflexion.hosts.fields import homes
from reflexion.reflect.context import FOLDER
from reflexion.store.files import read_bounded, walk
from reflexion.store.paths import escapes, home_folder

MAX_FILE, MAX_FILES, MAX_STATEMENTS = 256 * 1024, 300, 6000
MAX_NAMES, DEEPEST = 40_000, 6  # looked at on the way to the insights of domains
PASSED = frozenset(
    """node_modules .git .hg .venv venv vendor dist build target __pycache__ .tox .mypy_cache
    .reflexion archive""".split()
)
RULES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")
# rules between these come from entries, which are compared themselves
OURS = ("<!-- reflexion:begin -->", "<!-- reflexion:end -->")
BULLET = r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s"
FENCES, NO_TEXT = ("```", "~~~"), ("#", "<!--", "|", "---")


class Statement:
    """One list item or paragraph: `path`, first and last line (from 1), `text` on one line, `sort`
    (rules, memory, insights)."""

    __slots__ = ("path", "line", "end", "text", "sort")

    def __init__(self, path, line, end, text, sort):
        self.path, self.line, self.end, self.text, self.sort = (
            path,
            line,
            end,
            text,
            sort,
        )


def files(root: str, environ, memory: str, user_level: bool = False) -> list:
    """[(path, sort)] of all files that are there, the project's first."""
    home, places = home_folder(environ), []
    if not user_level:
        places += [(os.path.join(root, *name.split("/")), "rules") for name in RULES]
        places += _markdown(os.path.join(root, ".claude", "rules"), 3, "rules")
        places += _markdown(memory, 2, "memory") if memory else []
        for folder in domains(root):
            places += _markdown(folder, 2, "insights")
    if home:
        claude, codex = homes(environ).values()
        rules = [os.path.join(claude, "CLAUDE.md"), os.path.join(codex, "AGENTS.md")]
        places += [(path, "rules") for path in rules]
        places += _markdown(os.path.join(claude, "rules"), 3, "rules")
        places += _markdown(os.path.join(home, FOLDER), 2, "insights")
    in_project = root + os.sep
    there = [
        place
        for place in dict.fromkeys(places)
        if os.path.isfile(place[0])
        and not (place[0].startswith(in_project) and escapes(place[0], root))
    ]
    return there[:MAX_FILES]


def domains(root: str) -> list:
    """The insight folders of the project and of folders in it."""
    found = []
    for folder, below, _ in walk(root, MAX_NAMES):
        if FOLDER in below:
            found.append(os.path.join(folder, FOLDER))
        deep = folder[len(root) :].count(os.sep) >= DEEPEST
        below[:] = [] if deep else sorted(n for n in below if n[0] != "." and n not in PASSED)
    return found


def statements(places: list) -> list:
    """The Statements of the files, in order, as many as are worth comparing."""
    rows = []
    for path, sort in places:
        if len(rows) < MAX_STATEMENTS:
            rows += parse(text_of(path), path, sort)
    return rows[:MAX_STATEMENTS]


def text_of(path: str) -> str:
    """A file's text; "" when it cannot be read or is too large."""
    try:
        return read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def parse(text: str, path: str, sort: str) -> list:
    """List items (with the lines that continue them) and paragraphs; not headings, code, front
    matter, or our own section."""
    lines = text.splitlines()
    start = lines.index("---", 1) + 1 if lines[:1] == ["---"] and "---" in lines[1:] else 0
    blocks, fenced, ours, closed = [], False, False, True
    for number, line in enumerate(lines[start:], start + 1):
        bare = line.strip()
        fence, bullet = bare.startswith(FENCES), re.match(BULLET, line)
        ours = (ours or bare == OURS[0]) and bare != OURS[1]
        skipped = fence or fenced or ours
        fenced = fenced != fence
        if skipped or not bare or bare.startswith(NO_TEXT) and not bullet:
            closed = True
            continue
        if closed or bullet:
            blocks.append([])
        blocks[-1].append((number, re.sub("^" + BULLET, "", line).strip()))
        closed = False
    rows = []
    for block in blocks:
        said = " ".join(line for _, line in block)[:1000]
        if len(said.split()) > 1:
            rows.append(Statement(path, block[0][0], block[-1][0], said, sort))
    return rows


def _markdown(top: str, depth: int, sort: str) -> list:
    """[(path, sort)] of the Markdown files below a folder, sorted."""
    places = []
    for folder, below, names in walk(top, MAX_NAMES):
        deep = folder[len(top) :].count(os.sep) + 1 >= depth
        below[:] = [] if deep else sorted({*below} - PASSED)
        files_here = sorted(name for name in names if name.endswith(".md"))
        places += [(os.path.join(folder, name), sort) for name in files_here]
    return places[:MAX_FILES]
