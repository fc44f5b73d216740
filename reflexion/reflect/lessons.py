"""What is known already: of past failures, and about some words. Storing what came again.

What was counted in the past makes no rule: it counts as seen before the words were accepted.
"""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.detect.secrets import redact
from reflexion.learning.lesson import is_solved
from reflexion.reflect.past import ERROR, dearest_first
from reflexion.store import fs
from reflexion.store.index import terms_of
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line
from reflexion.text.words import terms

ANSWERED = "reflected.txt"  # a line for each card that was answered: so a run goes on
MAX_BYTES = 1 << 20
# files that may state a rule, of a project
FILES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", ".claude/CLAUDE.md")
FOLDERS = (".claude/rules", "docs", "doc")
MOST = 8  # places of one query
LEAST = 2  # terms that a line shares with the query; one is chance
MAX_LINE = 1000  # characters of a line that are compared
MAX_EXCERPT = 240

# where: the id of a learning, or path:line; shared: how many terms
Place = namedtuple("Place", "shared where excerpt")


def known(store, finding) -> dict | None:
    """Return the entry of a Finding, whoever wrote its words; None where there is none."""
    entry_id = store.index.find(finding.mark) if store.exists() else ""
    return store.get_file(entry_id) if entry_id else None


def solved(store, findings) -> set:
    """Return the fingerprints of the Findings that have a lesson."""
    pairs = ((finding.mark, known(store, finding)) for finding in findings)
    return {mark for mark, entry in pairs if entry and is_solved(entry)}


def open_findings(project, findings) -> list:
    """Return the Findings that are worth a card and have no lesson, the dearest first.

    What is about the task's own code is worth one where it came again.
    """
    store = project.store
    done = solved(store, findings)
    rows = [each for each in findings if each.came_again or not each.own_code]
    rows = [each for each in rows if each.mark not in done]
    rows = [each for each in rows if not store.is_dropped(each.mark)]
    return sorted(rows, key=dearest_first)


def without_answered(store, findings: list) -> list:
    """Return the Findings that no model was asked about, or that were met again since."""
    text = fs.peek(os.path.join(store.state_dir, ANSWERED), 2 * MAX_BYTES)
    answered = {tuple(line.split("\t")[:2]) for line in text.decode().splitlines()}
    return [each for each in findings if (each.mark, str(len(each.sessions))) not in answered]


def note_answer(store, finding, verdict: str) -> None:
    """Put on record that a Finding was answered. Raises OSError."""
    line = f"{finding.mark}\t{len(finding.sessions)}\t{verdict}\n"
    fs.append(os.path.join(store.state_dir, ANSWERED), line.encode(), MAX_BYTES)


def lasting(project, findings) -> list:
    """Return the mistakes that came in two or more sessions and are not stored yet."""
    rows = [each for each in findings if each.draft["type"] == ERROR and each.came_again]
    rows = [each for each in rows if not each.own_code and not known(project.store, each)]
    rows = [each for each in rows if not project.store.is_dropped(each.mark)]
    return sorted(rows, key=dearest_first)


def keep(project, findings, skill: str = "") -> list:
    """Store Findings, those that are not known yet; return the entries of all. Raises OSError."""
    if not findings:
        return []
    store = project.ready()
    with store.lock():
        return [known(store, each) or _add(store, each, skill) for each in findings]


def _add(store, finding, skill: str) -> dict:
    """Store a Finding as a new entry, under the lock that the caller holds."""
    counts = {"occurrences": finding.times, "sessions": len(finding.sessions)}
    dates = dict(zip(("first_seen", "last_seen"), finding.dates))
    fields = {**finding.draft, **dates, "skill": skill}
    said = {name: value for name, value in fields.items() if value}
    entry = store.add({"context": "", "resolution": "", **said, **counts}, finding.mark)
    store.trust.decide(YOURS, entry, entry["occurrences"])
    return entry


def related(project, query: str, memory: str = "") -> list:
    """Return the Places that share most terms with a query, best first, learnings before lines.

    `memory` is the folder of the host's own notes about the project; "" for none.
    """
    wanted = set(terms(query))
    least = max(1, min(LEAST, len(wanted)))
    places = [place for place in _every_place(project, wanted, memory) if place.shared >= least]
    places.sort(key=lambda place: -place.shared)
    patterns = project.settings["redact"]
    return [
        place._replace(excerpt=one_line(redact(place.excerpt, patterns), MAX_EXCERPT))
        for place in places[:MOST]
    ]


def _every_place(project, wanted: set, memory: str):
    for store in project.stores():
        for entry in filter(is_solved, store.all()):
            shared = len(wanted.intersection(terms_of(entry)))
            yield Place(shared, entry["id"], entry["resolution"])
    root = project.root
    for path in [*_files(root), *_markdown(memory)]:
        shown = os.path.relpath(path, root) if fs.is_inside(path, root) else path
        text = fs.peek(path, 256 * 1024).decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            shared = len(wanted.intersection(terms(line[:MAX_LINE])))
            yield Place(shared, f"{shown}:{number}", line)


def _files(root: str) -> list:
    """Return the paths of files that may state a rule; links out of the project are left out."""
    paths = [os.path.join(root, *name.split("/")) for name in FILES]
    for name in FOLDERS:
        paths += _markdown(os.path.join(root, *name.split("/")))
    return [path for path in paths if os.path.isfile(path) and not fs.leaves(path, root)]


def _markdown(folder: str) -> list:
    names = fs.names(folder) if folder else []
    return [os.path.join(folder, name) for name in names if name.endswith(".md")]
