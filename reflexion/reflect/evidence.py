"""Does the transcript have the lines that show an insight, and do they hold the words quoted?"""

from __future__ import annotations

import json
import re

from reflexion.store.files import open_file

MAX_LINE = 8 << 20  # bytes; what follows in a longer line is passed over
SHARE = 0.6  # of a quote's words that its line must hold: agents shorten
WORD = r"[^\W_]{3,}"


def missing(path: str, insights: list) -> list:
    """(place in `insights`, line, why) of each piece of evidence that the transcript does not bear
    out. One pass, constant memory."""
    wanted, wrong = {}, []
    for place, insight in enumerate(insights):
        if not insight["evidence"]:
            wrong.append((place, 0, "nothing is named that shows it"))
        for shown in insight["evidence"]:
            wanted.setdefault(shown["line"], []).append((place, shown.get("quote", "")))
    for number, line in _lines(path, max(wanted, default=0)):
        for place, quote in wanted.pop(number, ()):
            if not holds(line, quote):
                why = f"line {number} does not hold the words quoted from it"
                wrong.append((place, number, why))
    for number, rows in wanted.items():
        wrong += [(place, number, f"the transcript has no line {number}") for place, _ in rows]
    return sorted(wrong)


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


def _lines(path: str, last: int):
    """(number, bytes) of the lines up to number `last`."""
    with open_file(path, follow=True) as file:
        for number in range(1, last + 1):
            line = rest = file.readline(MAX_LINE)
            if not line:
                return
            yield number, line
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(MAX_LINE)
