"""Read the value that stands at a place of a text: quoted, bare, or as a shell joins it."""

import re
from typing import NamedTuple

LONGEST = 8192  # characters of a quoted value
OPENING = re.compile(
    r"""(?:[bBrRuUfFLN@$]{1,2}(?=["']))?(\"\"\"|'''|["'`\u201c\u201e\u00ab\u2018]|&quot;|&\#34;|%22)""",
    re.VERBOSE,
)
CLOSING = {"\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb", "\u2018": "\u2019"}
BARE = re.compile(r"""(?:\\[ '"$&;|()<>!]|[^\s"'`]){1,400}""")
# what ends a bare value within its run of characters: the next field, a tag, a call
END = re.compile(
    r"""[&;,|](?=\s|$|["'}\])&]|[A-Za-z_$"'.-][\w.%\[\]-]{0,60}["']?[ \t]?[=:](?!/))
    |<(?=[/a-z!])|&(?:\#|[a-z]{2,6};)|%26|(?<=.)\$\(|(?<=.)\\(?=[nrtu"'&])
    |\)(?=[;,.)}\]]{0,3}$)|(?<=\w)\}\}?(?=[,;)\]}]{0,3}$)""",
    re.VERBOSE,
)
REST = re.compile(r"[^\s\"'`]*")
JOINED = re.compile(r"""["'](?=[^\s"',;:)\]}>])|[\w!@#%^*+~\\-]""")
BRACKETS = {")": "(", "]": "[", "}": "{"}


class Value(NamedTuple):
    """A value in text[start:end]; `quote` is what opens it, "" where nothing does."""

    start: int
    end: int
    quote: str


def read_value(text: str, at: int):
    """Return the Value that begins at an offset; None where nothing does."""
    opening = OPENING.match(text, at)
    if opening:
        start = opening.end()
        end = closing(text, start, opening.group(1))
        end = start + len(text[start:end].rstrip(" "))
        return Value(start, end, opening.group(1)) if end > start else None
    run = BARE.match(text, at)
    if not run:
        return None
    stop = END.search(run.group(), 1)
    end = at + stop.start() if stop else run.end()
    if end - at >= 400:
        end = REST.match(text, end).end()
    return Value(at, _without_brackets(text, at, end), "")


def read_word(text: str, at: int):
    """Return the Value at an offset with what a shell joins to it: ab"c d", 'it'\\''s'."""
    value = read_value(text, at)
    if value is None or len(value.quote) > 1:
        return value
    end = value.end
    for _ in range(8):
        begin = end + (1 if value.quote and end == value.end else 0)
        if not JOINED.match(text, begin) or value.quote == "" and text[begin] not in "\"'":
            break
        more = read_value(text, begin)
        if more is None:
            break
        end = more.end + (1 if more.quote else 0)
    return value._replace(end=max(end, value.end))


def closing(text: str, start: int, quote: str) -> int:
    """Return the offset of the quote that closes; the end of the line where it was cut off."""
    mark = CLOSING.get(quote, quote)
    last = min(len(text), start + LONGEST)
    end = text.find(mark, start, last)
    for _ in range(40):
        step = _escaped(text, start, end, mark)
        if not step:
            break
        end = text.find(mark, end + step, last)
    line = text.find("\n", start, last)
    if end < 0:
        return line if line >= 0 else last
    return line if 0 <= line < end and len(quote) < 3 else end


def _escaped(text: str, start: int, end: int, mark: str) -> int:
    """Return how far to go on from a quote that does not close; 0 for one that does."""
    if end < 0 or len(mark) > 1:
        return 0
    if end > start and text[end - 1] == "\\" and text[end - 2] != "\\":
        return 1
    if end > start and text.startswith(mark, end + 1) and text[end + 2 : end + 3].isalnum():
        return 2  # 'it''s'
    return 4 if text.startswith("'\\''", end) else 0


def _without_brackets(text: str, start: int, end: int) -> int:
    """Return the end of a bare value without the brackets that were opened outside of it."""
    while end - start > 1 and text[end - 1] in BRACKETS:
        value = text[start:end]
        if value.count(BRACKETS[value[-1]]) >= value.count(value[-1]):
            break
        end -= 1
    return end
