"""Which learnings a question calls to mind: pure scoring of entries against a prompt or a log."""

import math

from reflexion.signals.matching.query import Query
from reflexion.signals.matching.reading import Reading
from reflexion.text.tokens import common, rare
from reflexion.text.words import EMPTY, STOP, fold, near

# One number decides between speaking and silence: the evidence, in units of one rare word that
# stands in the learning's trigger. One plain word or any number of ordinary ones stay below it; two
# telling words reach it, or one name, if not much else was asked.
# Fitted for silence: of prompts that need nothing 97 of 100 get nothing (tests/bench/silence.py).
THRESHOLD = 0.48
ABOUT = 0.52  # evidence of a rule that is about what a short prompt is about to do
KEYWORDS = 2  # of those that a person gave it
RARE_KEYWORD = 0.75  # rarity from which one of them suffices
LATELY = 1.03  # seen this month
LEAST_STANDING = (
    0.97  # what the record of one that may be said multiplies its evidence by, at least
)
BESIDE_BEST = 0.9  # a second or third learning must have this share of the best one's evidence

# what evidence is made of
NEIGHBOUR = 0.55  # a word that only means nearly the same
LEAST_NEIGHBOUR = 0.5  # what such a word is worth at least
PHRASE = 0.2  # two words side by side in both
VERBATIM = 0.35  # so many words of an error line, as they stand
VERBATIM_WORDS = 3
COMMAND = 0.2  # the failed command itself
# what it is multiplied by
COVER_GAIN = 2.0  # of how much of the question the evidence covers: half of it is all of it
TRIGGER = 0.5  # share that depends on how much of the trigger the question holds
SEEN = 0.1  # evidence of a word that counts
MANY = 1.2  # three such words and more
ALONE_PLAIN = 0.5  # the only one is a plain word, of which the language has thousands
LOOKING = 0.4  # a question about the code itself, or a wish to see something
ASKED_FOR = 1.2  # an error for a question about trouble, a rule for a task; else divided by it
OTHER_MISTAKE = 0.05  # the same kind of error with another name in it


class Match:
    """How an entry fits: `score`, and `why`: [(term, its part of the evidence)]."""

    def __init__(self, score=0.0, why=()):
        self.score = score
        self.why = list(why)


def match(asked: Query, entry: Reading, rarity) -> Match:
    """The evidence that an entry is what is asked for; `rarity(term)`: 0 everywhere to 1 in one."""
    why = _terms(asked, entry, rarity)
    best = _best_parts(asked, why)
    side = _phrases(asked, entry, rarity) if why else []
    evidence = sum(best) + sum(part for _, part in side)
    score = evidence * _fit(asked, entry, evidence, rarity) * _breadth(asked, why, best)
    if _is_about(asked, entry):
        score = max(score, ABOUT)
    if _is_called(asked, entry, rarity):
        score = max(score, THRESHOLD / LEAST_STANDING)
    return Match(score, why + side)


def _best_parts(asked: Query, why: list) -> list:
    """Of each word of the question its best evidence: terms of one identifier count once."""
    best: dict = {}
    for term, part in why:
        place = asked.chunk[term.partition("~")[0]]
        best[place] = max(best.get(place, 0.0), part)
    return list(best.values())


def _breadth(asked: Query, why: list, best: list) -> float:
    """What evidence is multiplied by for the number of words that it comes from."""
    counted = sum(part >= SEEN for part in best)
    if counted == 1 and all(term in asked.words for term, part in why if part >= SEEN):
        return ALONE_PLAIN
    return MANY if counted > 2 else 1.0


def _is_called(asked: Query, entry: Reading, rarity) -> bool:
    """Does the question hold two of the keywords that a person gave the learning, or one that is
    rare in the store?"""
    held = [words for words in entry.given if words and words <= asked.weights.keys()]
    if len(held) >= KEYWORDS:
        return True
    telling = [words for words in held if not all(map(common, words))]
    return any(max(map(rarity, words)) >= RARE_KEYWORD for words in telling)


def _is_about(asked: Query, entry: Reading) -> bool:
    """Is the learning a rule for what is about to be done, and no ban of it?"""
    shared = asked.doing & entry.topic.keys()
    if not shared:
        return False
    from reflexion.signals.matching.prohibitions import forbids_alone, said

    return not forbids_alone(said(entry.text), {entry.topic[term] for term in shared})


def _terms(asked: Query, entry: Reading, rarity) -> list:
    """Evidence of single words: those of the question that the entry has, or a neighbour of."""
    why = []
    have = entry.fields
    for term, weight in asked.weights.items():
        if term in have:
            why.append((term, weight * rarity(term) * have[term]))
            continue
        others = [(have[other] * rarity(other), other) for other in near(term) if other in have]
        if others:
            part, other = max(others)
            why.append((f"{term}~{other}", NEIGHBOUR * max(weight, LEAST_NEIGHBOUR) * part))
    return why


def _phrases(asked: Query, entry: Reading, rarity) -> list:
    """Evidence of words that stand together, of an error's own words, of the failed command."""
    shared = [pair for pair in asked.pairs if pair in entry.pairs]
    why = [("+".join(p), PHRASE * entry.pairs[p] * min(map(rarity, p))) for p in shared]
    run = _verbatim(asked.plain, entry.line)
    if run:
        why.append((" ".join(run), VERBATIM * max(rarity(fold(word)) for word in _telling(run))))
    if " " in entry.command and f" {entry.command} " in asked.plain:
        rarest = max(rarity(fold(word)) for word in entry.command.split())
        why.append((entry.command, COMMAND * rarest))
    return why


def _verbatim(text: str, line: list) -> list:
    """The longest run of an error line's words that a text holds, [] where it tells nothing."""
    for size in range(len(line), VERBATIM_WORDS - 1, -1):
        for start in range(len(line) - size + 1):
            run = line[start : start + size]
            if f" {' '.join(run)} " in text:
                return run if _telling(run) else []
    return []


def _telling(words: list) -> list:
    return [word for word in words if word not in EMPTY and word not in STOP]


def _fit(asked: Query, entry: Reading, evidence: float, rarity) -> float:
    """What the evidence is multiplied by: how much of both sides it covers, and whether they speak
    of the same kind of thing."""
    total = sum(weight * rarity(term) for term, weight in asked.weights.items())
    factor = min(1.0, evidence / total * COVER_GAIN) if total else 0.0
    told = sum(value for term, value in entry.trigger.items() if term in asked.weights)
    factor *= math.sqrt(1 - TRIGGER + TRIGGER * told / (sum(entry.trigger.values()) or 1.0))
    fits = (entry.type == "error") == asked.trouble
    factor *= ASKED_FOR if fits else 1 / ASKED_FOR
    if asked.looks and not asked.coded:
        factor *= LOOKING
    return factor * (OTHER_MISTAKE if other_mistake(asked, entry) else 1.0)


def other_mistake(asked: Query, entry: Reading) -> bool:
    """Do both name what is wrong, and differently (another code, another name in quotes)?"""
    if asked.codes and entry.codes:
        return not asked.codes & entry.codes
    both = asked.quoted and entry.quoted
    return bool(both) and not _with_wholes(asked.quoted) & _with_wholes(entry.quoted)


def _with_wholes(names: set) -> set:
    """The names, and of parts (`zoo/config`) what they are a part of."""
    return names | {name.partition("/")[0] for name in names if name[0] not in "./@~"}


def rarity(count: int, numbers: dict):
    """A function term -> 0 to 1, as `rare`, from the number of entries each term is in."""
    return lambda term: rare(numbers.get(term, 1), count)


def standing(entry: dict, today: str) -> float:
    """How much an entry's record moves it among its like: often or lately seen, trusted. Near 1:
    evidence decides."""
    trust = {"low": 0.85, "medium": LEAST_STANDING}.get(entry.get("confidence"), 1.0)
    lately = LATELY if entry["last_seen"][:7] == today[:7] else 1.0
    return trust * lately * (1.0 + 0.02 * min(4, entry["occurrences"] - 1))


def one_slip(word: str, other: str) -> bool:
    """One letter missing, too many, or two of them swapped? (Another letter is another word.)"""
    short = min(len(word), len(other))
    if word == other or short < 5:
        return False
    at = next((n for n, (one, two) in enumerate(zip(word, other)) if one != two), short)
    a = word[at:]
    b = other[at:]
    return a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
