"""Worst-case text for patterns, and the proof that a function survives a megabyte of it."""

from __future__ import annotations

import time

MEGABYTE = 1 << 20
CEILING = 20.0  # seconds; linear code needs well under one, quadratic code needs hours

PIECES = [
    "a",
    " ",
    "\n",
    "\t",
    "=",
    "-",
    "_",
    ".",
    "/",
    ":",
    "'",
    '"',
    "\\",
    "(",
    "[",
    "{",
    "<",
    "$",
    "|",
    "0",
    "A",
    "a ",
    "a=",
    "a:",
    "a.",
    "a/",
    "a-",
    "--a ",
    "a\n",
    " \n",
    "a: ",
    "a b ",
    "=a",
    "://a",
    "a@",
    "a'",
    "'a",
    '"a',
    "\\'",
    "$(",
    "<<E\n",
    "error ",
    "Error: ",
    "error:\n",
    "password=",
    "token: ",
    "Bearer ",
    "-----BEGIN ",
    "eyJ",
    "AKIA",
    "ghp_",
    "https://a:",
    "no, ",
    "use ",
    "always ",
    "\x1b[",
    "\u4f60",
    "\u200b",
    "\u0301",
    "\U0001f600",
]


def megabytes(extra=(), size=MEGABYTE):
    """Yield (label, text of `size` characters) for each piece, with something behind it that breaks
    a match late: where backtracking would show."""
    for piece in [*PIECES, *extra]:
        yield repr(piece), piece * (size // len(piece)) + "\0!"


def survives(function, extra=(), ceiling=CEILING, size=MEGABYTE):
    """Call function on each hostile text; fail with its label when one call takes more CPU time than
    the ceiling (seconds), whatever else the machine does. A smaller size is for code that does more
    than match patterns: quadratic code still shows."""
    for label, text in megabytes(extra, size):
        start = time.process_time()
        function(text)
        took = time.process_time() - start
        assert took < ceiling, f"{label}: {took:.1f} s for {size} characters"
