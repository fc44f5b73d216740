"""What is known already about some words: learnings, and lines of the files with rules."""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.detect.secrets import redact
from reflexion.learning.lesson import is_solved
from reflexion.store import fs
from reflexion.store.index import terms_of
from reflexion.text.clean import one_line
from reflexion.text.words import terms

MAX_FILE = 256 * 1024
MOST = 8  # places of one query
LEAST = 2  # terms that a line shares with the query; one is chance
MAX_EXCERPT = 240
MAX_LINE = 1000  # characters of a line that are compared
FILES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".claude/CLAUDE.md")
FOLDERS = (".claude/rules", "docs", "doc")

# path: relative to the project; line: from 1; id: of a learning, "" for a line of a file
Place = namedtuple("Place", "path line excerpt id shared")


def related(project, query: str, memory: str = "") -> list:
    """Return the Places that share most terms with a query, best first.

    `memory` is the folder of the host's own notes about the project; "" for none.
    """
    wanted = set(terms(query))
    places = [*_learnings(project, wanted)]
    for path in [*_files(project.root), *_markdown(memory)]:
        places += _lines(path, project.root, wanted)
    least = max(1, min(LEAST, len(wanted)))
    places = [place for place in places if place.shared >= least]
    places.sort(key=lambda place: (-place.shared, not place.id, place.path, place.line))
    patterns = project.settings["redact"]
    return [place._replace(excerpt=_excerpt(place, patterns)) for place in places[:MOST]]


def _learnings(project, wanted: set):
    for store in project.stores():
        for entry in filter(is_solved, store.all()):
            shared = len(wanted.intersection(terms_of(entry)))
            yield Place("", 0, entry["resolution"], entry["id"], shared)


def _lines(path: str, root: str, wanted: set):
    text = fs.peek(path, MAX_FILE).decode("utf-8", "replace")
    shown = os.path.relpath(path, root) if fs.is_inside(path, root) else path
    for number, line in enumerate(text.splitlines(), 1):
        shared = len(wanted.intersection(terms(line[:MAX_LINE])))
        yield Place(shown, number, line, "", shared)


def _excerpt(place: Place, patterns) -> str:
    return one_line(redact(place.excerpt, patterns), MAX_EXCERPT)


def _files(root: str) -> list:
    """Return the paths of files that may state a rule; links out of the project are left out."""
    paths = [os.path.join(root, *name.split("/")) for name in FILES]
    for name in FOLDERS:
        paths += _markdown(os.path.join(root, *name.split("/")))
    return [path for path in paths if os.path.isfile(path) and not fs.leaves(path, root)]


def _markdown(folder: str) -> list:
    names = fs.names(folder) if folder else []
    return [os.path.join(folder, name) for name in names if name.endswith(".md")]
