"""Find what a text calls to mind: candidates from the index, their files for the exact evidence,
the best of both stores."""

import time

from reflexion.signals.matching import ranking
from reflexion.signals.matching.features import Query, Reading
from reflexion.signals.sayable import why_not
from reflexion.store import index
from reflexion.store.index_file import GIVEN
from reflexion.store.paths import relative
from reflexion.text.tokens import common, rare
from reflexion.text.words import near

MAX_TERMS = 64  # of a question, the most telling ones
OPENED = 20  # entry files read per store, at most
CALLED = 8  # and so many besides for the keywords that a person gave them
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

    def __init__(self, entry, store, match):
        self.entry, self.store, self.match, self.verdict = entry, store, match, ""


def search(
    stores: list, text: str, settings: dict, cwd: str = "", said=frozenset(), every: bool = False
) -> list:
    """All Candidates, best first; `verdict` says which are to be said. `said`: ids that were said
    in this session; `every`: open hopeless ones, too, for a person who wants to see them."""
    asked, candidates = Query(text), []
    for store in stores:
        if asked.weights and store.exists():
            folder = relative(cwd, store.root) if cwd else "."
            candidates += _in_store(store, asked, folder, every)
    # stable: of equals the project's come first
    candidates.sort(key=lambda candidate: -candidate.match.score)
    best, room, seen = 0.0, settings["max_recalled"], set(said)
    for each in candidates:
        entry_id, score = each.entry["id"], each.match.score
        each.verdict = why_not(each.entry, settings)
        if not each.verdict and score < ranking.THRESHOLD:
            each.verdict = f"too little evidence: {score:.2f} of {ranking.THRESHOLD:.2f}"
        elif not each.verdict and score < best * ranking.BESIDE_BEST:
            each.verdict = "another one fits much better"
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


def _in_store(store, asked: Query, folder: str, every: bool) -> list:
    with index.OpenIndex(store, index.ALL) as view:
        votes, same, rarity = _votes(view, asked)
        called = _called(view, asked)
    candidates, today = [], time.strftime("%Y-%m-%d")
    least = 0.0 if every else max(LEAST, BESIDE * max(votes.values(), default=0.0))
    worthwhile = [entry_id for entry_id in votes if votes[entry_id] >= least]
    worthwhile.sort(key=lambda entry_id: (-votes[entry_id], entry_id))
    for entry in store.readable(dict.fromkeys([*called, *worthwhile[:OPENED]])):
        fit = ranking.match(asked, Reading(entry), rarity)
        if entry["id"] in same:
            fit.score = max(fit.score, ranking.THRESHOLD)
            fit.why.append(("#", ranking.THRESHOLD))
        fit.score *= ranking.standing(entry, today, folder)
        if fit.score > 0:
            candidates.append(Candidate(entry, store, fit))
    return candidates


def _votes(view, asked: Query) -> tuple:
    """(id -> rough evidence from the index alone, ids of the mistakes in a log's lines, rarity of
    a term)."""
    terms = sorted(asked.weights, key=lambda term: -asked.weights[term])[:MAX_TERMS]
    numbers, votes, same = {}, {}, set()

    def vote(term: str, weight: float, *most) -> bool:
        """Every entry that has the term gains; False when they were too many to read."""
        numbers[term], ids = view.find(term, *most)
        for id in ids or ():
            votes[id] = votes.get(id, 0.0) + weight * rare(numbers[term], view.count)
        return ids is not None

    _correct(view, asked, terms)
    many = [term for term in terms if not vote(term, asked.weights[term])]
    # in a very large store even telling words are in many entries
    if max(votes.values(), default=0.0) < SURE:
        for term in sorted(many, key=lambda term: numbers[term])[:COMMON_TERMS]:
            vote(term, asked.weights[term], COMMON_BYTES)
    for term in terms:
        for other in near(term):
            vote(other, asked.weights[term] * ranking.NEIGHBOUR)
    # the words do not tell: are the lines those of a known mistake?
    if max(votes.values(), default=0.0) < SURE:
        same.update(id for mark in _marks(asked) for id in view.find(mark)[1] or ())
        votes.update((id, votes.get(id, 0.0) + SURE) for id in same)
    return votes, same, ranking.rarity(view.count, numbers)


def _called(view, asked: Query) -> list:
    """Ids of learnings that the question may call by keywords which a person gave them, those that
    share most of these first."""
    if not view.starting(GIVEN):
        return []
    shared = {}
    for term in asked.weights:
        for entry_id in view.find(GIVEN + term)[1] or ():
            shared[entry_id] = shared.get(entry_id, 0) + 1
    return sorted(shared, key=lambda entry_id: (-shared[entry_id], entry_id))[:CALLED]


def _correct(view, asked: Query, terms: list) -> None:
    """A long word that no entry has, but for one letter: put the entries' word in its place."""
    words = {term: asked.words.get(term, "") for term in terms if not common(term)}
    long = (term for term, raw in words.items() if len(raw) >= FUZZY_LENGTH and raw.isascii())
    for term, _ in zip((term for term in long if not view.find(term)[0]), range(FUZZY_TERMS)):
        for word in view.starting(term[:3]):
            if ranking.one_slip(term, word) or ranking.one_slip(words[term], word):
                asked.rename(term, word)
                terms[terms.index(term)] = word
                break


def _marks(asked: Query) -> list:
    """Index terms of the mistakes that a pasted log may be about, by its error lines."""
    said = asked.lines[-6:] or ([asked.text.strip()[:200]] if asked.trouble else [])
    if not said:
        return []
    from reflexion.text.clean import one_line
    from reflexion.text.fingerprint import fingerprint

    return ["#" + fingerprint("error", one_line(line, 200), "") for line in said]
