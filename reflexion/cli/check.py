"""`check`: find what looks like a secret in learnings and in the scratch of this machine."""

from __future__ import annotations

import os

from reflexion.cli.output import plural
from reflexion.detect import secrets
from reflexion.store import fs
from reflexion.store.index import INDEX
from reflexion.text.clean import one_line

HELP = "find what looks like a secret: in the store, or in PATHs"
DETAILS = """\
Prints FILE:LINE: KIND and never the value. Exit status 1 when something was found, else 2 when
something could not be read."""
MAX_FILE = 8 << 20
PASSED_OVER = (".git", "node_modules", "__pycache__")
PROBE = 8192  # bytes in which a NUL tells a binary file
ADVICE = (
    "Revoke it where it was issued, then put [REDACTED] in its place with `reflexion edit ID`; "
    "files in state/ are scratch and may be deleted."
)


def add_arguments(parser) -> None:
    parser.add_argument("path", nargs="*", metavar="PATH", help="default: the project's store")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args, context) -> int:
    store = context.project.store
    paths = args.path or [path for path in (store.dir, store.state_dir) if os.path.isdir(path)]
    unread: list = []
    files = list(dict.fromkeys(path for each in paths for path in _files(each, unread)))
    places = _places(files, context.any_project.settings["redact"], unread)
    if args.json:
        context.print_json([dict(zip(("file", "line", "kind"), place)) for place in places])
    else:
        _report(context, places, len(files))
    for line in unread:
        context.warn(f"cannot be read: {one_line(line, 300)}")
    if places:
        return 1
    return 2 if unread else 0


def _places(files: list, patterns, unread: list) -> list:
    """Return (file, line, kind) of all findings; put on the list what cannot be read."""
    places = []
    for path in files:
        try:
            places += [(path, line, kind) for line, kind in _spots(_text(path), patterns)]
        except (OSError, ValueError) as error:
            unread.append(f"{path}: {getattr(error, 'strerror', None) or error}")
    return places


def _report(context, places: list, count: int) -> None:
    for path, line, kind in places:
        context.say(f"{one_line(path, 400)}:{line}: {kind}")
    if places:
        verb = "looks" if len(places) == 1 else "look"
        context.say(f"{plural(len(places), 'place')} {verb} like a secret. {ADVICE}")
    else:
        context.say(f"nothing looks like a secret in {plural(count, 'file')}")


def _files(path: str, unread: list):
    """Yield the files at and below a path."""
    if os.path.isfile(path):
        yield path
    elif os.path.isdir(path):
        for folder, below, names in os.walk(path):
            below[:] = sorted(name for name in below if name not in PASSED_OVER)
            kept = [name for name in sorted(names) if name != INDEX]  # made of the entries
            yield from (os.path.join(folder, name) for name in kept)
    else:
        unread.append(f"{path}: there is no such file or folder")


def _text(path: str) -> str:
    """Return a file's text; "" for a binary one. Raises OSError, ValueError."""
    data = fs.read_bytes(path, MAX_FILE)
    return "" if b"\0" in data[:PROBE] else data.decode("utf-8", "replace")


def _spots(text: str, patterns) -> list:
    """Return (line, kind) of each finding, each once."""
    found = []
    line = 1
    last = 0
    for finding in sorted(secrets.find(text, patterns), key=lambda finding: finding.start):
        line += text.count("\n", last, finding.start)
        last = finding.start
        found.append((line, finding.kind))
    return list(dict.fromkeys(found))
