"""What shall not be learned again: `dropped.txt` has a line for each, a fingerprint and a text.

Hooks and agents cannot bring such a mistake back; a person can, with `learn` or by deleting the
line.
"""

from __future__ import annotations

import os

from reflexion.store import fs
from reflexion.text.clean import one_line

FILE = "dropped.txt"
HEAD = "# Mistakes that shall not be learned again, a line each. Delete a line to allow it."
MAX_BYTES = 1 << 20


class Dropped:
    """The file of one store."""

    def __init__(self, folder: str, scratch: str):
        self._path = os.path.join(folder, FILE)
        self._scratch = scratch

    def holds(self, *fingerprints: str) -> bool:
        """Return True if one of these fingerprints shall not be learned again."""
        return any(line.split(" ", 1)[0] in fingerprints for line in self._lines())

    def add(self, fingerprints: list[str], text: str) -> None:
        """Add fingerprints; `text` says of what mistake. Raises OSError."""
        lines = self._lines() or [HEAD]
        new = [f"{one}  {one_line(text, 120)}" for one in fingerprints if not self.holds(one)]
        if new:
            self._write([*lines, *new])

    def allow(self, fingerprints: list[str]) -> bool:
        """Remove fingerprints; return True if there was one. Raises OSError."""
        lines = self._lines()
        kept = [line for line in lines if line.split(" ", 1)[0] not in fingerprints]
        if len(kept) < len(lines):
            self._write(kept)
        return len(kept) < len(lines)

    def _lines(self) -> list[str]:
        return fs.peek(self._path, MAX_BYTES).decode("utf-8", "replace").splitlines()

    def _write(self, lines: list[str]) -> None:
        data = ("\n".join(lines) + "\n").encode("utf-8", "replace")
        fs.write_atomic(self._path, data, self._scratch)
