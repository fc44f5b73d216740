"""Build index.txt from nothing in bounded memory: runs of sorted lines, then one merge of them."""

from __future__ import annotations

import os
import time

from reflexion.store import index
from reflexion.store import index_state as state
from reflexion.store.files import names, open_file, remove
from reflexion.store.index_file import lines_of, replace

RUN = 60_000  # (term, id) pairs held in memory
BATCH = 2_000  # states held in memory
NOT_AN_ENTRY = "its name is not of the form RFX-YYYYMMDD-xxxxxx.json"


def build(dir: str) -> dict:
    """See index.rebuild; the caller holds the lock."""
    folder, now = index.stamp(dir), time.time_ns()
    made = _Build(dir)
    try:
        state.save_known(dir, {})
        for name in names(state.entries_path(dir)):
            made.take(name, now)
        state.add_known(dir, made.states)
        made.write()
    finally:
        made.clear()
    state.drop_delta(dir)
    state.save_stamp(dir, -folder, made.count)  # the first look at the files afterwards settles it
    return {
        "entries": made.count,
        "terms": made.terms,
        "unreadable": made.unreadable,
        "duplicates": made.duplicates,
    }


class _Build:
    """One building of an index: `take` every file, then `write`."""

    def __init__(self, dir: str):
        self.dir, self.count, self.terms, self.pairs = dir, 0, 0, 0
        self.postings, self.runs, self.states, self.unreadable, self.duplicates = {}, [], {}, [], []

    def take(self, name: str, now: int) -> None:
        id = name[:-5] if name.endswith(".json") else ""
        entry = index.read(self.dir, id) if id else NOT_AN_ENTRY
        terms = None
        if isinstance(entry, str):
            self.unreadable.append((name, entry))
        else:
            terms = index.terms_of(entry)
            self._add(id, terms)
        if id:
            self._remember(id, terms, now)

    def _remember(self, id: str, terms, now: int) -> None:
        try:
            found = os.lstat(os.path.join(state.entries_path(self.dir), id + ".json"))
        except OSError:
            return  # gone since
        self.states[id] = state.state_of(
            found.st_mtime_ns, found.st_size, index.checksum(terms), now
        )
        if len(self.states) >= BATCH:
            state.add_known(self.dir, self.states)
            self.states = {}

    def _add(self, id: str, terms: list) -> None:
        self.count += 1
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

    def write(self) -> None:
        """Write index.txt; count its terms, and note the mistakes that have more than one entry."""
        if not self.runs:
            replace(state.index_path(self.dir), self._joined(self._lines()))
            return
        self._spill()
        from heapq import merge

        files = [open_file(path) for path in self.runs]
        try:
            replace(state.index_path(self.dir), self._joined(merge(*files)))
        finally:
            for file in files:
                file.close()

    def _joined(self, lines):
        """Lines of one term, from several runs, as one."""
        key, ids = b"", []
        for line in lines:
            mark = line.find(b":") + 1
            if line[:mark] != key:
                yield from self._term(key, ids)
                key, ids = line[:mark], []
            ids += line[mark:-1].decode("ascii", "replace").split(",")
        yield from self._term(key, ids)

    def _term(self, key: bytes, ids: list) -> list:
        if not ids:
            return []
        self.terms += 1
        if key[:1] == b"#" and len(ids) > 1:
            self.duplicates.append(sorted(ids))
        return lines_of(key[:-1].decode("utf-8", "replace"), ids)

    def clear(self) -> None:
        for path in self.runs:
            remove(path)
