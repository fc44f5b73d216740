"""Sentences of prose, cleaned, and made into orders: "we decided to use X" becomes "Use X.". Pure,
bounded, linear. The wordings stand in phrases.tsv and words.txt."""

from __future__ import annotations

import functools
import re
from collections import namedtuple

from reflexion.text import tables
from reflexion.text.clean import harmless, one_line, visible

MAX_TITLE = 240
MAX_SENTENCE = 600  # characters of one that is looked at
CAUSE = "Keep in mind the cause: "  # of something that only the session tells
LEADS = (CAUSE, "Keep in mind that ", "Keep in mind: ")
# how a message begins that only says what comes
AHEAD = ("I'll ", "I will ", "Let me ", "Now I", "First, I", "Let's ")
BULLET = r"\s{0,8}[-*\u2022]\s+(\S.{0,400})$"
LEADING = r"^(?:\s*(?:[-*\u2022>#]+|\d{1,3}[.)])\s+)+"
Worded = namedtuple("Worded", "rest form")  # what follows a wording, and how it becomes an order
BLOCKS = r"\n\s{0,80}\n|\n(?=\s{0,80}(?:[-*\u2022]|\d{1,3}[.)])\s)"


@functools.lru_cache(maxsize=None)
def patterns(kind: str) -> tuple:
    """((needles, pattern, form), ...) of a kind in phrases.tsv."""
    rows = tables.rows("reflect/phrases.tsv")
    return tuple((n.split("|"), pattern, form) for k, form, n, pattern in rows if k == kind)


@functools.lru_cache(maxsize=None)
def words(name: str) -> frozenset:
    """The words of one line of words.txt."""
    listed = dict(line.split(": ", 1) for line in tables.lines("reflect/words.txt"))[name]
    return frozenset(listed.split("|") if "|" in listed else listed.split())


def shape(name: str):
    """The compiled pattern of one way to begin, of the kind "shape"."""
    shapes = {form: pattern for _, pattern, form in patterns("shape")}
    return re.compile(shapes[name], re.IGNORECASE)


def prose(message: str) -> str:
    """A message without fenced code."""
    kept = []
    fenced = False
    for line in harmless(visible(message)).splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            kept.append(line)
    return "\n".join(kept)


def sentences(text: str) -> list:
    """The sentences of prose, one line each, without list marks and emphasis."""
    parts = []
    for block in re.split(BLOCKS, text):
        flat = re.sub(LEADING, "", " ".join(block.split())).replace("**", "").replace("__", "")
        parts += re.split(r"(?<=[.!?])\s+(?=[\"'`(A-Z0-9])", flat)
    return [part.strip() for part in parts if part.strip()]


def listed(text: str) -> list:
    """The bullets below a heading that announces learnings ("## Learnings", "**Gotchas**")."""
    bullets = []
    announced = False
    for line in text.splitlines():
        bullet = re.match(BULLET, line)
        if bullet and announced:
            bullets.append(bullet[1].replace("**", ""))
        elif line.strip() and not bullet:
            announced = bool(shape("heading").match(line.strip()))
    return bullets


def stated(sentence: str, *kinds: str) -> str:
    """The order in a sentence that states a "decision", a "finding" or a wish ("leaning"), or
    ""."""
    sentence = sentence.replace("\u2019", "'")
    if len(sentence) > MAX_SENTENCE:
        return ""
    for kind in kinds:
        found = _worded(sentence, kind)
        title = _formed(found.rest, found.form) if found else ""
        if title and (kind != "leaning" or _is_order(title)):  # else a wish is a mere task
            return title
    return ""


def _worded(sentence: str, kind: str) -> Worded | None:
    """How the first wording of a kind stands in a sentence; None where none does."""
    low = sentence.lower()
    for needles, pattern, form in patterns(kind):
        if any(needle in low for needle in needles):
            match = re.search(pattern, sentence, flags=re.IGNORECASE)
            if match and len(match[1].split()) > 1:
                return Worded(match[1], form)
    return None


def _formed(rest: str, form: str) -> str:
    """The rest of a sentence as an order of this form; "" where it names nothing."""
    parts = [word.strip(".,;:!?'\"").lower() for word in rest.split()]
    choice = parts[parts[0] in ("the", "my")]
    if choice in words("vague") and (form == "use" or parts[0] == "do"):
        return ""
    return FORMS[form](rest, parts[0])


def _as_verb(rest: str, first: str) -> str:
    return order(rest) if first in words("statements") else end(rest)


def _as_use(rest: str, first: str) -> str:
    compares = re.search(" (?:over|instead of|rather than) ", rest, flags=re.IGNORECASE)
    return end(("Prefer " if compares else "Use ") + rest)


def _as_fact(rest: str, first: str) -> str:
    return end(rest) if _is_order(first) else end(LEADS[1] + _lowered(rest))


def _lowered(rest: str) -> str:
    """The words as they go on in a sentence: "The cache" begins small, "HTTP" does not."""
    return rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest


# form of phrases.tsv -> what makes an order of the rest and its first word
FORMS = {
    "asked": lambda rest, first: order(rest),
    "verb": _as_verb,
    "fact": _as_fact,
    "not": lambda rest, first: end("Do not " + rest),
    "use": _as_use,
    "cause": lambda rest, first: end(CAUSE + _lowered(rest)),
}


def hedged(sentence: str) -> bool:
    """Is it a question, or said with a doubt?"""
    low = sentence.lower()
    return low.rstrip().endswith("?") or any(hedge in low for hedge in words("hedges"))


def reasoned(sentence: str) -> bool:
    """Does it say why?"""
    return any(f" {reason} " in f" {sentence.lower()} " for reason in words("reasons"))


def open_end(sentence: str) -> bool:
    """Does it say that something is left to do?"""
    low = sentence.lower()
    return any(
        any(needle in low for needle in needles) and re.search(pattern, low)
        for needles, pattern, _ in patterns("open")
    )


def order(text: str) -> str:
    """Anything said, as an imperative sentence."""
    bare = shape("agreed").sub("", shape("fillers").sub("", text.strip()))
    for beginning, lead in (("refusals", "Do not "), ("subjects", "")):
        rest = shape(beginning).sub("", bare)
        if rest != bare:
            return end(lead + rest)
    if bare[:3].lower() == "we " and _is_order(bare[3:]):
        bare = bare[3:]
    return end(bare if _is_order(bare) else LEADS[2] + bare)


def _is_order(text: str) -> bool:
    """Does it begin with a verb that orders?"""
    return re.split(r"[\s,]", text, maxsplit=1)[0].lower().strip("'\"`*") in words("orders")


def plain(title: str) -> str:
    """A title without the words that only make an order of it."""
    return next((title[len(lead) :] for lead in LEADS if title.startswith(lead)), title)


def end(text: str) -> str:
    """A sentence: capital letter, full stop, one line, bounded."""
    line = one_line(text, MAX_TITLE).strip(" -:;,")
    if line[:1].islower() and not re.match(r"[a-z]+[A-Z_./]", line):
        line = line[:1].upper() + line[1:]
    return line if not line or line[-1] in ".!\u2026\u3002" else line.rstrip("?") + "."


def quote(text: str) -> str:
    """What was said, as evidence beside its line number."""
    return one_line(text, 160).replace('"', "'")
