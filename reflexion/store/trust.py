"""Whose words a learning holds, by one list for each project in the home store.

A line of the list is a subject, a tab and a value; of several lines about one subject the
last one counts. The subject of words is `DIGEST ID`, their value `yours BASE`, `waits` or
`refused`. `BASE` is the number of occurrences that the learning had when it was accepted:
sightings before that make no rule; `by-hand` behind it says that an editor put this lesson in the
place of what our hooks and commands wrote. `store` is `accepted` or `revoked`, `pulls` is `*`
where later pulls are accepted. Two marks are this machine's: `mine` stands in the names of what is
counted here, `made` in a private store that was made here, until that is shared. Nothing that a
checkout holds can write to the list.
"""

from __future__ import annotations

import json
import os

from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES as MAX_ENTRY
from reflexion.learning.entry import USER, Entry, or_none, parse
from reflexion.learning.identity import digest
from reflexion.store import fs, history
from reflexion.store.paths import FOLDER as STORE
from reflexion.store.tracked import may_be_tracked
from reflexion.text import hashed
from reflexion.text.json_object import object_or_empty, read_value

FOLDER = "trust"
YOURS = "yours"
WAITS = "waits"
REFUSED = "refused"
BY_HAND = "by-hand"
ACCEPTED = "accepted"
REVOKED = "revoked"
EVERYBODY = "*"
MARK = "made-here"  # file with the mark, in a private store that this machine made
MAX_LIST = 32 << 20  # bytes
MAX_MARK = 64  # bytes
HELD = "settings"  # file with the settings that hold,
WAITING = "waiting"  # and with those that wait


class TrustList:
    """The list of the project at `root`, kept in the home store at `home`."""

    def __init__(self, home: str, root: str):
        self.place = os.path.realpath(root)
        key = hashed(os.fsencode(self.place))[:16]
        self.folder = os.path.join(home, FOLDER, key)
        self.path = os.path.join(self.folder, "list.txt")
        self.read()

    @property
    def is_accepted(self) -> bool:
        """True if the person set this store up, or a hook of theirs made it."""
        return self._list.get("store") == ACCEPTED

    @property
    def is_revoked(self) -> bool:
        """True if the person refused this store as a whole."""
        return self._list.get("store") == REVOKED

    def is_open(self) -> bool:
        """Return True if the store was accepted, or is no link and holds nothing that came."""
        if "store" in self._list:
            return self.is_accepted
        folder = os.path.join(self.place, STORE)
        try:
            with os.scandir(folder) as items:
                is_empty = all(
                    each.is_dir(follow_symlinks=False) and not os.listdir(each.path)
                    for each in items
                )
            return is_empty and not os.path.islink(folder)
        except FileNotFoundError:
            return True
        except OSError:
            return False  # it cannot be told

    @property
    def mark(self) -> str:
        """What this machine alone knows of the store; "" where that was never accepted."""
        return self._list.get("mine", "")

    def standing(self, entry: Entry, path: str = "", records: str = "") -> str:
        """Return YOURS, WAITS or REFUSED.

        Words that are not on the list are the person's if git does not track `path`, the file that
        has them in a store that was made here ("" in one that others may write to), or where pulls
        are accepted. Everything else waits.

        With `records`, the folder of the history, they are put on the list: they keep that standing
        whatever becomes of the repository. A lesson that a file brought is put into the history, so
        that the person is told of it. One in the place of another one is the person's.
        """
        known = self.standing_of(entry.id, digest(entry))
        if known:
            return known
        is_own = bool(path) and not may_be_tracked(path)
        takes_all = self.is_accepted and self._list.get("pulls") == EVERYBODY
        standing = YOURS if is_own or takes_all else WAITS
        # in a shared store nothing but a yes makes words the person's: these need no line
        if records and (path or takes_all):
            try:
                self._put(standing, entry, is_own, records)
            except OSError:
                return WAITS  # decided again the next time
        return standing

    def _put(self, standing: str, entry: Entry, is_own: bool, records: str) -> None:
        """Put words of a file on the list. Raises OSError."""
        before = self.accepted(entry.id) if is_own else None  # in whose place they are
        # what came with a file was counted by others, or by nobody: it makes no rule
        base = self.base(before) if before else entry.occurrences
        is_lesson = entry.resolution.strip() not in ("", before.resolution if before else "")
        if standing == YOURS and is_lesson:
            history.append(records, history.BY_HAND, [(history.LEARNED, entry.id)])
        by_hand = before is not None and (is_lesson or self.is_by_hand(before))
        self.decide(standing, entry, base, by_hand)
        if by_hand:  # as it is told from now on
            self.decide(standing, entry.copy(source=USER), base)

    def standing_of(self, entry_id: str, words: str) -> str:
        """Return the standing of words by their digest; "" if they are not on the list."""
        if self._list.get("store") == REVOKED:
            return REFUSED
        return self._list.get(f"{words} {entry_id}", "").partition(" ")[0]

    def base(self, entry: Entry) -> int:
        """Return the occurrences that were there when these words were accepted."""
        value = self._list.get(f"{digest(entry)} {entry.id}", "")
        number = value.partition(" ")[2].partition(" ")[0]
        return int(number) if number.isdecimal() else 0

    def is_by_hand(self, entry: Entry) -> bool:
        """Return True if a person put this lesson in the place of what we wrote."""
        return self._list.get(f"{digest(entry)} {entry.id}", "").endswith(BY_HAND)

    def decide(self, standing: str, entry: Entry, base: int = 0, by_hand: bool = False) -> None:
        """Put the words of an entry on the list. Raises OSError.

        `base`: the occurrences that were somebody else's and make no rule.
        """
        value = f"{YOURS} {base}{f' {BY_HAND}' if by_hand else ''}"
        self._append(f"{digest(entry)} {entry.id}", value if standing == YOURS else standing)

    def accept_store(self, scratch: str = "") -> None:
        """Let the store be used. Raises OSError.

        `scratch` is the folder of a store that this machine made, which is marked there.
        """
        self.read()
        if not self.mark:
            self._append("mine", os.urandom(8).hex())
        if scratch:
            mark = os.urandom(8).hex()
            fs.write_atomic(os.path.join(scratch, MARK), mark.encode(), mode=0o600)
            self._append("made", mark)
        self._append("store", ACCEPTED)

    def note_shared(self) -> None:
        """Note that others may put files into the store, whatever lies there. Raises OSError."""
        self._append("made", "")

    def made(self, scratch: str) -> bool:
        """Return True if this machine made the store with this folder, as its mark tells."""
        mark = self._list.get("made", "")  # older lists have words there for a store that is none
        return mark.isalnum() and fs.peek(os.path.join(scratch, MARK), MAX_MARK) == mark.encode()

    def revoke_store(self) -> None:
        """Let nothing of the store be told any more. Raises OSError."""
        self._append("store", REVOKED)

    def accept_pulls(self, is_on: bool) -> None:
        """Accept what later pulls bring, or nothing of it any more. Raises OSError."""
        self._append("pulls", EVERYBODY if is_on else "")

    def keep(self, name: str, data: bytes) -> None:
        """Keep a file as it was accepted, of an entry by its id: it holds while a pulled change
        waits. Raises OSError.
        """
        fs.make_folders(self.folder, mode=0o700)
        fs.write_atomic(os.path.join(self.folder, f"{name}.json"), data, mode=0o600, sync=False)

    def accepted(self, entry_id: str) -> Entry | None:
        """Return what `keep` kept of an entry; None without it, or in a revoked store."""
        data = fs.peek(os.path.join(self.folder, f"{entry_id}.json"), MAX_ENTRY)
        return or_none(parse, data, entry_id) if self.is_accepted else None

    def drop_copy(self, entry_id: str) -> None:
        """Remove what `keep` kept of an entry. Raises OSError."""
        fs.remove(os.path.join(self.folder, f"{entry_id}.json"))

    def forget(self, ids: list[str]) -> None:
        """Take learnings off the list. Raises OSError."""
        gone = set(map(str.encode, ids))
        lines = fs.peek(self.path, MAX_LIST).splitlines(keepends=True)
        kept = [each for each in lines if each.partition(b"\t")[0].rpartition(b" ")[2] not in gone]
        if len(kept) < len(lines):
            fs.write_atomic(self.path, b"".join(kept), mode=0o600)
            self.read()

    def settings(self, kind: str = HELD) -> dict[str, object]:
        """Return the project's settings as they were last accepted; WAITING: those that wait."""
        return object_or_empty(fs.peek(os.path.join(self.folder, f"{kind}.json"), MAX_ENTRY))

    def keep_settings(self, kind: str, values: dict[str, object]) -> None:
        """Keep the settings that hold now (HELD) or that wait (WAITING). Raises OSError."""
        self.keep(kind, json.dumps(values, indent=2).encode())

    def accept_settings(self, values: dict[str, object]) -> None:
        """Take settings for the person's own. Raises OSError."""
        self.keep_settings(HELD, values)
        self.keep_settings(WAITING, {})

    def read(self) -> None:
        """Take the list over as it is now: other processes write to it, too."""
        text = fs.peek(self.path, MAX_LIST).decode("utf-8", "replace")
        lines = (line.partition("\t") for line in text.split("\n"))
        self._list = {name: value for name, _, value in lines}  # subject -> its last value

    def _append(self, subject: str, value: str) -> None:
        line = f"{subject}\t{value}\n"
        if not os.path.exists(self.path):
            line = f"place\t{json.dumps(self.place)}\n{line}"
        fs.append(self.path, line.encode("utf-8", "replace"), MAX_LIST)
        self._list[subject] = value


class OwnWords(TrustList):
    """The list of the home store, whose words are always the person's: nothing is written."""

    is_accepted = True

    def standing_of(self, entry_id: str, words: str) -> str:
        """Return YOURS."""
        return YOURS

    def _append(self, subject: str, value: str) -> None:
        pass


def place_of(folder: str) -> str:
    """Return the root of the project whose list lies in this folder; "" for no such list."""
    head = fs.peek(os.path.join(folder, "list.txt"), MAX_LIST).partition(b"\n")[0]
    try:
        place = read_value(head.partition(b"\t")[2])
    except Unreadable:
        return ""
    return place if isinstance(place, str) else ""
