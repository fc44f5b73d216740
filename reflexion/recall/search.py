"""Find what a text calls to mind: candidates from the index, their files for the exact evidence,
the best of both stores."""

from __future__ import annotations

import time

from reflexion.signals.matching import ranking
from reflexion.signals.matching.query import query
from reflexion.signals.matching.reading import Reading, pairs
from reflexion.store import index
from reflexion.store.paths import relative
from reflexion.text.block import why_not
from reflexion.text.tokens import common, rare
from reflexion.text.words import near

MAX_TERMS = 64  # of a question, the most telling ones
OPENED = 20  # entry files read per store, at most
# votes, and share of the best one's votes, below which an entry's file is not worth opening
LEAST, BESIDE = 0.3, 0.35
SURE = 2.0  # votes from which the fingerprints of a log's lines (and their import) add nothing
# words with long lists that are read after all, and bytes read of each
COMMON_TERMS, COMMON_BYTES = 3, 96 * 1024
FUZZY_LENGTH = 6  # letters from which a word with one wrong letter is still that word
FUZZY_TERMS = 4


class Candidate:
    """`entry`, its `store`, `match` (score and terms), `verdict`: "" when it is said, else why
    not."""

    __slots__ = ("entry", "store", "match", "verdict")

    def __init__(self, entry, store, match):
        self.entry, self.store, self.match, self.verdict = entry, store, match, ""


def search(
    stores: list, text: str, settings: dict, cwd: str = "", said=frozenset(), every: bool = False
) -> list:
    """All Candidates, best first; `verdict` says which are to be said. `said`: ids that were said
    in this session; `every`: open hopeless ones, too, for a person who wants to see them."""
    asked, candidates = query(text), []
    for store in stores:
        if asked.weights and store.exists():
            folder = relative(cwd, store.root) if cwd else "."
            candidates += _in_store(store, asked, folder, every)
    # stable: of equals the project's come first
    candidates.sort(key=lambda candidate: -candidate.match.score)
    threshold = ranking.LOG_THRESHOLD if asked.log else ranking.THRESHOLD
    best, room, seen = 0.0, settings["max_recalled"], set(said)
    for each in candidates:
        entry_id, score = each.entry["id"], each.match.score
        each.verdict = why_not(each.entry, settings) or _too_weak(score, threshold, best)
        if each.verdict:
            continue
        best = max(best, score)
        if entry_id in seen:
            each.verdict = "said in this session already"
        elif room <= 0:
            each.verdict = "no room: max_recalled"
        room -= not each.verdict
        seen.add(entry_id)
    return candidates


def _too_weak(score: float, threshold: float, best: float) -> str:
    """Why the evidence does not do beside the best one's; "" when it does."""
    if score < threshold:
        return f"too little evidence: {score:.2f} of {threshold:.2f}"
    return "another one fits much better" if score < best * ranking.BESIDE_BEST else ""


def _in_store(store, asked, folder: str, every: bool) -> list:
    with index.OpenIndex(store, deep=True) as view:
        votes, same, rarity = _votes(view, asked)
    asked_pairs, candidates, today = pairs(asked.order), [], time.strftime("%Y-%m-%d")
    least = 0.0 if every else max(LEAST, BESIDE * max(votes.values(), default=0.0))
    worthwhile = [entry_id for entry_id in votes if votes[entry_id] >= least]
    worthwhile.sort(key=lambda entry_id: (-votes[entry_id], entry_id))
    for entry in store.readable(worthwhile[:OPENED]):
        fit = ranking.match(asked, asked_pairs, Reading(entry), rarity)
        if entry["id"] in same:
            fit.same_mistake()
        fit.score *= ranking.standing(entry, today, folder)
        if fit.score > 0:
            candidates.append(Candidate(entry, store, fit))
    return candidates


def _votes(view, asked) -> tuple:
    """(id -> rough evidence from the index alone, ids of the mistakes in a log's lines, rarity of
    a term)."""
    terms = sorted(asked.weights, key=lambda term: -asked.weights[term])[:MAX_TERMS]
    numbers, votes, same = {}, {}, set()
    _correct(view, asked, terms)
    many = [term for term in terms if not _vote(view, term, asked.weights[term], numbers, votes)]
    # in a very large store even telling words are in many entries
    if max(votes.values(), default=0.0) < SURE:
        for term in sorted(many, key=lambda term: numbers[term])[:COMMON_TERMS]:
            _vote(view, term, asked.weights[term], numbers, votes, COMMON_BYTES)
    asked.unknown = {term for term in terms if not numbers[term] and term not in asked.words}
    for term in terms:
        for other in near(term):
            _vote(view, other, asked.weights[term] * ranking.NEIGHBOUR, numbers, votes)
    # the words do not tell: are the lines those of a known mistake?
    if max(votes.values(), default=0.0) < SURE:
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
        for word in view.starting(term[:3]):
            if ranking.one_slip(term, word) or ranking.one_slip(raw, word):
                asked.rename(term, word)
                terms[n] = word
                break


def marks(asked) -> list:
    """Index terms of the mistakes that a pasted log may be about, by its error lines."""
    said = asked.lines[-6:] or ([asked.text.strip()[:200]] if asked.trouble else [])
    if not said:
        return []
    from reflexion.text.clean import one_line
    from reflexion.text.fingerprint import fingerprint

    return ["#" + fingerprint("error", one_line(line, 200), "") for line in said]
