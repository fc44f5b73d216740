"""The files that a reflection writes, and what they were before."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from datetime import datetime, timezone

from reflexion.store import fs, index

MAX_FILE = 4 << 20


class Undo(ExitStack):
    """`with Undo() as undo: ... undo.pop_all()`: unless it comes to that, files get their old bytes
    back, and what was made goes, the latest first. `watch(path)` is told of each file before it is
    written."""

    def __init__(self, watch=None):
        super().__init__()
        self.watch = watch

    def write(self, path: str, text: str, inside: str) -> None:
        """Replace a file as a whole; never through a link that leads out of the folder `inside`,
        and never in git's own folder. Raises fs.Outside, OSError."""
        path = fs.resolve(path, inside)
        self.make_folders(os.path.dirname(path))
        if self.watch:
            self.watch(path)
        self.remember(path)
        fs.write_atomic(path, text.encode("utf-8", "surrogateescape"), mode=None)

    def make_folders(self, path: str) -> None:
        for folder in fs.make_folders(path):
            self.callback(fs.remove_folder, folder)

    def remember(self, path: str) -> None:
        self.held(path, fs.read_bounded(path, MAX_FILE) if os.path.lexists(path) else None)

    def held(self, path: str, data) -> None:
        """The file held these bytes; None where there was no file."""
        if data is None:
            self.callback(fs.remove, path)
        else:
            self.callback(fs.write_atomic, path, data, mode=None)

    def made(self, store):
        """The store, made where it is missing."""
        if os.path.isdir(store.dir):
            self.callback(index.refresh, store)
        else:
            self.callback(fs.remove_tree, store.dir)
        store.create_folders()
        return store

    def archive(self, state_dir: str, path: str, line: str) -> str:
        """Copy a file as it is into the archive, and log what is superseded; the copy's path."""
        folder = os.path.join(state_dir, "archive")
        self.make_folders(folder)
        now = datetime.now(timezone.utc)
        copy = os.path.join(folder, f"{now:%Y%m%dT%H%M%S%f}.{os.path.basename(path)}")
        log = os.path.join(folder, "superseded.md")
        self.remember(copy)
        fs.write_atomic(copy, fs.read_bounded(path, MAX_FILE), mode=0o600)
        self.remember(log)
        row = f"- {time.strftime('%Y-%m-%d')} {line}\n"
        fs.append(log, row.encode("utf-8", "replace"), MAX_FILE)
        return copy


def text_of(path: str) -> str:
    """A file's text, "" when it is not there. Raises OSError, ValueError."""
    data = fs.read_bounded(path, MAX_FILE, follow=True) if os.path.exists(path) else b""
    return data.decode("utf-8", "surrogateescape")
