"""Writes that can be taken back as a whole: a failure or Ctrl-C leaves nothing behind."""

from __future__ import annotations

import os
import time

from reflexion.store import files

MAX_FILE = 4 << 20
ARCHIVE, LOG = "archive", "superseded.md"
LOG_LIMIT = 4 << 20


class Undo:
    """`with Undo(): ...`: on any exception every file gets its former bytes back, what was made
    goes, and `steps` (functions) are run, the last first."""

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
                files.remove(path)
            else:
                files.write_atomic(path, data, mode=None)
        for folder in reversed(self.folders):
            files.remove_folder(folder)

    def read(self, path: str) -> str:
        """A file's text, "" when it is not there. Raises OSError, ValueError."""
        try:
            data = files.read_bounded(path, MAX_FILE, follow=True)
        except FileNotFoundError:
            return ""
        return data.decode("utf-8", "surrogateescape")

    def write(self, path: str, text: str, inside: str) -> None:
        """Replace a file as a whole; never through a link that leads out of the folder `inside`,
        and never in git's own folder. Raises files.Outside, OSError."""
        path = files.resolve(path, inside)
        self.remember(path)
        self.make(os.path.dirname(path))
        files.write_atomic(path, text.encode("utf-8", "surrogateescape"), mode=None)

    def remember(self, path: str) -> None:
        if path not in self.files:
            there = os.path.lexists(path)
            self.files[path] = files.read_bounded(path, MAX_FILE) if there else None

    def make(self, folder: str) -> None:
        self.folders += files.make_folders(folder)

    def archive(self, state_dir: str, path: str, line: str) -> str:
        """Copy a file as it is into the archive, and log what is superseded; the copy's path."""
        folder = os.path.join(state_dir, ARCHIVE)
        self.make(folder)
        stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
        name = f"{stamp}{time.time_ns() // 1000 % 1000000:06d}.{os.path.basename(path)}"
        copy, log = os.path.join(folder, name), os.path.join(folder, LOG)
        self.remember(copy)
        files.write_atomic(copy, files.read_bounded(path, MAX_FILE), mode=0o600)
        self.remember(log)
        row = f"- {time.strftime('%Y-%m-%d')} {line}\n"
        files.append(log, row.encode("utf-8", "replace"), LOG_LIMIT)
        return copy
