"""Read the value that stands at a place of a text: quoted, bare, or as a shell joins it."""

import re
from collections import namedtuple

# what opens a value, and the characters up to what closes it; none goes over its line but """
OPENING = r"""(?x)(?:[bBrRuUfFLN@$]{1,2}(?=["']))?
    (\"\"\"|'''|["'`\u201c\u201e\u00ab\u2018]|&quot;|&\#34;|%22)"""
INSIDE = {
    '"': r'(?:[^"\\\n]|\\.|""(?=\w)){1,8192}',
    "'": r"(?:[^'\\\n]|\\.|''(?=\w)|'\\''){1,8192}",
    "`": r"[^`\n]{1,8192}",
    '"""': r'(?:[^"]|"(?!"")){1,8192}',
    "'''": r"(?:[^']|'(?!'')){1,8192}",
    "": r"(?:(?!&quot;|&#34;|%22)[^\n\u201c\u201d\u00bb\u2019]){1,8192}",
}
BARE = r"""(?:\\[ '"$&;|()<>!]|[^\s"'`]){1,400}"""
REST = r"""[^\s"'`]{0,8192}"""  # of a longer one
# what ends a bare value within its run of characters: the next field, a tag, a call
END = r"""(?x)[&;,|](?=\s|$|["'}\])&]|[A-Za-z_$"'.-][\w.%\[\]-]{0,60}["']?[ \t]?[=:](?!/))
    |<(?=[/a-z!])|&(?:\#|[a-z]{2,6};)|%26|(?<=.)\$\(|(?<=.)\\(?=[nrtu"'&])
    |\)(?=[;,.)}\]]{0,3}$)|(?<=\w)\}\}?(?=[,;)\]}]{0,3}$)"""
JOINED = r"""["'](?=[^\s"',;:)\]}>])|[\w!@#%^*+~\\-]"""
BRACKETS = {")": "(", "]": "[", "}": "{"}


class Value(namedtuple("Value", "start end quote")):
    """A value in text[start:end]; `quote` is what opens it, "" where nothing does."""

    __slots__ = ()


def read_value(text: str, at: int):
    """Return the Value that begins at an offset; None where nothing does."""
    opening = re.compile(OPENING).match(text, at)
    if opening:
        quote = opening.group(1)
        inside = re.compile(INSIDE.get(quote, INSIDE[""])).match(text, opening.end())
        value = inside.group().rstrip(" ") if inside else ""
        return Value(inside.start(), inside.start() + len(value), quote) if value else None
    run = re.compile(BARE).match(text, at)
    if not run:
        return None
    stop = re.compile(END).search(run.group(), 1)
    end = at + stop.start() if stop else re.compile(REST).match(text, run.end()).end()
    return Value(at, _without_brackets(text, at, end), "")


def read_word(text: str, at: int):
    """Return the Value at an offset with what a shell joins to it: ab"c d", 'it'"s"."""
    value = read_value(text, at)
    end = value.end if value else 0
    quote = value.quote if value else ""
    for _ in range(8):
        end += len(quote)
        if not value or len(quote) > 1 or not re.compile(JOINED).match(text, end):
            break
        if not quote and text[end] not in "\"'":
            break
        more = read_value(text, end)
        if not more:
            break
        end = more.end
        quote = more.quote
        value = value._replace(end=end)
    return value


def _without_brackets(text: str, start: int, end: int) -> int:
    """Return the end of a bare value without the brackets that were opened outside of it."""
    while end - start > 1 and text[end - 1] in BRACKETS:
        value = text[start:end]
        if value.count(BRACKETS[value[-1]]) >= value.count(value[-1]):
            break
        end -= 1
    return end
