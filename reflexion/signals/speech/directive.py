"""The directive in the user's own words: lead-ins stripped, reproaches left out, one or two sentences."""
from __future__ import annotations

from reflexion.signals.speech.match import MARKS

LONGEST_TRIGGER, LONGEST_RESOLUTION = 200, 320
MOST_SENTENCES = 3
MOST_LEADS = 4
HOLLOW = frozenset("wrong told whyyou slip deny fine".split())
IMPERATIVE = {"we use": "Use", "we always": "Always", "we never": "Never", "we only": "Only", "we do not": "Do not", "we don't": "Don't", "you must": "", "i want you to": "",
              "we always use": "Always use", "you should": "", "you have to": "", "you need to": "", "please": "", "we prefer": "Prefer", "i prefer": "Prefer"}


def one_line(text):
    return " ".join(text.split())


def cut(text, most):
    """At most so many characters, cut between words."""
    if len(text) <= most:
        return text
    head = text[:most - 1]
    space = head.rfind(" ")
    return (head[:space] if space > most // 2 else head).rstrip(" ,;:-") + "\u2026"


def trigger(text, judged, from_cue):
    """The sentence that says it; a long one from the clause on that does."""
    sentence = judged.sentence
    start = _from_clause(judged) if from_cue or sentence.end - sentence.start > LONGEST_TRIGGER else sentence.start
    return cut(one_line(text[start:sentence.end]), LONGEST_TRIGGER)


def _from_clause(judged):
    """Where the clause starts that holds the sentence's first cue."""
    sentence = judged.sentence
    cues = judged.cues.values()
    if not cues or sentence.text and isinstance(sentence.words, str):
        return sentence.start
    first = min(start for start, _ in cues)
    before = [place for place in sentence.clauses if place <= first]
    place = before[-1] if before else 0
    return sentence.spans[min(place, len(sentence.spans) - 1)][0]


def plain(text, judged):
    return finish(one_line(text[judged.sentence.start:judged.sentence.end]))


def finish(text):
    """A capital in front, a full stop behind."""
    text = text.strip().strip(",;:-\u2014\u2013 ").strip()
    if not text:
        return ""
    low = text.lower()
    for said in sorted(IMPERATIVE, key=len, reverse=True):
        if low.startswith(said + " "):
            text = (IMPERATIVE[said] + text[len(said):]).strip()
            break
    first = text.split(None, 1)[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return cut(text if text[-1] in ".!?\u3002\uff01\uff1f\u2026" else text + ".", LONGEST_RESOLUTION)


def without_lead(text, judged, tongue):
    """The sentence without "no," "as I said," "remember:" in front."""
    sentence = judged.sentence
    if tongue.by_parts:
        return _without_parts(text, sentence, tongue)
    words, place = sentence.words, 0
    for _ in range(MOST_LEADS):
        while place < len(words) and (words[place] in MARKS or words[place] in tongue.fillers):
            place += 1
        shorter = _Rest(words[place:])
        found = tongue.first("lead", shorter)
        if not found or found[1] == 0:
            break
        place += found[1]
    if place >= len(words):
        return ""
    return one_line(text[sentence.spans[place][0]:sentence.end])


class _Rest:
    """The rest of a sentence, as match() wants it."""

    __slots__ = ("words", "wordset", "openings", "clauses")

    def __init__(self, words):
        self.words, self.wordset, self.openings, self.clauses = words, frozenset(words), (0,), (0,)


def _without_parts(text, sentence, tongue):
    said = text[sentence.start:sentence.end]
    for _ in range(MOST_LEADS):
        said = said.lstrip(" ,:;-\uff0c\uff1a\u3001\u3002\uff01")
        low = said.lower()
        lead = next((line for line in tongue.compile("lead") if low.startswith(line)), None)
        if not lead:
            break
        said = said[len(lead):]
    return one_line(said)


def resolution(text, judged, place, busy, tongue):
    """The directive: of a prompt that is all correction its sentences without questions and reproaches, else the one clause."""
    if busy:
        one = judged[place]
        start = _from_clause(one)
        return finish(one_line(text[start:one.sentence.end]))
    kept = []
    for j in judged[max(0, place - 1):place + MOST_SENTENCES]:
        if j.question or j.fine:
            continue
        said = without_lead(text, j, tongue)
        hollow = not said or (len(said.split()) <= 4 and bool(HOLLOW.intersection(j.cues)) and not set(j.cues) - HOLLOW)
        kept.append((hollow, j, said))
    solid = [finish(said) for hollow, j, said in kept if not hollow]
    return cut(" ".join(said for said in solid if said), LONGEST_RESOLUTION)


def praised(text, judged):
    return cut(" ".join(plain(text, j) for j in judged[:MOST_SENTENCES] if not j.question), LONGEST_RESOLUTION)


def says_something(resolution, tongue):
    """Does a directive hold more than a bare "no, the other one"?"""
    return len(resolution) >= 12 if tongue.by_parts else len(resolution.split()) >= 5
