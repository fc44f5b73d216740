"""The one search: which lessons share rare words with a text.

A lesson is found by the words of its trigger, its context and its sentence. A word weighs by how
rare it is among the lessons; the score of a lesson is the weight that it shares with the text,
as a part of the weight of both: 0 for nothing in common, 1 for the same words.
"""

from __future__ import annotations

import math
import re
from collections import namedtuple
from itertools import combinations

from reflexion.learning.entry import Entry
from reflexion.text.words import NO_SPACES, terms

TYPE_CHECKING = False  # True for the type checker alone: `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

# lessons that are compared in full: the right one was among the ten that share most weight with
# command and error line for .98 of 290 failures
COMPARED = 20
COMMON = 500  # lessons; a word of more of them brings none up by itself, which saves time
SMALL = 50  # lessons; a store counts as this large at least: in a small one no word is rare
# A word that no lesson has weighs half: it is mostly a name of something new, a test or a file,
# and speaks less against a lesson than a known word. Of the failures of nine projects that no
# fingerprint knew 9 find their lesson so and 14 another one; with its whole weight 6 and 12.
UNKNOWN = 0.5
# The least score. At a prompt: of 850 prompts about other projects .996 are silent, with .3 .999;
# of those about a lesson .62 and .82 find it (two sets), with .3 .53 and .74. At a failure: with
# .2 as many find their lesson, and 8 of 22 more are told another one.
BAR = 0.25
# The part of a failed command's error line, by weight, that the error line or the sentence of
# a lesson has to share: without it 67 instead of 14 are told another one, with .35 19.
CORE = 0.5
# A prompt needs two words in common, and as much weight as two have that stand in one lesson of
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
REASON = " because "
NUMBER = r"\d+(?:\.\d+)*"

# A lesson that shares terms with a text.
#   score    from 0 to 1: the part of both that is shared
#   shared   the terms in common, those of most weight first
#   names    those of them that are plainly names and that hardly any other lesson has
#   weights  {term of the text: its weight}
Match = namedtuple("Match", "entry_id score shared names weights")


class Lessons:
    """The words of lessons, and how much each weighs: the rarer it is, the more."""

    def __init__(self, indexes: list[Any]):
        """Take what tells `size()`, `with_term(term)` and `terms_of(id)`, as a store's index."""
        self._indexes = indexes
        self._size = max(SMALL, sum(index.size() for index in indexes))
        self._holders: dict[str, list[str]] = {}

    def holders(self, term: str) -> list[str]:
        """Return the ids of the lessons with a term."""
        if term not in self._holders:
            every = (index.with_term(term) for index in self._indexes)
            self._holders[term] = [entry_id for found in every for entry_id in found]
        return self._holders[term]

    def weight(self, term: str) -> float:
        """Return the logarithm of how many lessons there are for one with this term."""
        count = len(self.holders(term))
        weight = math.log(1 + (self._size - count + 0.5) / (count + 0.5))
        return weight if count else weight * UNKNOWN

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        return next(filter(None, (index.terms_of(entry_id) for index in self._indexes)), [])


def terms_of(entry: Entry) -> list[str]:
    """Return the terms that a learning is found by; [] while nothing is known to tell."""
    if not entry.resolution.strip():
        return []
    return terms("\n".join([entry.trigger, entry.context, entry.resolution]))


def search(query: str, lessons: Lessons, most: int) -> list[Match]:
    """Return the lessons that share terms with a text, best first, at most `most`."""
    weights = {term: lessons.weight(term) for term in terms(query)}
    found: dict[str, float] = {}
    for term in sorted(weights, key=weights.__getitem__, reverse=True):
        ids = lessons.holders(term)
        for entry_id in ids:
            if entry_id in found or len(ids) <= COMMON:
                found[entry_id] = found.get(entry_id, 0.0) + weights[term]
    likely = sorted(found, key=lambda entry_id: (-found[entry_id], entry_id))[:COMPARED]
    matches = [_match(entry_id, weights, lessons) for entry_id in likely]
    return sorted(matches, key=lambda match: (-match.score, match.entry_id))[:most]


def _match(entry_id: str, weights: dict[str, float], lessons: Lessons) -> Match:
    """Return the Match of a lesson with the terms of a text, {term: weight}."""
    own = lessons.terms_of(entry_id)
    shared = sorted(weights.keys() & set(own), key=lambda term: (-weights[term], term))
    names = [term for term in shared if _is_name(term) and len(lessons.holders(term)) <= FEW]
    whole = sum(weights.values()) * sum(map(lessons.weight, own))
    score = sum(map(weights.__getitem__, shared)) / math.sqrt(whole) if own else 0.0
    return Match(entry_id, score, shared, names, weights)


def _is_name(term: str) -> bool:
    """Return True for a word that is more than letters, and no number."""
    return not term.isalpha() and any(map(str.isalpha, term)) and term[0] < NO_SPACES


def fits_failure(match: Match, entry: Entry, line: str) -> bool:
    """Return True if a lesson may be the one for a failure with this error line."""
    within = [term for term in terms(line) if term in match.weights]
    spoken = {*terms(entry.trigger), *terms(entry.resolution)}.intersection(within)
    weight: float = sum(map(match.weights.__getitem__, spoken))
    whole: float = sum(map(match.weights.__getitem__, within))
    return bool(match.score >= BAR and weight >= CORE * whole)


def why_not(match: Match, best: Match) -> str:
    """Return why a prompt does not bring a lesson to mind; "" if it does.

    `best` is the match of the highest score.
    """
    is_rare = sum(map(match.weights.__getitem__, match.shared)) >= ENOUGH
    is_near = len(match.shared) >= SHARED and is_rare and match.score >= BAR
    if not (is_near or (match.names and match.score >= NAMED)):
        return "too few rare words in common"
    is_outdone = match.score < best.score * BESIDE_BEST
    return "another one fits much better" if is_outdone else ""


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


def is_said_anew(newer: str, older: str) -> bool:
    """Return True if of two sentences that are alike the newer one takes the older one's place.

    It has all words of the older one, but for one number. Where each has a word of its own
    ("make ant", "make bat"), or one advice has two conditions ("Before …", "After …"), both
    hold: to tell one too many does less harm than to tell one too few.
    """
    newer, older = (text.partition(REASON)[0].rstrip(", ") for text in (newer, older))
    words, others = ({*terms(text), *re.findall(NUMBER, text)} for text in (newer, older))
    own, gone = words - others, others - words
    numbers = [word for word in own | gone if re.fullmatch(NUMBER, word)]
    is_one_number = len(own) == len(gone) == 1 and len(numbers) == 2
    if not others or (gone and not is_one_number):
        return False
    (condition, advice), (other, same) = map(_halves, (newer, older))
    return advice != same or condition == other


def _halves(sentence: str) -> tuple[str, list[str]]:
    """Return (the condition before the first comma, the terms of the advice behind it)."""
    condition, comma, advice = sentence.replace("\uff0c", ",").partition(",")
    return (condition.lower(), terms(advice)) if comma else ("", terms(condition))
