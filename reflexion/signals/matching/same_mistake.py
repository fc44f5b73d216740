"""Is a failure that no fingerprint knows a mistake that is known in another guise?"""

from __future__ import annotations

import re

from reflexion.text.fingerprint import caller
from reflexion.text.normalise import flat, lead_off, meaning
from reflexion.text.slots import basename
from reflexion.text.tables import lines
from reflexion.text.tokens import rare
from reflexion.text.words import EMPTY, fold

SURE, PERHAPS = 2.05, 1.3  # from SURE on it is the same one, from PERHAPS on a person should look
# evidence for one mistake, each times a share from 0 to 1
RARE_WORDS, WORDS, WORD_PAIRS = 1.5, 0.8, 0.8
SAME_NAMES, SAME_CODE, SAME_CAUSE, SAME_FAMILY = 0.6, 0.9, 0.7, 0.2
# and against it
OTHER_CODE, OTHER_CAUSE, OTHER_FAMILY, OTHER_FORM = 1.2, 0.9, 0.9, 2.0
ONE_ABSENT = 1.0  # only one tells that something is not there
ONE_FORM = 0.4  # only one is of a kind that the table knows
ONE_WORD = 0.4  # the same sentence but for one word
SHARED_BY = 12  # entries with one word, at most, to be compared for it
EMPTY_WORTH = 0.15  # of a word that any failure may be told with

QUOTED = re.compile(r"'([^'\n]{1,120})'")
# where something is: addresses, users' hosts, images, what an alias points to
WHERE = re.compile(
    r"\b(?:from|in|at|under|inside|within|by) '?[^\s']*[/\\.][^\s']*'?|[a-z+]{2,8}://[^\s']*|\b[\w.-]+@[\w.-]+|\b[\w-]+\.(?:io|com|org|dev|net|internal|local)\b[^\s']*"
)
NAMES = re.compile(
    r"(?:[a-z]:)?[\w.@~-]*[/\\][\w./\\@:~-]*|\b[\w.-]+:[\w.-]+:[\w.:-]+|\b[\w-]+\.[a-z]{1,5}\b"
)
WORD = re.compile(r"[^\W\d_][\w-]+")
CODE = re.compile(r"\b(?:[a-z]{1,6}-?\d{3,5}|err_\w+|e[a-z]{4,14}|[45]\d\d)\b")
# sentences in which the name is the mistake: what is absent
ABSENT = tuple(
    """no module named | cannot find module | cannot find package | not found | no such
    | missing | does not exist | doesn't exist | not exist | is not defined | enoent
    | not recognized | undefined variable | undefined name | undefined method | not installed
    | unknown command | no rule to | has no attribute | not set | must be set | can't resolve
    | cannot resolve | unresolved | denied | not declared | unbound | undefined reference
    | could not find | couldn't find | unable to find | failed to resolve""".replace(
        "\n   ", ""
    ).split(" | ")
)


class Failure:
    """An error line and its command, as two of them are compared.

    words  its words in order, folded     names  what is quoted in it, files, hosts
    codes  E0382, EADDRINUSE, 404     cause, family  of causes.txt, families.txt, "" unknown
    absent  the line says that something named is not there     form  its form in kinds.tsv, or ""
    """

    def __init__(self, trigger: str, context: str):
        text = WHERE.sub(" ", lead_off(flat(trigger)))
        bare = QUOTED.sub(" ", text)
        named = [*QUOTED.findall(text), *NAMES.findall(bare)]
        named = [basename(name) for name in named if not name.startswith("@/")]
        bare = NAMES.sub(" ", bare)
        self.names, self.named = set(named), named[:1]
        self.words = [fold(word) for word in WORD.findall(bare)]
        self.codes = set(CODE.findall(bare)) - {"error", "errors", "exited", "expect", "expected"}
        self.absent = tells_absence(bare)
        self._trigger, self._context, self._text = trigger, context, text

    def __getattr__(self, name: str):
        """What only a failure that shares a telling word is asked for, worked out once."""
        if name == "cause":
            value = cause_of(self._text)
        elif name == "family":
            value = families().get(caller(self._context).partition(" ")[0], "")
        elif name == "form":
            line, known = meaning(self._trigger)
            value = line if known is not None else ""
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value


def likeness(one: Failure, other: Failure, rarity) -> float:
    """Evidence that both are one mistake; `rarity(word)` is 0 (everywhere) to 1. 0.0 for a veto."""
    if veto(one, other):
        return 0.0
    words, others = set(one.words), set(other.words)
    pairs = [set(zip(each.words, each.words[1:])) for each in (one, other)]

    def worth(word):
        return rarity(word) * (EMPTY_WORTH if word in EMPTY else 1.0)

    shared, union = words & others, words | others
    score = RARE_WORDS * share(sum(map(worth, shared)), sum(map(worth, union)))
    score += WORDS * share(len(shared), len(union))
    score += WORD_PAIRS * share(len(pairs[0] & pairs[1]), len(pairs[0] | pairs[1]))
    score += SAME_NAMES * share(len(one.names & other.names), len(one.names | other.names))
    score += judged(one.codes & other.codes, one.codes and other.codes, SAME_CODE, OTHER_CODE)
    score += judged(
        one.cause == other.cause != "", one.cause and other.cause, SAME_CAUSE, OTHER_CAUSE
    )
    score += judged(
        one.family == other.family != "", one.family and other.family, SAME_FAMILY, OTHER_FAMILY
    )
    score -= ONE_WORD * (len(one.words) == len(other.words) and _differing(one, other) == 1)
    score -= ONE_ABSENT * (one.absent != other.absent)
    if one.form != other.form:
        score -= OTHER_FORM if one.form and other.form else ONE_FORM
    return score


def doubles(entries: list) -> list:
    """[(id, id)] of errors that are perhaps one mistake, the likest first, older ids in front."""
    errors = {entry["id"]: entry for entry in entries if entry["type"] == "error"}
    failures = {id: Failure(entry["trigger"], entry["context"]) for id, entry in errors.items()}
    holders: dict = {}
    for id in sorted(failures):
        for word in set(failures[id].words):
            holders.setdefault(word, []).append(id)
    telling = [ids for ids in holders.values() if len(ids) <= SHARED_BY]
    pairs = {(one, other) for ids in telling for n, one in enumerate(ids) for other in ids[n + 1 :]}

    def rarity(word):
        return rare(len(holders.get(word, ())), len(failures))

    scored = [
        (likeness(failures[one], failures[other], rarity), one, other) for one, other in pairs
    ]
    return [pair for score, *pair in sorted(scored, reverse=True) if score >= PERHAPS]


def _differing(one: Failure, other: Failure) -> int:
    return sum(word != another for word, another in zip(one.words, other.words))


def veto(one: Failure, other: Failure) -> bool:
    """Nothing telling is shared, another thing is absent, or it is another code of one kind."""
    if EMPTY.issuperset(set(one.words) & set(other.words)) and not one.cause:
        return True
    if (one.absent or other.absent) and one.named and other.named and one.named != other.named:
        return True
    return not one.codes & other.codes and any(
        code.rstrip("0123456789") == another.rstrip("0123456789")
        for code in one.codes
        for another in other.codes
    )


def judged(same, both, plus: float, minus: float) -> float:
    return plus if same else -minus if both else 0.0


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def tells_absence(text: str) -> bool:
    """Does a lower-case text say that something named is not there?"""
    return any(sign in text for sign in ABSENT)


def cause_of(text: str) -> str:
    """The cause in causes.txt that a lower-case text tells of, "" for none."""
    rows = causes().items()
    return next((cause for cause, signs in rows if any(sign in text for sign in signs)), "")


_tables: dict = {}


def causes() -> dict:
    """cause -> what a line with it says, in lower case"""
    if "causes" not in _tables:
        rows = (line.partition(": ") for line in lines("signals/matching/causes.txt"))
        _tables["causes"] = {cause: signs.split(" | ") for cause, _, signs in rows}
    return _tables["causes"]


def families() -> dict:
    """program -> its family"""
    if "families" not in _tables:
        rows = [line.split() for line in lines("signals/matching/families.txt")]
        _tables["families"] = {program: row[0] for row in rows for program in row[1:]}
    return _tables["families"]
