"""`export`, `import` and `memory`: learnings as a document, and in the MEMORY.md of skills."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import namedtuple
from collections.abc import Iterator

from reflexion import memory
from reflexion.actions import acceptance, lessons
from reflexion.cli.context import Context
from reflexion.cli.terminal import ALL, NONE, print_json, read_data, report, say, walk, warn
from reflexion.detect.secrets import redact_all
from reflexion.detect.sentences import risk_of
from reflexion.errors import Broken, Stop, Unreadable, Usage
from reflexion.learning.entry import (
    IMPORT,
    MAX_CONTEXT,
    MAX_NOTE,
    MAX_PATTERN,
    MAX_RESOLUTION,
    USER,
    Entry,
    as_object,
    parse,
)
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.revise import new_lesson, redacted
from reflexion.memory import read, sentence_of
from reflexion.status.privacy import Privacy
from reflexion.store.project import Project
from reflexion.text import as_typed, one_line, plural
from reflexion.text.json_object import read_value

FORMAT = "reflexion-export-1"
TAKEN = (
    *("id", "type", "trigger", "context", "resolution", "keywords", "occurrences", "sessions"),
    *("first_seen", "last_seen", "cwd", "confidence", "source", "notes", "skill", "category"),
)
MAX_DOCUMENT = 64 << 20
KEYS = {"t": "take", "l": "leave", "a": ALL, "n": NONE}  # all: what is not risky

# entry: what would be stored; was: the learning whose words it changes, and its store; else None
Incoming = namedtuple("Incoming", "entry was store", defaults=(None, None))


def run_export(args: Namespace, context: Context) -> int:
    project = context.project
    wanted = {context.find(part)[1] for part in args.id}
    private = Privacy(context.environ, project.root)
    found = []
    for entry in project.store.all():
        if entry.id in wanted or not wanted:
            clean = as_object(entry.copy(**redacted(entry, project.settings["redact"])))
            found.append({name: clean[name] for name in TAKEN if name in clean})
    print_json({"format": FORMAT, "entries": private.in_all(found)})
    return 0


def run_import(args: Namespace, context: Context) -> int:
    context.require_trust()
    project = context.project
    page = memory.page_of(project, args.source)
    is_text = args.source.lower().endswith((".md", ".markdown", ".txt"))
    entries = _of_text(args.source, page) if is_text else _of_export(args.source)
    found = list(filter(None, (_offer(project, entry) for entry in entries)))
    if not found:
        say("nothing new in it")
        return 0
    chosen = []
    for offer, answer in walk(found, KEYS, _lines, args.yes):
        if answer == ALL and risk_of(offer.entry.resolution):
            say("left, as it is risky: without --yes you can take it")
        elif answer in (KEYS["t"], ALL):
            chosen.append(offer)
    with context.acting("import", args.source) as act:
        for entry, was, store in chosen:
            if was:
                done = lessons.reword(act, store, entry.id, entry.resolution)
            else:  # what is risky of somebody else waits for a review
                done = lessons.store_draft(act, project.ready(), entry)[1]
            report(done)
        page = memory.page_of(project, args.source) if len(chosen) == len(found) else None
        if page:
            memory.write(project, page, act.change)
    say(f"took over {len(chosen)} of {plural(len(found), 'learning')}")
    return 0 if chosen else 1


def run_memory(args: Namespace, context: Context) -> int:
    if not args.action:
        raise Usage("memory: `reflexion memory sync` writes the learnings beside the skills")
    context.require_trust()
    with context.acting("memory sync") as act:
        report = memory.sync(context.project, act.change)
    for line in report.lines or ["nothing was to be written"] * (not report.problems):
        say(line)
    for line in report.problems:
        warn(line)
    return 1 if report.problems else 0


def _of_export(source: str) -> Iterator[Entry]:
    """Yield the learnings of an export, without ids; warn about the others. Raises Stop."""
    try:
        document = read_value(read_data(source, MAX_DOCUMENT), MAX_DOCUMENT)
        if not isinstance(document, dict) or not isinstance(document.get("entries"), list):
            raise Unreadable("no list of learnings")
    except (ValueError, Unreadable) as error:
        remedy = "name a file of `reflexion export`, or one that ends in .md"
        raise Stop(f"{source} cannot be read ({error})", remedy) from None
    for number, row in enumerate(document["entries"], 1):
        try:
            name = str(row.get("id")) if isinstance(row, dict) else ""
            yield parse(json.dumps(row).encode(), name).copy(id="", source=IMPORT)
        except Unreadable as error:
            warn(f"learning {number} cannot be read: {error}")


def _of_text(source: str, page: memory.Page | None) -> Iterator[Entry]:
    """Yield a learning for each bullet of a Markdown file. Raises Stop.

    Of a skill's MEMORY.md with a block of ours only that is read: it is the person's.
    """
    try:
        block = page.block() if page else []
        text = "" if block else read_data(source, MAX_DOCUMENT).decode("utf-8", "replace")
    except (OSError, ValueError, Broken) as error:
        raise Stop(f"{source}: {error}") from None
    for line in read(block or text.split("\n"), bool(block)):
        said = " ".join(line.sentence.split())
        kind = "pattern" if len(said) > MAX_RESOLUTION else "insight"
        if len(said) > MAX_PATTERN:
            warn(f"left out, as it has {len(said)} characters: {one_line(said, 60)}")
        elif any(map(str.isalnum, said)):
            whose = USER if block else IMPORT
            skill = page.skill if page else ""
            yield Entry(id=line.id, type=kind, resolution=said, source=whose, skill=skill)


def _offer(project: Project, entry: Entry) -> Incoming | None:
    """Return what would be taken of a foreign entry: clean words, no counts, no fingerprints.

    None, which is said, for what the store has already or its person dropped.
    """
    patterns = project.settings["redact"]
    trigger, action, lesson = redact_all([entry.trigger, entry.context, entry.resolution], patterns)
    draft = new_lesson(entry.type, lesson, entry.source, as_typed(action, MAX_CONTEXT), trigger)
    for store in project.stores():
        was = store.get(entry.id)
        if was:
            new = was.copy(resolution=lesson)
            return Incoming(new, was, store) if sentence_of(was) != lesson else None
    draft.update(skill=entry.skill, category=entry.category)
    draft.notes = [one_line(text, MAX_NOTE) for text in redact_all(entry.notes, patterns)]
    fingerprints = fingerprints_of(draft)
    if project.store.find(fingerprints) or project.store.dropped.holds(*fingerprints):
        say(f"left out, as it is here or was dropped here: {one_line(draft.trigger, 60)}")
        return None
    return Incoming(draft)


def _lines(offer: Incoming, place: str) -> list[str]:
    entry, was, _ = offer
    if was:
        return [f"{entry.id} ({place}):", *acceptance.words_of(entry, was)]
    if entry.trigger == entry.resolution:  # a sentence that stands for itself
        return [f"{place}: {entry.resolution}", *acceptance.risk_lines(entry)]
    return [f"{entry.type} ({place}):", *acceptance.words_of(entry)]
