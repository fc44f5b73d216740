"""Phase three: how an insight stands to what is known already: redundant, conflicting,
complementary, or (nothing) novel. A relation is {"kind", "path", "line", "end", "excerpt",
"entry"}: first and last line, an entry's id or ""."""

import os

from reflexion.reflect import orders
from reflexion.reflect.known import FOLDER, MAX_STATEMENT, Statement
from reflexion.signals.prompts.directives import contradicts, same_directive
from reflexion.signals.secrets import redact
from reflexion.store import index
from reflexion.store.index_file import plain
from reflexion.text.tokens import CODE, NAME, keywords, terms, worth

REDUNDANT = "redundant"
CONFLICTING = "conflicting"
COMPLEMENTARY = "complementary"
NOVEL = "novel"
ORDER = (CONFLICTING, REDUNDANT, COMPLEMENTARY)
EACH = 6  # relations shown of one insight; entry files opened for it, per store
OPENED = 24
TOGETHER = 1.1  # worth and number of the shared terms of two statements about one thing
TERMS = 2


def relate(insight: dict, known: list, stores: list, extra=()) -> list:
    """The relations of an insight, the weightiest first. known: Statements; of the stores the
    entries that share most keywords with it are compared."""
    words = dict.fromkeys([*insight["keywords"], *keywords(insight["title"], "", "")])
    everything = list(known)
    for store in stores:
        if store and store.exists():
            everything += _entries(store, words)
    title = orders.plain(insight["title"])
    mine = _terms(title)
    near = []
    for statement in everything:
        both = [value for term, value in _terms(statement.text[:600]).items() if term in mine]
        kind = _kind(title, statement.text, both)
        if kind:
            rank = (ORDER.index(kind), -sum(both), statement.path, statement.line)
            near.append((rank, _relation(kind, statement, extra)))
    near.sort(key=lambda row: row[0])
    return [relation for _, relation in near[:EACH]]


def _entries(store, words) -> list:
    """Statements of the entries that share most of these words."""
    votes = {}
    with index.OpenIndex(store) as view:
        for word in words:
            for name in view.find(plain(word))[1] or ():
                votes[name] = votes.get(name, 0) + 1
    best = sorted(votes, key=lambda name: (-votes[name], name))[:OPENED]
    found = []
    for entry in filter(None, map(store.get, best)):
        text = entry["resolution"] or entry["trigger"]
        found.append(Statement(store.path(entry["id"]), 1, 1, text, entry["id"]))
    return found


def _kind(title: str, text: str, both: list) -> str:
    """How a title stands to a text with which it shares terms of these worths; "" = not at all."""
    if both and contradicts(title, text):
        return CONFLICTING
    if both and same_directive(title, text):
        return REDUNDANT
    if sum(both) >= TOGETHER and len(both) >= TERMS:
        return COMPLEMENTARY
    return ""


def _relation(kind: str, statement: Statement, extra) -> dict:
    place = statement._asdict()
    excerpt = orders.quote(redact(place.pop("text")[:MAX_STATEMENT], extra))
    return {"kind": kind, **place, "excerpt": excerpt}


def _terms(text: str) -> dict:
    """term -> worth, of the words that tell something."""
    telling = [it for it in terms(text) if worth(it) >= 0.4]
    telling = [it for it in telling if it.text not in orders.words("ignored")]
    return {it.text: worth(it) * (1.0 if it.kind in (NAME, CODE) else 0.8) for it in telling}


def verdict(relations: list) -> str:
    """What an insight is, over all: the weightiest kind among its relations."""
    kinds = {it["kind"] for it in relations}
    return next((kind for kind in ORDER if kind in kinds), NOVEL)


def keep_judged(title: str, relations: list, earlier: list, known) -> list:
    """Relations found by code, with what stands in the hand-off file: the agent's word on a place
    wins, its own places are added. `known(path)`: may this path be named?"""
    ours = {it["path"] for it in relations}
    judged = {}
    for row in earlier:
        for it in row["relations"] if row["title"] == title else []:
            if it["path"] in ours or known(it["path"]):
                judged[(it["path"], it["line"])] = it
    merged = []
    for it in relations:
        said = judged.pop((it["path"], it["line"]), it)
        merged.append({**it, "kind": said["kind"]})
    return sorted([*merged, *judged.values()], key=lambda it: ORDER.index(it["kind"]))


def can_merge(relation: dict) -> bool:
    path = relation["path"].replace(os.sep, "/")
    return bool(relation["entry"]) or f"/{FOLDER}/" in path or path.endswith("/memory/MEMORY.md")


def place(relation: dict) -> str:
    """Where it stands, for a person to read: the id of an entry, else path:line."""
    return relation["entry"] or f"{short(relation['path'])}:{relation['line']}"


def short(path: str) -> str:
    parts = path.replace(os.sep, "/").split("/")
    telling = len(parts) > 2 and (parts[-2].startswith(".") or parts[-2] in ("memory", "rules"))
    return "/".join(parts[-3:] if telling else parts[-2:])
