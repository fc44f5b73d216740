"""`reflexion check`: what in the learnings looks like a secret? For hooks and CI."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.signals.secrets import find
from reflexion.store.files import open_file, walk

PASSED_OVER = {".git", "state", "node_modules", "__pycache__"}
DERIVED = "index.txt"  # of a store: what it says is read from the entries
PROBE = 8_192  # bytes in which a NUL tells a binary file
PIECE = 1 << 20  # characters searched at once
REMEDY = (
    "place(s) look like a secret. Revoke it where it was issued, then put [REDACTED] in its place "
    "(`reflexion edit ID`), before it is committed: git forgets nothing."
)


def check(context) -> int:
    paths, places, unread, count = context.options.path, [], [], 0
    extra = _own_patterns(context, bool(paths))
    for path in targets(paths or [context.project.store.dir], unread):
        try:
            text = read(path)
        except OSError as error:
            unread.append(f"{path}: {error.strerror or error}")
            continue
        count += 1
        name = "<stdin>" if path == "-" else path
        for line, kind in spots(text, extra):
            places.append({"file": name, "line": line, "kind": kind})
    report(places, count, context.options)
    for problem in unread:
        print(f"reflexion: {problem}", file=sys.stderr)
    return 1 if places else 2 if unread else 0


def _own_patterns(context, outside: bool) -> list:
    """The project's further patterns; none outside a project, when files are named."""
    try:
        return context.extra
    except common.Stop:
        if not outside:
            raise
        return []


def targets(paths, unread: list):
    """The files that the paths stand for; a store for its entries and its settings."""
    for path in paths:
        if path == "-" or os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from _below(path)
        elif os.path.basename(os.path.abspath(path)) != ".reflexion":  # one not yet there is clean
            unread.append(f"{path}: there is no such file or folder")


def _below(top: str):
    for folder, below, files in walk(top):
        below[:] = sorted(set(below) - PASSED_OVER)
        store = os.path.basename(os.path.abspath(folder)) == ".reflexion"
        for path in (os.path.join(folder, name) for name in sorted(files)):
            if not os.path.islink(path) and not (store and path.endswith(DERIVED)):
                yield path


def read(path: str) -> str:
    """The text of a file, "" for a binary one."""
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open_file(path, follow=True) as file:
            data = file.read()
    return "" if b"\0" in data[:PROBE] else data.decode("utf-8", "replace")


def spots(text: str, extra) -> list:
    """[(line number, kind)], one for each kind in a line."""
    found, line, start = [], 1, 0
    while start < len(text):
        stop = start + PIECE
        if stop < len(text):  # end a piece at a line's end where there is one
            stop = text.rfind("\n", start, stop) + 1 or stop
        piece, last = text[start:stop], 0
        for place, _, kind in find(piece, extra):
            line += piece.count("\n", last, place)
            last = place
            if (line, kind) not in found[-3:]:
                found.append((line, kind))
        line += piece.count("\n", last)
        start += len(piece)
    return found


def report(places: list, count: int, options) -> None:
    if options.json:
        common.print_json(places)
        return
    for place in places:
        print(f"{place['file']}:{place['line']}: {place['kind']}")
    if places:
        print(f"\n{len(places)} {REMEDY}", file=sys.stderr)
    elif not options.quiet:
        print(f"{count} file(s), nothing that looks like a secret")
