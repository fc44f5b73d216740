"""Learnings that come and go: `trust`, `export`, `import`, what git calls to merge entries, and
`check`: what in them looks like a secret? For hooks and CI."""

import json
import os
import re
import sys
from functools import partial

from reflexion.cli.common import Stop, entry_id, fields, home_of, print_json, warn, write_file
from reflexion.cli.keep import arrive
from reflexion.signals.secrets import find
from reflexion.store import index
from reflexion.store import trust as trusted
from reflexion.store.fs import names, open_file, read_bounded, walk, write_atomic
from reflexion.store.merge import PERSONS, heal, merge
from reflexion.store.schema import MAX_FILE, MAX_NOTES, encode, is_id, mark_of, parse

FORMAT = "reflexion-export-1"
MAX_DOCUMENT = 64 << 20
CARRIED = """occurrences confidence worked failed ignored needs_review
skill category aliases""".split()
SOURCES = ("hook", "inferred", "prompt", "agent", "user", "transcript")
COUNTED = ("occurrences", "sessions", "worked", "failed", "ignored")
DATE = re.compile(r"[12]\d{3}-[01]\d-[0-3]\d")
MAX_NOTE, MAX_CWD = 300, 300
REMEDY = "name a file made by `reflexion export`, or a store's folder"
PASSED_OVER = {".git", "state", "node_modules", "__pycache__"}
STORE, DERIVED = ".reflexion", "index.txt"  # what the index says is read from the entries
PROBE = 8_192  # bytes in which a NUL tells a binary file
REVOKE = (
    "place(s) look like a secret. Revoke it where it was issued, then put [REDACTED] in its place "
    "(`reflexion edit ID`), before it is committed: git forgets nothing."
)


def trust(context) -> None:
    """Let a store that came with a project speak, and the insight files that recall names."""
    from reflexion.reflect.related import domains

    project, revoke = context.project, context.options.revoke
    home, folder = home_of(project), project.store.dir
    change = trusted.distrust if revoke else trusted.trust
    insights = [domain for domain in domains(project.root) if change(domain, home.dir)]
    if insights:
        print(f"{', '.join(insights)}: {'no longer' if revoke else 'now'} referred to by recall")
    if revoke:
        gone = "no longer" if change(folder, home.dir) else "not"
        print(f"{folder} is {gone} trusted: nothing in it is recalled")
    elif not project.store.exists():
        print(f"there is no store in {project.root} yet; one that a hook makes here is trusted")
    else:
        count = sum(1 for _ in project.store.all())
        when = "now" if change(folder, home.dir) else "already"
        print(f"{folder} is trusted {when}: {count} learning(s) can be recalled")


def export(context) -> None:
    options, store = context.options, context.project.store
    wanted = {entry_id(store, part) for part in options.id}
    chosen = [entry for entry in store.all() if not wanted or entry["id"] in wanted]
    document = {"format": FORMAT, "entries": [fields(entry, context.extra) for entry in chosen]}
    if not options.output:
        print_json(document)
        return
    replaced = "; what stood there is gone" if os.path.exists(options.output) else ""
    write_file(options.output, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    print(f"{len(chosen)} learnings written to {options.output}{replaced}")


def import_(context) -> None:
    dry_run, project = context.options.dry_run, context.project
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
            print(f"{'would be ' if dry_run else ''}{what}: {trigger}{replaced}")
    counted = "{new} new, {joined} joined with what is here, {unchanged} known as they are"
    bad = f", {len(skipped)} not readable" if skipped else ""
    print(counted.format(**counts) + bad + ("; nothing was changed" if dry_run else ""))
    for name, why in context.shown(skipped):
        print(f"  {name}: {why}")


def _take(context, store, fresh: dict, dry_run: bool) -> tuple:
    """Put one entry into the store; ("new", "joined" or "unchanged", which words it replaced)."""
    if dry_run:
        known = store.known(mark_of(fresh)) if store.exists() else None
        now = _join(known, fresh) if known else fresh
    else:
        known, now = arrive(store, fresh, "import", _join)
    if not known:
        return "new", ""
    old, replaced = known["resolution"], ""
    if old and now["resolution"] != old:
        replaced = f" (replaces the fix of {known['id']}: {context.shown(old)[:60]})"
    return "unchanged" if encode(now) == encode(known) else "joined", replaced


def _cleaned(context, entry: dict) -> dict:
    """What is taken of a foreign entry: texts redacted and cut, odd values left out."""
    from reflexion.capture.record import draft

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
    joined = merge(None, known, {**other, "id": known["id"], "promoted": False})
    stay = ["id", "trigger", "context", "promoted"]
    if known["resolution"] and known.get("source") in PERSONS:
        stay += ["resolution", "source", "confidence"]
    counts = {field: max(known.get(field, 0), other.get(field, 0)) for field in COUNTED}
    return {**joined, **{field: known.get(field) for field in stay}, **counts}


def _read(source: str) -> tuple[list, list]:
    """(entries, [(name, why)] of what could not be read) of a document or a folder. Raises Stop."""
    if os.path.isdir(source):
        below = os.path.join(source, "entries")
        folder = below if os.path.isdir(below) else source
        ids = [name[:-5] for name in names(folder) if is_id(name[:-5])]
        rows = [(it, partial(_entry_in, os.path.join(folder, it + ".json"), it)) for it in ids]
    else:
        document = _document(source)
        found = document.get("entries") if isinstance(document, dict) else document
        if not isinstance(found, list):
            raise Stop(f"{source} is no export: `reflexion export -o FILE` makes one")
        ids = [str(entry.get("id")) if isinstance(entry, dict) else "?" for entry in found]
        texts = [json.dumps(entry).encode() for entry in found]
        rows = [(name, partial(parse, data, name)) for name, data in zip(ids, texts)]
    entries, skipped = [], []
    for name, read in rows:
        try:
            entries.append(read())
        except (OSError, ValueError) as error:
            skipped.append((name[:60], getattr(error, "strerror", None) or str(error)))
    return entries, skipped


def _document(source: str):
    """The JSON value in a file, or on stdin. Raises Stop."""
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_DOCUMENT)
        else:
            data = read_bounded(source, MAX_DOCUMENT, follow=True)
        return json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise Stop(f"{source} is not there: {REMEDY}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise Stop(f"{source} cannot be read: {error}; {REMEDY}") from None


def merge_driver(context) -> int:
    """Write the merged entry over OURS; 1 leaves the conflict to a person."""
    versions = []
    for path in (context.options.base, context.options.ours, context.options.theirs):
        try:
            versions.append(_entry_in(path))
        except (OSError, ValueError):
            versions.append(None)
    base, ours, theirs = versions
    if not ours or not theirs:
        return 1
    merged = {**merge(base, ours, theirs), "id": ours["id"]}
    write_atomic(context.options.ours, encode(merged))
    return 0


def _entry_in(path: str, name: str = "") -> dict:
    """The entry in a file, also where git left a conflict or made the file's name up: then the id
    in it counts. Raises OSError, ValueError."""
    data = read_bounded(path, MAX_FILE)
    words = data.decode("utf-8", "replace").replace('"', " ").split()
    name = name or next(filter(is_id, words), "")
    return heal(data, name)


def check(context) -> int:
    """1 when something looks like a secret, else 2 when something cannot be read."""
    options, places, unread, count, extra = context.options, [], [], 0, []
    try:
        extra = context.extra
    except Stop:  # outside a project there are no patterns of its own
        if not options.path:
            raise
    for path in _targets(options.path or [context.project.store.dir], unread):
        try:
            found, count = spots(_text(path), extra), count + 1
        except OSError as error:
            unread.append(f"{path}: {error.strerror or error}")
            continue
        name = "<stdin>" if path == "-" else path
        places += [{"file": name, "line": line, "kind": kind} for line, kind in found]
    if options.json:
        print_json(places)
    else:
        print("".join("{file}:{line}: {kind}\n".format(**place) for place in places), end="")
        if places:
            print(f"\n{len(places)} {REVOKE}", file=sys.stderr)
        elif not options.quiet:
            print(f"{count} file(s), nothing that looks like a secret")
    for problem in unread:
        warn(problem)
    return 1 if places else 2 if unread else 0


def _targets(paths, unread: list):
    """The files that the paths stand for; a store for its entries and its settings."""
    for path in paths:
        if path == "-" or os.path.isfile(path):
            yield path
        elif not os.path.isdir(path) and not _is_store(path):  # one not yet there is clean
            unread.append(f"{path}: there is no such file or folder")
        for folder, below, files in walk(path) if os.path.isdir(path) else ():
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
    places, line, last = [], 1, 0
    for start, _, kind in find(text, extra):
        line += text.count("\n", last, start)
        last = start
        places.append((line, kind))
    return list(dict.fromkeys(places))
