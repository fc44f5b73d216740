"""Whose words a learning holds, by one list for each project in the home store.

A line of the list is `yours DIGEST ID BASE`, `waits DIGEST ID` or `refused DIGEST ID`; of
several lines about the same words the last one counts. `BASE` is the number of occurrences
that the learning had when it was accepted: sightings before that make no rule. The line
`store accepted` or `store revoked` tells how the store as a whole stands, `pulls AUTHOR`
whose pulls are accepted (`*`: everybody's). Nothing that a checkout holds can write here.
"""

from __future__ import annotations

import hashlib
import json
import os

from reflexion.learning.entry import MAX_BYTES as MAX_ENTRY
from reflexion.learning.entry import is_id
from reflexion.learning.identity import digest
from reflexion.store import fs, tracked

FOLDER = "trust"
YOURS = "yours"
WAITS = "waits"
REFUSED = "refused"
STANDINGS = (YOURS, WAITS, REFUSED)
ACCEPTED = "store accepted"
REVOKED = "store revoked"
EVERYBODY = "*"
MAX_LIST = 32 << 20  # bytes
LONG = 4 << 20  # bytes of a list that is shortened
MAX_HEAD = 64 * 1024  # bytes of its first line
SETTINGS = "settings.json"


class TrustList:
    """The list of the project at `root`, kept in the home store at `home`."""

    def __init__(self, home: str, root: str):
        place = os.path.realpath(root)
        key = hashlib.sha256(os.fsencode(place)).hexdigest()[:16]
        self.place = place
        self.folder = os.path.join(home, FOLDER, key)
        self.path = os.path.join(self.folder, "list.txt")
        self._text = None
        self._rows = None
        self._store = ""

    @property
    def is_accepted(self) -> bool:
        """True if the person set this store up, or a hook of theirs made it."""
        self._read()
        return self._store == ACCEPTED

    @property
    def was_accepted(self) -> bool:
        """True if the person's hooks and commands ever wrote into this store."""
        return f"\n{ACCEPTED}\n" in self._read()

    @property
    def pulls(self) -> str:
        """The author whose pulls are accepted, "*" for everybody's, "" for nobody's."""
        return self._last_line("pulls ").partition(" ")[2]

    def standing(self, entry: dict) -> str:
        """Return YOURS, WAITS or REFUSED; "" for words that are not on the list."""
        return self.standing_of(entry["id"], digest(entry))

    def standing_of(self, entry_id: str, words: str) -> str:
        """Like `standing`, by the digest of the words."""
        self._read()
        if self._store == REVOKED:
            return REFUSED
        return self._row(entry_id, words).partition(" ")[0]

    def base(self, entry: dict) -> int:
        """Return the occurrences that were there when these words were accepted."""
        number = self._row(entry["id"], digest(entry)).rpartition(" ")[2]
        return int(number) if number.isdigit() else 0

    def decide(self, standing: str, entry: dict, base: int = 0) -> None:
        """Put the words of an entry on the list. Raises OSError.

        `base`: the occurrences that were somebody else's and make no rule.
        """
        line = f"{standing} {digest(entry)} {entry['id']}"
        self._append([f"{line} {base}" if standing == YOURS else line])

    def accept_store(self) -> None:
        """Let the store be used. Raises OSError."""
        self._append([ACCEPTED])

    def revoke_store(self) -> None:
        """Let nothing of the store be told any more. Raises OSError."""
        self._append([REVOKED])

    def accept_pulls(self, author: str) -> None:
        """Accept what later pulls bring from this author; "" for nobody. Raises OSError."""
        self._append([f"pulls {author}"])

    def keep_copy(self, entry_id: str, data: bytes) -> None:
        """Keep an entry's file as it was accepted: told while a pulled change waits."""
        path = os.path.join(self.folder, f"{entry_id}.json")
        fs.make_folders(self.folder, mode=0o700)
        fs.write_atomic(path, data, mode=0o600, sync=False)

    def copy_of(self, entry_id: str) -> bytes:
        """Return the bytes that `keep_copy` kept; b"" for none."""
        return fs.peek(os.path.join(self.folder, f"{entry_id}.json"), MAX_ENTRY)

    def drop_copy(self, entry_id: str) -> None:
        """Remove what `keep_copy` kept. Raises OSError."""
        fs.remove(os.path.join(self.folder, f"{entry_id}.json"))

    def settings(self) -> dict:
        """Return the project's settings as they were last accepted."""
        try:
            return json.loads(fs.peek(os.path.join(self.folder, SETTINGS), MAX_ENTRY))
        except ValueError:
            return {}

    def accept_settings(self, values: dict) -> None:
        """Keep settings as accepted. Raises OSError."""
        fs.make_folders(self.folder, mode=0o700)
        data = json.dumps(values, indent=2).encode()
        fs.write_atomic(os.path.join(self.folder, SETTINGS), data, mode=0o600)

    def _row(self, entry_id: str, words: str) -> str:
        """Return the last line about these words; "" without one."""
        if self._rows is None:
            lines = [line.split(" ") for line in self._read().splitlines()]
            rows = [words for words in lines if len(words) > 2 and words[0] in STANDINGS]
            self._rows = {(words[1], words[2]): " ".join(words) for words in rows}
        return self._rows.get((words, entry_id), "")

    def _last_line(self, prefix: str) -> str:
        text = self._read()
        at = text.rfind("\n" + prefix)
        return text[at + 1 : text.find("\n", at + 1)] if at >= 0 else ""

    def _read(self) -> str:
        if self._text is None:
            self._text = fs.peek(self.path, MAX_LIST).decode("utf-8", "replace")
            self._store = self._last_line("store ")
        return self._text

    def _append(self, lines: list) -> None:
        if not lines:
            return
        if not os.path.exists(self.path):
            fs.make_folders(self.folder, mode=0o700)
            lines = [f"# {json.dumps(self.place)}", *lines]
        fs.append(self.path, ("\n".join(lines) + "\n").encode(), MAX_LIST)
        self._text = None
        self._rows = None
        if len(self._read()) > LONG:
            self._shorten()

    def _shorten(self) -> None:
        """Keep of the lines about the same words the last one."""
        last = {}
        for line in self._read().splitlines():
            words = line.split(" ")
            subject = tuple(words[1:3]) if words[0] in STANDINGS else line
            last.pop(subject, None)
            last[subject] = line
        fs.write_atomic(self.path, ("\n".join(last.values()) + "\n").encode(), mode=0o600)
        self._text = None


class OwnWords:
    """The list of a store whose words are always the person's: the one in the home folder."""

    is_accepted = True
    was_accepted = True
    pulls = ""

    def standing(self, entry: dict) -> str:
        return YOURS

    def standing_of(self, entry_id: str, words: str) -> str:
        return YOURS

    def base(self, entry: dict) -> int:
        return 0

    def decide(self, standing: str, entry: dict, base: int = 0) -> None:
        pass

    def copy_of(self, entry_id: str) -> bytes:
        return b""

    def drop_copy(self, entry_id: str) -> None:
        pass

    def accept_settings(self, values: dict) -> None:
        pass


def place_of(folder: str) -> str:
    """Return the root of the project whose list lies in this folder; "" for no such list."""
    try:
        with fs.open_file(os.path.join(folder, "list.txt")) as file:
            head = file.readline(MAX_HEAD).decode("utf-8", "replace")
        place = json.loads(head.removeprefix("# "))
    except (OSError, ValueError):
        return ""
    return place if isinstance(place, str) else ""


def decide_new_words(trust: TrustList, entry: dict, path: str) -> str:
    """Decide about words that are not on the list, and put them there; return the standing.

    They are the person's where the store was accepted and git does not track the file, or
    where everybody's pulls are accepted; then what was counted before makes no rule.
    Everything else waits, and goes on waiting whatever becomes of the repository. Raises
    OSError.
    """
    if not trust.is_accepted:
        return WAITS
    base = 0
    try:
        standing = WAITS if tracked.is_tracked(path) else YOURS
    except tracked.Unknown:
        standing = WAITS
    if standing == WAITS and trust.pulls == EVERYBODY and is_id(entry["id"]):
        standing = YOURS
        base = entry["occurrences"]
    trust.decide(standing, entry, base)
    return standing
