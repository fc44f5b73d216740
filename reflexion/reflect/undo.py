"""Writes that can be taken back as a whole: what a failure or Ctrl-C interrupts leaves nothing
behind.
"""

from __future__ import annotations

import os
import time

from reflexion.store.files import (
    Outside,
    append,
    make_folders,
    read_bounded,
    remove,
    remove_folder,
    resolve,
    write_atomic,
)

MAX_FILE = 4 << 20
ARCHIVE, LOG = "archive", "superseded.md"
LOG_LIMIT = 4 << 20


class LinkRefused(OSError):
    """A file that is not written to; the text says which and why."""


class Undo:
    """`with Undo(): ...`: on any exception every file gets its former bytes back, and what was made
    goes.
    """

    def __init__(self):
        self.files, self.folders, self.steps = {}, [], []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            return
        for step in reversed(self.steps):
            step()
        for path, data in reversed(self.files.items()):
            if data is None:
                remove(path)
            else:
                write_atomic(path, data, mode=None)
        for folder in reversed(self.folders):
            remove_folder(folder)

    def read(self, path: str) -> str:
        """A file's text, "" when it is not there. Raises OSError, ValueError."""
        try:
            return read_bounded(path, MAX_FILE, follow=True).decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return ""

    def write(self, path: str, text: str, inside: str) -> None:
        """Replace a file as a whole; never through a link that leads out of the folder `inside`,
        and never in git's own folder. Raises LinkRefused, OSError."""
        try:
            path = resolve(path, inside)
        except Outside as error:
            raise LinkRefused(str(error)) from None
        self.remember(path)
        self.make(os.path.dirname(path))
        write_atomic(path, text.encode("utf-8", "surrogateescape"), mode=None)

    def remember(self, path: str) -> None:
        if path not in self.files:
            self.files[path] = read_bounded(path, MAX_FILE) if os.path.lexists(path) else None

    def make(self, folder: str) -> None:
        self.folders += make_folders(folder)

    def archive(self, state_dir: str, path: str, line: str) -> str:
        """Copy a file as it is into the archive, and log what is superseded; the copy's path."""
        folder = os.path.join(state_dir, ARCHIVE)
        self.make(folder)
        copy = os.path.join(
            folder,
            f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}{time.time_ns() // 1000 % 1000000:06d}.{os.path.basename(path)}",
        )
        self.files[copy] = None
        write_atomic(copy, read_bounded(path, MAX_FILE), mode=0o600)
        log = os.path.join(folder, LOG)
        self.remember(log)
        append(log, f"- {time.strftime('%Y-%m-%d')} {line}\n".encode("utf-8", "replace"), LOG_LIMIT)
        return copy
