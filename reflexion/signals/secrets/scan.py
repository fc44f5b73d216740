"""Run every rule on a text and put what they found in order."""

from __future__ import annotations

import re

from reflexion.signals.secrets import (
    arguments,
    assigned,
    headers,
    patterns,
    private_keys,
    records,
    services,
    shapes,
    values,
)

COLOURS = ("\x1b", "\\x1b[", "\\u001b[", "\\033[", "\\e[")
_COLOUR = (
    r"\x1b(?:\[[0-?]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)?|[@-_])?"
    r"|\\{1,2}(?:x1b|u001b|033|e)\[[0-9;]{0,20}m"
)
# JSON's escapes, and plain text of the same length in their place
ESCAPES = (("\\n", " \n"), ("\\r", " \r"), ("\\t", " \t"), ('\\"', ' "'), ("\\/", " /"))


def scan(text: str, extra=()) -> list:
    """[(start, end, kind)] of each secret, in order, split at line ends, without overlaps.

    `extra`: the user's own patterns.
    """
    if len(text) < 4:
        return []
    has_colour = any(mark in text for mark in COLOURS)
    plain, moves = uncoloured(text) if has_colour else (text, None)
    spans = spans_of(plain, extra)
    if "\\n" in plain or '\\"' in plain:  # text inside a JSON string: once more as it was
        spans = merged(plain, spans + spans_of(unescaped(plain), ()))
    if not moves:
        return spans
    return [(moved(moves, start), moved(moves, end - 1) + 1, kind) for start, end, kind in spans]


def spans_of(text: str, extra) -> list:
    text = text.replace("\\\n", "  ")  # a command that goes on in the next line
    lower = lowered(text)
    spans = [*services.find(text), *private_keys.find(text)]
    for rules in (assigned, headers, arguments, patterns, records, shapes):
        spans += rules.find(text, lower)
    if extra:
        from reflexion.signals.secrets import user_patterns

        spans += user_patterns.find(text, extra)
    return merged(text, [*spans, *continued(text, spans)]) if spans else []


def continued(text: str, spans: list):
    """Tokens that go on in the next line."""
    for start, end, kind in spans:
        breaks_off = end - start >= 40 and text[end : end + 1] in ("\n", "\r", " ")
        if breaks_off and "url" not in kind and kind != "private key":
            yield from private_keys.wrapped(text, start, end)


def unescaped(text: str) -> str:
    """The text with its escapes undone, of the same length."""
    for mark, plain in ESCAPES:
        text = text.replace(mark, plain)
    return text


def lowered(text: str) -> str:
    """Lower case, character by character, so that offsets stay."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def uncoloured(text: str) -> tuple:
    """(the text without terminal sequences, [(offset in it, offset in the text)] of the drifts)."""
    parts, moves, at, length = [], [(0, 0)], 0, 0
    for match in re.compile(_COLOUR).finditer(text):
        parts.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        moves.append((length, at))
    parts.append(text[at:])
    return "".join(parts), moves


def moved(moves: list, offset: int) -> int:
    """Where an offset of the uncoloured text stands in the text itself."""
    low, high = 0, len(moves)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if moves[middle][0] <= offset else (low, middle)
    return moves[low][1] + offset - moves[low][0]


def merged(text: str, spans: list) -> list:
    """Spans in order, those that overlap made one, none across a line end."""
    whole = []
    for start, end, kind in sorted(spans):
        if whole and start < whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        elif end > start:
            whole.append([start, end, kind])
    result = []
    for start, end, kind in whole:
        at = start
        for line in text[start:end].split("\n"):
            inner = line.strip("\r\t ")
            first = at + len(line) - len(line.lstrip("\r\t "))
            if inner and inner != values.MARK:
                result.append((first, first + len(inner), kind))
            at += len(line) + 1
    return result
