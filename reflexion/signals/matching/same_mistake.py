"""Is a failure that no fingerprint knows perhaps a mistake that is known in another guise?
Likeness is only ever said, or shown for a person to decide; nothing is counted by it."""

import re
from functools import cached_property
from itertools import combinations

from reflexion.text.masking import basename
from reflexion.text.normalise import flat, meaning
from reflexion.text.tables import lines
from reflexion.text.tokens import rare
from reflexion.text.words import EMPTY, fold

PERHAPS = 1.3  # evidence from which it is perhaps the same one
RARE_WORDS = 1.5  # evidence for one mistake, times the share of the words in both
WORDS = 1.6
OTHER_FORM = 2.0  # against it: two kinds of error_templates.tsv
SHARED_BY = 12  # entries with one word, at most, to be compared for it

QUOTED = r"'([^'\n]{1,120})'"
# where something is: addresses, users' hosts, images, what an alias points to
WHERE = (
    r"\b(?:from|in|at|under|inside|within|by) '?[^\s']*[/\\.][^\s']*'?"
    r"|[a-z+]{2,8}://[^\s']*|\b[\w.-]+@[\w.-]+"
    r"|\b[\w-]+\.(?:io|com|org|dev|net|internal|local)\b[^\s']*"
)
WHERE_SIGNS = "/\\.@"
WORD = r"[^\W\d_][\w-]+"
ABSENT = lines("signals/matching/absent.txt")  # sentences in which the name is the mistake


class Failure:
    """An error line as two of them are compared.

    words  its telling words in order, folded     named  [the first name that it quotes]
    absent  it says that something named is not there
    """

    def __init__(self, trigger: str):
        text = flat(trigger)
        if any(sign in text for sign in WHERE_SIGNS):
            text = re.sub(WHERE, " ", text)
        self.named = [basename(name) for name in re.findall(QUOTED, text)[:1]]
        bare = re.sub(QUOTED, " ", text)
        words = map(fold, re.findall(WORD, bare))
        self.words = [word for word in words if word not in EMPTY]
        self.absent = any(sign in bare for sign in ABSENT)
        self._trigger = trigger

    @cached_property
    def form(self) -> str:
        """Its form in error_templates.tsv, or "". Only a failure with a telling word is asked."""
        line, known = meaning(self._trigger)
        return line if known is not None else ""


def likeness(one: Failure, other: Failure, rarity) -> float:
    """Evidence that both are one mistake; `rarity(word)` is 0 (everywhere) to 1. 0.0 for a veto:
    nothing telling is shared, or another thing is absent."""
    words = set(one.words)
    others = set(other.words)
    shared = words & others
    union = words | others
    if _names_another(one, other) or not shared:
        return 0.0
    score = RARE_WORDS * share(sum(map(rarity, shared)), sum(map(rarity, union)))
    score += WORDS * share(len(shared), len(union))
    if one.form and other.form and one.form != other.form:
        score -= OTHER_FORM
    return score


def _names_another(one: Failure, other: Failure) -> bool:
    """Do both name something, another thing, that is not there for one of them?"""
    absent = one.absent or other.absent
    return bool(absent and one.named and other.named) and one.named != other.named


def doubles(entries: list) -> list:
    """[(id, id)] of errors that are perhaps one mistake, the likest first, older ids in front."""
    errors = {entry["id"]: entry for entry in entries if entry["type"] == "error"}
    failures = {id: Failure(entry["trigger"]) for id, entry in errors.items()}
    holders = _holders(failures)

    def rarity(word):
        return rare(len(holders.get(word, ())), len(failures))

    scored = []
    for one, other in _sharing(holders):
        if one not in str(errors[other].get("different")):
            scored.append((likeness(failures[one], failures[other], rarity), one, other))
    return [pair for score, *pair in sorted(scored, reverse=True) if score >= PERHAPS]


def _holders(failures: dict) -> dict:
    """word -> the sorted ids of the failures that it stands in."""
    holders: dict = {}
    for id in sorted(failures):
        for word in set(failures[id].words):
            holders.setdefault(word, []).append(id)
    return holders


def _sharing(holders: dict) -> set:
    """The pairs of ids, the older in front, that share a word which few have."""
    found = set()
    for ids in holders.values():
        if len(ids) <= SHARED_BY:
            found.update(combinations(ids, 2))
    return found


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
