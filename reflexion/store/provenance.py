"""Whose a learning is: what this machine's hooks and commands wrote, or its person accepted, by the
list that the home store keeps of each store; and what waits, as it came from somebody else."""

from __future__ import annotations

import os

from reflexion.store import fs, git
from reflexion.store.schema import id_of

LONG = 8 << 20  # bytes of a list that is shortened
LIMIT = 16 << 20  # bytes of a list that is read
WORDS = ("type", "trigger", "context", "resolution", "source")  # what is said of an entry
REFUSED = "!"  # before the digest of words that came by git
GONE = b"-"  # in the place of a digest: the entry was removed


def digest_of(data: bytes) -> str:
    """40 hex digits that nobody finds other bytes for."""
    try:
        from _blake2 import blake2b  # `hashlib` would load all of its kind
    except ImportError:
        from hashlib import blake2b
    return blake2b(data, digest_size=20).hexdigest()


def words_of(entry: dict) -> bytes:
    """The words that an entry speaks with, as bytes."""
    return "\0".join(str(entry.get(field) or "") for field in WORDS).encode("utf-8", "replace")


class Owned:
    """The list of one store, appended to: `digest key` a line, where the key is an entry's id, or
    the path of another file from the project's root."""

    def __init__(self, path: str):
        self.path = path
        self._data = None

    def _text(self) -> bytes:
        if self._data is None:
            self._data = fs.peek(self.path, LIMIT)
        return self._data

    def has(self, key: str) -> bool:
        """Is the key listed with digests that were not refused? Another hook may have listed it
        since the list was read."""
        return self._is_listed(key) or self._reload() and self._is_listed(key)

    def _is_listed(self, key: str) -> bool:
        return any(not line.startswith(b"!") for line in self._lines(key))

    def _reload(self) -> bool:
        """Read the list anew if it has grown; whether it had."""
        try:
            grown = os.stat(self.path).st_size != len(self._text())
        except OSError:
            return False
        if grown:
            self._data = None
        return grown

    def latest(self, key: str, digest: str) -> str:
        """The last line of this key and digest: the digest, REFUSED + digest, or ""."""
        plain = digest.encode()
        found = [line for line in self._lines(key) if line.lstrip(b"!") == plain]
        return found[-1].decode() if found else ""

    def _lines(self, key: str):
        """The digests of a key since it was last taken off, oldest first."""
        text = self._text()
        end = b" " + os.fsencode(key) + b"\n"
        found = []
        at = text.find(end)
        while at != -1:
            digest = text[text.rfind(b"\n", 0, at) + 1 : at]
            if b" " not in digest:  # else it is another key, which ends in the same words
                found = [] if digest == GONE else [*found, digest]
            at = text.find(end, at + len(end))
        return found

    def keys(self) -> set:
        """All keys with a digest that was not refused."""
        listed = set()
        for line in self._text().split(b"\n"):
            digest, _, key = line.partition(b" ")
            if digest == GONE:
                listed.discard(key)
            elif key and not digest.startswith(b"!"):
                listed.add(key)
        return set(map(os.fsdecode, listed))

    def refused(self) -> list:
        """The keys whose last digest was refused."""
        last: dict = {}
        for line in self._text().split(b"\n"):
            digest, _, key = line.partition(b" ")
            last[key] = digest
        return [os.fsdecode(key) for key, digest in last.items() if digest.startswith(b"!")]

    def add(self, rows) -> None:
        """Append (key, digest) pairs. Raises OSError."""
        lines = [f"{digest} ".encode() + os.fsencode(key) + b"\n" for key, digest in rows]
        lines = [line for line in lines if line.count(b"\n") == 1]
        if not lines or not self.path:
            return
        if len(self._text()) > LONG:
            self._shorten()
        text = self._text()
        fs.append(self.path, b"".join(lines), LIMIT)
        self._data = text + b"".join(lines)

    def _shorten(self) -> None:
        """Keep of each key its last line."""
        last = {}
        whole, _, _ = self._text().rpartition(b"\n")
        for line in whole.split(b"\n"):  # at nothing else: a file's name may hold a "\r"
            key = line.partition(b" ")[2]
            last.pop(key, None)
            last[key] = line + b"\n"
        fs.write_atomic(self.path, b"".join(last.values()), mode=0o600)
        self._data = None


class Provenance:
    """Decides about the entries of one store. `names`: what git tracks of it (`git.tracked`);
    `guest`: the store came along with entries, so that only what is listed speaks; `pulls`: what
    git brings may be said (the setting trust_pulls)."""

    def __init__(self, root: str, owned: Owned, names=frozenset(), guest=False, pulls=False):
        self.root = root
        self.owned = owned
        self.names = names
        self.guest = guest
        self.pulls = pulls

    def is_open(self) -> bool:
        """Is there nothing that could wait, so that no entry has to be looked at?"""
        return not self.guest and not self.names

    def waits_unread(self, entry_id: str) -> bool:
        """Does the entry wait whatever its file holds? Decided by its id alone."""
        came = self.guest or _file(entry_id) in self.names and not self.pulls
        return came and not self.owned.has(entry_id)

    def waits(self, entry: dict, merged: bool = False) -> bool:
        """Does this entry wait for its person? `merged`: it was read from a conflict's sides."""
        if self.waits_unread(entry["id"]):
            return True
        return not self.pulls and not self._is_known(entry, merged)

    def owns(self, entry: dict) -> bool:
        """Did this machine write the entry, or its person accept it, with the words that it has, or
        with those that a person wrote over them?"""
        return self.owned.has(entry["id"]) and self._is_known(entry)

    def _is_known(self, entry: dict, merged: bool = False) -> bool:
        """Are the words of a listed entry known, or a person's edit?"""
        name = _file(entry["id"])
        if name not in self.names:
            return True
        return self._is_ours(entry["id"], digest_of(words_of(entry)), name, merged)

    def _is_ours(self, key: str, digest: str, name: str, merged: bool = False) -> bool:
        """Is this what the list has of a key, or a person's edit of the file of this name? What
        git brought is put on record as refused, so that git is asked once."""
        line = self.owned.latest(key, digest)
        if line:
            return line == digest
        edited = not merged and git.is_modified(self.root, name)
        try:
            self.owned.add([(key, digest if edited else REFUSED + digest)])
        except OSError:
            pass  # asked again the next time
        return edited

    def wrote(self, entry: dict, old: dict | None) -> None:
        """Put on record that this machine wrote the entry (`old`: as it was before, None: a new
        one). What was not ours does not become ours by being counted. Raises OSError."""
        if old is None or self.owned.has(entry["id"]) and words_of(old) != words_of(entry):
            self.accept([entry])

    def noticed(self, entry: dict) -> None:
        """Put on record the words that a listed entry was found with before git had them."""
        if _file(entry["id"]) in self.names or not self.owned.has(entry["id"]):
            return
        digest = digest_of(words_of(entry))
        if self.owned.latest(entry["id"], digest) != digest:
            self.owned.add([(entry["id"], digest)])

    def removed(self, entry_id: str) -> None:
        """Put on record that the entry is gone: a file of its name is somebody else's by now."""
        if self.owned.has(entry_id):
            self.owned.add([(entry_id, GONE.decode())])

    def is_in_git(self, entry_id: str) -> bool:
        """Does git hold the entry's file?"""
        return _file(entry_id) in self.names

    def accept(self, entries) -> None:
        """Put the entries on the list, with the words that they have. Raises OSError."""
        self.owned.add([(entry["id"], digest_of(words_of(entry))) for entry in entries])

    def knows_file(self, name: str, data: bytes) -> bool:
        """May another file of the store (`config.json`) with these bytes be used?"""
        if not self.guest and name not in self.names:
            return True
        digest = digest_of(data)
        if self.guest or not self.owned.has(name):
            return self.owned.latest(name, digest) == digest
        return self._is_ours(name, digest, name)

    def accept_file(self, name: str, data: bytes) -> None:
        """Put another file of the store on the list, with these bytes. Raises OSError."""
        self.owned.add([(name, digest_of(data))])

    def waiting(self, file_names) -> list:
        """The ids among the names of a folder's files that wait by their id alone; none is read."""
        ids = filter(None, map(id_of, file_names))
        came = [entry_id for entry_id in ids if self.guest or _file(entry_id) in self.names]
        keys = self.owned.keys() if came else ()
        return [entry_id for entry_id in came if entry_id not in keys]


def is_persons_rule(entry: dict, source: str) -> bool:
    """Is the entry a rule, whose words those of this source may only be proposed beside?"""
    return bool(entry["promoted"]) and source == "agent"


def propose(store, entry_id: str, resolution: str) -> dict | None:
    """Keep another fix of a learning, which an agent words, beside the one that stands: a rule
    changes by a person's hand alone. It waits in `review`, as the field `proposed`. The entry, or
    None without one. Raises OSError, Unreadable."""
    return store.update(entry_id, lambda entry: entry.update(proposed=resolution))


def _file(entry_id: str) -> str:
    """The name of an entry's file as `git.tracked` has it."""
    return f"entries/{entry_id}.json".lower()
