"""What the phases of one session's reflection hand over to each other: files in a folder that
nobody else can read or lead elsewhere."""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile

from reflexion.store import fs

CONTEXT = "session-context.json"
SUMMARY = "session-summary.md"
INSIGHTS = "extracted-insights.md"
RELATED = "related-knowledge.md"
EXTRACTION = "extraction.json"
ANSWERS = "answers.json"
DONE = "integrated.json"
PREFIX = "reflexion-reflect-"
MAX_BYTES = 1 << 20


class Unsafe(OSError):
    """The folder is not ours alone; the text says what to do."""


class Handoff:
    """The folder `path` of one session, made when something is written. Raises Unsafe, OSError."""

    def __init__(self, session: str):
        owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
        self.parent = os.path.join(tempfile.gettempdir(), PREFIX + _plain(str(owner)))
        self.path = os.path.join(self.parent, _plain(session))

    def exists(self) -> bool:
        """Is it there, and ours?"""
        return _checked(self.parent) and _checked(self.path)

    def read(self, name: str) -> str | None:
        """A file's text, None when it is not there. Raises ValueError when it is too large."""
        path = os.path.join(self.path, name)
        if not self.exists() or not os.path.lexists(path):
            return None
        if os.path.islink(path):
            raise Unsafe(f"{path} is a symbolic link: remove it")
        return fs.read_bounded(path, MAX_BYTES).decode("utf-8", "replace")

    def write(self, name: str, text: str) -> None:
        """Replace a file as a whole, in a folder made where it is missing."""
        for folder in (self.parent, self.path):
            if not _checked(folder):
                fs.make_folders(folder, mode=0o700)
                _checked(folder)
        path = os.path.join(self.path, name)
        fs.write_atomic(path, text.encode("utf-8", "replace"), mode=0o600)

    def load(self, name: str, form: type = dict):
        """The JSON value of this form in a file; an empty one when it is missing or broken."""
        try:
            value = json.loads(self.read(name) or "null")
        except ValueError:
            value = None
        return value if isinstance(value, form) else form()

    def dump(self, name: str, value) -> None:
        self.write(name, json.dumps(value, indent=2, ensure_ascii=False) + "\n")

    def remove(self) -> bool:
        """Remove the folder with what lies in it, links as such. False when there was none."""
        if not self.exists():
            return False
        for item in list(fs.scan(self.path)):
            if item.is_dir(follow_symlinks=False):
                raise Unsafe(f"{item.path} is a folder that no phase makes: remove it")
            fs.remove(item.path)
        fs.remove_folder(self.path)
        fs.remove_folder(self.parent)  # unless another session's reflection lies there
        return True


def _plain(name: str) -> str:
    """A session's id as a file name; other characters become "-"."""
    return re.sub(r"[^a-zA-Z0-9_.-]", "-", name)[:100].lstrip(".-") or "session"


def _checked(folder: str) -> bool:
    """Is it there? Raises Unsafe when it is a link, somebody else's, or open to others."""
    try:
        status = os.lstat(folder)
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        raise Unsafe(f"{folder} is not a folder (a symbolic link?): remove it")
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o077):
        remedy = "remove it, or set TMPDIR to a folder of your own"
        raise Unsafe(f"{folder} belongs to somebody else or is open to others: {remedy}")
    return True
