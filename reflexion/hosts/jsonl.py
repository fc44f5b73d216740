"""The lines of transcripts, read in constant memory."""

from __future__ import annotations

import os

from reflexion.hosts.fields import record, text
from reflexion.store.fs import inside, open_file, read_tail

MAX_LINE = 8 << 20  # bytes; a longer line holds an image or a dump, not a lesson
FIRST = 50  # lines in which a transcript names its folder


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


def files(folder: str, *pattern: str):
    """Yield the files below a folder whose paths fit a pattern, its parts as a shell has them."""
    from glob import escape, iglob

    for path in iglob(os.path.join(escape(folder), *pattern), recursive=True):
        if os.path.isfile(path):
            yield path


def tail(path: str, size: int, since: int = -1) -> tuple:
    """(lines of the last `size` bytes, not from before offset `since`; the offset of their end)."""
    try:
        data, start = read_tail(path, size, since, follow=True)
    except (OSError, ValueError):
        data = b""
        start = 0
    return data.split(b"\n"), start + len(data)


def begins_in(path: str, root: str, folder_of=None) -> bool:
    """Does the first folder that a transcript names lie in the project? `folder_of(record)`: the
    folder that a line names; without it the line's `cwd`."""
    for number, line in lines(path):
        found = record(line)
        cwd = folder_of(found) if folder_of else text(found, "cwd")
        if cwd or number > FIRST:
            return bool(cwd) and inside(cwd, root)
    return False
