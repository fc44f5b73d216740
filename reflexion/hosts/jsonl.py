"""The lines of transcripts, read in constant memory."""

from __future__ import annotations

from reflexion.store.fs import open_file, read_tail

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump, not a lesson


def lines(path: str):
    """(number, line) from 1 on; longer lines than MAX_LINE are passed over without being held."""
    with open_file(path, follow=True) as file:
        number = 0
        begun = False
        while part := file.readline(MAX_LINE):
            whole = part.endswith(b"\n") or len(part) < MAX_LINE
            number += not begun
            if whole and not begun:
                yield number, part
            begun = not whole


def tail(path: str, size: int, since: int = -1) -> tuple:
    """(lines of the last `size` bytes, not from before offset `since`; the offset of their end)."""
    try:
        data, start = read_tail(path, size, since, follow=True)
    except (OSError, ValueError):
        data = b""
        start = 0
    return data.split(b"\n"), start + len(data)
