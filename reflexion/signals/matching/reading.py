"""An entry as it is compared with a question: terms by field, neighbours, names of its mistake."""

from __future__ import annotations

from reflexion.text.tokens import CODE, PART, squeeze, terms, worth
from reflexion.text.words import activities

# what a match there is worth
FIELDS = (("trigger", 1.0), ("keywords", 1.0), ("context", 0.7), ("resolution", 0.55))
AS_PART = 0.8  # a word that stands there only inside an identifier
GAP = 2  # how far apart two words may stand side by side
RULES = ("correction",)
MAX_QUOTED = 60  # characters


class Reading:
    """fields   term -> worth of the best field it stands in
    trigger  its terms in the trigger, with their own worth
    pairs    (term, term) that stand side by side -> worth of the field
    activities  marks of what a correction is about -> worth of the field; banned: those of them
             that it forbids altogether ("do not push")
    codes, quoted  names of the mistake (of errors)
    command  first two words of the command that failed, "" for other types
    line     words of the error line in lower case, without marks around them
    """

    __slots__ = (
        *("type", "fields", "trigger", "pairs", "activities", "banned"),
        *("codes", "quoted", "command", "line"),
    )

    def __init__(self, entry: dict):
        self.type = entry["type"]
        self.fields, self.trigger, self.pairs, self.activities = {}, {}, {}, {}
        self.banned = set()
        error = self.type == "error"
        self.line = list(filter(None, map(bare, entry["trigger"].lower().split()))) if error else []
        self.quoted = quoted(entry["trigger"]) if error else set()
        self.command = " ".join(entry["context"].lower().split()[:2]) if error else ""
        for field, value in FIELDS:
            found = terms(" ; ".join(entry["keywords"]) if field == "keywords" else entry[field])
            for term in found:
                _raise(self.fields, term.text, value * (AS_PART if term.kind == PART else 1.0))
            if field in ("trigger", "context"):
                for pair in pairs([(term.at, term.text) for term in found]):
                    _raise(self.pairs, pair, value)
            if field == "trigger":
                for term in found:
                    _raise(self.trigger, term.text, worth(term))
                self.codes = {term.text for term in found if error and term.kind == CODE}
                if self.type in RULES:
                    self.activities = dict.fromkeys(activities(found, entry[field]), value)
                    self.banned = _banned(found, entry[field]) if self.activities else set()
        self.fields.update(self.activities)


def _banned(found: list, text: str) -> set:
    from reflexion.signals.matching.bans import forbids_flatly, said

    words = said(text)
    return set(activities([term for term in found if forbids_flatly(words, term.raw)], ""))


def bare(word: str) -> str:
    """The word without marks around it."""
    return word.strip(".,:;!?()'\"`")


def _raise(values: dict, key, value: float) -> None:
    values[key] = max(values.get(key, 0.0), value)


def pairs(order: list) -> set:
    """The (term, term) that stand side by side in [(place, term)]."""
    found = set()
    for n, (at, one) in enumerate(order):
        for other_at, other in order[n + 1 : n + 5]:
            if 0 < other_at - at <= GAP and one != other:
                found.add((one, other))
    return found


def quoted(text: str) -> set:
    """Names in quotes, folded; an apostrophe inside a word opens nothing."""
    found, start, mark = set(), -1, ""
    text = text.replace("\u2018", "`").replace("\u2019", "'")
    for n, c in enumerate(text):
        if c not in "`'\"":
            continue
        if start < 0:
            if not n or not text[n - 1].isalnum():
                start, mark = n, c
        elif c in (mark, "'" if mark == "`" else mark) and not text[n + 1 : n + 2].isalnum():
            if 1 < n - start - 1 <= MAX_QUOTED:
                found.add(squeeze(text[start + 1 : n].strip().lower()))
            start = -1
    return found
