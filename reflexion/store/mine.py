"""What this machine adds to a shared store, below `state/mine/`, which git leaves alone.

`ID.json` holds words that nobody shared yet, in the form of an entry; `ID.counts` what was
counted here on top of what is shared; `ID.gone` says that the learning is part of another one.
"""

from __future__ import annotations

import json
import os

from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES, Entry, encode, file_of, id_of, parse
from reflexion.learning.fields import COUNTS, MAX_COUNT
from reflexion.learning.identity import digest
from reflexion.store import fs
from reflexion.text.json_object import object_or_empty

FOLDER = "mine"
COUNTED = ".counts"
GONE = ".gone"
NOTHING = dict.fromkeys(COUNTS, 0)


class Mine:
    """The folder of one store. All writing is done under the store's lock."""

    def __init__(self, folder: str, scratch: str):
        self.folder = folder
        self._scratch = scratch

    def ids(self) -> set[str]:
        """Return the ids of the learnings whose words are here."""
        return set(filter(None, map(id_of, fs.names(self.folder))))

    def gone(self) -> set[str]:
        """Return the ids of the shared learnings that are part of another one here."""
        names = fs.names(self.folder)
        return {_named(name) for name in names if name.endswith(GONE)}

    def counted_ids(self) -> set[str]:
        """Return the ids of the learnings that were counted here."""
        names = fs.names(self.folder)
        return {_named(name) for name in names if name.endswith(COUNTED)} - {""}

    def exists(self) -> bool:
        """Return True if anything is here."""
        return os.path.isdir(self.folder)

    def path(self, entry_id: str) -> str:
        """Return the path of the words of a learning."""
        return os.path.join(self.folder, file_of(entry_id))

    def is_gone(self, entry_id: str) -> bool:
        """Return True if the learning is part of another one here."""
        return os.path.lexists(self._beside(entry_id, GONE))

    def counts_path(self, entry_id: str) -> str:
        """Return the path of what was counted here of a learning."""
        return self._beside(entry_id, COUNTED)

    def over(self, shared: Entry | None, entry_id: str) -> Entry | None:
        """Return a learning as it stands here: its words and counts over the shared ones.

        None where there is none, or it is part of another one. Raises Unreadable.
        """
        words = entry_in(self.path(entry_id))
        entry = words or shared
        if entry is None or self.is_gone(entry_id):
            return None
        counted = self.counted(entry_id, shared)
        base = shared or Entry(**NOTHING)
        for name in COUNTS:
            total = getattr(base, name) + _number(counted.get(name))
            setattr(entry, name, max(1, min(MAX_COUNT, total)))
        days = [entry.last_seen, base.last_seen, str(counted.get("last_seen", ""))]
        entry.last_seen = max(days)
        return entry

    def counted(self, entry_id: str, shared: Entry | None) -> dict[str, object]:
        """Return what was counted here: {} for what the shared file holds already."""
        found = object_or_empty(fs.peek(self.counts_path(entry_id), MAX_BYTES))
        token = found.get("shared_as")
        return {} if shared and token and token == shared.rev else found

    def write_counts(self, entry: Entry, shared: Entry | None) -> None:
        """Keep what an entry counts beyond the shared one. Raises OSError."""
        base = shared or Entry(**NOTHING)
        found = self.counted(entry.id, shared)
        for name in COUNTS:
            found[name] = max(0, getattr(entry, name) - getattr(base, name))
        self._write_counted(entry.id, {**found, "last_seen": entry.last_seen})

    def write_words(self, entry: Entry, shared: Entry | None) -> None:
        """Keep the words of an entry, and whose place they take. Raises OSError."""
        if not os.path.lexists(self.path(entry.id)):
            replaced = digest(shared) if shared else ""
            self._write_counted(entry.id, {**self.counted(entry.id, shared), "over": replaced})
        fs.write_atomic(self.path(entry.id), encode(entry), self._scratch, 0o600)

    def is_over(self, entry_id: str, shared: Entry) -> bool:
        """Return True if the words here replaced just these shared words."""
        return self.counted(entry_id, None).get("over") == digest(shared)

    def note_token(self, entry_id: str, token: str) -> None:
        """Note as what the counts will be shared: they count no more once that is there."""
        found = object_or_empty(fs.peek(self.counts_path(entry_id), MAX_BYTES))
        self._write_counted(entry_id, {**found, "shared_as": token})

    def hide(self, entry_id: str) -> None:
        """Note that a shared learning is part of another one. Raises OSError."""
        fs.make_folders(self.folder, mode=0o700)
        fs.write_atomic(self._beside(entry_id, GONE), b"", self._scratch, 0o600)

    def forget(self, entry_id: str) -> bool:
        """Remove all that is here of a learning; return False if there was nothing."""
        paths = [self.path(entry_id), *(self._beside(entry_id, end) for end in (COUNTED, GONE))]
        removed = [fs.remove(path) for path in paths]
        return any(removed)

    def times(self) -> dict[str, int]:
        """Return {id: the times (ns) of its files, added up}."""
        found: dict[str, int] = {}
        try:
            for item in fs.scan(self.folder):
                entry_id = _named(item.name)
                if entry_id:
                    time = item.stat(follow_symlinks=False).st_mtime_ns
                    found[entry_id] = found.get(entry_id, 0) + time
        except OSError:
            pass
        return found

    def _write_counted(self, entry_id: str, found: dict[str, object]) -> None:
        fs.make_folders(self.folder, mode=0o700)
        data = json.dumps(found).encode()
        fs.write_atomic(self.counts_path(entry_id), data, self._scratch, 0o600)

    def _beside(self, entry_id: str, ending: str) -> str:
        return os.path.join(self.folder, file_of(entry_id).removesuffix(".json") + ending)


def entry_in(path: str) -> Entry | None:
    """Return the entry in a file that is named after its id; None without it. Raises Unreadable."""
    try:
        data = fs.read_bytes(path, MAX_BYTES)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Unreadable(getattr(error, "strerror", "") or str(error)) from None
    return parse(data, os.path.splitext(os.path.basename(path))[0])


def _named(name: str) -> str:
    """Return the id in the name of a file; "" for none."""
    return id_of(os.path.splitext(name)[0] + ".json")


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= MAX_COUNT else 0
