"""Find what a text calls to mind: candidates from the index, their files for the exact evidence, the best of both stores."""

from __future__ import annotations

import time

from reflexion.signals.matching import ranking
from reflexion.signals.matching.query import query
from reflexion.signals.matching.reading import Reading, pairs
from reflexion.store import index
from reflexion.store.paths import relative
from reflexion.text.block import why_not
from reflexion.text.stems import near
from reflexion.text.tokens import common, rare

MAX_TERMS = 64  # of a question, the most telling ones
OPENED = 20  # entry files read per store, at most
LEAST, BESIDE = (
    0.3,
    0.35,
)  # votes, and share of the best one's votes, below which an entry's file is not worth opening
SURE = (
    2.0  # votes from which the fingerprints of a log's lines (and their import) would add nothing
)
COMMON_TERMS, COMMON_BYTES = (
    3,
    96 * 1024,
)  # words with long lists that are read after all, and how much of each
FUZZY_LENGTH = 6  # letters from which a word with one wrong letter is still that word
FUZZY_TERMS = 4


class Found:
    """A candidate: `entry`, its `store`, `match` (score and terms), `verdict`: "" when it is said, else why not."""

    __slots__ = ("entry", "store", "match", "verdict")

    def __init__(self, entry, store, match):
        self.entry, self.store, self.match, self.verdict = entry, store, match, ""


def search(
    stores: list, text: str, settings: dict, cwd: str = "", said=frozenset(), every: bool = False
) -> list:
    """All candidates as Found, best first; `verdict` says which are to be said. `said`: ids that were said in this session; `every`: open
    hopeless ones, too, for a person who wants to see them."""
    asked = query(text)
    found = []
    for store in stores:
        if asked.weights and store.exists():
            index.refresh(store.dir)
            found += _in_store(store, asked, relative(cwd, store.root) if cwd else ".", every)
    found.sort(key=lambda one: -one.match.score)  # stable: of equals the project's come first
    judge(found, settings, said, ranking.LOG_THRESHOLD if asked.log else ranking.THRESHOLD)
    return found


def judge(found: list, settings: dict, said, threshold: float) -> None:
    """Put the verdicts: what may be said, is evident enough, close enough to the best, and new to this session."""
    best, room, seen = 0.0, settings["max_recalled"], set()
    for one in found:
        id = one.entry["id"]
        one.verdict = why_not(one.entry, settings)
        if not one.verdict and one.match.score < threshold:
            one.verdict = f"too little evidence: {one.match.score:.2f} of {threshold:.2f}"
        elif not one.verdict and one.match.score < best * ranking.BESIDE_BEST:
            one.verdict = "another one fits much better"
        elif not one.verdict:
            best = max(best, one.match.score)
            one.verdict = (
                "said in this session already"
                if id in said or id in seen
                else ""
                if room > 0
                else "no room: max_recalled"
            )
            room -= not one.verdict
            seen.add(id)


def _in_store(store, asked, folder: str, every: bool) -> list:
    with index.OpenIndex(store.dir) as view:
        votes, same, rarity = _votes(view, asked)
    asked_pairs, found, today = pairs(asked.order), [], time.strftime("%Y-%m-%d")
    least = 0.0 if every else max(LEAST, BESIDE * max(votes.values(), default=0.0))
    ids = sorted((id for id in votes if votes[id] >= least), key=lambda id: (-votes[id], id))
    for entry in store.readable(ids[:OPENED]):
        fit = ranking.match(asked, asked_pairs, Reading(entry), rarity)
        if entry["id"] in same:
            fit.same_mistake()
        fit.score *= ranking.standing(entry, today, folder)
        if fit.score > 0:
            found.append(Found(entry, store, fit))
    return found


def _votes(view, asked) -> tuple:
    """(id -> rough evidence from the index alone, ids of the mistakes in a log's lines, rarity of a term)."""
    terms = sorted(asked.weights, key=lambda term: -asked.weights[term])[:MAX_TERMS]
    numbers, votes, same = {}, {}, set()
    _correct(view, asked, terms)
    many = [term for term in terms if not _vote(view, term, asked.weights[term], numbers, votes)]
    if (
        max(votes.values(), default=0.0) < SURE
    ):  # in a very large store even telling words are in many entries
        for term in sorted(many, key=lambda term: numbers[term])[:COMMON_TERMS]:
            _vote(view, term, asked.weights[term], numbers, votes, COMMON_BYTES)
    asked.unknown = {term for term in terms if not numbers[term] and term not in asked.words}
    for term in terms:
        for other in near(term):
            _vote(view, other, asked.weights[term] * ranking.NEIGHBOUR, numbers, votes)
    if (
        max(votes.values(), default=0.0) < SURE
    ):  # the words do not tell: are the lines those of a known mistake?
        same.update(id for mark in marks(asked) for id in view.find(mark)[1] or ())
        votes.update((id, votes.get(id, 0.0) + SURE) for id in same)
    return votes, same, ranking.rarity(view.count, numbers)


def _vote(view, term: str, weight: float, numbers: dict, votes: dict, *most) -> bool:
    """Every entry that has the term gets its evidence; False when they were too many to read."""
    numbers[term], ids = view.find(term, *most)
    if ids:
        value = weight * rare(numbers[term], view.count)
        for id in ids:
            votes[id] = votes.get(id, 0.0) + value
    return ids is not None


def _correct(view, asked, terms: list) -> None:
    """A long word that no entry has, but for one letter: put the entries' word in its place."""
    tried = 0
    for n, term in enumerate(terms):
        raw = asked.words.get(term, "")
        if len(raw) < FUZZY_LENGTH or tried >= FUZZY_TERMS or not raw.isascii() or common(term):
            continue
        if view.find(term)[0]:
            continue
        tried += 1
        meant = next(
            (
                word
                for word in view.starting(term[:3])
                if ranking.one_slip(term, word) or ranking.one_slip(raw, word)
            ),
            "",
        )
        if meant:
            asked.rename(term, meant)
            terms[n] = meant


def marks(asked) -> list:
    """Index terms of the mistakes that a pasted log may be about: the fingerprints of its error lines."""
    said = asked.lines[-6:] or ([asked.text.strip()[:200]] if asked.trouble else [])
    if not said:
        return []
    from reflexion.text.clean import one_line
    from reflexion.text.fingerprint import fingerprint

    return ["#" + fingerprint("error", one_line(line, 200), "") for line in said]
