"""Text without meaning: tables, hashes, and what makes text from outside safe to store and to
show: visible, on one line, bounded, no frame. Imports nothing of ours.

A table lies beside the module that uses it, and is read once; empty lines and lines that begin
with `#` are left out.
"""

from __future__ import annotations

import functools
import os
import re

try:  # `hashlib` would load OpenSSL, which takes a third of an interpreter's start
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]  # before Python 3.12
    except ImportError:
        from hashlib import sha256

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Patterns are strings: `re` compiles one when it is used first, which most calls never do.
# C0 and C1 controls, zero-width and bidirectional marks, variation selectors, fillers,
# the byte-order mark, tags and lone surrogates
INVISIBLE = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e01ef\ud800-\udfff]"
)
# CSI and OSC sequences and two-character escapes, bounded so that a lone ESC costs nothing
ANSI = (
    r"\x1b(?:\[[0-9;:?<=>!]{0,40}[ -/]{0,4}[@-~]|\][^\x07\x1b\n]{0,300}(?:\x07|\x1b\\)?"
    r"|[@-Z\\^_=>()#][A-Za-z0-9]?)"
)
OPENING = "<\uff1c\ufe64\u3008\u27e8\u2329\u276e\u2770\u02c2\u1438"
CLOSING = ">\uff1e\ufe65\u3009\u27e9\u232a\u276f\u2771\u02c3\u1433"
# whatever has the form of a frame, since hosts give theirs any name: `<name …>`, `< / name>`,
# `<|name`, and `<two-words` without an end; but `Vec<String>`, `a < b`, `</dev/null` have it not
FRAME = rf"""(?x)
    (?:(?<!\w)|(?=.[/\uff0f]|.[A-Za-z0-9]{{1,40}}[-_]))[{OPENING}]
    (?=[!?|\\\uff5c]
    |\s{{0,8}}[/\uff0f]?\s{{0,8}}[A-Za-z][\w.:-]{{0,60}}\s{{0,8}}/?[{CLOSING}]
    |/?[A-Za-z][\w.:-]{{0,60}}\s[^<>\n]{{0,300}}[{CLOSING}]
    |[A-Za-z0-9]{{1,40}}(?:[-_][A-Za-z0-9]{{1,40}}){{1,6}}(?![\w./-]))"""
BRACKETED = r"(?i)\[(/?(?:system|inst|assistant|user|human|developer)s?)\]"
SPEAKER = r"(?:^|(?<=[.!?;\n] ))(Human|Assistant|System|User|Developer):"
# signs without which a pattern is not tried, the pattern, and what takes its place
FORMS = ((OPENING, FRAME, "\u2039"), ("[", BRACKETED, r"(\1)"), (":", SPEAKER, r"\1 -"))
LOOKED_AT = 40  # characters read for each one that is kept: white space folds


@functools.cache
def lines(path: str) -> list[str]:
    """Return the lines of a table; `path` is relative to the package ("text/words.txt")."""
    with open(os.path.join(PACKAGE, path), encoding="utf-8") as file:
        every = file.read().split("\n")
    return [line for line in every if line and not line.startswith("#")]


def hashed(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 hex digits."""
    return str(sha256(data).hexdigest())


@functools.cache
def rows(path: str) -> list[list[str]]:
    """Return the lines of a table as lists of their cells, which tabs separate."""
    return [line.split("\t") for line in lines(path)]


def visible(text: str) -> str:
    """Return the text without escapes and invisible characters; line ends become ``\\n``."""
    text = re.sub(ANSI, "", text) if "\x1b" in text else text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return re.sub(INVISIBLE, "", text)


def without_frames(text: str) -> str:
    """Return the text in which nothing reads as a frame or a speaker of a host."""
    for signs, pattern, instead in FORMS:
        if not set(signs).isdisjoint(text):
            text = re.sub(pattern, instead, text)
    return text


def as_typed(text: str, limit: int) -> str:
    """Return at most `limit` characters on one line, brackets kept; for storing commands."""
    line = " ".join(visible(text[: LOOKED_AT * limit]).split())
    return cut(line, limit)


def one_line(text: str, limit: int) -> str:
    """Return at most `limit` characters on one line, fit to be shown to a model."""
    return cut(without_frames(as_typed(text, LOOKED_AT * limit)), limit)


def cut(line: str, limit: int) -> str:
    """Return the line, its end replaced by an ellipsis where it is too long."""
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "\u2026"


def end_of(pattern: str, text: str, at: int) -> int:
    """Return where the match of a pattern that begins at an offset ends; the offset without one."""
    found = re.compile(pattern).match(text, at)
    return found.end() if found else at


def shorten_middle(text: str, limit: int, keep: str = "") -> str:
    """Return one line of at most `limit` characters that shows its start and `keep`.

    `keep` is a part of the text; without it, or where it is not found, the end is shown.
    """
    line = one_line(text, LOOKED_AT * limit)
    if len(line) <= limit:
        return line
    at = line.find(one_line(keep, limit).rstrip("\u2026")) if keep else -1
    start = limit // 3
    room = limit - start - 5  # two gaps of " … " minus the blank that is cut
    end = cut(line[at:], room) if start < at < len(line) - room else line[-room:].lstrip()
    return f"{line[:start].rstrip()} \u2026 {end}"


def plural(number: int, word: str) -> str:
    """Return the number with its word: 1 learning, 2,000 learnings."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
