"""Build index.txt from nothing in bounded memory: runs of sorted lines, then one merge of them."""
from __future__ import annotations

import os
import time
import zlib

from reflexion.store import index, index_state as state
from reflexion.store.index_file import lines_of, replace

RUN = 250_000  # (term, id) pairs held in memory
NOT_AN_ENTRY = "its name is not of the form RFX-YYYYMMDD-xxxxxx.json"


def build(dir: str) -> dict:
    """See index.rebuild; the caller holds the lock."""
    folder, now = index.stamp(dir), time.time_ns()
    made = _Build(dir)
    try:
        for item in sorted(_files(dir), key=lambda item: item.name):
            made.take(item, now)
        terms = made.write()
    finally:
        made.clear()
    state.drop_delta(dir)
    state.save_known(dir, made.states)
    state.save_stamp(dir, -folder, made.count)  # the first look at the files afterwards settles it
    return {"entries": made.count, "terms": terms, "unreadable": made.unreadable, "duplicates": sorted(made.duplicates.values())}


def _files(dir: str) -> list:
    try:
        with os.scandir(state.entries_path(dir)) as items:
            return [item for item in items if not item.name.startswith(".")]
    except OSError:
        return []


class _Build:
    def __init__(self, dir: str):
        self.dir, self.count, self.pairs, self.runs = dir, 0, 0, []
        self.states, self.unreadable, self.postings, self.first, self.duplicates = {}, [], {}, {}, {}

    def take(self, item, now: int) -> None:
        id = item.name[:-5] if item.name.endswith(".json") else ""
        entry = index.read(self.dir, id) if id else NOT_AN_ENTRY
        terms = None
        if isinstance(entry, str):
            self.unreadable.append((item.name, entry))
        else:
            terms = index.terms_of(entry)
            self._add(id, terms)
        if id:
            found = item.stat(follow_symlinks=False)
            self.states[id] = state.state_of(found.st_mtime_ns, found.st_size, index.checksum(terms), now)

    def _add(self, id: str, terms: list) -> None:
        self.count += 1
        mark = zlib.crc32(terms[0].encode()) if len(self.first) > 20_000 else terms[0]
        first = self.first.setdefault(mark, id)
        if first != id:
            self.duplicates.setdefault(first, [first]).append(id)
        for term in terms:
            self.postings.setdefault(term, []).append(id)
        self.pairs += len(terms)
        if self.pairs >= RUN:
            self._spill()

    def _spill(self) -> None:
        path = os.path.join(state.folder(self.dir), f"run-{len(self.runs)}.tmp")
        replace(path, self._lines())
        self.runs.append(path)
        self.postings, self.pairs = {}, 0

    def _lines(self):
        for term in sorted(self.postings, key=lambda term: term.encode("utf-8", "replace") + b":"):
            yield from lines_of(term, self.postings[term])

    def write(self) -> int:
        """Write index.txt; how many terms it has."""
        self.terms = 0
        if not self.runs:
            self.terms = len(self.postings)
            replace(state.index_path(self.dir), self._lines())
            return self.terms
        self._spill()
        from heapq import merge
        files = [open(path, "rb") for path in self.runs]
        try:
            replace(state.index_path(self.dir), self._joined(merge(*files)))
        finally:
            for file in files:
                file.close()
        return self.terms

    def _joined(self, lines):
        """Lines of one term from several runs as one."""
        key, ids = b"", []
        for line in lines:
            mark = line.find(b":") + 1
            if line[:mark] != key:
                if ids:
                    yield from lines_of(key[:-1].decode("utf-8", "replace"), ids)
                key, ids, self.terms = line[:mark], [], self.terms + 1
            ids += line[mark:-1].decode("ascii", "replace").split(",")
        if ids:
            yield from lines_of(key[:-1].decode("utf-8", "replace"), ids)

    def clear(self) -> None:
        for path in self.runs:
            try:
                os.unlink(path)
            except OSError:
                pass
