"""Whose words a learning holds, by one list for each project in the home store.

A line of the list is a subject, a tab and a value; of several lines about one subject the
last one counts. The subject of words is `DIGEST ID`, their value `yours BASE LESSON`, `waits`
or `refused`. `BASE` is the number of occurrences that the learning had when it was accepted:
sightings before that make no rule. `LESSON` is a digest of its lesson, or `by-hand` where an
editor put another lesson in the place of what our hooks and commands wrote: it is a person's.
`store` is `accepted` or `revoked`, `pulls` is the author whose pulls are accepted (`*`:
everybody's), `made` is the mark of a private store that this machine made, or `came along`.
Nothing that a checkout holds can write here.
"""

from __future__ import annotations

import hashlib
import json
import os

from reflexion.errors import Unreadable
from reflexion.learning.entry import MAX_BYTES as MAX_ENTRY
from reflexion.learning.entry import Entry, is_id
from reflexion.learning.fields import USER
from reflexion.learning.identity import digest, digest_of
from reflexion.store import fs
from reflexion.store.tracked import may_be_tracked
from reflexion.text.json_object import object_or_empty, read_value

FOLDER = "trust"
YOURS = "yours"
WAITS = "waits"
REFUSED = "refused"
BY_HAND = "by-hand"
ACCEPTED = "accepted"
REVOKED = "revoked"
EVERYBODY = "*"
CAME_ALONG = "came along"
MARK = "made-here"  # file of a store that this machine made; its list holds the same
MAX_LIST = 32 << 20  # bytes
MAX_HEAD = 64 * 1024  # bytes of its first line
SETTINGS = "settings.json"


class TrustList:
    """The list of the project at `root`, kept in the home store at `home`."""

    def __init__(self, home: str, root: str):
        self.place = os.path.realpath(root)
        key = hashlib.sha256(os.fsencode(self.place)).hexdigest()[:16]
        self.folder = os.path.join(home, FOLDER, key)
        self.path = os.path.join(self.folder, "list.txt")
        self._text = None
        self._facts = {}  # the last values of "store", "pulls" and "made"
        self._words = None  # {"DIGEST ID": its last value}

    @property
    def is_accepted(self) -> bool:
        """True if the person set this store up, or a hook of theirs made it."""
        return self._fact("store") == ACCEPTED

    @property
    def is_revoked(self) -> bool:
        """True if the person refused this store as a whole."""
        return self._fact("store") == REVOKED

    @property
    def was_accepted(self) -> bool:
        """True if the person's hooks and commands ever wrote into this store."""
        return f"\nstore\t{ACCEPTED}\n" in self._read()

    @property
    def pulls(self) -> str:
        """The author whose pulls are accepted, "*" for everybody's, "" for nobody's."""
        return self._fact("pulls")

    def standing(self, entry: Entry, path: str) -> str:
        """Return YOURS, WAITS or REFUSED. `path` is the file that has the words; "" for one that
        others may write to, too.
        """
        return self.standing_of(entry.id, digest(entry)) or self._standing_of_new(entry, path)

    def settle(self, entry: Entry, path: str) -> str:
        """Like `standing`, but put words that are not on the list there: they keep that standing
        whatever becomes of the repository."""
        standing = self.standing(entry, path)
        if not self.is_accepted or self.standing_of(entry.id, digest(entry)):
            return standing
        is_own = bool(path) and not may_be_tracked(path)
        by_hand = is_own and self._is_new_lesson(entry)
        # what came with a file was counted by others, or by nobody: it makes no rule
        is_known = is_own and f" {entry.id}\t{YOURS} " in self._read()
        base = self._last_base(entry.id) if is_known else entry.occurrences
        try:
            self.decide(standing, entry, base, by_hand)
            if by_hand:  # as it is told from now on
                self.decide(standing, entry.copy(source=USER), base)
        except OSError:
            return WAITS  # decided again the next time
        return standing

    def standing_of(self, entry_id: str, words: str) -> str:
        """Return the standing of words by their digest; "" if they are not on the list."""
        if self.is_revoked:
            return REFUSED
        return self._value(words, entry_id).partition(" ")[0]

    def base(self, entry: Entry) -> int:
        """Return the occurrences that were there when these words were accepted."""
        _, number, _ = _fields(self._value(digest(entry), entry.id))
        return int(number) if number.isdigit() else 0

    def is_by_hand(self, entry: Entry) -> bool:
        """Return True if a person put this lesson in the place of what we wrote."""
        return _fields(self._value(digest(entry), entry.id))[2] == BY_HAND

    def decide(self, standing: str, entry: Entry, base: int = 0, by_hand: bool = False) -> None:
        """Put the words of an entry on the list. Raises OSError.

        `base`: the occurrences that were somebody else's and make no rule.
        """
        lesson = BY_HAND if by_hand else _lesson_of(entry)
        value = f"{YOURS} {base} {lesson}" if standing == YOURS else standing
        self._append(f"{digest(entry)} {entry.id}", value)

    def _standing_of_new(self, entry: Entry, path: str) -> str:
        """Return the standing of words that are not on the list.

        They are the person's where the store was accepted and git does not track the file, or
        where everybody's pulls are accepted. Everything else waits.
        """
        if not self.is_accepted:
            return WAITS
        is_own = bool(path) and not may_be_tracked(path)
        is_pulled = self.pulls == EVERYBODY and is_id(entry.id)
        return YOURS if is_own or is_pulled else WAITS

    def accept_store(self, scratch: str = "") -> None:
        """Let the store be used. Raises OSError.

        `scratch` is the folder of a store that this machine made, which is marked there.
        """
        if scratch:
            mark = os.urandom(8).hex()
            fs.write_atomic(os.path.join(scratch, MARK), mark.encode(), mode=0o600)
            self._append("made", mark)
        elif not self._fact("made"):
            self.note_shared()
        self._append("store", ACCEPTED)

    def note_shared(self) -> None:
        """Note that others may put files into the store. Raises OSError."""
        self._append("made", CAME_ALONG)

    def made(self, scratch: str) -> bool:
        """Return True if this machine made the store with this folder, as its mark tells."""
        mark = self._fact("made")  # "" in the list of an older version
        return not mark or fs.peek(os.path.join(scratch, MARK), MAX_HEAD) == mark.encode()

    def revoke_store(self) -> None:
        """Let nothing of the store be told any more. Raises OSError."""
        self._append("store", REVOKED)

    def accept_pulls(self, author: str) -> None:
        """Accept what later pulls bring from this author; "" for nobody. Raises OSError."""
        self._append("pulls", " ".join(author.split()))

    def keep_copy(self, entry_id: str, data: bytes) -> None:
        """Keep an entry's file as it was accepted: told while a pulled change waits."""
        self._keep(f"{entry_id}.json", data)

    def copy_of(self, entry_id: str) -> bytes:
        """Return the bytes that `keep_copy` kept; b"" for none, or in a revoked store."""
        if not self.is_accepted:
            return b""
        return fs.peek(os.path.join(self.folder, f"{entry_id}.json"), MAX_ENTRY)

    def drop_copy(self, entry_id: str) -> None:
        """Remove what `keep_copy` kept. Raises OSError."""
        fs.remove(os.path.join(self.folder, f"{entry_id}.json"))

    def forget(self, ids: list[str]) -> None:
        """Take learnings off the list. Raises OSError."""
        gone = set(ids)
        lines = self._read().splitlines(keepends=True)
        kept = [line for line in lines if line.partition("\t")[0].rpartition(" ")[2] not in gone]
        if len(kept) < len(lines):
            fs.write_atomic(self.path, "".join(kept).encode("utf-8", "replace"), mode=0o600)
            self._text = self._words = None

    def settings(self) -> dict:
        """Return the project's settings as they were last accepted."""
        return object_or_empty(fs.peek(os.path.join(self.folder, SETTINGS), MAX_ENTRY))

    def accept_settings(self, values: dict) -> None:
        """Take settings for the person's own. Raises OSError."""
        for name, value in values.items():
            self.decide(YOURS, setting_as_entry(name, value))
        self._keep(SETTINGS, json.dumps(values, indent=2).encode())

    def keep_settings(self, values: dict) -> None:
        """Keep the settings that hold now, for the time when a change waits."""
        try:
            self._keep(SETTINGS, json.dumps(values, indent=2).encode())
        except OSError:
            pass  # they are worked out again the next time

    def _keep(self, name: str, data: bytes) -> None:
        fs.make_folders(self.folder, mode=0o700)
        fs.write_atomic(os.path.join(self.folder, name), data, mode=0o600, sync=False)

    def _fact(self, name: str) -> str:
        """Return the last value of "store", "pulls" or "made"; "" without one."""
        text = self._read()
        if name not in self._facts:
            before, _, after = text.rpartition(f"\n{name}\t")
            self._facts[name] = after.partition("\n")[0] if before else ""
        return self._facts[name]

    def _value(self, words: str, entry_id: str) -> str:
        """Return the last value of an entry's words by their digest; "" without one."""
        if self._words is None:
            self._words = {}
            for line in self._read().split("\n"):
                subject, _, value = line.partition("\t")
                self._words[subject] = value
        return self._words.get(f"{words} {entry_id}", "")

    def _is_new_lesson(self, entry: Entry) -> bool:
        """Return True if the learning had another lesson whenever it was decided about."""
        parts = self._read().split(f" {entry.id}\t{YOURS} ")[1:]
        known = {_fields(f"{YOURS} " + part.partition("\n")[0])[2] for part in parts} - {""}
        return bool(known and entry.resolution.strip()) and _lesson_of(entry) not in known

    def _last_base(self, entry_id: str) -> int:
        """Return the base of a learning as it was decided about last."""
        value = self._read().rpartition(f" {entry_id}\t{YOURS} ")[2].partition("\n")[0]
        number = value.partition(" ")[0]
        return int(number) if number.isdigit() else 0

    def _read(self) -> str:
        if self._text is None:
            self._text = fs.peek(self.path, MAX_LIST).decode("utf-8", "replace")
        return self._text

    def _append(self, subject: str, value: str) -> None:
        line = f"{subject}\t{value}\n"
        if not os.path.exists(self.path):
            line = f"place\t{json.dumps(self.place)}\n{line}"
        fs.append(self.path, line.encode("utf-8", "replace"), MAX_LIST)
        self._text = None
        self._facts = {}
        if self._words is not None:
            self._words[subject] = value


class OwnWords(TrustList):
    """The list of the home store, whose words are always the person's: nothing is written."""

    is_accepted = True
    was_accepted = True

    def standing_of(self, entry_id: str, words: str) -> str:
        """Return YOURS."""
        return YOURS

    def _append(self, subject: str, value: str) -> None:
        pass

    def _keep(self, name: str, data: bytes) -> None:
        pass


def _fields(value: str) -> list[str]:
    """Return the standing, the base and the lesson in the value of words; "" for what is not
    there."""
    return [*value.split(" "), "", ""][:3]


def _lesson_of(entry: Entry) -> str:
    return digest_of(entry.resolution.encode("utf-8", "replace"))[:12]


def setting_as_entry(name: str, value) -> Entry:
    """Return a setting in the form in which words stand on the list."""
    return Entry(id=f"config.json:{name}", type="", cwd="", occurrences=0, setting=[value])


def place_of(folder: str) -> str:
    """Return the root of the project whose list lies in this folder; "" for no such list."""
    try:
        with fs.open_file(os.path.join(folder, "list.txt")) as file:
            head = file.readline(MAX_HEAD).decode("utf-8", "replace")
        place = read_value(head.partition("\t")[2])
    except (OSError, Unreadable):
        return ""
    return place if isinstance(place, str) else ""
