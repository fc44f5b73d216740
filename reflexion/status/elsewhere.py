"""Which learnings other projects on this machine met, too: offered for every project. Reads only.

A failed command is the same by its fingerprint. What somebody said is the same when both sentences
ask for the same thing, in whatever words."""

from __future__ import annotations

import os
from collections import Counter, namedtuple

from reflexion.signals.prompts.directives import same_directive
from reflexion.status.terminal import nearby
from reflexion.store import trust
from reflexion.store.fs import peek
from reflexion.store.index_file import Reader
from reflexion.store.schema import MAX_BYTES, Unreadable, file_of, mark_of, parse
from reflexion.text.grades import is_lesson, seen

MAX_STORES = 50  # of other projects
MOST_READ = 5  # entries of another store that are compared with one of ours

# entry: of this project; projects: the folders of the others that met it
Met = namedtuple("Met", "entry projects")


def met_elsewhere(project, entries: list) -> list:
    """A Met for each entry that another project on this machine knows, of what has a fix and is no
    preference; what most of them know comes first."""
    if not project.home or not project.settings["use_global"]:
        return []
    asked = [entry for entry in entries if _is_offered(entry)]
    known = {}
    folders = _others(project) if asked else []
    for folder in folders:
        name = nearby(os.path.dirname(folder))
        with Reader(os.path.join(folder, "index.txt")) as index:
            for entry in asked:
                if _knows(folder, index, entry):
                    known.setdefault(entry["id"], []).append(name)
    found = [Met(entry, known[entry["id"]]) for entry in asked if entry["id"] in known]
    return sorted(found, key=lambda met: (-len(met.projects), -seen(met.entry), met.entry["id"]))


def _is_offered(entry: dict) -> bool:
    if entry.get("category") == "preference" or entry.get("needs_review"):
        return False
    return is_lesson(entry)


def _others(project) -> list:
    """The folders of the stores of other projects that this machine lists and that are there."""
    own = os.path.realpath(project.store.dir)
    listed = [name for name in trust.roots(project.home.dir) if name != own]
    return [folder for folder in listed if os.path.isdir(folder)][-MAX_STORES:]


def _knows(folder: str, index: Reader, entry: dict) -> bool:
    """Has the store in a folder met the entry's mistake, or was it told the same?"""
    if index.find("#" + mark_of(entry))[0]:
        return True
    if entry["type"] == "error":
        return False
    return any(_says_same(folder, other, entry) for other in _like(index, entry))


def _like(index: Reader, entry: dict) -> list:
    """Ids of the entries that share the most keywords with this one."""
    shared = Counter()
    for word in entry["keywords"]:
        shared.update(index.find(word)[1] or ())
    return [entry_id for entry_id, _ in shared.most_common(MOST_READ)]


def _says_same(folder: str, other_id: str, entry: dict) -> bool:
    try:
        path = os.path.join(folder, "entries", file_of(other_id))
        other = parse(peek(path, MAX_BYTES), other_id)
    except Unreadable:
        return False
    if other["type"] == "error":
        return False
    return same_directive(entry["resolution"], other["resolution"] or other["trigger"])
