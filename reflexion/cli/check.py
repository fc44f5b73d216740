"""Does anything that looks like a secret stand in the learnings? For a pre-commit hook or CI of a team that commits its store."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.signals.secrets import find
from reflexion.store.files import open_file, walk

SUMMARY = "find what looks like a secret in learnings"
EXAMPLES = """
reflexion check                                  the project's learnings
reflexion check .reflexion/entries/*.json        these files, as a pre-commit hook names them
git diff --cached | reflexion check -            what is about to be committed
"""
PASSED_OVER = {".git", "state", "node_modules", "__pycache__"}
PROBE = 8_192  # bytes in which a NUL tells a binary file
PIECE = 1 << 20  # characters searched at once


def build():
    made = common.parser(
        "check",
        "Find what looks like a secret. Prints file:line: kind for each place, never the value. Exit status: 0 nothing found, 1 something found, 2 a file could not be read.",
        EXAMPLES,
    )
    made.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="files, or folders with all below them; - is standard input (default: the project's learnings)",
    )
    made.add_argument("--json", action="store_true", help="the places as JSON, for programs")
    made.add_argument(
        "-q", "--quiet", action="store_true", help="say nothing when nothing is found"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    found = common.project(arguments) if not arguments.paths else None
    extra = own_patterns(arguments, found)
    places, unread, count = [], [], 0
    for path in targets(arguments.paths or [found.store.dir], unread):
        try:
            text = read(path)
        except OSError as error:
            unread.append(f"{path}: {error.strerror or error}")
            continue
        count += 1
        places += [
            {"file": "<stdin>" if path == "-" else path, "line": line, "kind": kind}
            for line, kind in spots(text, extra)
        ]
    report(places, count, arguments)
    for problem in unread:
        print(f"reflexion: {problem}", file=sys.stderr)
    return 1 if places else 2 if unread else 0


def own_patterns(arguments, found) -> list:
    """The project's further patterns; none outside a project."""
    if found is None:
        try:
            found = common.project(arguments)
        except common.Stop:
            return []
    return found.settings["redact"]


def targets(paths, unread: list):
    """The files that the paths stand for. A store stands for its entries, its index and its settings."""
    for path in paths:
        if path == "-" or os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            for folder, below, files in walk(path):
                below[:] = sorted(set(below) - PASSED_OVER)
                yield from (
                    os.path.join(folder, name)
                    for name in sorted(files)
                    if not os.path.islink(os.path.join(folder, name))
                )
        elif (
            os.path.basename(os.path.abspath(path)) != ".reflexion"
        ):  # a store that is not there yet holds no secrets
            unread.append(f"{path}: there is no such file or folder")


def read(path: str) -> str:
    """The text of a file, "" for a binary one."""
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open_file(path, follow=True) as file:
            data = file.read()
    return "" if b"\0" in data[:PROBE] else data.decode("utf-8", "replace")


def spots(text: str, extra):
    """[(line number, kind)], one for each kind in a line."""
    found, line, at = [], 1, 0
    while at < len(text):
        end = text.rfind("\n", at, at + PIECE) + 1 if len(text) > at + PIECE else len(text)
        piece = text[at : end if end > at else at + PIECE]
        last = 0
        for start, _, kind in find(piece, extra):
            line += piece.count("\n", last, start)
            last = start
            if (line, kind) not in found[-3:]:
                found.append((line, kind))
        line += piece.count("\n", last)
        at += len(piece)
    return found


def report(places: list, count: int, arguments) -> None:
    if arguments.json:
        common.print_json(places)
        return
    for place in places:
        print(f"{place['file']}:{place['line']}: {place['kind']}")
    if places:
        print(
            f"\n{len(places)} place(s) look like a secret. Revoke it where it was issued, then put [REDACTED] in its place (`reflexion edit ID`), "
            "before it is committed: git forgets nothing.",
            file=sys.stderr,
        )
    elif not arguments.quiet:
        print(f"{count} file(s), nothing that looks like a secret")
