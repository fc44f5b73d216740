"""Phase three: what is known already about each insight: redundant, conflicting, complementary, or
(nothing) novel."""

from __future__ import annotations

from reflexion.reflect import orders
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.secrets import redact
from reflexion.store import index
from reflexion.store.entry import Unreadable
from reflexion.text.tokens import CODE, NAME, keywords, terms, worth

REDUNDANT, CONFLICTING, COMPLEMENTARY, NOVEL = (
    "redundant",
    "conflicting",
    "complementary",
    "novel",
)
ORDER = (CONFLICTING, REDUNDANT, COMPLEMENTARY)
EACH = 6  # relations shown of one insight
OPENED = 24  # entry files opened per store and insight
TOGETHER, TERMS = (
    1.1,
    2,
)  # worth and number of the shared terms of two statements about one thing
IGNORED = frozenset(["keep", "mind", "use", "run", "always", "never", "change"])


def relate(insight: dict, statements: list, stores: list, extra=()) -> list:
    """[{"kind", "path", "line", "end", "excerpt", "entry"}], the weightiest first. statements:
    sources.Statement; stores: Store objects."""
    known = [(it.path, it.line, it.end, it.text, "") for it in statements]
    for store in filter(None, stores):
        for entry in _entries(store, insight):
            text = entry["resolution"] or entry["trigger"]
            known.append((store.path(entry["id"]), 1, 1, text, entry["id"]))
    title, near = orders.plain(insight["title"]), []
    mine = _terms(title)
    for path, line, end, text, entry in known:
        kind, weight = compare(title, mine, text)
        if kind != NOVEL:
            place = {
                "kind": kind,
                "path": path,
                "line": line,
                "end": end,
                "entry": entry,
            }
            near.append((ORDER.index(kind), -weight, path, line, place, text))
    near.sort(key=lambda row: row[:4])
    return [
        {**place, "excerpt": orders.quote(redact(text[:1000], extra))}
        for *_, place, text in near[:EACH]
    ]


def compare(title: str, mine: dict, text: str) -> tuple[str, float]:
    """(the kind of relation, the worth of what both speak of)."""
    both = [value for term, value in _terms(text[:600]).items() if term in mine]
    if both and contradicts(title, text):
        return CONFLICTING, sum(both)
    if both and same_directive(title, text):
        return REDUNDANT, sum(both)
    together = sum(both) >= TOGETHER and len(both) >= TERMS
    return (COMPLEMENTARY, sum(both)) if together else (NOVEL, 0.0)


def verdict(relations: list) -> str:
    """What an insight is, over all: the weightiest kind among its relations."""
    kinds = {it["kind"] for it in relations}
    return next((kind for kind in ORDER if kind in kinds), NOVEL)


def keep_judged(title: str, relations: list, earlier: list, known) -> list:
    """Relations found by code, with what an agent (or a person) wrote into the hand-off file: its
    word on a place wins, its own places are added. `known(path)`: may this path be named?"""
    ours = {it["path"] for it in relations}
    judged = {
        (it["path"], it["line"]): it
        for row in earlier
        if row["title"] == title
        for it in row["relations"]
        if it["path"] in ours or known(it["path"])
    }
    merged = [{**it, "kind": judged.pop((it["path"], it["line"]), it)["kind"]} for it in relations]
    return sorted([*merged, *judged.values()], key=lambda it: ORDER.index(it["kind"]))


def _terms(text: str) -> dict:
    """term -> worth, of the words that tell something."""
    return {
        term.text: worth(term) * (1.0 if term.kind in (NAME, CODE) else 0.8)
        for term in terms(text)
        if worth(term) >= 0.4 and term.text not in IGNORED
    }


def _entries(store, insight: dict):
    if not store.exists():
        return
    index.refresh(store.dir, deep=False)
    words = dict.fromkeys([*insight["keywords"], *keywords(insight["title"], "", "")])
    votes = {}
    for ids in index.lookup(store.dir, list(words)).values():
        for name in ids or ():
            votes[name] = votes.get(name, 0) + 1
    for name in sorted(votes, key=lambda name: (-votes[name], name))[:OPENED]:
        try:
            entry = store.read(name)
        except Unreadable:
            continue
        if entry:
            yield entry
