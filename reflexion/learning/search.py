"""The one search: which lessons share rare words with a text.

A lesson is found by the words of its trigger, its context and its sentence. A word weighs by how
rare it is among the lessons; the score of a lesson is the weight that it shares with the text,
as a part of the weight of both: 0 for nothing in common, 1 for the same words.
"""

from __future__ import annotations

import math
from itertools import combinations

from reflexion.learning.entry import Entry
from reflexion.shell.roles import caller
from reflexion.text.words import NO_SPACES, terms

# lessons that are compared in full: the right one was among the ten that share most weight with
# command and error line for .98 of 290 failures
COMPARED = 20
COMMON = 500  # lessons; a word of more of them brings none up by itself, which saves time
SMALL = 50  # lessons; a store counts as this large at least: in a small one no word is rare
# The least scores at a failure, the lower one for a lesson of the same program and first word, and
# the part of the error line's weight that a lesson has to share. Of 75 later failures that no
# fingerprint knew, in one store of twelve projects, 25 find their lesson so, and 56 another one;
# with .25 for other commands 20 and 43, without the part 31 and 124, with half of it 12 and 23.
SAME_COMMAND = 0.1
OTHER_COMMAND = 0.2
CORE = 0.25
LEADING = 2  # words of a command: the program and the next one
# The least score at a prompt: of 850 prompts about other projects .996 are silent, with .3 .999;
# of those about a lesson .62 and .82 find it (two sets), with .3 .53 and .74.
BAR = 0.25
# It needs two words in common, and as much weight as two have that stand in one lesson of
# a small store (3.5 each). With 6 two more of 54 prompts about nothing known are answered, with
# 9 a tenth fewer find their lesson.
SHARED = 2
ENOUGH = 7.0
# One word is enough that is plainly a name (it has a digit, a dot, a dash or the like) and that
# FEW lessons have, with a lower least score: .03 more of the prompts find their lesson, and no
# more of those about other projects are answered; with .15 .4 in 100 more are.
FEW = 2
NAMED = 0.2
# share of the best score from which others are told beside it: of what is told .91 is right or
# useful, with .75 .83
BESIDE_BEST = 0.9
# of the words of two sentences together that both have, if they are about the same thing; less
# is enough where a sentence has no other words
MOST_OF_BOTH = 0.6
WITHIN = 0.34


class Lessons:
    """The words of lessons: what a search asks of a store. This one holds them in memory."""

    def __init__(self, words: dict[str, list[str]]):
        """Take {id: terms}."""
        self._words = words

    def size(self) -> int:
        """Return the number of lessons."""
        return len(self._words)

    def with_term(self, term: str) -> list[str]:
        """Return the ids of the lessons that have this term."""
        return [entry_id for entry_id, words in self._words.items() if term in words]

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        return self._words.get(entry_id, [])


class Match:
    """A lesson that shares terms with a text.

    score   from 0 to 1: the part of both that is shared
    shared  the terms in common, those of most weight first
    weight  of these terms together
    names   those of them that are plainly names and that hardly any other lesson has
    """

    __slots__ = ("entry_id", "score", "shared", "weight", "names")

    def __init__(self, entry_id: str, shared: list[str], weight: float):
        self.entry_id = entry_id
        self.score = 0.0
        self.shared = shared
        self.weight = weight
        self.names: list[str] = []


def terms_of(entry: Entry) -> list[str]:
    """Return the terms that a learning is found by; [] while nothing is known to tell."""
    if not entry.resolution.strip():
        return []
    return terms("\n".join([entry.trigger, entry.context, entry.resolution]))


def search(query: str, lessons: Lessons, most: int, core: str = "") -> list[Match]:
    """Return the lessons that share terms with a text, best first, at most `most`.

    `core` is the part of the text that a lesson has to speak of.
    """
    weights = _Weights(lessons)
    wanted = {term: weights.of(term) for term in terms(query)}
    found = _weigh(wanted, weights)
    if core:
        within = {term: weights.of(term) for term in terms(core)}
        needed = CORE * sum(within.values())
        speaking = _weigh(within, weights)
        found = {key: weight for key, weight in found.items() if speaking.get(key, 0.0) >= needed}
    likely = sorted(found, key=lambda entry_id: (-found[entry_id], entry_id))[:COMPARED]
    matches = [_match(entry_id, wanted, weights) for entry_id in likely]
    return sorted(matches, key=lambda match: (-match.score, match.entry_id))[:most]


def _weigh(wanted: dict[str, float], weights: _Weights) -> dict[str, float]:
    """Return {id: weight of the terms in common} for {term: weight}, the rarest terms first."""
    found: dict[str, float] = {}
    for term in sorted(wanted, key=wanted.__getitem__, reverse=True):
        ids = weights.holders(term)
        is_common = len(ids) > COMMON
        for entry_id in ids:
            if entry_id in found:
                found[entry_id] += wanted[term]
            elif not is_common:
                found[entry_id] = wanted[term]
    return found


def _match(entry_id: str, wanted: dict[str, float], weights: _Weights) -> Match:
    """Return the Match of a lesson with the terms of a text, {term: weight}."""
    own = weights.lessons.terms_of(entry_id)
    shared = sorted(wanted.keys() & set(own), key=lambda term: (-wanted[term], term))
    match = Match(entry_id, shared, sum(map(wanted.__getitem__, shared)))
    match.names = [term for term in shared if _is_name(term) and weights.count(term) <= FEW]
    whole = sum(wanted.values()) * sum(map(weights.of, own))
    match.score = match.weight / math.sqrt(whole) if own else 0.0
    return match


def _is_name(term: str) -> bool:
    """Return True for a word that is more than letters, and no number."""
    return not term.isalpha() and any(map(str.isalpha, term)) and term[0] < NO_SPACES


class _Weights:
    """How much each term weighs: the logarithm of how many lessons there are for one with it."""

    def __init__(self, lessons: Lessons):
        self.lessons = lessons
        self._size = max(SMALL, lessons.size())
        self._holders: dict[str, list[str]] = {}

    def holders(self, term: str) -> list[str]:
        if term not in self._holders:
            self._holders[term] = self.lessons.with_term(term)
        return self._holders[term]

    def count(self, term: str) -> int:
        return len(self.holders(term))

    def of(self, term: str) -> float:
        count = self.count(term)
        return math.log(1 + (self._size - count + 0.5) / (count + 0.5))


def fits_failure(match: Match, entry: Entry, command: str) -> bool:
    """Return True if a lesson may be the one for a command that failed."""
    leading = caller(command).split()[:LEADING]
    is_same = bool(leading) and caller(entry.context).split()[:LEADING] == leading
    return match.score >= (SAME_COMMAND if is_same else OTHER_COMMAND)


def why_not(match: Match, best: Match) -> str:
    """Return why a prompt does not bring a lesson to mind; "" if it does.

    `best` is the match of the highest score.
    """
    if match.names and match.score >= NAMED:
        reason = ""
    elif len(match.shared) < SHARED:
        reason = "only one word in common"
    elif match.weight < ENOUGH:
        reason = "the words in common are too frequent"
    elif match.score < BAR:
        reason = "the prompt is about much else"
    else:
        reason = ""
    is_outdone = match.score < best.score * BESIDE_BEST
    return reason or ("another one fits much better" if is_outdone else "")


def alike(entries: list[Entry]) -> list[tuple[Entry, Entry]]:
    """Return the pairs of lessons that may be about the same thing, each once.

    What a person told apart is none. Of the 64,000 pairs of two real stores these are seven.
    """
    words = {entry.id: set(terms(entry.resolution)) for entry in entries}
    return [
        (one, other)
        for one, other in combinations(entries, 2)
        if _are_alike(words[one.id], words[other.id])
        and one.id not in other.different
        and other.id not in one.different
    ]


def _are_alike(words: set[str], others: set[str]) -> bool:
    """Return True if most words are in both, or all words of a short sentence in the other."""
    shared = len(words & others)
    of_both = shared / (len(words | others) or 1)
    is_most = shared > SHARED and of_both >= MOST_OF_BOTH
    is_within = shared == min(len(words), len(others)) and of_both >= WITHIN
    return is_most or (shared >= SHARED and is_within)
