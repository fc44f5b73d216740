"""Tell which prompts are plainly meant to be stored: "remember that …", "from now on …"."""

import re

from reflexion.text.tables import rows

MOST_LINES = 3
LONGEST = 300  # characters of a prompt
SHORTEST = 8  # bytes of what is stored: a few letters, three Chinese signs
PASTED = ("```", "</", "\n>", "\n|", "\n$ ", "\n    at ", "\n{", "\n#", "://", " | ", "?", "\uff1f")
MARKS = " \t\n:,;-\u2013\uff1a\uff0c\u3001"
# what may follow a bare "remember": "remember the chosen tab" orders a feature
FOLLOWER = re.compile(
    r"""\s{0,3}[:,;\u2013\uff1a\uff0c-]
    |\s+(?=(?:we|our|never|always|not\ to|don'?t|do\ not|this\ project|this\ repo)\b)""",
    re.VERBOSE,
)
# what only means something beside the words before it
POINTING = re.compile(
    r"""\b(?:it|this|that|these|those|them|so|the\ same)
    (?:\ (?:way|too|again|instead|please))?[.!]{0,3}$
    |^(?:bug|conversation|discussion|error|feature|file|function|idea|issue|one|page|problem|pr
    |script|task|test|thing|ticket|time)s?\ (?:about|from|i|in|on|that|we|with|you)\b""",
    re.VERBOSE | re.IGNORECASE,
)
# "remember to …" may be about the task at hand
ONCE = re.compile(
    r"\b(?:also|as well|done|finished|afterwards|today|tomorrow|later|now|it|them)\b", re.IGNORECASE
)
SENTENCE_END = re.compile(r"(?<=[.!])\s+(?=[A-Z\"'`])|(?<=[\u3002\uff01])|\n(?!\s*-)")
ITEM = re.compile(r"\s*\n\s*-\s*")
# first words that get a capital; the name of a program keeps its letters
SMALL = set("a all always answer do don't every if never only our prefer the use we when".split())


def _openings() -> list:
    """Return [(opening, what is done with it)], the longest first."""
    table = [
        (one, action) for action, cell in rows("detect/prompts.tsv") for one in cell.split(" | ")
    ]
    return sorted(table, key=lambda row: -len(row[0]))


TABLE = _openings()
OPENINGS = tuple(opening for opening, _ in TABLE)


def to_remember(prompt: str) -> str:
    """Return the sentence of a prompt that is plainly meant to be stored; "" for any other."""
    text = prompt.strip().replace("\u2019", "'")
    if (
        len(text) > LONGEST
        or text.count("\n") >= MOST_LINES
        or any(mark in text for mark in PASTED)
    ):
        return ""
    low = text.lower()
    for opening, action in TABLE:
        if low.startswith(opening):
            return _sentence(text, len(opening), action)
    return ""


def _sentence(text: str, end: int, action: str) -> str:
    """Return the sentence that follows the opening text[:end]; "" where it cannot stand alone."""
    rest = text[end:]
    if action == "mark" and not FOLLOWER.match(rest):
        return ""
    if rest[:1].isalnum() and text[end - 1].isascii():
        return ""  # "remember totals"
    rest = ITEM.sub("; ", SENTENCE_END.split(rest.lstrip(MARKS))[0].strip())
    is_passing = POINTING.search(rest) or action == "order" and ONCE.search(rest)
    if is_passing or len(rest.encode()) < SHORTEST:
        return ""
    if action == "keep":
        return f"{text[:end]} {rest}"
    return rest[0].upper() + rest[1:] if rest.split(" ")[0] in SMALL else rest
