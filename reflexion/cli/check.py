"""`check`: find what looks like a secret in learnings and in the scratch of this machine."""

from __future__ import annotations

import os
import re
from bisect import bisect

from reflexion.cli.terminal import say, warn
from reflexion.detect import secrets
from reflexion.store import fs
from reflexion.store.index import INDEX
from reflexion.text.clean import one_line, plural

HELP = "find what looks like a secret, in the store or in files"
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


def run(args, context) -> int:
    store = context.project.store
    paths = args.path or [path for path in (store.dir, store.state_dir) if os.path.isdir(path)]
    files = list(dict.fromkeys(file for path in paths for file in _files(path)))
    places = [_look_at(path, context.project.settings["redact"]) for path in files]
    read = [found for found in places if found is not None]
    count = sum(map(len, read))
    if count:
        verb = "looks" if count == 1 else "look"
        say(f"{plural(count, 'place')} {verb} like a secret. {ADVICE}")
        return 1
    say(f"nothing looks like a secret in {plural(len(read), 'file')}")
    return 0 if len(read) == len(files) else 2


def _look_at(path: str, patterns) -> list | None:
    """Print and return the places in a file; None if it cannot be read."""
    shown = one_line(path, 400)
    try:
        found = _places(_text(path), patterns)
    except (OSError, ValueError) as error:
        warn(f"cannot be read: {shown}: {getattr(error, 'strerror', None) or error}")
        return None
    for line, kind in found:
        say(f"{shown}:{line}: {kind}")
    return found


def _files(path: str):
    """Yield the files at and below a path; the path itself where there is nothing."""
    if not os.path.isdir(path):
        yield path
    for folder, below, names in os.walk(path):
        below[:] = sorted(name for name in below if name not in PASSED_OVER)
        kept = [name for name in sorted(names) if name != INDEX]  # made of the entries
        yield from (os.path.join(folder, name) for name in kept)


def _text(path: str) -> str:
    """Return a file's text; "" for a binary one. Raises OSError, ValueError."""
    data = fs.read_bytes(path, MAX_FILE)
    return "" if b"\0" in data[:PROBE] else data.decode("utf-8", "replace")


def _places(text: str, patterns) -> list:
    """Return (line, kind) of each finding, each once."""
    found = sorted(secrets.find(text, patterns), key=lambda each: each.start)
    ends = [end.start() for end in re.finditer("\n", text)] if found else []
    return list(dict.fromkeys((bisect(ends, each.start) + 1, each.kind) for each in found))
