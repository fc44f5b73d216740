"""Find what a text calls to mind: candidates from the index, their files for the exact evidence,
the best of both stores."""

from itertools import islice

from reflexion.signals.matching import ranking
from reflexion.signals.matching.query import Query
from reflexion.signals.matching.reading import Reading
from reflexion.signals.sayable import why_not
from reflexion.store import index
from reflexion.store.entries import today
from reflexion.store.index_file import GIVEN
from reflexion.text.tokens import common, rare
from reflexion.text.words import near

MAX_TERMS = 64  # of a question, the most telling ones
OPENED = 20  # entry files read per store, at most
CALLED = 8  # and so many besides for the keywords that a person gave them
# votes, and share of the best one's votes, below which an entry's file is not worth opening
LEAST = 0.3
BESIDE = 0.35
SURE = 2.0  # votes from which the fingerprints of a log's lines add nothing
LINES = 6  # error lines of a log, the last ones, whose fingerprints are looked for
# words with long lists that are read after all, and bytes read of each
COMMON_TERMS = 3
COMMON_BYTES = 96 * 1024
FUZZY_LENGTH = 6  # letters from which a word with one wrong letter is still that word
FUZZY_TERMS = 4


class Candidate:
    """`entry`, its `store`, `match` (score and terms), `verdict`: "" when it is said, else why
    not."""

    def __init__(self, entry, store, match):
        self.entry = entry
        self.store = store
        self.match = match
        self.verdict = ""


def search(stores: list, text: str, settings: dict, said=frozenset(), every: bool = False) -> list:
    """All Candidates, best first; `verdict` says which are to be said. `said`: ids that were said
    in this session; `every`: open hopeless ones, too, for a person who wants to see them."""
    asked = Query(text)
    candidates = []
    for store in stores:
        if asked.weights:
            candidates += _in_store(store, asked, every)
    # stable: of equals the project's come first
    candidates.sort(key=lambda candidate: -candidate.match.score)
    _judge(candidates, settings, said)
    return candidates


def _judge(candidates: list, settings: dict, said) -> None:
    """Give the candidates, the best first, their verdicts."""
    best = 0.0
    room = settings["max_recalled"]
    seen = set(said)
    for each in candidates:
        entry_id = each.entry["id"]
        each.verdict = why_not(each.entry, settings) or _lacks(each.match.score, best)
        if each.verdict:
            continue
        best = max(best, each.match.score)
        if entry_id in seen:
            each.verdict = "told in this session already"
        elif room <= 0:
            each.verdict = "no room: max_recalled"
        else:
            room -= 1
        seen.add(entry_id)


def _lacks(score: float, best: float) -> str:
    """Why a score is too low to be said, `best` being that of what fits better; "" when it is
    not."""
    if score < ranking.THRESHOLD:
        return f"too little evidence: {score:.2f} of {ranking.THRESHOLD:.2f}"
    if score < best * ranking.BESIDE_BEST:
        return "another one fits much better"
    return ""


def _in_store(store, asked: Query, every: bool) -> list:
    with index.OpenIndex(store, index.ALL) as view:
        votes, same, rarity = _votes(view, asked)
        called = _called(view, asked)
    candidates = []
    opened = dict.fromkeys([*called, *_worthwhile(votes, every)])
    for entry in store.readable(opened):
        fit = ranking.match(asked, Reading(entry), rarity)
        if entry["id"] in same:
            fit.score = max(fit.score, ranking.THRESHOLD)
            fit.why.append(("#", ranking.THRESHOLD))
        fit.score *= ranking.standing(entry, today())
        candidates.append(Candidate(entry, store, fit))
    return candidates


def _worthwhile(votes: dict, every: bool) -> list:
    """Of id -> votes the ids of entries that are worth opening, the best first; with `every` also
    the hopeless ones."""
    least = max([LEAST, *(BESIDE * value for value in votes.values())])
    found = [entry_id for entry_id in votes if every or votes[entry_id] >= least]
    return sorted(found, key=lambda entry_id: (-votes[entry_id], entry_id))[:OPENED]


def _votes(view, asked: Query) -> tuple:
    """(id -> rough evidence from the index alone, ids of the mistakes in a log's lines, rarity of
    a term)."""
    terms = sorted(asked.weights, key=lambda term: -asked.weights[term])[:MAX_TERMS]
    _correct(view, asked, terms)
    ballot = _Ballot(view)
    many = [term for term in terms if not ballot.vote(term, asked.weights[term])]
    # in a very large store even telling words are in many entries
    if not ballot.is_sure():
        for term in sorted(many, key=lambda term: ballot.numbers[term])[:COMMON_TERMS]:
            ballot.vote(term, asked.weights[term], COMMON_BYTES)
    for term in terms:
        for other in near(term):
            ballot.vote(other, asked.weights[term] * ranking.NEIGHBOUR)
    # the words do not tell: are the lines those of a known mistake?
    same = set()
    if not ballot.is_sure():
        same.update(id for mark in _marks(asked) for id in view.find(mark)[1] or ())
        for entry_id in same:
            ballot.add(entry_id, SURE)
    return ballot.votes, same, ranking.rarity(view.count, ballot.numbers)


class _Ballot:
    """`votes`: id -> evidence from the index; `numbers`: term -> how many entries have it."""

    def __init__(self, view):
        self.view = view
        self.votes = {}
        self.numbers = {}

    def vote(self, term: str, weight: float, *most) -> bool:
        """Every entry that has the term gains; False when they were too many to read."""
        self.numbers[term], ids = self.view.find(term, *most)
        for entry_id in ids or ():
            self.add(entry_id, weight * rare(self.numbers[term], self.view.count))
        return ids is not None

    def add(self, entry_id: str, evidence: float) -> None:
        self.votes[entry_id] = self.votes.get(entry_id, 0.0) + evidence

    def is_sure(self) -> bool:
        return any(evidence >= SURE for evidence in self.votes.values())


def _called(view, asked: Query) -> list:
    """Ids of learnings that the question may call by keywords which a person gave them, those that
    share most of these first."""
    if not view.starting(GIVEN):
        return []
    shared = {}
    for term in asked.weights:
        for entry_id in view.find(GIVEN + term)[1] or ():
            shared.setdefault(entry_id, []).append(term)
    return sorted(shared, key=lambda entry_id: (-len(shared[entry_id]), entry_id))[:CALLED]


def _correct(view, asked: Query, terms: list) -> None:
    """A long word that no entry has, but for one letter: put the entries' word in its place."""
    unknown = (term for term in list(terms) if _is_long(term, asked) and not view.find(term)[0])
    for term in islice(unknown, FUZZY_TERMS):
        meant = _meant(view, term, asked.words[term])
        if meant:
            asked.rename(term, meant)
            terms[terms.index(term)] = meant


def _is_long(term: str, asked: Query) -> bool:
    raw = asked.words.get(term, "")
    return len(raw) >= FUZZY_LENGTH and not common(term)


def _meant(view, term: str, written: str) -> str:
    """The first word of the entries that differs from this one by one letter; "" without any."""
    for word in view.starting(term[:3]):
        if ranking.one_slip(term, word) or ranking.one_slip(written, word):
            return word
    return ""


def _marks(asked: Query) -> list:
    """Index terms of the mistakes that a pasted log may be about, by its error lines."""
    if not asked.lines:
        return []  # before the import: most prompts hold none
    from reflexion.text.normalise import fingerprint

    return ["#" + fingerprint("error", line, "") for line in asked.lines[-LINES:]]
