"""Carry learnings into a project: what is known already is joined, and nobody's words are written over."""

from __future__ import annotations

import json
import os
import re
import sys

from reflexion.capture.record import draft
from reflexion.cli.common import Stop, clean, parser, presentable, project
from reflexion.store import backups, index
from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import MAX_BYTES, MAX_NOTES, Unreadable, encode, is_id, parse
from reflexion.store.files import names, read_bounded
from reflexion.store.merge import PERSONS, merge
from reflexion.store.tidy import mark

SUMMARY = "read learnings from an export, or from another store's folder"
MAX_DOCUMENT = 64 << 20
EXAMPLES = """
reflexion import learnings.json --dry-run     what would come of it
reflexion import ../other/.reflexion
"""
CARRIED = ("occurrences", "confidence", "worked", "failed", "skill", "category")
SOURCES = ("hook", "inferred", "prompt", "agent", "user", "transcript")
DATE = r"[12]\d{3}-[01]\d-[0-3]\d"
MAX_NOTE, MAX_CWD = 300, 300


def build():
    made = parser(
        "import",
        SUMMARY
        + ". What is known here already gains sightings and keywords; a resolution that a person wrote here stays.",
        EXAMPLES,
    )
    made.add_argument(
        "source", help="a file made by `reflexion export`, a store's folder, or - for stdin"
    )
    made.add_argument(
        "--dry-run", action="store_true", help="show what would happen, change nothing"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_args(argv)
    here = project(arguments)
    store = here.store if arguments.dry_run else here.ready()
    entries, skipped = _read(arguments.source)
    if store.exists():
        index.refresh(store.dir, deep=True)
    counts = {"new": 0, "joined": 0, "unchanged": 0}
    for n, entry in enumerate(entries, 1):
        what = _take(here, store, entry, arguments.dry_run)
        counts[what] += 1
        if sys.stderr.isatty() and n % 100 == 0:
            print(f"\r{n} of {len(entries)}", end="", file=sys.stderr)
        if what != "unchanged":
            print(
                f"{'would be ' if arguments.dry_run else ''}{what}: {presentable(entry['trigger'], here.settings['redact'])[:70]}"
            )
    print(
        f"{counts['new']} new, {counts['joined']} joined with what is here, {counts['unchanged']} known as they are"
        + (f", {len(skipped)} not readable" if skipped else "")
        + ("; nothing was changed" if arguments.dry_run else "")
    )
    for name, why in presentable(skipped):
        print(f"  {name}: {why}")
    return 0


def _take(here, store, entry: dict, dry_run: bool) -> str:
    """Put one entry into the store, or see what would come of it: "new", "joined" or "unchanged"."""
    fresh = _cleaned(here, entry)
    if dry_run:
        return _placed(store, fresh)[0]
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        what, known, joined = _placed(store, fresh)
        if what == "new":
            store.create(fresh, mark(fresh))
        elif what == "joined":
            backups.keep(store, known["id"], "import")
            store.write(joined, known)
    return what


def _placed(store, fresh: dict) -> tuple:
    """(what would become of it, the entry that is known here or None, the two joined)."""
    known = store.known(mark(fresh)) if store.exists() else None
    if not known:
        return "new", None, None
    joined = _join(known, {**fresh, "id": known["id"], "promoted": False})
    return "unchanged" if encode(joined) == encode(known) else "joined", known, joined


def _cleaned(here, entry: dict) -> dict:
    """What is taken of an entry from elsewhere: every text redacted, on one line and cut, no value that an entry would not hold."""
    cwd = clean(here, entry["cwd"], MAX_CWD)
    if os.path.isabs(cwd) or ".." in cwd.replace("\\", "/").split("/"):
        cwd = "."
    fresh = draft(
        entry["type"],
        entry["trigger"],
        entry["context"],
        entry["resolution"],
        cwd,
        here.settings["redact"],
        keywords=entry["keywords"],
    )
    fresh.update({field: entry[field] for field in CARRIED if field in entry})
    fresh.update(
        {
            field: entry[field][:10]
            for field in ("first_seen", "last_seen")
            if re.match(DATE, entry[field])
        }
    )
    if "source" in entry:
        fresh["source"] = entry["source"] if entry["source"] in SOURCES else "agent"
    notes = [
        clean(here, note, MAX_NOTE) for note in entry.get("notes") or [] if isinstance(note, str)
    ]
    return {**fresh, "notes": notes[-MAX_NOTES:]} if notes else fresh


def _join(known: dict, other: dict) -> dict:
    """Both as one; the same sightings read twice are counted once, and a person's words here stay."""
    joined = merge(None, known, other)
    joined.update(
        id=known["id"],
        trigger=known["trigger"],
        context=known["context"],
        occurrences=max(known["occurrences"], other["occurrences"]),
        promoted=known["promoted"],
    )
    for field in ("sessions", "worked", "failed"):
        joined.pop(field, None)
        if max(known.get(field, 0), other.get(field, 0)):
            joined[field] = max(known.get(field, 0), other.get(field, 0))
    if known["resolution"] and known.get("source") in PERSONS:
        for field in ("resolution", "source", "confidence"):
            joined.pop(field, None)
            joined.update({field: known[field]} if field in known else {})
    return joined


def _read(source: str) -> tuple[list, list]:
    """(entries, [(name, why)] of what could not be read) of a document or a folder. Raises Stop."""
    if os.path.isdir(source):
        folder = (
            os.path.join(source, "entries")
            if os.path.isdir(os.path.join(source, "entries"))
            else source
        )
        ids = [name[:-5] for name in names(folder) if name.endswith(".json") and is_id(name[:-5])]
        return _parsed((id, os.path.join(folder, id + ".json")) for id in ids)
    try:
        data = (
            sys.stdin.buffer.read(MAX_DOCUMENT)
            if source == "-"
            else read_bounded(source, MAX_DOCUMENT, follow=True)
        )
        document = json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise Stop(
            f"{source} is not there: name a file made by `reflexion export`, or a store's folder"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise Stop(
            f"{source} cannot be read: {error}; name a file made by `reflexion export`, or a store's folder"
        ) from None
    entries = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise Stop(f"{source} is no export: `reflexion export -o FILE` makes one")
    return _parsed(
        (str(entry.get("id")) if isinstance(entry, dict) else "?", json.dumps(entry).encode())
        for entry in entries
    )


def _parsed(rows) -> tuple[list, list]:
    """`rows`: (id, bytes, or the path of a file that holds them)."""
    entries, skipped = [], []
    for name, data in rows:
        try:
            data = data if isinstance(data, bytes) else _bytes(data)
            entries.append(heal(data, name) if conflicted(data) else parse(data, name))
        except (OSError, ValueError) as error:
            skipped.append((name[:60], getattr(error, "strerror", None) or str(error)))
    return entries, skipped


def _bytes(path: str) -> bytes:
    if os.path.islink(path):
        raise Unreadable("a symbolic link")
    return read_bounded(path, 4 * MAX_BYTES)
