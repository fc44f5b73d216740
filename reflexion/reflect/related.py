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
FILES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".claude/CLAUDE.md")
FOLDERS = (".claude/rules", "docs", "doc")

# path: relative to the project; line: from 1; id: of a learning, "" for a line of a file
Place = namedtuple("Place", "path line excerpt id shared")


def related(project, query: str, memory: str = "") -> list:
    """Return the Places that share most terms with a query, best first.

    `memory` is the folder of the host's own notes about the project; "" for none.
    """
    wanted = set(terms(query))
    found = []
    for entry in (entry for store in project.stores() for entry in store.all()):
        if is_solved(entry):
            shared = len(wanted.intersection(terms_of(entry)))
            found.append(Place("", 0, entry["resolution"], entry["id"], shared))
    for path in _files(project.root, memory):
        text = fs.peek(path, MAX_FILE).decode("utf-8", "replace")
        shown = os.path.relpath(path, project.root) if not memory or memory not in path else path
        for number, line in enumerate(text.splitlines(), 1):
            shared = len(wanted.intersection(terms(line[:1000])))
            found.append(Place(shown, number, line, "", shared))
    least = max(1, min(LEAST, len(wanted)))
    found = [place for place in found if place.shared >= least]
    found.sort(key=lambda place: (-place.shared, not place.id, place.path, place.line))
    patterns = project.settings["redact"]
    return [place._replace(excerpt=_excerpt(place, patterns)) for place in found[:MOST]]


def _excerpt(place: Place, patterns) -> str:
    return one_line(redact(place.excerpt, patterns), MAX_EXCERPT)


def _files(root: str, memory: str) -> list:
    """Return the paths of files that may state a rule; links out of the project are left out."""
    paths = [os.path.join(root, *name.split("/")) for name in FILES]
    for name in FOLDERS:
        folder = os.path.join(root, *name.split("/"))
        paths += [os.path.join(folder, file) for file in fs.names(folder) if file.endswith(".md")]
    paths = [path for path in paths if os.path.isfile(path) and not fs.leaves(path, root)]
    notes = [os.path.join(memory, name) for name in fs.names(memory)] if memory else []
    return paths + [path for path in notes if path.endswith(".md")]
