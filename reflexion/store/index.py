"""Three derived files that spare hooks the reading of every entry.

`catalogue.txt` holds a line for each entry: what it is ranked and found by. `index.txt` holds
`keyword:ID,ID` lines with the keywords of every entry as its file has them, `words.txt` the same
with the words that lessons are searched by. All may be deleted at any time. They follow the
folders: a file whose time changed is read again, in memory by who reads, on disk by `settle`.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import namedtuple
from collections.abc import Callable, Iterable

from reflexion.learning.entry import Entry
from reflexion.learning.identity import digest, fingerprints_of
from reflexion.learning.search import terms_of
from reflexion.store import fs
from reflexion.store.mine import Mine

CATALOGUE = "catalogue.txt"
WORDS = "words.txt"
MAX_BYTES = 64 << 20
MAX_WORD = 80  # characters
# files that are read at once; of more, as a large pull brings them, the rest follows in the next
# processes, so that no hook takes seconds
AT_ONCE = 300
# entries whose files are all looked at for edits in place; in a larger store only new and removed
# files are seen
LOOKED_THROUGH = 2000
# says how the lines were made, too: those of another way are made anew
HEAD = "# entries by their words at "
# `mtime`: of the files, in ns; `fingerprints`: all that the entry is found by, between commas
Row = namedtuple(
    "Row",
    "id mtime flags digest fingerprints source confidence occurrences sessions skill last_seen",
)
TABS = len(Row._fields) - 1
SOLVED = "s"
PROMOTED = "p"
IN_REVIEW = "r"
WAITING = "w"  # the words in the file wait for a yes
OTHERS = "o"  # none of its words were ever accepted here


def row_of(entry: Entry, mtime: int = 0, standing: str = "") -> Row:
    """Return the catalogue's line about an entry whose files have this time (ns).

    `standing`: WAITING and OTHERS, as far as they are so.
    """
    flags = [
        SOLVED if entry.resolution.strip() and OTHERS not in standing else "",
        PROMOTED if entry.promoted else "",
        IN_REVIEW if entry.needs_review else "",
        standing,
    ]
    texts = (entry.source, entry.confidence, entry.skill, entry.last_seen[:10])
    source, confidence, skill, last_seen = map(_word, texts)
    known = (digest(entry), ",".join(fingerprints_of(entry)), source, confidence)
    counts = (str(entry.occurrences), str(entry.sessions))
    return Row(entry.id, str(mtime), "".join(flags), *known, *counts, skill, last_seen)


def _word(value: str) -> str:
    """Return a value of a file that anybody may have written as one field of a line."""
    return "".join(value.split())[:MAX_WORD]


class Index:
    """The derived files of a store.

    `look(id, keeps)` returns an entry as it is told, else as its file has it, and the flags of its
    standing; with `keeps` what is decided about its words is written down.
    """

    def __init__(
        self,
        mine: Mine,
        records: str,
        index_path: str,
        scratch: str,
        look: Callable[[str, bool], tuple[Entry | None, str]],
    ):
        self._mine = mine
        self._look = look
        self._catalogue = os.path.join(records, CATALOGUE)
        self._lines: dict[str, str] | None = None  # a line is taken apart where it is asked for
        self._seen = ""  # the time of the folders that the lines are of
        self._is_saved = False
        self._is_whole = True
        self._undecided: set[str] = set()  # ids that were read by who may not write
        self._keywords = WordFile(index_path, scratch)
        self._words = WordFile(os.path.join(records, WORDS))
        self._paths = (self._keywords.path, self._words.path)

    def lines(self) -> dict[str, str]:
        """Return {id: its line} of all entries that can be read, in step with the folders."""
        lines = self._known()
        if self._seen != self._time_of_folders():
            self._catch_up(lines, keeps=False)
        return lines

    def rows(self, flag: str = "") -> list[Row]:
        """Return the Rows of all entries that can be read; with `flag`, of those that have it."""
        cells = (line.split("\t") for line in self.lines().values())
        return [Row._make(each) for each in cells if flag in each[2]]

    def lessons_met(self, times: int) -> list[str]:
        """Return the ids of the lessons that were met at least so many times."""
        return [row.id for row in self.rows(SOLVED) if int(row.occurrences) >= times]

    def find(self, fingerprint: str) -> str:
        """Return the id of the entry with this fingerprint, its own or an alias; "" for none."""
        lines = (line for line in self.lines().values() if fingerprint in line)
        rows = (Row._make(line.split("\t")) for line in lines)
        return next((str(row.id) for row in rows if fingerprint in row.fingerprints.split(",")), "")

    def size(self) -> int:
        """Return the number of lessons, as a search asks for it."""
        return sum(SOLVED in line.split("\t", 3)[2] for line in self.lines().values())

    def with_term(self, term: str) -> list[str]:
        """Return the ids of the lessons that have this term, as they were when last looked at.

        A search asks for hundreds of terms: `size` looks at the folders, once for all of them.
        """
        if self._lines is None:
            self.lines()
        return self._words.ids(term)

    def terms_of(self, entry_id: str) -> list[str]:
        """Return the terms of a lesson; [] if it is gone."""
        entry, standing = self._look(entry_id, False)
        return terms_of(entry) if entry and OTHERS not in standing else []

    def settle(self, edits: bool = False) -> None:
        """Write down what changed in the folders, and what is decided about new words.

        `edits`: look for files that were edited in place, too.
        """
        lines = self._known()
        edits = edits and len(lines) <= LOOKED_THROUGH
        if edits or self._seen != self._time_of_folders():
            self._catch_up(lines, keeps=True)
        self._read_again(lines, (), keeps=True)
        if not self._is_saved:
            self._save(lines)

    def rebuild(self) -> None:
        """Make all files anew from the entries."""
        self._lines = {}
        self._keywords.clear()
        self._words.clear()
        self._is_whole = False
        while not self._is_whole:
            self._catch_up(self._lines, keeps=True)
        self._save(self._lines)

    def reread(self, ids: Iterable[str]) -> None:
        """Take over what was written, removed or decided about these entries.

        `lines` was called before, under the same lock of the store.
        """
        lines = self._known()
        self._read_again(lines, ids, keeps=True)
        self._seen = self._time_of_folders()
        self._save(lines)

    def _known(self) -> dict[str, str]:
        """Return what the catalogue holds; it is of no use without the files of words beside it."""
        if self._lines is not None:
            return self._lines
        text = fs.peek(self._catalogue, MAX_BYTES).decode("utf-8", "replace")
        head, _, body = text.partition("\n")
        is_usable = head.startswith(HEAD) and all(map(os.path.exists, self._paths))
        whole = [line for line in body.split("\n") if line.count("\t") == TABS and is_usable]
        self._lines = {line.partition("\t")[0]: line for line in whole}
        self._seen = head[len(HEAD) :] if is_usable else ""
        self._is_saved = is_usable
        if not is_usable:
            self._keywords.clear()
            self._words.clear()
        return self._lines

    def _time_of_folders(self) -> str:
        return " ".join(map(str, filter(None, map(fs.time_of, self._mine.folders)))) or "0"

    def _catch_up(self, lines: dict[str, str], keeps: bool) -> None:
        """Read what changed in the folders: of many files one's own first."""
        self._seen = self._time_of_folders()
        times = self._mine.times()
        known = {key: line.split("\t", 2)[1] for key, line in lines.items()}
        changed = [key for key, since in times.items() if known.get(key) != str(since)]
        self._is_whole = len(changed) <= AT_ONCE
        if not self._is_whole:  # another part each time, as some may be unreadable for ever
            own = self._mine.ids()
            at = time.time_ns() % len(changed)
            others = [key for key in changed[at:] + changed[:at] if key not in own]
            changed = [*own.intersection(changed), *others][:AT_ONCE]
        self._is_saved = False
        self._read_again(lines, [*(known.keys() - times.keys()), *changed], keeps)

    def _read_again(self, lines: dict[str, str], ids: Iterable[str], keeps: bool) -> None:
        """Read entries again, and those that nothing was decided about; leave out what is gone."""
        wanted = {*ids, *self._undecided} if keeps else {*ids}
        self._undecided = set() if keeps else self._undecided | wanted
        old: set[str] = set()
        new: dict[str, tuple[Entry, str]] = {}
        for entry_id in sorted(wanted):
            before = lines.pop(entry_id, "").split("\t")
            entry, standing = self._look(entry_id, keeps)
            if entry:
                row = row_of(entry, self._mine.time_of(entry_id), standing)
                lines[entry_id] = "\t".join(row)
                if before[2:4] == [row.flags, row.digest]:
                    continue  # it was only counted
                new[entry_id] = (entry, standing)
            if len(before) > 1:
                old.add(entry_id)
        keywords = {key: list(map(_word, entry.keywords)) for key, (entry, _) in new.items()}
        self._keywords.put(old, keywords)
        told = {key: entry for key, (entry, standing) in new.items() if OTHERS not in standing}
        self._words.put(old, {key: terms_of(entry) for key, entry in told.items()})

    def _save(self, lines: dict[str, str]) -> None:
        """Write what changed; a store that may not be written is read again each time."""
        if not os.path.isdir(self._mine.folders[0]):
            return
        head = HEAD + (self._seen if self._is_whole else "")
        data = "\n".join([head, *lines.values(), ""]).encode("utf-8", "replace")
        try:
            fs.make_folders(os.path.dirname(self._catalogue))
            fs.write_atomic(self._catalogue, data, mode=0o600, sync=False)
            self._keywords.save()
            self._words.save()
            self._is_saved = True
        except OSError:
            pass


class WordFile:
    """A file of `word:ID,ID` lines, sorted. Looking up a word takes no line apart but its own."""

    def __init__(self, path: str, scratch: str = ""):
        self.path = path
        self._scratch = scratch
        self._data: bytes | None = None
        self._lines: list[bytes] | None = None  # of the data, once a word was asked for
        self._is_saved = True

    def ids(self, word: str) -> list[str]:
        """Return the ids of the learnings with this word."""
        if self._lines is None:
            self._lines = self._read().splitlines(keepends=True)
        key = word.encode("utf-8", "replace") + b":"
        at = bisect_left(self._lines, key)
        line = self._lines[at].rstrip() if at < len(self._lines) else b""
        is_found = line.startswith(key) and b":" not in line[len(key) :]
        return line[len(key) :].decode("utf-8", "replace").split(",") if is_found else []

    def clear(self) -> None:
        """Begin anew; nothing is written yet."""
        self._data = b""
        self._lines = None
        self._is_saved = False

    def put(self, old_ids: set[str], words: dict[str, list[str]]) -> None:
        """Take these ids out of every line, and put them into those of the words they have now.

        `words` is {id: its words}. Nothing is written yet.
        """
        if not old_ids and not any(words.values()):
            return
        lines = self._without(old_ids)
        added: dict[str, list[str]] = {}
        for entry_id, each in words.items():
            for word in filter(None, each):
                added.setdefault(word, []).append(entry_id)
        for word, more in added.items():
            lines[word] = ",".join(sorted({*lines.get(word, "").split(","), *more} - {""}))
        pairs = (f"{word}:{ids}\n".encode("utf-8", "replace") for word, ids in lines.items())
        data = b"".join(sorted(pairs))
        self._is_saved = self._is_saved and data == self._data
        self._data = data
        self._lines = None

    def _without(self, old_ids: set[str]) -> dict[str, str]:
        text = self._read().decode("utf-8", "replace")
        found = {line.rpartition(":")[0]: line.rpartition(":")[2] for line in text.split("\n")}
        for word, ids in found.items() if old_ids else ():
            found[word] = ",".join(each for each in ids.split(",") if each not in old_ids)
        return {word: ids for word, ids in found.items() if word and ids}

    def save(self) -> None:
        """Write the file if it is not there as it should be. Raises OSError."""
        if not self._is_saved or not os.path.exists(self.path):
            fs.make_folders(os.path.dirname(self.path))
            fs.write_atomic(self.path, self._read(), self._scratch, 0o600, sync=False)
            self._is_saved = True

    def _read(self) -> bytes:
        if self._data is None:
            self._data = fs.peek(self.path, MAX_BYTES)
        return self._data
