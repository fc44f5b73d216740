"""`reflexion export` and `import`: carry learnings between projects."""

from __future__ import annotations

import json
import os
import re
import sys

from reflexion.capture.record import draft
from reflexion.cli.common import Stop, entry_id, fields, print_json, write_file
from reflexion.store import backups, index
from reflexion.store.conflict import conflicted, heal
from reflexion.store.entry import MAX_BYTES, MAX_NOTES, Unreadable, encode, is_id, parse
from reflexion.store.files import names, read_bounded
from reflexion.store.merge import PERSONS, merge
from reflexion.store.tidy import mark

FORMAT = "reflexion-export-1"
MAX_DOCUMENT = 64 << 20
CARRIED = (
    *("occurrences", "confidence", "worked", "failed", "ignored", "needs_review"),
    *("skill", "category", "aliases"),
)
SOURCES = ("hook", "inferred", "prompt", "agent", "user", "transcript")
DATE = re.compile(r"[12]\d{3}-[01]\d-[0-3]\d")
MAX_NOTE, MAX_CWD = 300, 300
REMEDY = "name a file made by `reflexion export`, or a store's folder"


def export(context) -> None:
    options, store = context.options, context.project.store
    wanted = {entry_id(store, part) for part in options.id}
    chosen = [entry for entry in store.all() if not wanted or entry["id"] in wanted]
    document = {"format": FORMAT, "entries": [fields(entry, context.extra) for entry in chosen]}
    if not options.output:
        print_json(document)
        return
    replaced = "; what stood there is gone" if os.path.exists(options.output) else ""
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    write_file(options.output, text)
    print(f"{len(chosen)} learnings written to {options.output}{replaced}")


def import_(context) -> None:
    dry_run, project = context.options.dry_run, context.project
    store = project.store if dry_run else project.ready()
    entries, skipped = _read(context.options.source)
    if store.exists():
        index.refresh(store.dir, deep=True)
    counts = {"new": 0, "joined": 0, "unchanged": 0}
    for entry in entries:
        what, change = _take(context, store, entry, dry_run)
        counts[what] += 1
        if what != "unchanged":
            trigger = context.shown(entry["trigger"])[:70]
            print(f"{'would be ' if dry_run else ''}{what}: {trigger}{change}")
    counted = "{new} new, {joined} joined with what is here, {unchanged} known as they are"
    bad = f", {len(skipped)} not readable" if skipped else ""
    print(counted.format(**counts) + bad + ("; nothing was changed" if dry_run else ""))
    for name, why in context.shown(skipped):
        print(f"  {name}: {why}")


def _take(context, store, entry: dict, dry_run: bool) -> tuple:
    """Put one entry into the store; ("new", "joined" or "unchanged", which words it replaced)."""
    fresh = _cleaned(context, entry)
    if dry_run:
        what, known, joined = _placed(store, fresh)
        return what, _replaced(context, known, joined)
    with store.lock():
        index.refresh(store.dir, deep=False, locked=True)
        what, known, joined = _placed(store, fresh)
        if what == "new":
            store.create(fresh, mark(fresh))
        elif what == "joined":
            backups.keep(store, known["id"], "import")
            store.write(joined, known)
    return what, _replaced(context, known, joined)


def _replaced(context, known, joined) -> str:
    old = known["resolution"] if known else ""
    if not old or not joined or joined["resolution"] == old:
        return ""
    return f" (replaces the fix of {known['id']}: {context.shown(old)[:60]})"


def _placed(store, fresh: dict) -> tuple:
    """(what would become of it, the entry known here or None, the two joined)."""
    known = store.known(mark(fresh)) if store.exists() else None
    if not known:
        return "new", None, None
    joined = _join(known, {**fresh, "id": known["id"], "promoted": False})
    return "unchanged" if encode(joined) == encode(known) else "joined", known, joined


def _cleaned(context, entry: dict) -> dict:
    """What is taken of a foreign entry: texts redacted and cut, odd values left out."""
    cwd = context.clean(entry["cwd"], MAX_CWD)
    if os.path.isabs(cwd) or ".." in cwd.replace("\\", "/").split("/"):
        cwd = "."
    texts = [entry[field] for field in ("type", "trigger", "context", "resolution")]
    fresh = draft(*texts, cwd, context.extra, keywords=entry["keywords"])
    fresh.update({field: entry[field] for field in CARRIED if field in entry})
    for field in ("first_seen", "last_seen"):
        if DATE.match(entry[field]):
            fresh[field] = entry[field][:10]
    if "source" in entry:
        fresh["source"] = entry["source"] if entry["source"] in SOURCES else "agent"
    notes = [note for note in entry.get("notes") or [] if isinstance(note, str)]
    notes = [context.clean(note, MAX_NOTE) for note in notes[-MAX_NOTES:]]
    return {**fresh, "notes": notes} if notes else fresh


def _join(known: dict, other: dict) -> dict:
    """Both as one; sightings read twice are counted once, and a person's words here stay."""
    joined = merge(None, known, other)
    joined.update({field: known[field] for field in ("id", "trigger", "context", "promoted")})
    joined["occurrences"] = max(known["occurrences"], other["occurrences"])
    for field in ("sessions", "worked", "failed", "ignored"):
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
        below = os.path.join(source, "entries")
        folder = below if os.path.isdir(below) else source
        files = [name for name in names(folder) if is_id(name[:-5])]
        return _parsed((name[:-5], os.path.join(folder, name)) for name in files)
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_DOCUMENT)
        else:
            data = read_bounded(source, MAX_DOCUMENT, follow=True)
        document = json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise Stop(f"{source} is not there: {REMEDY}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise Stop(f"{source} cannot be read: {error}; {REMEDY}") from None
    entries = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise Stop(f"{source} is no export: `reflexion export -o FILE` makes one")
    ids = [str(entry.get("id")) if isinstance(entry, dict) else "?" for entry in entries]
    return _parsed((name, json.dumps(entry).encode()) for name, entry in zip(ids, entries))


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
