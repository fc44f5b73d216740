"""Phase three: what is known already about each insight: redundant, conflicting, complementary, or
(nothing) novel.
"""

from __future__ import annotations

from reflexion.reflect import orders
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.secrets import redact
from reflexion.store import index
from reflexion.store.entry import Unreadable
from reflexion.text.tokens import CODE, NAME, keywords, terms, worth

REDUNDANT, CONFLICTING, COMPLEMENTARY, NOVEL = "redundant", "conflicting", "complementary", "novel"
ORDER = (CONFLICTING, REDUNDANT, COMPLEMENTARY)
EACH = 6  # relations shown of one insight
OPENED = 24  # entry files opened per store and insight
TOGETHER, TERMS = (
    1.1,
    2,
)  # worth and number of the shared terms from which two statements are about one thing
IGNORED = frozenset(["keep", "mind", "use", "run", "always", "never", "change"])


def relate(insight: dict, statements: list, stores: list, extra=()) -> list:
    """[{"kind", "path", "line", "end", "excerpt", "entry"}], the weightiest first. statements:
    sources.Statement; stores: Store objects.
    """
    title = orders.plain(insight["title"])
    mine = _terms(title)
    found = []
    for one in statements:
        kind, weight = compare(title, mine, one.text)
        if kind != NOVEL:
            found.append((kind, weight, one.path, one.line, one.end, one.text, ""))
    for store in stores:
        for entry in _entries(store, insight):
            text = entry["resolution"] or entry["trigger"]
            kind, weight = compare(title, mine, text)
            if kind != NOVEL:
                found.append((kind, weight, store.path(entry["id"]), 1, 1, text, entry["id"]))
    found.sort(key=lambda row: (ORDER.index(row[0]), -row[1], row[2], row[3]))
    return [
        {
            "kind": kind,
            "path": path,
            "line": line,
            "end": end,
            "excerpt": orders.quote(redact(text[:1000], extra)),
            "entry": entry,
        }
        for kind, _, path, line, end, text, entry in found[:EACH]
    ]


def compare(title: str, mine: dict, text: str) -> tuple[str, float]:
    """(the kind of relation, the worth of what both speak of)."""
    both = [value for term, value in _terms(text[:600]).items() if term in mine]
    shared = sum(both)
    if not both:
        return NOVEL, 0.0
    if contradicts(title, text):
        return CONFLICTING, shared
    if same_directive(title, text):
        return REDUNDANT, shared
    return (COMPLEMENTARY, shared) if shared >= TOGETHER and len(both) >= TERMS else (NOVEL, 0.0)


def verdict(relations: list) -> str:
    """What an insight is, over all: the weightiest kind among its relations."""
    return next((kind for kind in ORDER if any(one["kind"] == kind for one in relations)), NOVEL)


def keep_judged(title: str, relations: list, earlier: list, known) -> list:
    """Relations found by code, with what an agent (or a person) wrote into the hand-off file: its
    word on a place wins, its own places are added.
    `known(path)`: may this path be named?"""
    ours = {one["path"] for one in relations}
    judged = {
        (one["path"], one["line"]): one
        for row in earlier
        if row["title"] == title
        for one in row["relations"]
        if one["path"] in ours or known(one["path"])
    }
    merged = [
        {**one, "kind": judged.pop((one["path"], one["line"]), one)["kind"]} for one in relations
    ]
    return sorted([*merged, *judged.values()], key=lambda one: ORDER.index(one["kind"]))


def _terms(text: str) -> dict:
    """term -> worth, of the words that tell something."""
    return {
        term.text: worth(term) * (1.0 if term.kind in (NAME, CODE) else 0.8)
        for term in terms(text)
        if worth(term) >= 0.4 and term.text not in IGNORED
    }


def _entries(store, insight: dict):
    if not store or not store.exists():
        return
    index.refresh(store.dir, deep=False)
    votes = {}
    for ids in index.lookup(
        store.dir, list(dict.fromkeys([*insight["keywords"], *keywords(insight["title"], "", "")]))
    ).values():
        for id in ids or ():
            votes[id] = votes.get(id, 0) + 1
    for id in sorted(votes, key=lambda id: (-votes[id], id))[:OPENED]:
        try:
            entry = store.read(id)
        except Unreadable:
            entry = None
        if entry:
            yield entry
