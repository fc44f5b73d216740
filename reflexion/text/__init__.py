"""Text without meaning: cleaning, words, marked blocks. Imports nothing of ours.

Here stands what reads the tables that lie beside the modules which use them. Empty lines
and lines that begin with `#` are left out; every table is read once.
"""

from __future__ import annotations

import functools
import os

try:  # `hashlib` would load OpenSSL, which takes a third of an interpreter's start
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]  # before Python 3.12
    except ImportError:
        from hashlib import sha256

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


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
