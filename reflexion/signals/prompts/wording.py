"""What a person said, worded as a directive: "no, use a not b" becomes "Use a, not b."."""

from reflexion.signals.prompts.directives import MODAL, RIVALS
from reflexion.signals.prompts.scorer import cues, is_unspaced, tidy
from reflexion.text.words import stem

LONGEST = 1000  # characters
MOST_WORDS = 5  # words of an opening, openings before one directive
MOST_OPENINGS = 4
MARKS = " ,.:;!-\u2013\u2014\u3001\u3002\uff0c\uff01\uff1a"
# openings that are left out: `refusal` and what has a mark in the table only before a mark
OPENINGS = ("refusal", "told", "remember", "polite")
LINKING = ("that", "to", "que", "che", "что")  # after "I told you" and its like
BESIDE = ("and", "or", "but", "why", "if", "also", "maybe", "that's", "it's", "use")


def directive(said: str) -> str:
    """One or two sentences of a person as a directive: without the refusal, the "I told you" or
    the "remember that" it begins with, its first letter a capital, its end marked."""
    text = " ".join(said[:LONGEST].split())
    for _ in range(MOST_OPENINGS):
        text = _after_opening(text)
    text = _with_comma(text)
    if not text:
        return ""
    first = text.split(" ", 1)[0]
    if first.replace("'", "").replace("\u2019", "").isalpha() and not any(
        stem(first) in names for names in RIVALS
    ):
        text = text[0].upper() + text[1:]
    last = text[-1:]
    closes = last.isalnum() or last in "`'\")>]"
    return text + "." if closes and not is_unspaced(last) else text


def _after_opening(text: str) -> str:
    """The text behind the longest opening that it begins with; the text itself without one."""
    words = text.split(" ")
    for count in range(min(MOST_WORDS, len(words) - 1), 0, -1):
        head = " ".join(words[:count])
        kind = _opening(head)
        if kind:
            return _linked(words[count:]) if kind == "told" else " ".join(words[count:])
    for kind in OPENINGS:
        for phrase in cues()[kind]:
            if is_unspaced(phrase) and text.startswith(phrase) and text[len(phrase)] in MARKS:
                return text[len(phrase) :].lstrip(MARKS)
    return text


def _opening(head: str) -> str:
    """The class of the opening that these words are, or ""."""
    tidied = tidy(head)
    bare = tidy(head.rstrip(MARKS))
    marked = tidied != bare
    for kind in OPENINGS:
        if tidied in cues()[kind]:
            return kind if kind != "refusal" else ""
        if marked and bare in cues()[kind]:
            return kind
    return ""


def _linked(words: list) -> str:
    """What was told: "not to touch a" becomes "Do not touch a"."""
    if [word.lower() for word in words[:2]] == ["not", "to"] and len(words) > 2:
        return " ".join(["Do not", *words[2:]])
    if words[0].lower() in LINKING and len(words) > 1:
        words = words[1:]
    return " ".join(words)


def _with_comma(text: str) -> str:
    """ "Use a not b" with the comma that it needs to be read."""
    words = text.split(" ")
    for place in range(2, len(words) - 1):
        before = words[place - 1]
        plain = before[-1:].isalnum() or before[-1:] in "`'\")>"
        aside = before.lower() in MODAL or before.lower() in BESIDE
        if words[place] == "not" and plain and not aside:
            words[place - 1] = before + ","
            break
    return " ".join(words)
