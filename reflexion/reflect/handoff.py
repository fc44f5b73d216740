"""The private folder in which the phases of one session's reflection hand over to each other.
Nobody else can read it or lead it elsewhere.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile

from reflexion.store.files import (
    listing,
    make_folders,
    read_bounded,
    remove,
    remove_folder,
    write_atomic,
)

CONTEXT, SUMMARY, INSIGHTS, RELATED = (
    "session-context.json",
    "session-summary.md",
    "extracted-insights.md",
    "related-knowledge.md",
)
EXTRACTION, ANSWERS, DONE = "extraction.json", "answers.json", "integrated.json"
PREFIX = "reflexion-reflect-"
MAX_BYTES = 1 << 20
NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


class Unsafe(OSError):
    """The folder is not ours alone; the text says what to do."""


class Handoff:
    """The folder of one session: `path`; `read`, `write` by file name; made only when something is
    written.
    """

    def __init__(self, session: str, base: str = ""):
        self.parent = os.path.join(base or tempfile.gettempdir(), PREFIX + _owner())
        self.path = os.path.join(self.parent, _plain(session))

    def exists(self) -> bool:
        """Is it there, and ours? Raises Unsafe when it is there and is not."""
        return _checked(self.parent) and _checked(self.path)

    def make(self) -> None:
        """Raises Unsafe, OSError."""
        for folder in (self.parent, self.path):
            if not _checked(folder):
                make_folders(folder, mode=0o700)
                _checked(folder)

    def read(self, name: str) -> str | None:
        """A file's text, None when it is not there. Raises Unsafe, OSError, ValueError (too large)."""
        path = os.path.join(self.path, name)
        if not self.exists() or not os.path.lexists(path):
            return None
        if os.path.islink(path):
            raise Unsafe(f"{path} is a symbolic link: remove it")
        return read_bounded(path, MAX_BYTES).decode("utf-8", "replace")

    def write(self, name: str, text: str) -> str:
        """Replace a file as a whole; its path."""
        self.make()
        path = os.path.join(self.path, name)
        write_atomic(path, text.encode("utf-8", "replace"), mode=0o600)
        return path

    def load(self, name: str):
        """The JSON value in a file, None when it is missing or broken."""
        text = self.read(name)
        try:
            return json.loads(text) if text else None
        except ValueError:
            return None

    def dump(self, name: str, value) -> str:
        return self.write(name, json.dumps(value, indent=2, ensure_ascii=False) + "\n")

    def remove(self) -> bool:
        """Remove the folder with what lies in it; links are removed, not followed. False when there
        was none.
        """
        if not self.exists():
            return False
        for path in [item.path for item in listing(self.path)]:
            if os.path.isdir(path) and not os.path.islink(path):
                raise Unsafe(f"{path} is a folder that no phase makes: remove it")
            remove(path)
        remove_folder(self.path)
        remove_folder(self.parent)  # unless another session's reflection lies there
        return True


def _plain(session: str) -> str:
    """A session's id as a file name; other characters become "-"."""
    name = "".join(c if c in NAME else "-" for c in session)[:100].lstrip(".-")
    return name or "session"


def _owner() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else _plain(os.environ.get("USERNAME", "user"))


def _checked(folder: str) -> bool:
    """False when it is not there; raises Unsafe when it is a link, somebody else's, or open to
    others.
    """
    try:
        status = os.lstat(folder)
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        raise Unsafe(f"{folder} is not a folder (a symbolic link?): remove it")
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o077):
        raise Unsafe(
            f"{folder} belongs to somebody else or is open to others: remove it, or set TMPDIR to a folder of your own"
        )
    return True
