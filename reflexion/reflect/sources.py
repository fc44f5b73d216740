"""Where knowledge stands already, as statements with their place: rule files, auto memory, insight
files. Bounded; links out are not followed.
"""

from __future__ import annotations

import os
import re

from reflexion.reflect.context import FOLDER
from reflexion.store.files import listing, read_bounded
from reflexion.store.paths import escapes, home_folder

MAX_FILE, MAX_FILES, MAX_STATEMENTS = 256 * 1024, 300, 6000
MAX_FOLDERS, DEEPEST = 2000, 6  # of the project, on the way to the insights of its domains
PASSED = frozenset(
    [
        "node_modules",
        ".git",
        ".hg",
        ".venv",
        "venv",
        "vendor",
        "dist",
        "build",
        "target",
        "__pycache__",
        ".tox",
        ".mypy_cache",
        ".reflexion",
        "archive",
    ]
)
RULES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md")
OURS = (
    "<!-- reflexion:begin -->",
    "<!-- reflexion:end -->",
)  # rules there come from entries, which are compared themselves
BULLET = r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s"


class Statement:
    """One list item or paragraph: `path`, first and last line (from 1), `text` on one line, `sort`
    (rules, memory, insights).
    """

    __slots__ = ("path", "line", "end", "text", "sort")

    def __init__(self, path, line, end, text, sort):
        self.path, self.line, self.end, self.text, self.sort = path, line, end, text, sort


def files(root: str, environ, memory: str, user_level: bool = False) -> list:
    """[(path, sort)] of all files that are there, the project's first."""
    home = home_folder(environ)
    claude = environ.get("CLAUDE_CONFIG_DIR") or (os.path.join(home, ".claude") if home else "")
    codex = environ.get("CODEX_HOME") or (os.path.join(home, ".codex") if home else "")
    found = []
    if not user_level:
        found += [(os.path.join(root, *name.split("/")), "rules") for name in RULES]
        found += [(path, "rules") for path in _markdown(os.path.join(root, ".claude", "rules"), 3)]
        found += [(path, "memory") for path in (_markdown(memory, 2) if memory else ())]
        found += [(path, "insights") for folder in domains(root) for path in _markdown(folder, 2)]
    if home:
        found += [
            (os.path.join(claude, "CLAUDE.md"), "rules"),
            (os.path.join(codex, "AGENTS.md"), "rules"),
        ]
        found += [(path, "rules") for path in _markdown(os.path.join(claude, "rules"), 3)]
        found += [(path, "insights") for path in _markdown(os.path.join(home, FOLDER), 2)]
    found = [
        (path, sort)
        for path, sort in found
        if os.path.isfile(path) and (not path.startswith(root + os.sep) or not escapes(path, root))
    ]
    return list(dict.fromkeys(found))[:MAX_FILES]


def domains(root: str) -> list:
    """The insight folders of the project and of folders in it."""
    found, seen, waiting = [], 0, [(root, 0)]
    while waiting and seen < MAX_FOLDERS:
        folder, depth = waiting.pop(0)
        seen += 1
        try:
            items = listing(folder)
            inner = sorted(item.name for item in items if item.is_dir(follow_symlinks=False))
        except OSError:
            continue
        if FOLDER in inner:
            found.append(os.path.join(folder, FOLDER))
        if depth < DEEPEST:
            waiting += [
                (os.path.join(folder, name), depth + 1)
                for name in inner
                if name not in PASSED and not name.startswith(".")
            ]
    return found


def statements(found: list) -> list:
    """The Statements of the files, in order, as many as are worth comparing."""
    made = []
    for path, sort in found:
        if len(made) >= MAX_STATEMENTS:
            break
        made += parse(text_of(path), path, sort)
    return made[:MAX_STATEMENTS]


def text_of(path: str) -> str:
    """A file's text; "" when it cannot be read or is too large."""
    try:
        return read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def parse(text: str, path: str, sort: str) -> list:
    """List items (with the lines that continue them) and paragraphs; not headings, code, front
    matter, or our own section.
    """
    made, block, fenced, ours, front = [], [], False, False, False
    lines = text.splitlines()
    for number, line in enumerate([*lines, ""], 1):
        bare = line.strip()
        if number == 1 and bare == "---":
            front = True
            continue
        if front:
            front = bare != "---"
            continue
        fence = bare.startswith(("```", "~~~"))
        ours = (ours or bare == OURS[0]) and bare != OURS[1]
        starts = re.match(BULLET, line)
        if (
            not bare
            or fence
            or fenced
            or ours
            or starts
            or bare.startswith(("#", "<!--", "|", "---"))
        ):
            _close(made, block, path, sort)
            block = [(number, line)] if starts and not (fence or fenced or ours) else []
        elif block or bare:
            block.append((number, line))
        fenced = fenced != fence
    return made


def _close(made: list, block: list, path: str, sort: str) -> None:
    text = " ".join(re.sub("^" + BULLET, "", line).strip() for _, line in block)
    if len(text.split()) > 1:
        made.append(Statement(path, block[0][0], block[-1][0], text[:1000], sort))


def _markdown(folder: str, depth: int) -> list:
    """Markdown files below a folder, sorted; hidden folders and links are passed over."""
    found = []
    try:
        rows = sorted(listing(folder), key=lambda item: item.name)
    except OSError:
        return []
    for item in rows[:MAX_FILES]:
        if item.is_dir(follow_symlinks=False) and depth > 1 and item.name not in PASSED:
            found += _markdown(item.path, depth - 1)
        elif item.name.endswith(".md") and item.is_file(follow_symlinks=False):
            found.append(item.path)
    return found
