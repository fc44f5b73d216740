"""The index file: sorted lines `term:ID,ID`, read by binary search without loading it, written as one merge of what was and what is new.

A term with very many entries has several lines in a row, so that no line is long and a search never reads more than a few blocks.
"""

from __future__ import annotations

import os

from reflexion.store.files import open_file, write_atomic

BLOCK = 4096  # bytes per read
IDS_PER_LINE = 1000
MOST = (
    12 * 1024
)  # bytes of one term's lines that are read unless asked otherwise; a term with more is too common to tell
VOCABULARY = 16 * 1024  # bytes read to find words that begin alike
PER_ID = 20  # bytes an id takes in a line, to guess how many there are
SMALL = 256 * 1024  # bytes; a file up to this size is read whole


class Reader:
    """An open index file; every answer is as of the moment it was opened. Close it, or use it as a context manager."""

    def __init__(self, path: str):
        self.file = open_file(path)
        self.size = os.fstat(self.file.fileno()).st_size
        self.blocks = {}
        self.whole = self.file.read(self.size) if self.size <= SMALL else None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.file.close()

    def find(self, term: str, most: int = MOST) -> tuple:
        """(how many entries have the term, their ids); the ids are None when they take more than
        `most` bytes; the number is then a guess."""
        key = term.encode("utf-8", "replace") + b":"
        start = self._first(key)
        if start < 0:
            return 0, []
        data, ids, at = self._read(start, most), [], 0
        while data.startswith(key, at):
            end = data.find(b"\n", at)
            if end < 0 and start + len(data) < self.size:
                stop = self._narrow(key[:-1] + b";")[0]
                return max(len(ids), (stop - start) // PER_ID), None
            line = data[at + len(key) : end if end >= 0 else len(data)]
            ids += line.decode("ascii", "replace").split(",")
            if end < 0:
                break
            at = end + 1
        return len(ids), ids

    def starting(self, prefix: str) -> list:
        """Terms that begin with prefix, as many as a short read shows."""
        key, found = prefix.encode("utf-8", "replace"), []
        start = self._first(key)
        for line in self._read(start, VOCABULARY).split(b"\n") if start >= 0 else ():
            if not line.startswith(key):
                break
            if b":" in line:
                found.append(line.partition(b":")[0].decode("utf-8", "replace"))
        return found

    def _first(self, key: bytes) -> int:
        """Offset of the first line that starts with key; -1 when there is none."""
        low, high, best = self._narrow(key)
        data = self._read(low, high - low + len(key) + 1)
        if data.startswith(key):
            return low
        at = data.find(b"\n" + key)
        if at >= 0:
            return low + at + 1
        return best if self._read(best, len(key)) == key else -1

    def _narrow(self, key: bytes) -> tuple:
        """(low, high, best): the first line not less than key starts between low and high, at most a block apart, or at best."""
        low, high, best = 0, self.size, self.size
        while high - low > BLOCK:
            middle = (low + high) // 2
            start = self._line_after(middle)
            if start >= high:
                high = middle
            elif self._read(start, len(key)) < key:
                low = start
            else:
                high = best = start
        return low, high, best

    def _line_after(self, offset: int) -> int:
        """Where the next line starts behind offset."""
        while offset < self.size:
            data = self._read(offset, BLOCK)
            end = data.find(b"\n")
            if end >= 0:
                return offset + end + 1
            offset += len(data) or self.size
        return self.size

    def _read(self, offset: int, length: int) -> bytes:
        if self.whole is not None:
            return self.whole[offset : offset + length]
        if length <= BLOCK:
            first = offset // BLOCK
            data = self._block(first)
            at = offset - first * BLOCK
            if at + length > len(data):
                data = data + self._block(first + 1)
            return data[at : at + length]
        self.file.seek(offset)
        return self.file.read(length)

    def _block(self, number: int) -> bytes:
        data = self.blocks.get(number)
        if data is None:
            self.file.seek(number * BLOCK)
            data = self.blocks[number] = self.file.read(BLOCK)
        return data


def lines_of(term: str, ids) -> list:
    """The file's lines (bytes, with their newlines) for one term."""
    ids = sorted(set(ids))
    head = term.encode("utf-8", "replace") + b":"
    return [
        head + ",".join(ids[n : n + IDS_PER_LINE]).encode("ascii", "replace") + b"\n"
        for n in range(0, len(ids), IDS_PER_LINE)
    ]


def merged(lines, gone: set, added: dict):
    """Yield the lines of a file anew: without the ids in `gone`, with `added` (term -> ids), sorted."""
    new = sorted((term.encode("utf-8", "replace") + b":", ids) for term, ids in added.items())
    at, gone_bytes = 0, [id.encode() for id in gone]
    key, held = b"", None
    for line in lines:
        mark = line.find(b":") + 1
        if mark <= 0 or not line.endswith(b"\n"):
            continue
        if line[:mark] != key:
            yield from _emit(key, held)
            key, held = line[:mark], None
            while at < len(new) and new[at][0] < key:
                yield from _emit(*new[at])
                at += 1
            if at < len(new) and new[at][0] == key:
                held = list(new[at][1])
                at += 1
        if held is None and not _holds(line, mark, gone_bytes, gone):
            yield line
            continue
        ids = [id for id in line[mark:-1].decode("ascii", "replace").split(",") if id not in gone]
        held = ids + (held or [])
    yield from _emit(key, held)
    for term, ids in new[at:]:
        yield from _emit(term, ids)


def _emit(key: bytes, ids):
    return lines_of(key[:-1].decode("utf-8", "replace"), ids) if ids else ()


def _holds(line: bytes, mark: int, few: list, gone: set) -> bool:
    if not gone:
        return False
    if len(few) <= 8:
        return any(id in line for id in few)
    return not gone.isdisjoint(line[mark:-1].decode("ascii", "replace").split(","))


def spliced(data: bytes, gone: set, added: dict) -> bytes:
    """The same as `merged` for a small file in memory, at the cost of the few lines that change."""
    for id in gone:
        mark = id.encode()
        if mark in data:
            data = data.replace(b"," + mark, b"").replace(b":" + mark + b",", b":")
            data = b"".join(
                line for line in data.splitlines(True) if not line.endswith(b":" + mark + b"\n")
            )
    lines = data.splitlines(True)
    for term, ids in added.items():
        key = term.encode("utf-8", "replace") + b":"
        at = end = _bisect(lines, key)
        while end < len(lines) and lines[end].startswith(key):
            ids = [*lines[end][len(key) : -1].decode("ascii", "replace").split(","), *ids]
            end += 1
        lines[at:end] = lines_of(term, ids)
    return b"".join(lines)


def _bisect(lines: list, key: bytes) -> int:
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high) // 2
        if lines[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def replace(path: str, lines) -> None:
    """Write lines to path as a whole. No fsync: the file is derived, and checked by size and time when it is used."""
    write_atomic(path, lines, mode=0o600, sync=False)
