"""Which entry does a failure repeat: surely, by its fingerprint, or perhaps, by its likeness?"""

from __future__ import annotations

from reflexion.store.index import OpenIndex
from reflexion.store.schema import mark_of
from reflexion.text.grades import WRITTEN, grade
from reflexion.text.tokens import rare, terms, worth

OPENED = 8  # entry files that are compared, at most
TERMS = 24  # words of the error line that are looked up, at most
TELLING = 0.15  # votes from which an entry is worth reading
BESIDE = 0.4  # the same as a share of the best one's votes


def recognised(view, entry: dict) -> tuple:
    """(the known entry that a failure repeats, one with a written lesson that it perhaps repeats),
    each or None. The first is known by its fingerprint; likeness is never counted."""
    mark = mark_of(entry)
    with OpenIndex(view.project.store) as index:
        known = index.known(mark) or view.project.known_everywhere(mark)
        return (known, None) if known else (None, alike(entry, index))


def alike(entry: dict, index: OpenIndex) -> dict | None:
    """The other entry with a written lesson whose error line is most like this one's, if likely
    enough to be the same mistake."""
    weights = {term.text: worth(term) for term in terms(entry["trigger"])}
    ids = index.sharing(dict([*weights.items()][:TERMS]), OPENED, TELLING, BESIDE)
    others = [other for other in index.store.readable(ids) if other["id"] != entry.get("id")]
    others = [other for other in others if other["type"] == "error" and grade(other) == WRITTEN]
    return _likest(entry, others, index) if others else None


def _likest(entry: dict, others: list, index: OpenIndex) -> dict | None:
    """The one of `others` (at least one) that is likest to the entry, None if none is enough."""
    from reflexion.signals.matching.same_mistake import PERHAPS, Failure, likeness

    failure = Failure(entry["trigger"])
    if failure.absent and failure.named:  # the same sentence of another thing is another mistake
        name = failure.named[0]
        others = [other for other in others if name in other["trigger"].lower()]

    def rarity(word):
        return rare(index.find(word)[0], index.count)

    best = None
    most = PERHAPS
    for other in others:
        value = likeness(failure, Failure(other["trigger"]), rarity)
        if value >= most:
            best = other
            most = value
    return best
