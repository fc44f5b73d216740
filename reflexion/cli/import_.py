"""`import`: read learnings from an export, or from another store's folder."""

import json
import os
import re
from functools import partial

from reflexion.capture.record import draft
from reflexion.cli.merge_driver import entry_in
from reflexion.cli.move import arrive
from reflexion.cli.output import Stop, read_json, say
from reflexion.store import index
from reflexion.store.fs import names
from reflexion.store.merge import merge
from reflexion.store.schema import MAX_NOTES, encode, is_id, mark_of, parse
from reflexion.text.grades import CANDIDATE, grade, is_person

MAX_DOCUMENT = 64 << 20
# what was counted elsewhere is no sighting of this machine's hooks, and makes no rule here
CARRIED = "confidence worked failed ignored needs_review skill category aliases".split()
COUNTED = ("worked", "failed", "ignored")
DATE = re.compile(r"[12]\d{3}-[01]\d-[0-3]\d")
MAX_NOTE = 300
MAX_CWD = 300
REMEDY = "name a file made by `reflexion export`, or a store's folder"


def import_(context) -> None:
    dry_run = context.options.dry_run
    project = context.project
    store = project.store if dry_run else project.ready()
    entries, skipped = _read(context.options.source)
    if store.exists():
        index.refresh(store)
    counts = {"new": 0, "joined": 0, "unchanged": 0}
    for entry in entries:
        what, replaced = _take(context, store, _cleaned(context, entry), dry_run)
        counts[what] += 1
        if what != "unchanged":
            trigger = context.shown(entry["trigger"])[:70]
            say(f"{'would be ' if dry_run else ''}{what}: {trigger}{replaced}")
    counted = "{new} new, {joined} joined with what is here, {unchanged} known as they are"
    bad = f", {len(skipped)} not readable" if skipped else ""
    say(counted.format(**counts) + bad + ("; nothing was changed" if dry_run else ""))
    for name, why in context.shown(skipped):
        say(f"  {name}: {why}")


def _take(context, store, fresh: dict, dry_run: bool) -> tuple:
    """Put one entry into the store; ("new", "joined" or "unchanged", which words it replaced)."""
    if dry_run:
        known = store.known(mark_of(fresh)) if store.exists() else None
        now = _join(known, fresh) if known else fresh
    else:
        known, now = arrive(store, fresh, "import", _join)
    if not known:
        return "new", ""
    old = known["resolution"]
    replaced = ""
    if old and now["resolution"] != old:
        replaced = f" (replaces the fix of {known['id']}: {context.shown(old)[:60]})"
    return "unchanged" if encode(now) == encode(known) else "joined", replaced


def _cleaned(context, entry: dict) -> dict:
    """What is taken of a foreign entry: texts redacted and cut, odd values left out."""
    texts = [entry[field] for field in ("type", "trigger", "context", "resolution")]
    cwd = _folder_in_project(context.clean(entry["cwd"], MAX_CWD))
    fresh = draft(*texts, cwd, context.extra, keywords=entry["keywords"])
    fresh.update({field: entry[field] for field in CARRIED if field in entry})
    for field in ("first_seen", "last_seen"):
        if DATE.match(entry[field]):
            fresh[field] = entry[field][:10]
    fresh["source"] = "inferred" if grade(entry) == CANDIDATE else "agent"
    notes = [note for note in entry.get("notes") or [] if isinstance(note, str)]
    if notes:
        fresh["notes"] = [context.clean(note, MAX_NOTE) for note in notes[-MAX_NOTES:]]
    return fresh


def _folder_in_project(path: str) -> str:
    """The path where it is one below a project, else the project's root."""
    leads_out = os.path.isabs(path) or ".." in path.replace("\\", "/").split("/")
    return "." if leads_out else path


def _join(known: dict, other: dict) -> dict:
    """Both as one; sightings read twice are counted once, and a person's words here stay."""
    joined = merge(None, known, {**other, "id": known["id"], "promoted": False})
    stay = ["id", "trigger", "context", "promoted", "occurrences", "sessions"]
    if known["resolution"] and is_person(known):
        stay += ["resolution", "source", "confidence"]
    counts = {field: max(known.get(field, 0), other.get(field, 0)) for field in COUNTED}
    for field in stay:
        joined.pop(field, None)
        if field in known:
            joined[field] = known[field]
    return {**joined, **counts}


def _read(source: str) -> tuple[list, list]:
    """(entries, [(name, why)] of what could not be read) of a document or a folder. Raises Stop."""
    rows = _of_folder(source) if os.path.isdir(source) else _of_document(source)
    entries = []
    skipped = []
    for name, read in rows:
        try:
            entries.append(read())
        except (OSError, ValueError) as error:
            skipped.append((name[:60], getattr(error, "strerror", None) or str(error)))
    return entries, skipped


def _of_folder(source: str) -> list:
    """[(id, read)] of a store's folder, or of its entries; `read()` gives the entry."""
    below = os.path.join(source, "entries")
    folder = below if os.path.isdir(below) else source
    rows = []
    for name in names(folder):
        entry_id = name[:-5]
        if is_id(entry_id):
            path = os.path.join(folder, f"{entry_id}.json")
            rows.append((entry_id, partial(entry_in, path, entry_id)))
    return rows


def _of_document(source: str) -> list:
    """[(id, read)] of an export, in a file or on stdin. Raises Stop."""
    document = read_json(source, MAX_DOCUMENT, REMEDY)
    found = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(found, list):
        raise Stop(f"{source} is no export: `reflexion export -o FILE` makes one")
    rows = []
    for entry in found:
        name = str(entry.get("id")) if isinstance(entry, dict) else "?"
        rows.append((name, partial(parse, json.dumps(entry).encode(), name)))
    return rows
