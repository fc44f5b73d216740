"""Worst-case text for patterns, and the proof that a function takes linear time for it."""

from __future__ import annotations

import time

MEGABYTE = 1 << 20
CEILING = 20.0  # seconds a megabyte; linear code needs well under one, quadratic code needs hours

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


def texts(extra, size):
    """Yield (label, text of `size` characters) for each piece, with something behind it that breaks
    a match late: where backtracking would show."""
    for piece in [*PIECES, *extra]:
        yield repr(piece), piece * (size // len(piece)) + "\0!"


def survives(function, extra=(), ceiling=0.0, size=1 << 17):
    """Call function on each hostile text; fail with its label when one call takes more CPU time than
    the ceiling (seconds; CEILING's share of the size, from one second on), whatever else the machine
    does. Quadratic code needs minutes for the usual size; a MEGABYTE is for one function a package."""
    ceiling = ceiling or max(1.0, CEILING * size / MEGABYTE)
    for label, text in texts(extra, size):
        start = time.process_time()
        function(text)
        took = time.process_time() - start
        assert took < ceiling, f"{label}: {took:.1f} s for {size} characters"
