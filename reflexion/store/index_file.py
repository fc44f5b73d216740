"""The index file: sorted lines `term:ID,ID`, searched without being loaded, rewritten as one merge
of what was and what is new.

A term with very many entries has several lines in a row, so that no line is long.
"""

from __future__ import annotations

import os

from reflexion.store.files import open_file

BLOCK = 4096  # bytes between which a search ends; the lines in it are read one by one
IDS_PER_LINE = 1000
LONGEST = 64 * 1024  # bytes read for one line; ours take a third of it
MOST = 12 * 1024  # bytes of a term's lines that are read; a term with more is too common to tell
VOCABULARY = 16 * 1024  # bytes read to find words that begin alike
PER_ID = 20  # bytes an id takes in a line, to guess how many there are


class Reader:
    """An open index file; every answer is as of the moment it was opened. A context manager."""

    def __init__(self, path: str):
        self.file = open_file(path)
        self.size = os.fstat(self.file.fileno()).st_size
        self.keys = {}  # offset -> (start, first bytes) of the first line behind it

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.file.close()

    def find(self, term: str, most: int = MOST) -> tuple:
        """(how many entries have the term, their ids); None for the ids where they take more than
        `most` bytes, and the number is a guess then."""
        key = term.encode("utf-8", "replace") + b":"
        start, ids, taken = self._first(key), [], 0
        self.file.seek(start)
        while True:
            line = self.file.readline(LONGEST)
            if not line.startswith(key):
                break
            taken += len(line)
            if taken > most:
                behind = self._first(key[:-1] + b";")
                return max(len(ids), (behind - start) // PER_ID), None
            ids += line[len(key) :].rstrip(b"\n").decode("ascii", "replace").split(",")
        return len(ids), ids

    def starting(self, prefix: str) -> list:
        """Terms that begin with prefix, as many as a short read shows."""
        key, found = prefix.encode("utf-8", "replace"), []
        self.file.seek(self._first(key))
        for line in self.file.read(VOCABULARY).split(b"\n"):
            if not line.startswith(key):
                break
            if b":" in line:
                found.append(line.partition(b":")[0].decode("utf-8", "replace"))
        return found

    def _first(self, key: bytes) -> int:
        """Offset of the first line that is not less than key; the file's size when there is
        none."""
        low, high = 0, self.size
        while high - low > BLOCK:
            middle = (low + high) // 2
            start, line = self._behind(middle)
            if start >= high:
                high = middle
            elif line[: len(key)] < key:
                low = start
            else:
                high = start
        self.file.seek(low)
        while low < high:
            line = self.file.readline(LONGEST)
            if line[: len(key)] >= key:
                break
            low += len(line)
        return min(low, high)

    def _behind(self, offset: int) -> tuple:
        """(start, first bytes) of the first line that starts behind offset."""
        if offset not in self.keys:
            self.file.seek(offset)
            start = offset + len(self.file.readline(LONGEST))
            self.keys[offset] = start, self.file.read(200)
        return self.keys[offset]


def lines_of(term: str, ids) -> list:
    """The file's lines (bytes, with their newlines) for one term."""
    ids, head = sorted(set(ids)), term.encode("utf-8", "replace") + b":"
    return [
        head + ",".join(ids[n : n + IDS_PER_LINE]).encode("ascii", "replace") + b"\n"
        for n in range(0, len(ids), IDS_PER_LINE)
    ]


def merged(lines, gone: set, added: dict):
    """Yield the lines of a file anew: without the ids in `gone`, with `added` (term -> ids),
    sorted."""
    new = sorted((term.encode("utf-8", "replace") + b":", ids) for term, ids in added.items())
    new.reverse()
    key, held = b"", None
    few = [id.encode() for id in gone] if len(gone) <= 8 else None
    for line in lines:
        mark = line.find(b":") + 1
        if mark <= 0 or not line.endswith(b"\n"):
            continue
        if line[:mark] != key:
            yield from _lines(key, held)
            key, held = line[:mark], None
            while new and new[-1][0] < key:
                yield from _lines(*new.pop())
            if new and new[-1][0] == key:
                held = list(new.pop()[1])
        untouched = not gone or few is not None and not any(id in line for id in few)
        if held is None and untouched:
            yield line
            continue
        ids = line[mark:-1].decode("ascii", "replace").split(",")
        held = [id for id in ids if id not in gone] + (held or [])
    yield from _lines(key, held)
    while new:
        yield from _lines(*new.pop())


def _lines(key: bytes, ids) -> list:
    return lines_of(key[:-1].decode("utf-8", "replace"), ids) if ids else []
