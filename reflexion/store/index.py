"""Three derived files that spare hooks the reading of every entry.

`catalogue.txt` holds a line for each entry: what it is ranked and found by. `index.txt` holds
`keyword:ID,ID` lines with the keywords of every entry as its file has them, `words.txt` the same
with the words that lessons are searched by. All may be deleted at any time. They follow the
folder: a file whose time changed is read again.
"""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.learning.entry import MIN_DIGITS, Entry, digits_of, id_of
from reflexion.learning.identity import digest, fingerprints_of
from reflexion.learning.search import terms_of
from reflexion.store import fs
from reflexion.store.trust import WAITS
from reflexion.store.words import WordFile

INDEX = "index.txt"
CATALOGUE = "catalogue.txt"
WORDS = "words.txt"
MAX_BYTES = 64 << 20
MAX_WORD = 80  # characters
# says how the lines were made, too: those of another way are made anew
HEAD = "# entries by exact words at "
# `mtime`: of the file, in ns; `fingerprints`: all that the entry is found by, between commas
Row = namedtuple(
    "Row",
    "id mtime flags digest fingerprints source confidence occurrences sessions skill last_seen",
)
COUNTED = ("mtime", "occurrences", "sessions", "last_seen")
TABS = len(Row._fields) - 1
SOLVED = "s"
PROMOTED = "p"
IN_REVIEW = "r"
WAITING = "w"


def row_of(entry: Entry, mtime: int, waits: bool = False) -> Row:
    """Return the catalogue's line about an entry whose file has this time (ns).

    `waits`: the words in the file wait for a yes.
    """
    flags = [
        SOLVED if entry.resolution.strip() else "",
        PROMOTED if entry.promoted else "",
        IN_REVIEW if entry.needs_review else "",
        WAITING if waits else "",
    ]
    return Row(
        entry.id,
        str(mtime),
        "".join(flags),
        digest(entry),
        ",".join(fingerprints_of(entry)),
        _word(entry.source),
        _word(entry.confidence),
        str(entry.occurrences),
        str(entry.sessions),
        _word(entry.skill),
        _word(entry.last_seen[:10]),
    )


def _word(value) -> str:
    """Return a value of a file that anybody may have written as one field of a line."""
    return "".join(str(value or "").split())[:MAX_WORD]


def keywords_of(entry: Entry) -> list[str]:
    """Return the keywords of an entry, each as one word of a line."""
    return list(filter(None, map(_word, entry.keywords)))


class Index:
    """The catalogue and the index of a store. Changes are made under the store's lock."""

    def __init__(self, store):
        self._store = store
        self._catalogue = os.path.join(store.state_dir, CATALOGUE)
        self._lines = None  # {id: line}; a line is taken apart where it is asked for
        self._folder_time = ""
        self._keywords = WordFile(store.index_path, store.scratch)
        self._words = WordFile(os.path.join(store.state_dir, WORDS))

    def lines(self) -> dict:
        """Return {id: its line} of all entries that can be read, in step with the folder."""
        if self._lines is None:
            self._read()
        if self._folder_time != self._time_of_folder():
            self.refresh()
        return self._lines

    def rows(self, flag: str = "") -> list:
        """Return the Rows of all entries that can be read; with `flag`, of those that have it."""
        lines = self.lines().values()
        return [Row._make(line.split("\t")) for line in lines if flag in line.split("\t", 3)[2]]

    def find(self, fingerprint: str) -> str:
        """Return the id of the entry with this fingerprint, its own or an alias; "" for none."""
        for line in self.lines().values():
            if fingerprint in line:
                row = Row._make(line.split("\t"))
                if fingerprint in row.fingerprints.split(","):
                    return row.id
        return ""

    def overlooked(self, fingerprint: str) -> str:
        """Return the id of a file that was named after this fingerprint and that `find` misses.

        It cannot be read, or was edited in place since; "" for none.
        """
        begin = f"-{fingerprint[:3]}"  # ids have three digits at least
        likely = [name for name in fs.names(self._store.entries_dir) if begin in name]
        for entry_id in filter(None, map(id_of, likely)):
            if fingerprint.startswith(digits_of(entry_id)):
                entry = self._store.get_file(entry_id)
                is_same = entry and fingerprint in fingerprints_of(entry)
                # fewer digits may be anybody's: such a file stands in nobody's way
                is_broken = entry is None and len(digits_of(entry_id)) >= MIN_DIGITS
                if is_broken or (is_same and not self.find(fingerprint)):
                    return entry_id
        return ""

    def with_keyword(self, word: str) -> list[str]:
        """Return the ids of the entries whose files have this keyword."""
        self._require_words()
        return self._keywords.ids(word)

    def count_keywords(self) -> int:
        """Return the number of different keywords."""
        self._require_words()
        return self._keywords.count()

    def size(self) -> int:
        """Return the number of lessons, as a search asks for it."""
        return sum(SOLVED in line.split("\t", 3)[2] for line in self.lines().values())

    def with_term(self, term: str) -> list[str]:
        """Return the ids of the lessons that have this term."""
        self._require_words()
        return self._words.ids(term)

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        entry = self._store.get(entry_id)
        return terms_of(entry) if entry else []

    def _require_words(self) -> None:
        """Be in step with the folder; a file of words that was deleted is made anew."""
        self.lines()
        if not (self._keywords.exists() and self._words.exists()):
            self.refresh()

    def refresh(self) -> None:
        """Read again what changed in the folder since, edits in place included."""
        if self._lines is None:
            self._read()
        folder_time = self._time_of_folder()
        times = self._times_of_files()
        gone = self._lines.keys() - times.keys()
        changed = self._changed(times)
        if gone or changed:
            self._read_again(gone, changed)
        if gone or changed or self._folder_time != folder_time:
            self._save(folder_time)

    def rebuild(self) -> None:
        """Make all files anew from the entries."""
        self._lines = {}
        self._folder_time = ""
        self._keywords.clear()
        self._words.clear()
        self.refresh()

    def note(self, entry: Entry, words: bool) -> None:
        """Take over an entry that was just written; `words`: not only its counts changed.

        `lines` was called before the write, under the same lock.
        """
        entry_id = entry.id
        before = self._lines.get(entry_id, "")
        time = self._time_of(entry_id)
        row = row_of(entry, time)
        if before and not words:  # a file may hold words that nobody accepted
            counts = {name: getattr(row, name) for name in COUNTED}
            row = Row._make(before.split("\t"))._replace(**counts)
        self._lines[entry_id] = "\t".join(row)
        if words:
            self._index_entries({entry_id} if before else set(), [entry])
        self._save(self._time_of_folder())

    def forget(self, entry_id: str) -> None:
        """Take over that an entry's file was just removed; as for `note`."""
        self._read_again({entry_id}, {})
        self._save(self._time_of_folder())

    def reread(self, ids: list) -> None:
        """Take over what was decided about the words of these entries; as for `note`."""
        self.lines()
        times = self._times_of_files()
        self._read_again(set(), {key: times[key] for key in ids if key in times})
        self._save(self._time_of_folder())

    def _read(self) -> None:
        text = fs.peek(self._catalogue, MAX_BYTES).decode("utf-8", "replace")
        head, _, body = text.partition("\n")
        self._folder_time = head[len(HEAD) :] if head.startswith(HEAD) else ""
        lines = body.split("\n") if self._folder_time else []
        whole = [line for line in lines if line.count("\t") == TABS]
        self._lines = {line.partition("\t")[0]: line for line in whole}

    def _time_of_folder(self) -> str:
        folders = (self._store.entries_dir, self._store.mine.folder)
        return " ".join(filter(None, map(_mtime, folders))) or "0"

    def _time_of(self, entry_id: str) -> int:
        """Return the times (ns) of the files of an entry, added up."""
        times = map(_mtime, [*self._store.paths(entry_id), self._store.mine.counts_path(entry_id)])
        return sum(int(time or 0) for time in times)

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
        for entry_id, time in self._store.mine.times().items():
            found[entry_id] = found.get(entry_id, 0) + time
        for entry_id in self._store.mine.gone():
            found.pop(entry_id, None)
        return found

    def _changed(self, times: dict) -> dict:
        """Return {id: time} of files that the catalogue does not know as they are.

        Without the files of words that is all of them.
        """
        if not (self._keywords.exists() and self._words.exists()):
            return times
        known = {key: line.split("\t", 2)[1] for key, line in self._lines.items()}
        return {key: time for key, time in times.items() if known.get(key) != str(time)}

    def _read_again(self, gone: set, changed: dict) -> None:
        """Take out what is gone, and read the changed entries, {id: time}, again."""
        entries = []
        for entry_id in [*gone, *changed]:
            self._lines.pop(entry_id, None)
        for entry_id, time in changed.items():
            found = self._store.get_file(entry_id)
            waits = bool(found) and self._store.settle(found) == WAITS
            entry = self._store.get(entry_id) or found  # the words accepted last, if there are any
            if entry:
                row = row_of(entry, time, waits)
                self._lines[entry_id] = "\t".join(row)
                entries.append(entry)
        self._index_entries({*gone, *changed}, entries)

    def _index_entries(self, old_ids: set[str], entries: list[Entry]) -> None:
        """Put the words of entries in the place of what there was of these ids."""
        self._keywords.put(old_ids, {entry.id: keywords_of(entry) for entry in entries})
        self._words.put(old_ids, {entry.id: terms_of(entry) for entry in entries})

    def _save(self, folder_time: str) -> None:
        """Write what changed; a store that may not be written is read again each time."""
        self._folder_time = folder_time
        if not self._store.exists():
            return
        lines = [HEAD + folder_time, *self._lines.values(), ""]
        data = "\n".join(lines).encode("utf-8", "replace")
        try:
            fs.make_folders(os.path.dirname(self._catalogue))
            fs.write_atomic(self._catalogue, data, mode=0o600, sync=False)
            self._keywords.save()
            self._words.save()
        except OSError:
            pass


def _mtime(path: str) -> str:
    """Return the time (ns) of a file or folder; "" where there is none."""
    try:
        return str(os.stat(path).st_mtime_ns)
    except OSError:
        return ""
