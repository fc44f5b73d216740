"""An entry as it is compared with a question: its terms by field, its neighbours, the names of its mistake."""

from __future__ import annotations

from reflexion.text.activities import activities
from reflexion.text.tokens import CODE, PART, squeeze, terms, worth

FIELDS = (
    ("trigger", 1.0),
    ("keywords", 1.0),
    ("context", 0.7),
    ("resolution", 0.55),
)  # what a match there is worth
AS_PART = 0.8  # a word that stands there only inside an identifier
GAP = 2  # how far apart two words may stand side by side
RULES = ("correction",)
MAX_QUOTED = 60  # characters


class Reading:
    """fields   term -> worth of the best field it stands in
    trigger  its terms in the trigger, with their own worth
    pairs    (term, term) that stand side by side -> worth of the field
    activities  marks of what a correction or pattern is about -> worth of the field
    codes, quoted  names of the mistake (of errors)
    command  first two words of the command that failed, "" for other types
    """

    __slots__ = ("type", "fields", "trigger", "pairs", "codes", "quoted", "command", "activities")

    def __init__(self, entry: dict):
        self.type, self.fields, self.trigger, self.pairs, self.codes = (
            entry["type"],
            {},
            {},
            {},
            set(),
        )
        self.activities = {}
        error = entry["type"] == "error"
        self.quoted = quoted(entry["trigger"]) if error else set()
        self.command = " ".join(entry["context"].lower().split()[:2]) if error else ""
        for field, value in FIELDS:
            found = terms(" ; ".join(entry["keywords"]) if field == "keywords" else entry[field])
            for term in found:
                self.fields[term.text] = max(
                    self.fields.get(term.text, 0.0), value * (AS_PART if term.kind == PART else 1.0)
                )
            if field in ("trigger", "context"):
                for pair in pairs([(term.at, term.text) for term in found]):
                    self.pairs[pair] = max(self.pairs.get(pair, 0.0), value)
            if self.type in RULES and field == "trigger":
                for mark in activities(found, entry[field]):
                    self.activities.setdefault(mark, value)
            if field == "trigger":
                for term in found:
                    self.trigger[term.text] = max(self.trigger.get(term.text, 0.0), worth(term))
                self.codes = {term.text for term in found if error and term.kind == CODE}
        if self.type in RULES:
            self.fields.update(self.activities)


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
        elif c == mark or (mark == "`" and c == "'"):  # noqa: SIM102
            if not text[n + 1 : n + 2].isalnum():
                if 1 < n - start - 1 <= MAX_QUOTED:
                    found.add(squeeze(text[start + 1 : n].strip().lower()))
                start = -1
    return found
