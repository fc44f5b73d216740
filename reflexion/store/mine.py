"""Where the entries of a store lie: in `entries/`, and what this machine adds to a shared store
below `state/mine/`, which git leaves alone.

There `ID.json` holds words that nobody shared yet, in the form of an entry; `ID.counts` what was
counted here on top of what is shared; `ID.gone` says that the learning is part of another one
(behind both a mark of this machine).
"""

from __future__ import annotations

import json
import os
import re
from collections import namedtuple
from itertools import chain

from reflexion.errors import Unreadable
from reflexion.learning.entry import (
    A_DATE,
    COUNTS,
    FORMS,
    MAX_BYTES,
    MAX_COUNT,
    Entry,
    encode,
    file_of,
    is_id,
    or_none,
    parse,
)
from reflexion.learning.identity import digest
from reflexion.store import fs
from reflexion.store.trust import TrustList
from reflexion.text import one_line
from reflexion.text.json_object import object_or_empty

FOLDER = "mine"
DROPPED = "dropped.txt"
KEPT_PRIVATE = "kept-private.txt"  # of the state: a line for each lesson that is not offered
MAX_KEPT = 1 << 20
HEAD = "# Mistakes that shall not be learned again, a line each. Delete a line to allow it."
MAX_DROPPED = 1 << 20
# the files of a learning: the one that git may take, and three of this machine
SHARED = "shared"
WORDS = ".json"
COUNTED = ".counts"
GONE = ".gone"
OWN = (WORDS, COUNTED, GONE)
NOTHING = Entry(**dict.fromkeys(COUNTS, 0))


class Mine:
    """The two folders of one store. All writing is done under the store's lock.

    The mark of the trust list is this machine's alone, and stands in the names of counts and of
    what is gone: such a file that a pull brought has another one, and counts for nothing.
    """

    def __init__(self, entries_dir: str, folder: str, scratch: str, mode: int, trust: TrustList):
        self.folder = folder
        self._trust = trust
        self._entries_dir = entries_dir
        self.folders = (entries_dir, folder)
        self._scratch = scratch
        self._mode = mode  # of the files in `entries/`

    def _place(self, kind: str) -> tuple[str, str]:
        """Return the folder and the ending of the files of a kind."""
        if kind == SHARED:
            return self._entries_dir, WORDS
        mark = self._trust.mark if kind != WORDS else ""
        return self.folder, f"{kind}-{mark}" if mark else kind

    def path(self, entry_id: str, kind: str = WORDS) -> str:
        """Return the path of one of the files of a learning. Raises Unreadable."""
        folder, ending = self._place(kind)
        return os.path.join(folder, file_of(entry_id).removesuffix(WORDS) + ending)

    def ids(self, kind: str = WORDS) -> set[str]:
        """Return the ids of the learnings that have a file of this kind."""
        folder, wanted = self._place(kind)
        found = (item.name.partition(".") for item in fs.items(folder))
        return {name for name, dot, ending in found if dot + ending == wanted and is_id(name)}

    def entry(self, entry_id: str, kind: str = WORDS) -> Entry | None:
        """Return the entry in one of a learning's files; None without it. Raises Unreadable."""
        try:
            data = fs.read_bytes(self.path(entry_id, kind), MAX_BYTES)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unreadable(getattr(error, "strerror", "") or str(error)) from None
        return parse(data, entry_id)

    def get_shared(self, entry_id: str) -> Entry | None:
        """Return the entry that git may take; None without it, or if it is unreadable."""
        return or_none(self.entry, entry_id, SHARED)

    def save_shared(self, entry: Entry) -> bytes:
        """Write the file that git may take; return its bytes. Raises OSError."""
        data = encode(entry)
        fs.write_atomic(self.path(entry.id, SHARED), data, self._scratch, self._mode)
        return data

    def has(self, entry_id: str, kind: str) -> bool:
        """Return True if a learning has a file of this kind."""
        return os.path.lexists(self.path(entry_id, kind))

    def read(self, entry_id: str) -> Entry | None:
        """Return a learning as it stands here: its words and counts over the shared ones.

        None where there is none, or it is part of another one. Raises Unreadable.
        """
        shared = self.entry(entry_id, SHARED)
        if not os.path.isdir(self.folder):
            return shared
        base = shared or NOTHING
        entry = self.entry(entry_id) or base.copy()
        if not entry.id or self.has(entry_id, GONE):
            return None
        counted = self.counted(entry_id, shared)
        for name in COUNTS:
            total = getattr(base, name) + _number(counted.get(name))
            setattr(entry, name, max(1, min(MAX_COUNT, total)))
        entry.last_seen = max(entry.last_seen, base.last_seen, _day(counted.get("last_seen")))
        return entry

    def counted(self, entry_id: str, shared: Entry | None) -> dict[str, object]:
        """Return what was counted here: {} for what the shared file holds already."""
        found = object_or_empty(fs.peek(self.path(entry_id, COUNTED), MAX_BYTES))
        return {} if shared and found.get("shared_as") == shared.rev else found

    def write_counts(self, entry: Entry, shared: Entry | None) -> None:
        """Keep what an entry counts beyond the shared one. Raises OSError."""
        base = shared or NOTHING
        more = {name: max(0, getattr(entry, name) - getattr(base, name)) for name in COUNTS}
        self._note(entry.id, shared, **more, last_seen=entry.last_seen)

    def write_words(self, entry: Entry, shared: Entry | None) -> None:
        """Keep the words of an entry, and whose place they take. Raises OSError."""
        if not self.has(entry.id, WORDS):
            self._note(entry.id, shared, over=digest(shared) if shared else "")
        self.put(entry.id, WORDS, encode(entry))

    def is_over(self, entry_id: str, shared: Entry) -> bool:
        """Return True if the words here replaced just these shared words."""
        return self.counted(entry_id, None).get("over") == digest(shared)

    def _note(self, entry_id: str, shared: Entry | None, **more: object) -> None:
        noted = {**self.counted(entry_id, shared), **more}
        self.put(entry_id, COUNTED, json.dumps(noted).encode())

    def put(self, entry_id: str, kind: str, data: bytes) -> None:
        """Write one of the files of this machine. Raises OSError."""
        fs.make_folders(self.folder, mode=0o700)
        fs.write_atomic(self.path(entry_id, kind), data, self._scratch, 0o600)

    def publish(self, entry: Entry) -> bytes:
        """Write an entry for git to take, under a token of its own; return its bytes.

        Its counts here count no more from then on. Raises OSError.
        """
        # with equal changes on both sides git would not call the merge driver
        entry.rev = os.urandom(3).hex()
        self._note(entry.id, None, shared_as=entry.rev)
        return self.save_shared(entry)

    def forget(self, entry_id: str) -> None:
        """Remove all that is here of a learning. Raises OSError."""
        for kind in OWN:
            fs.remove(self.path(entry_id, kind))

    def set_apart(self, entry_id: str, entry: Entry | None) -> None:
        """Move an entry to what this machine adds; None: its file cannot be read.

        A process that ends in between has lost nothing and counted nothing twice. Raises OSError.
        """
        path = self.path(entry_id, SHARED)
        if entry is None:
            fs.make_folders(self.folder, mode=0o700)
            os.replace(path, self.path(entry_id))
            return
        self.publish(entry)
        self.put_over(entry)
        fs.remove(path)

    def put_over(self, entry: Entry) -> None:
        """Keep an entry whole beside what is shared, whatever that says. Raises OSError."""
        self.write_counts(entry, None)
        self.write_words(entry, None)

    def times(self) -> dict[str, int]:
        """Return {id: the times (ns) of its files in both folders, added up}."""
        found: dict[str, int] = {}
        endings = [self._place(kind)[1] for kind in OWN]
        for item in chain(*map(fs.items, self.folders)):
            entry_id, dot, ending = item.name.partition(".")
            if dot + ending in endings and is_id(entry_id):
                found[entry_id] = found.get(entry_id, 0) + fs.time_of(item.path)
        gone = self.ids(GONE)
        return {entry_id: time for entry_id, time in found.items() if entry_id not in gone}

    def time_of(self, entry_id: str) -> int:
        """Return the times (ns) of the files of one learning, added up."""
        return sum(fs.time_of(self.path(entry_id, kind)) for kind in (SHARED, *OWN))


class Dropped(namedtuple("Dropped", "path scratch")):
    """What shall not be learned again: a line for each mistake, a fingerprint and a text.

    Hooks and agents cannot bring it back; a person can, with `learn` or by deleting the line.
    """

    def holds(self, *fingerprints: str) -> bool:
        """Return True if one of these fingerprints shall not be learned again."""
        return any(line.split(" ", 1)[0] in fingerprints for line in self._lines())

    def add(self, fingerprints: list[str], text: str) -> None:
        """Add fingerprints; `text` says of what mistake. Raises OSError."""
        lines = self._lines() or [HEAD]
        new = [f"{one}  {one_line(text, 120)}" for one in fingerprints if not self.holds(one)]
        if new:
            self._write([*lines, *new])

    def allow(self, fingerprints: list[str]) -> None:
        """Remove fingerprints. Raises OSError."""
        lines = self._lines()
        kept = [line for line in lines if line.split(" ", 1)[0] not in fingerprints]
        if len(kept) < len(lines):
            self._write(kept)

    def _lines(self) -> list[str]:
        return fs.peek(self.path, MAX_DROPPED).decode("utf-8", "replace").splitlines()

    def _write(self, lines: list[str]) -> None:
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        fs.write_atomic(self.path, data, self.scratch)


# a spoiled file of counts spoils nothing else
def _number(value: object) -> int:
    return value if type(value) is int and 0 <= value <= MAX_COUNT else 0


def _day(value: object) -> str:
    return value if isinstance(value, str) and re.fullmatch(FORMS[A_DATE], value) else ""
