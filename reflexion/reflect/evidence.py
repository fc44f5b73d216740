"""Is an insight's evidence there: does the transcript have the lines, and do they hold the words
that are quoted from them?
"""

from __future__ import annotations

import json
import re

from reflexion.store.files import open_file

MAX_LINE = 8 << 20  # bytes; what follows in a longer line is passed over
SHARE = 0.6  # of a quote's words that its line must hold: agents shorten
WORD = r"[^\W_]{3,}"


def missing(path: str, insights: list) -> list:
    """(place in `insights`, line, why) of each piece of evidence that the transcript does not bear
    out. One pass, constant memory.
    """
    wanted, wrong = {}, []
    for place, insight in enumerate(insights):
        if not insight["evidence"]:
            wrong.append((place, 0, "nothing is named that shows it"))
        for one in insight["evidence"]:
            wanted.setdefault(one["line"], []).append((place, one.get("quote", "")))
    for number, line in _some(path, set(wanted)):
        for place, quote in wanted.pop(number):
            if not holds(line, quote):
                wrong.append(
                    (place, number, f"line {number} does not hold the words quoted from it")
                )
    wrong += [
        (place, number, f"the transcript has no line {number}")
        for number, rows in wanted.items()
        for place, _ in rows
    ]
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


def _some(path: str, numbers: set):
    """(number, bytes) of the lines with these numbers."""
    last, number = max(numbers, default=0), 0
    with open_file(path, follow=True) as file:
        while number < last:
            line = file.readline(MAX_LINE)
            if not line:
                return
            number += 1
            if number in numbers:
                yield number, line
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE)
