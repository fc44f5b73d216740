"""Files of `word:ID,ID` lines, sorted: which learnings have a word."""

from __future__ import annotations

import os

from reflexion.store import fs

MAX_BYTES = 64 << 20


class WordFile:
    """One such file. Looking up a word takes no line apart but its own."""

    def __init__(self, path: str, scratch: str = ""):
        self.path = path
        self._scratch = scratch
        self._data: bytes | None = None
        self._is_saved = True

    def exists(self) -> bool:
        """Return True if the file is there."""
        return os.path.exists(self.path)

    def ids(self, word: str) -> list[str]:
        """Return the ids of the learnings with this word."""
        data = self._read()
        key = word.encode("utf-8", "replace") + b":"
        low, high = 0, len(data)
        while low < high:
            start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = data.find(b"\n", start, high)
            end = high if end < 0 else end
            line = data[start:end]
            if line.startswith(key) and b":" not in line[len(key) :]:
                return line[len(key) :].decode("utf-8", "replace").split(",")
            if line[: line.rfind(b":") + 1] < key:
                low = end + 1
            else:
                high = start
        return []

    def clear(self) -> None:
        """Begin anew; nothing is written yet."""
        self._data = b""
        self._is_saved = False

    def put(self, old_ids: set[str], words: dict[str, list[str]]) -> None:
        """Take these ids out of every line, and put them into those of the words they have now.

        `words` is {id: its words}. Nothing is written yet.
        """
        if not old_ids and not any(words.values()):
            return
        lines: dict[str, str] = {}
        for line in self._read().decode("utf-8", "replace").split("\n"):
            word, _, ids = line.rpartition(":")
            if old_ids and not old_ids.isdisjoint(ids.split(",")):
                ids = ",".join(each for each in ids.split(",") if each not in old_ids)
            if word and ids:
                lines[word] = ids
        added: dict[str, list[str]] = {}
        for entry_id, each in words.items():
            for word in filter(None, each):
                added.setdefault(word, []).append(entry_id)
        for word, more in added.items():
            lines[word] = ",".join(sorted({*lines.get(word, "").split(","), *more} - {""}))
        pairs = (f"{word}:{ids}\n".encode("utf-8", "replace") for word, ids in lines.items())
        data = b"".join(sorted(pairs))
        self._is_saved = self._is_saved and data == self._data
        self._data = data

    def save(self) -> None:
        """Write the file if it is not there as it should be. Raises OSError."""
        if not self._is_saved or not self.exists():
            fs.make_folders(os.path.dirname(self.path))
            fs.write_atomic(self.path, self._read(), self._scratch, 0o600, sync=False)
            self._is_saved = True

    def _read(self) -> bytes:
        if self._data is None:
            self._data = fs.peek(self.path, MAX_BYTES)
        return self._data
