"""Three derived files that spare hooks the reading of every entry.

`catalogue.txt` holds a line for each entry: what it is ranked and found by. `index.txt` holds
`keyword:ID,ID` lines with the keywords of every entry as its file has them, `words.txt` the same
with the words that lessons are searched by. All may be deleted at any time. They follow the
folders: `settle` reads a file again whose time changed.
"""

from __future__ import annotations

import os
import time
from collections import namedtuple
from collections.abc import Callable, Mapping

from reflexion.learning.entry import USER, Entry
from reflexion.learning.identity import digest, fingerprints_of
from reflexion.learning.search import terms_of
from reflexion.store import fs
from reflexion.store.mine import Mine
from reflexion.store.trust import WAITS, YOURS

CATALOGUE = "catalogue.txt"
WORDS = "words.txt"
MAX_BYTES = 64 << 20
MAX_WORD = 80  # characters
# files that are read at once; of more, as a large pull brings them, the rest follows in the next
# processes, so that no hook takes seconds
AT_ONCE = 300
LOOKED_THROUGH = 2000  # entries that are looked at for edits in place; of more, `rebuild-index`
# says how the lines were made, too: those of another way are made anew
HEAD = "# learnings, as of "
# `mtime`: of the files, in ns; `fingerprints`: all that the entry is found by, between commas
IndexRow = namedtuple(
    "IndexRow", "id mtime flags digest fingerprints occurrences sessions skill last_seen"
)
TABS = len(IndexRow._fields) - 1
# signs that stand nowhere else in a line
SOLVED = "+"
PROMOTED = "!"
PERSONS = "@"  # a person wrote the lesson
WAITING = "?"  # the words in the file wait for a yes
OTHERS = "/"  # none of its words were ever accepted here


def row_of(entry: Entry, mtime: int = 0, marks: str = "") -> IndexRow:
    """Return the catalogue's line about an entry whose files have this time (ns).

    `marks`: WAITING and OTHERS, as far as they are so.
    """
    is_told = bool(entry.resolution.strip()) and OTHERS not in marks
    is_persons = entry.source in ("", USER)
    flags = SOLVED * is_told + PROMOTED * entry.promoted + PERSONS * is_persons + marks
    known = (digest(entry), ",".join(fingerprints_of(entry)))
    counts = (str(entry.occurrences), str(entry.sessions))
    return IndexRow(entry.id, str(mtime), flags, *known, *counts, entry.skill, entry.last_seen)


class Index:
    """The derived files of a store.

    They say what the folders held at the last `settle`: each hook and command begins with one, and
    so does everybody who gets the store's lock. `look(id, keeps)` is that of the store.
    """

    def __init__(
        self,
        mine: Mine,
        records: str,
        index_path: str,
        scratch: str,
        look: Callable[[str, bool], tuple[Entry | None, Entry | None, str]],
    ):
        self._mine = mine
        self._look = look
        self._catalogue = os.path.join(records, CATALOGUE)
        self._lines: dict[str, str] | None = None  # a line is taken apart where it is asked for
        self._rows: dict[str, list[IndexRow]] = {}  # as they were asked for
        self._seen = ""  # the time of the folders whose every change is in the lines
        self._keywords = WordFile(index_path, scratch)
        self._words = WordFile(os.path.join(records, WORDS))

    def lines(self) -> dict[str, str]:
        """Return {id: its line} of all entries that can be read."""
        if self._lines is None:
            text = fs.peek(self._catalogue, MAX_BYTES).decode("utf-8", "replace")
            head, *lines = text.split("\n")
            files = (self._keywords, self._words)
            if not (head.startswith(HEAD) and all(os.path.exists(each.path) for each in files)):
                head = HEAD
                lines = []
                for each in files:
                    each.clear()
            whole = [line for line in lines if line.count("\t") == TABS]
            self._lines = {line.partition("\t")[0]: line for line in whole}
            self._seen = head[len(HEAD) :]
        return self._lines

    def rows(self, part: str = "") -> list[IndexRow]:
        """Return the rows of all entries that can be read, or of those whose line has this part: a
        flag, or a fingerprint."""
        if part not in self._rows:
            lines = (line for line in self.lines().values() if part in line)
            self._rows[part] = [IndexRow._make(line.split("\t")) for line in lines]
        return self._rows[part]

    def lessons_met(self, times: int) -> list[str]:
        """Return the ids of the lessons that were met at least so many times."""
        return [row.id for row in self.rows(SOLVED) if int(row.occurrences) >= times]

    def find(self, fingerprint: str) -> str:
        """Return the id of the entry with this fingerprint, its own or an alias; "" for none."""
        rows = self.rows(fingerprint)
        return next((str(row.id) for row in rows if fingerprint in row.fingerprints.split(",")), "")

    def size(self) -> int:
        """Return the number of lessons, as a search asks for it."""
        return sum(SOLVED in line for line in self.lines().values())

    def with_term(self, term: str) -> list[str]:
        """Return the ids of the lessons that have this term, as they were when last looked at."""
        self.lines()
        return self._words.ids(term)

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        told, _, _ = self._look(entry_id, False)
        return terms_of(told) if told else []

    def is_in_step(self) -> bool:
        """Return True if nothing came into the folders or went since the last `settle`."""
        self.lines()
        return self._seen == self._time_of_folders()

    def settle(self, edits: bool = False) -> None:
        """Write down what changed in the folders, and what is decided about new words.

        `edits`: look for files that were edited in place, too.
        """
        lines = self.lines()
        if self.is_in_step() and not (edits and len(lines) <= LOOKED_THROUGH):
            return
        now = self._time_of_folders()
        known = {key: line.split("\t", 2)[1] for key, line in lines.items()}
        times = self._mine.times()
        changed = [key for key, since in times.items() if known.get(key) != str(since)]
        own = self._mine.ids()
        # one's own first, and another part each time, as some may be unreadable for ever
        changed.sort(key=lambda key: (key not in own, hash((key, time.time_ns()))))
        ids = [*(known.keys() - times.keys()), *changed[:AT_ONCE]]
        self._read_again(ids, now if len(changed) <= AT_ONCE else "")

    def rebuild(self) -> None:
        """Make all files anew from the entries. Raises OSError."""
        fs.remove(self._catalogue)
        self._lines = None
        self._read_again(list(self._mine.times()), self._time_of_folders())

    def reread(self, ids: list[str]) -> None:
        """Take over what was written, removed or decided about these entries under the lock."""
        self._read_again(ids, self._seen and self._time_of_folders())

    def written(self, entry: Entry) -> None:
        """Take over an entry that was written under the lock, with words that are the person's."""
        found = {entry.id: (self._mine.time_of(entry.id), entry, entry, YOURS)}
        self._take_over(found, self._seen and self._time_of_folders())

    def _time_of_folders(self) -> str:
        return " ".join(map(str, filter(None, map(fs.time_of, self._mine.folders))))

    def _read_again(self, ids: list[str], seen: str) -> None:
        """Read entries again, leave out what is gone, and write down what changed.

        `seen`: the time of the folders then; "" if more in them is to be read.
        """
        # a file that changes in between has an older time here, so that it is read once more
        found = {key: (self._mine.time_of(key), *self._look(key, True)) for key in ids}
        self._take_over(found, seen)

    def _take_over(
        self, found: Mapping[str, tuple[int, Entry | None, Entry | None, str]], seen: str
    ) -> None:
        """Take over {id: (time of its files, what `look` returned)}, and write what changed."""
        lines = self.lines()
        old: set[str] = set()
        keywords: dict[str, list[str]] = {}
        words: dict[str, list[str]] = {}
        for entry_id, (since, told, in_files, standing) in found.items():
            before = lines.pop(entry_id, "").split("\t")
            entry = told or in_files
            if entry:
                marks = WAITING * (standing == WAITS) + OTHERS * (told is None)
                row = row_of(entry, since, marks)
                lines[entry_id] = "\t".join(row)
                if before[2:4] == [row.flags, row.digest]:
                    continue  # it was only counted
                keywords[entry_id] = ["".join(word.split())[:MAX_WORD] for word in entry.keywords]
                words[entry_id] = terms_of(told) if told else []
            if len(before) > 1:
                old.add(entry_id)
        self._keywords.put(old, keywords)
        self._words.put(old, words)
        is_news = found or (lines and seen != self._seen)  # of an empty store nothing is kept
        self._seen = seen
        self._rows.clear()
        if is_news:
            self._save()

    def _save(self) -> None:
        """Write what changed; a store that may not be written is read again each time."""
        data = "\n".join([HEAD + self._seen, *self.lines().values()])
        try:
            fs.make_folders(os.path.dirname(self._catalogue))
            self._keywords.save()
            self._words.save()
            encoded = data.encode("utf-8", "replace")
            fs.write_atomic(self._catalogue, encoded, mode=0o600, sync=False)
        except OSError:
            pass


class WordFile:
    """A file of `word:ID,ID` lines, sorted."""

    def __init__(self, path: str, scratch: str = ""):
        self.path = path
        self._scratch = scratch
        self._found: dict[str, str] | None = None  # word -> ids with commas between
        self._is_saved = True

    def ids(self, word: str) -> list[str]:
        """Return the ids of the learnings with this word."""
        ids = self._read().get(word)
        return ids.split(",") if ids else []

    def clear(self) -> None:
        """Begin anew; nothing is written yet."""
        self._found = {}
        self._is_saved = False

    def put(self, old_ids: set[str], words: dict[str, list[str]]) -> None:
        """Take these ids out of every line, and put them into those of the words they have now.

        `words` is {id: its words}. Nothing is written yet.
        """
        new: dict[str, set[str]] = {}
        for entry_id, each in words.items():
            for word in each:
                new.setdefault(word, set()).add(entry_id)
        if not old_ids and not new:
            return
        found = self._read()
        for word, ids in found.items() if old_ids else ():
            found[word] = ",".join(one for one in ids.split(",") if one not in old_ids)
        for word, more in new.items():
            found[word] = ",".join(sorted({*found.get(word, "").split(","), *more} - {""}))
        self._is_saved = False

    def save(self) -> None:
        """Write the file if it changed. Raises OSError."""
        if not self._is_saved:
            found = self._read().items()
            text = "".join(sorted(f"{word}:{ids}\n" for word, ids in found if ids))
            data = text.encode("utf-8", "replace")
            fs.write_atomic(self.path, data, self._scratch, 0o600, sync=False)
            self._is_saved = True

    def _read(self) -> dict[str, str]:
        if self._found is None:
            text = fs.peek(self.path, MAX_BYTES).decode("utf-8", "replace")
            lines = (line.rpartition(":") for line in text.split("\n"))
            self._found = {word: ids for word, _, ids in lines}
        return self._found
