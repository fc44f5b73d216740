"""What stood in a memory file before: kept in `memory/.memory-backups/<key>/` of a store, ignored
by git."""

from __future__ import annotations

import json
import os
import re
from datetime import datetime, timezone

from reflexion.store import fs

PAGES = "memory"
FOLDER = ".memory-backups"
LAST = "last.json"
MAX_FILE = 1 << 20
KEEP = 20
COPY = re.compile(r"\d{4}-\d\d-\d\dT\d{6}\.\d{6}\.md")
IGNORE = b"# Rendered from the entries: nothing here needs to be shared.\n*\n"


class History:
    """What is kept of one file, below `base` (a store's `memory` folder). No component of its
    folder may be a symbolic link."""

    def __init__(self, base: str, key: str, brought: bool = False):
        """`brought`: git or an archive brought what stands there, so it tells nothing."""
        self.base = base
        self.key = key
        self.brought = brought

    def last(self) -> dict:
        """{"path", "text"} of what this machine wrote last; {} when that is not known."""
        if self.brought:
            return {}
        try:
            value = json.loads(fs.read_bounded(self._path(LAST), 2 * MAX_FILE))
            return {name: "" + value[name] for name in ("path", "text")}
        except (OSError, ValueError, RecursionError, LookupError, TypeError):
            return {}

    def note(self, path: str, text: str) -> None:
        """Remember what was written. Raises OSError."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        self._write(LAST, json.dumps({"path": path, "text": text}).encode("ascii"))

    def keep(self, data: bytes) -> None:
        """Keep a dated copy, the newest KEEP of them. Raises OSError."""
        stamp = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H%M%S.%f")
        self._write(f"{stamp}.md", data)
        for old in self.copies()[KEEP:]:
            fs.remove(self._path(old))

    def copies(self) -> list:
        """Names of the copies, newest first."""
        try:
            return [name for name in fs.names(self._path())[::-1] if COPY.fullmatch(name)]
        except OSError:
            return []

    def read(self, name: str) -> str:
        """A copy's text, every byte kept. Raises OSError, ValueError."""
        return fs.read_bounded(self._path(name), MAX_FILE).decode("utf-8", "surrogateescape")

    def _path(self, *name: str) -> str:
        """The folder, or a file in it. Raises fs.Outside where a link stands in its way."""
        store = os.path.dirname(self.base)
        where = os.path.join(self.base, FOLDER, self.key)
        plain = os.path.join(os.path.realpath(store), os.path.relpath(where, store))
        if os.path.realpath(where) != plain:
            raise fs.Outside(f"{where} is a symbolic link: nothing is kept or removed through it")
        return os.path.join(where, *name)

    def _write(self, name: str, data: bytes) -> None:
        fs.make_folders(self._path())
        ignore = os.path.join(self.base, ".gitignore")
        if not os.path.lexists(ignore):
            fs.write_atomic(ignore, IGNORE)
        fs.write_atomic(self._path(name), data)


def histories(store) -> list:
    """The History of every file that was written for a store."""
    folder = os.path.join(store.dir, PAGES, FOLDER)
    return [history(store, key) for key in fs.names(folder, store.dir)]


def history(store, key: str) -> History:
    """The History of one file that is written for a store."""
    known = store.provenance
    kept = f"{PAGES}/{FOLDER}/"
    brought = known and (known.guest or any(name.startswith(kept) for name in known.names))
    return History(os.path.join(store.dir, PAGES), key, bool(brought))
