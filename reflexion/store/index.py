"""Two derived files that spare hooks the reading of every entry.

`state/catalogue.txt` holds a line for each entry: what it is ranked and found by. `index.txt`
holds `keyword:ID,ID` lines for the entries that have a resolution. Both may be deleted at any
time. They follow the folder: a file whose time changed is read again.
"""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.learning.entry import id_of
from reflexion.learning.identity import digest, marks_of
from reflexion.store import fs
from reflexion.text.words import terms

INDEX = "index.txt"
CATALOGUE = "catalogue.txt"
MAX_BYTES = 64 << 20
HEAD = "# entries of "
FIELDS = (
    *("id", "mtime", "digest", "fingerprints", "type", "source", "confidence", "flags"),
    *("occurrences", "sessions", "last_seen", "skill"),
)
# `fingerprints`: all that the entry is found by, with commas between them
Row = namedtuple("Row", FIELDS)
SOLVED = "s"
PROMOTED = "p"
IN_REVIEW = "r"


def row_of(entry: dict, mtime: int) -> Row:
    """Return the catalogue's line about an entry whose file has this time (ns)."""
    flags = [
        SOLVED if entry["resolution"].strip() else "",
        PROMOTED if entry["promoted"] else "",
        IN_REVIEW if entry.get("needs_review") else "",
    ]
    return Row(
        entry["id"],
        str(mtime),
        digest(entry),
        ",".join(marks_of(entry)),
        entry["type"],
        entry.get("source", ""),
        entry.get("confidence", ""),
        "".join(flags),
        str(entry["occurrences"]),
        str(entry.get("sessions", 1)),
        _plain(entry["last_seen"]),
        entry.get("skill", ""),
    )


def terms_of(entry: dict) -> list:
    """Return the terms that an entry is found by; [] while nothing is known to tell."""
    if not entry["resolution"].strip():
        return []
    texts = (entry["trigger"], entry["resolution"], entry["context"])
    return terms("\n".join([*texts, *entry["keywords"]]))


class Index:
    """The catalogue and the index of a store. Changes are made under the store's lock."""

    def __init__(self, store):
        self._store = store
        self._catalogue = os.path.join(store.state_dir, CATALOGUE)
        self._index = store.index_path
        self._rows = None
        self._folder_time = ""
        self._keywords = None

    def rows(self) -> dict:
        """Return {id: Row} of all entries that can be read, in step with the folder."""
        if self._rows is None:
            self._read()
        if self._folder_time != self._time_of_folder():
            self.refresh()
        return self._rows

    def find(self, mark: str) -> str:
        """Return the id of the entry with this fingerprint, its own or an alias; "" for none."""
        for row in self.rows().values():
            if mark in row.fingerprints and mark in row.fingerprints.split(","):
                return row.id
        return ""

    def keywords(self) -> dict:
        """Return {keyword: "ID,ID"}."""
        self.rows()
        return self._load_keywords()

    def refresh(self) -> None:
        """Read again what changed in the folder since, edits in place included."""
        if self._rows is None:
            self._read()
        folder_time = self._time_of_folder()
        times = self._times_of_files()
        gone = [key for key in self._rows if key not in times]
        stale = [key for key in times if self._is_stale(key, times[key])]
        keywords_missing = not os.path.exists(self._index) and bool(times)
        if not gone and not stale and not keywords_missing:
            if self._folder_time != folder_time:
                self._save(folder_time)
            return
        self._replace(gone, list(times) if keywords_missing else stale)
        self._save(folder_time, keywords=True)

    def note(self, entry: dict, words: bool) -> None:
        """Take over an entry that was just written; `words`: not only its counts changed.

        `rows` was called before the write, under the same lock.
        """
        known = self._rows.get(entry["id"])
        path = self._store.path(entry["id"])
        self._rows[entry["id"]] = row_of(entry, os.stat(path).st_mtime_ns)
        was_solved = bool(known) and SOLVED in known.flags
        changed = words and (was_solved or bool(entry["resolution"].strip()))
        if changed:
            self._index_entries([entry["id"]], [entry])
        self._save(self._time_of_folder(), keywords=changed)

    def forget(self, entry_id: str) -> None:
        """Take over that an entry's file was just removed; as for `note`."""
        self._replace([entry_id], [])
        self._save(self._time_of_folder(), keywords=True)

    def _read(self) -> None:
        text = fs.peek(self._catalogue, MAX_BYTES).decode("utf-8", "replace")
        head, _, body = text.partition("\n")
        self._folder_time = head[len(HEAD) :] if head.startswith(HEAD) else ""
        fields = [line.split("\t") for line in body.splitlines()] if self._folder_time else []
        self._rows = {row[0]: Row(*row) for row in fields if len(row) == len(FIELDS)}

    def _time_of_folder(self) -> str:
        try:
            return str(os.stat(self._store.entries_dir).st_mtime_ns)
        except OSError:
            return "0"

    def _times_of_files(self) -> dict:
        """Return {id: time (ns)} of the entry files."""
        found = {}
        try:
            for item in fs.scan(self._store.entries_dir):
                entry_id = id_of(item.name)
                if entry_id:
                    found[entry_id] = item.stat(follow_symlinks=False).st_mtime_ns
        except OSError:
            pass
        return found

    def _is_stale(self, entry_id: str, time: int) -> bool:
        row = self._rows.get(entry_id)
        return row is None or row.mtime != str(time)

    def _replace(self, gone: list, changed: list) -> None:
        """Take out what is gone, and read the changed entries again."""
        entries = []
        for entry_id in [*gone, *changed]:
            self._rows.pop(entry_id, None)
        for entry_id in changed:
            entry = self._store.get_file(entry_id)
            if entry:
                time = os.stat(self._store.path(entry_id)).st_mtime_ns
                self._rows[entry_id] = row_of(entry, time)
                entries.append(entry)
        self._index_entries([*gone, *changed], entries)

    def _index_entries(self, old_ids: list, entries: list) -> None:
        """Put the terms of entries in the place of what the index had of these ids."""
        keywords = self._load_keywords()
        for word in [word for word in keywords if any(key in keywords[word] for key in old_ids)]:
            kept = [key for key in keywords[word].split(",") if key not in old_ids]
            keywords[word] = ",".join(kept)
        for entry in entries:
            for term in terms_of(entry):
                ids = filter(None, [*keywords.get(term, "").split(","), entry["id"]])
                keywords[term] = ",".join(sorted(set(ids)))
        self._keywords = {word: ids for word, ids in keywords.items() if ids}

    def _load_keywords(self) -> dict:
        if self._keywords is None:
            text = fs.peek(self._index, MAX_BYTES).decode("utf-8", "replace")
            pairs = (line.rpartition(":") for line in text.splitlines())
            self._keywords = {word: ids for word, _, ids in pairs if word}
        return self._keywords

    def _save(self, folder_time: str, keywords: bool = False) -> None:
        """Write what changed; a store that may not be written is read again each time."""
        self._folder_time = folder_time
        rows = ["\t".join(row) for row in self._rows.values()]
        text = "\n".join([HEAD + folder_time, *rows, ""])
        try:
            self._write(self._catalogue, text)
            if keywords:
                lines = [f"{word}:{ids}\n" for word, ids in sorted(self._keywords.items())]
                self._write(self._index, "".join(lines))
        except OSError:
            pass

    def _write(self, path: str, text: str) -> None:
        fs.make_folders(os.path.dirname(path))
        data = text.encode("utf-8", "replace")
        fs.write_atomic(path, data, self._store.scratch, 0o600, sync=False)


def _plain(text: str) -> str:
    return " ".join(text.split())[:40]
