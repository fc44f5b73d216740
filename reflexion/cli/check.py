"""`check`: find what looks like a secret."""

import os
import sys

from reflexion.cli.output import Stop, print_json, say, warn
from reflexion.signals.secrets import find
from reflexion.status.terminal import plural, presentable
from reflexion.store.fs import open_file, walk

PASSED_OVER = {".git", "state", "node_modules", "__pycache__"}
STORE = ".reflexion"  # what the index says is read from the entries
DERIVED = "index.txt"
PROBE = 8_192  # bytes in which a NUL tells a binary file
REVOKE = (
    "look like a secret. Revoke it where it was issued, then put [REDACTED] in its place "
    "(`reflexion edit ID`), before it is committed: git forgets nothing."
)


def check(context) -> int:
    """1 when something looks like a secret, else 2 when something cannot be read."""
    options = context.options
    places: list = []
    unread: list = []
    count = 0
    extra = _patterns(context)
    for path in _targets(options.path or [context.project.store.dir], unread):
        try:
            found = spots(_text(path), extra)
        except OSError as error:
            unread.append(f"{path}: {error.strerror or error}")
            continue
        count += 1
        name = "<stdin>" if path == "-" else presentable(path)
        places += [{"file": name, "line": line, "kind": kind} for line, kind in found]
    if options.json:
        print_json(places)
    else:
        _report(places, count, options.quiet)
    for problem in presentable(unread):
        warn(problem)
    if places:
        return 1
    return 2 if unread else 0


def _patterns(context) -> list:
    """The project's own patterns of secrets; outside a project none, where paths are named."""
    try:
        return context.extra
    except Stop:
        if not context.options.path:
            raise
        return []


def _report(places: list, count: int, quiet: bool) -> None:
    for place in places:
        print("{file}:{line}: {kind}".format(**place))
    if places:
        say(f"\n{plural(len(places), 'place')} {REVOKE}", stream=sys.stderr)
    elif not quiet:
        say(f"{plural(count, 'file')}, nothing that looks like a secret")


def _targets(paths, unread: list):
    """Yield the files that the paths stand for; a store for its entries and its settings."""
    for path in paths:
        if path == "-" or os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from _below(path)
        elif not _is_store(path):  # one not yet there is clean
            unread.append(f"{path}: there is no such file or folder")


def _below(path: str):
    """Yield the files of a folder and all below it, but for links and what is derived."""
    for folder, below, files in walk(path):
        below[:] = sorted(set(below) - PASSED_OVER)
        for name in sorted(files):
            derived = name.endswith(DERIVED) and _is_store(folder)
            if not derived and not os.path.islink(os.path.join(folder, name)):
                yield os.path.join(folder, name)


def _is_store(path: str) -> bool:
    return os.path.basename(os.path.abspath(path)) == STORE


def _text(path: str) -> str:
    """The text of a file, "" for a binary one."""
    with sys.stdin.buffer if path == "-" else open_file(path, follow=True) as file:
        data = file.read()
    return "" if b"\0" in data[:PROBE] else data.decode("utf-8", "replace")


def spots(text: str, extra) -> list:
    """[(line number, kind)], one for each kind in a line."""
    places = []
    line = 1
    last = 0
    for start, _, kind in find(text, extra):
        line += text.count("\n", last, start)
        last = start
        places.append((line, kind))
    return list(dict.fromkeys(places))
