"""Tell which prompts are plainly meant to be stored: "remember that …", "from now on …"."""

from __future__ import annotations

import re
from functools import lru_cache

from reflexion.text import rows

MOST_LINES = 3
LONGEST = 300  # characters of a prompt
SHORTEST = 8  # bytes of what is stored: a few letters, three Chinese signs
PASTED = ("```", "</", "\n>", "\n|", "\n$ ", "\n    at ", "\n{", "\n#", "://", " | ", "?", "\uff1f")
MARKS = " \t\n:,;-\u2013\uff1a\uff0c\u3001"
# what may follow a bare "remember": "remember the chosen tab" orders a feature
FOLLOWER = r"""(?x)
    \s{0,3}[:,;\u2013\uff1a\uff0c-]
    |\s+(?=(?:we|our|never|always|not\ to|don'?t|do\ not|this\ project|this\ repo)\b)"""
# what only means something beside the words before it
POINTING = r"""(?xi)
    \b(?:it|this|that|these|those|them|so|the\ same)
    (?:\ (?:way|too|again|instead|please))?[.!]{0,3}$
    |^(?:bug|conversation|discussion|error|feature|file|function|idea|issue|one|page|problem|pr
    |script|task|test|thing|ticket|time)s?\ (?:about|from|i|in|on|that|we|with|you)\b"""
# "remember to …" may be about the task at hand
ONCE = r"(?i)\b(?:also|as well|done|finished|afterwards|today|tomorrow|later|now|it|them)\b"
SENTENCE_END = r"(?<=[.!])\s+(?=[A-Z\"'`])|(?<=[\u3002\uff01])|\n(?!\s*-)"
ITEM = r"\s{0,80}\n\s{0,80}-\s{0,80}"
# first words that get a capital; the name of a program keeps its letters
SMALL = set("a all always answer do don't every if never only our prefer the use we when".split())


@lru_cache(maxsize=1)
def openings() -> list[tuple[str, str]]:
    """Return [(opening in lower case, what is done with it)], the longest first."""
    table = []
    for action, cell in rows("detect/prompts.tsv"):
        table += [(opening, action) for opening in cell.split(" | ")]
    return sorted(table, key=lambda row: -len(row[0]))


def to_remember(prompt: str) -> str:
    """Return the sentence of a prompt that is plainly meant to be stored; "" for any other."""
    text = prompt.strip().replace("\u2019", "'")
    if len(text) > LONGEST or text.count("\n") >= MOST_LINES:
        return ""
    if any(mark in text for mark in PASTED):
        return ""
    low = text.lower()
    for opening, action in openings():
        if low.startswith(opening):
            return _sentence(text, len(opening), action)
    return ""


def _sentence(text: str, end: int, action: str) -> str:
    """Return the sentence that follows the opening text[:end]; "" where it cannot stand alone."""
    rest = text[end:]
    if action == "mark" and not re.match(FOLLOWER, rest):
        return ""
    if rest[:1].isalnum() and text[end - 1].isascii():
        return ""  # "remember totals"
    first = re.split(SENTENCE_END, rest.lstrip(MARKS))[0].strip()
    sentence = re.sub(ITEM, "; ", first)
    if len(sentence.encode()) < SHORTEST or _is_about_now(sentence, action):
        return ""
    if action == "keep":
        return f"{text[:end]} {sentence}"
    if sentence.split(" ")[0] in SMALL:
        return sentence[0].upper() + sentence[1:]
    return sentence


def _is_about_now(sentence: str, action: str) -> bool:
    """Return True if a sentence means something only beside the words before it."""
    if action == "order" and re.search(ONCE, sentence):
        return True
    return re.search(POINTING, sentence) is not None
