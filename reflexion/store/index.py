"""Three derived files that spare hooks the reading of every entry.

`catalogue.txt` holds a line for each entry: what it is ranked and found by. `index.txt` holds
`keyword:ID,ID` lines with the keywords of every entry as its file has them, `words.txt` the same
with the words that lessons are searched by. All may be deleted at any time. They follow the
folders: a file whose time changed is read again, in memory by who reads, on disk by `settle`.
"""

from __future__ import annotations

import os
import sys
import time
from collections import namedtuple
from collections.abc import Callable, Iterable

from reflexion.learning.entry import Entry
from reflexion.learning.identity import digest, fingerprints_of
from reflexion.learning.search import terms_of
from reflexion.store import fs
from reflexion.store.mine import Mine
from reflexion.store.trust import WAITS

CATALOGUE = "catalogue.txt"
WORDS = "words.txt"
MAX_BYTES = 64 << 20
MAX_WORD = 80  # characters
# files that are read at once; of more, as a large pull brings them, the rest follows in the next
# processes, so that no hook takes seconds
AT_ONCE = 300
LOOKED_THROUGH = 2000  # entries that are looked at for edits in place; of more, `rebuild-index`
# says how the lines were made, too: those of another way are made anew
HEAD = "# entries by their words at "
# `mtime`: of the files, in ns; `fingerprints`: all that the entry is found by, between commas
IndexRow = namedtuple(
    "IndexRow",
    "id mtime flags digest fingerprints source confidence occurrences sessions skill last_seen",
)
TABS = len(IndexRow._fields) - 1
SOLVED = "s"
PROMOTED = "p"
IN_REVIEW = "r"
WAITING = "w"  # the words in the file wait for a yes
OTHERS = "o"  # none of its words were ever accepted here


def row_of(entry: Entry, mtime: int = 0, marks: str = "") -> IndexRow:
    """Return the catalogue's line about an entry whose files have this time (ns).

    `marks`: WAITING and OTHERS, as far as they are so.
    """
    is_told = entry.resolution.strip() and OTHERS not in marks
    flags = [SOLVED * bool(is_told), PROMOTED * entry.promoted, IN_REVIEW * entry.needs_review]
    texts = (entry.source, entry.confidence, entry.skill, entry.last_seen[:10])
    source, confidence, skill, last_seen = map(_word, texts)
    known = (digest(entry), ",".join(fingerprints_of(entry)), source, confidence)
    counts = (str(entry.occurrences), str(entry.sessions))
    return IndexRow(
        entry.id, str(mtime), "".join([*flags, marks]), *known, *counts, skill, last_seen
    )


def _word(value: str) -> str:
    """Return a value of a file that anybody may have written as one field of a line."""
    return "".join(value.split())[:MAX_WORD]


class Index:
    """The derived files of a store.

    `look(id, keeps)` is that of the store: with `keeps` what is decided about words is written
    down.
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
        self._lines: dict[str, str] = {}  # a line is taken apart where it is asked for
        self._seen = ""  # the time of the folders that the lines are of; "" before they are read
        self._is_whole = False  # all files were read, by who may decide about their words
        self._keywords = WordFile(index_path, scratch)
        self._words = WordFile(os.path.join(records, WORDS))

    def lines(self) -> dict[str, str]:
        """Return {id: its line} of all entries that can be read, in step with the folders."""
        self._load()
        if self._seen != self._time_of_folders():
            self._catch_up(keeps=False, most=AT_ONCE)
        return self._lines

    def rows(self, flag: str = "") -> list[IndexRow]:
        """Return the Rows of all entries that can be read; with `flag`, of those that have it."""
        lines = (line for line in self.lines().values() if flag in line.split("\t", 3)[2])
        return [IndexRow._make(line.split("\t")) for line in lines]

    def lessons_met(self, times: int) -> list[str]:
        """Return the ids of the lessons that were met at least so many times."""
        return [row.id for row in self.rows(SOLVED) if int(row.occurrences) >= times]

    def find(self, fingerprint: str) -> str:
        """Return the id of the entry with this fingerprint, its own or an alias; "" for none."""
        lines = (line for line in self.lines().values() if fingerprint in line)
        rows = (IndexRow._make(line.split("\t")) for line in lines)
        return next((str(row.id) for row in rows if fingerprint in row.fingerprints.split(",")), "")

    def size(self) -> int:
        """Return the number of lessons, as a search asks for it."""
        return sum(SOLVED in line.split("\t", 3)[2] for line in self.lines().values())

    def with_term(self, term: str) -> list[str]:
        """Return the ids of the lessons that have this term, as they were when last looked at.

        A search asks for hundreds of terms: `size` looks at the folders, once for all of them.
        """
        if not self._seen:
            self.lines()
        return self._words.ids(term)

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        told, _, _ = self._look(entry_id, False)
        return terms_of(told) if told else []

    def settle(self, edits: bool = False) -> None:
        """Write down what changed in the folders, and what is decided about new words.

        `edits`: look for files that were edited in place, too.
        """
        self._load()
        edits = edits and len(self._lines) <= LOOKED_THROUGH
        if edits or not self._is_whole or self._seen != self._time_of_folders():
            self._catch_up(keeps=True, most=AT_ONCE)
            self._save()

    def rebuild(self) -> None:
        """Make all files anew from the entries."""
        self._begin_anew()
        self._catch_up(keeps=True, most=sys.maxsize)
        self._save()

    def reread(self, ids: Iterable[str], was_in_step: bool = False) -> None:
        """Take over what was written, removed or decided about these entries.

        `was_in_step`: `lines` was called just before, under the same lock of the store.
        """
        self._load()
        if was_in_step:
            self._seen = self._time_of_folders()
        elif self._seen != self._time_of_folders():
            self._catch_up(keeps=True, most=AT_ONCE)
        self._read_again(ids, keeps=True)
        self._save()

    def _load(self) -> None:
        """Read the catalogue, once; it is of no use without the files of words beside it."""
        if self._seen:
            return
        text = fs.peek(self._catalogue, MAX_BYTES).decode("utf-8", "replace")
        head, _, body = text.partition("\n")
        paths = (self._keywords.path, self._words.path)
        if not (head.startswith(HEAD) and all(map(os.path.exists, paths))):
            self._begin_anew()
            return
        whole = [line for line in body.split("\n") if line.count("\t") == TABS]
        self._lines = {line.partition("\t")[0]: line for line in whole}
        self._seen = head[len(HEAD) :]
        self._is_whole = bool(self._seen)

    def _begin_anew(self) -> None:
        self._lines = {}
        self._seen = ""
        self._keywords.clear()
        self._words.clear()

    def _time_of_folders(self) -> str:
        return " ".join(map(str, filter(None, map(fs.time_of, self._mine.folders)))) or "0"

    def _catch_up(self, keeps: bool, most: int) -> None:
        """Read what changed in the folders: of more than `most` files one's own first."""
        self._seen = self._time_of_folders()
        times = self._mine.times()
        known = {key: line.split("\t", 2)[1] for key, line in self._lines.items()}
        changed = [key for key, since in times.items() if known.get(key) != str(since)]
        self._is_whole = len(changed) <= (most if keeps else 0)
        own = self._mine.ids()
        # another part each time, as some may be unreadable for ever
        changed.sort(key=lambda key: (key not in own, hash((key, time.time_ns()))))
        self._read_again([*(known.keys() - times.keys()), *changed[:most]], keeps)

    def _read_again(self, ids: Iterable[str], keeps: bool) -> None:
        """Read entries again; leave out what is gone.

        What is read without `keeps` has no time yet: who may write reads it once more.
        """
        old: set[str] = set()
        keywords: dict[str, list[str]] = {}
        words: dict[str, list[str]] = {}
        for entry_id in ids:
            before = self._lines.pop(entry_id, "").split("\t")
            told, in_files, standing = self._look(entry_id, keeps)
            entry = told or in_files
            if entry:
                marks = WAITING * (standing == WAITS) + OTHERS * (told is None)
                row = row_of(entry, self._mine.time_of(entry_id) if keeps else 0, marks)
                self._lines[entry_id] = "\t".join(row)
                if before[2:4] == [row.flags, row.digest]:
                    continue  # it was only counted
                keywords[entry_id] = list(map(_word, entry.keywords))
                words[entry_id] = terms_of(told) if told else []
            if len(before) > 1:
                old.add(entry_id)
        self._keywords.put(old, keywords)
        self._words.put(old, words)

    def _save(self) -> None:
        """Write what changed; a store that may not be written is read again each time."""
        if not os.path.isdir(self._mine.folders[0]):
            return
        head = HEAD + (self._seen if self._is_whole else "")
        data = "\n".join([head, *self._lines.values(), ""]).encode("utf-8", "replace")
        try:
            fs.make_folders(os.path.dirname(self._catalogue))
            self._keywords.save()
            self._words.save()
            fs.write_atomic(self._catalogue, data, mode=0o600, sync=False)
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
        """Write the file if it is not there as it should be. Raises OSError."""
        if not self._is_saved or not os.path.exists(self.path):
            found = self._read().items()
            text = "".join(sorted(f"{word}:{ids}\n" for word, ids in found if word and ids))
            data = text.encode("utf-8", "replace")
            fs.write_atomic(self.path, data, self._scratch, 0o600, sync=False)
            self._is_saved = True

    def _read(self) -> dict[str, str]:
        if self._found is None:
            text = fs.peek(self.path, MAX_BYTES).decode("utf-8", "replace")
            lines = (line.rpartition(":") for line in text.split("\n"))
            self._found = {word: ids for word, _, ids in lines}
        return self._found
