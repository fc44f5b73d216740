"""Does the transcript hold what an insight quotes from it? Looked up before anything is written."""

from __future__ import annotations

import json
import re
from collections import namedtuple

from reflexion.hosts.jsonl import lines

SHARE = 0.6  # of a quote's words that its line must hold: agents shorten
WORD = r"[^\W_]{3,}"

# place: of the insight in the list; line: of the transcript, 0 for none; why: what is wrong
Missing = namedtuple("Missing", "place line why")


def missing(path: str, insights: list) -> list:
    """[Missing] of evidence that the transcript in `path` does not hold, by place and line."""
    wrong = []
    wanted = {}  # line -> [(place, quote)]
    for number, insight in enumerate(insights):
        if not insight["evidence"]:
            wrong.append(Missing(number, 0, "nothing is named that shows it"))
        for shown in insight["evidence"]:
            quotes = wanted.setdefault(shown["line"], [])
            quotes.append((number, shown.get("quote", "")))
    return sorted(wrong + _not_held(path, wanted))


def _not_held(path: str, wanted: dict) -> list:
    """[Missing] of the quotes of `wanted` that their lines do not hold."""
    wrong = []
    left = dict(wanted)
    for number, line in lines(path):
        if not left:
            break
        for place, quote in left.pop(number, ()):
            if not holds(line, quote):
                why = f"line {number} does not hold the words quoted from it"
                wrong.append(Missing(place, number, why))
    for number, quotes in left.items():
        why = f"the transcript has no line {number}"
        wrong += [Missing(place, number, why) for place, _ in quotes]
    return wrong


def holds(line: bytes, quote: str) -> bool:
    """Does a line of a transcript hold (most of) the words of a quote?"""
    words = set(re.findall(WORD, quote.replace("[REDACTED]", " ").lower()))
    if len(words) < 2:
        return True
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        text = line.decode("utf-8", "replace")
    there = set(re.findall(WORD, re.sub(r"\\[nrt]", " ", text.lower())))
    return len(words & there) >= SHARE * len(words)
