"""`export`, `import` and `memory`: learnings as a document, and in the MEMORY.md of skills."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import namedtuple
from collections.abc import Iterator
from functools import partial

from reflexion import memory
from reflexion.actions import acceptance, lessons
from reflexion.actions.lessons import Act, Done
from reflexion.cli.context import Context
from reflexion.cli.terminal import ALL, NONE, print_json, read_data, report, say, walk, warn
from reflexion.detect.sentences import risk_of
from reflexion.errors import Broken, Stop, Unreadable, Usage
from reflexion.learning.entry import IMPORT, MAX_NOTE, USER, Entry, as_object, limit_of, parse
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.revise import new_lesson, redacted
from reflexion.status.privacy import Privacy
from reflexion.store.project import Project
from reflexion.text import one_line, plural
from reflexion.text.json_object import object_or_empty, read_object

FORMAT = "reflexion-export-1"
TAKEN = (
    *("id", "type", "trigger", "context", "resolution", "keywords", "occurrences", "sessions"),
    *("first_seen", "last_seen", "cwd", "confidence", "source", "notes", "skill", "category"),
)
MAX_DOCUMENT = 64 << 20
TEXTS = (".md", ".markdown", ".txt")
KEYS = {"t": "take", "l": "leave", "a": ALL, "n": NONE}  # all: what is not risky

# entry: what would be stored, without an id where it is new; lines: what is shown of it
Incoming = namedtuple("Incoming", "entry store lines")


def run_export(args: Namespace, context: Context) -> int:
    project = context.project
    named = [lessons.read(*place) for place in context.find_all(args.id)]
    private = Privacy(context.environ, project.root)
    found = []
    for entry in named or project.store.all():
        clean = as_object(entry.copy(**redacted(entry, project.settings["redact"])))
        found.append({name: clean[name] for name in TAKEN if name in clean})
    print_json({"format": FORMAT, "entries": private.in_all(found)})
    return 0


def run_import(args: Namespace, context: Context) -> int:
    context.require_trust()
    project = context.project
    found = list(filter(None, map(partial(_incoming, project), _read(project, args.source))))
    if not found:
        say("nothing new in it")
        return 0
    chosen = list(_choose(found, args.yes))
    with context.acting("import", args.source) as act:
        for item in chosen:
            report(_take_over(act, item))
        page = memory.page_of(project, args.source)
        if page and len(chosen) == len(found):
            memory.write(project, page, act.change)
    say(f"took over {len(chosen)} of {plural(len(found), 'learning')}")
    return int(not chosen)


def _choose(found: list[Incoming], is_yes: bool) -> Iterator[Incoming]:
    """Ask about each, and yield what the person takes; ALL takes nothing risky."""
    for item, answer in walk(found, KEYS, is_yes):
        if answer == ALL and risk_of(item.entry.resolution):
            say("left, as it is risky: without --yes you can take it")
        elif answer in (KEYS["t"], ALL):
            yield item


def _take_over(act: Act, item: Incoming) -> list[Done]:
    """Store what was taken; what is risky of somebody else waits for a review."""
    if item.entry.id:
        return lessons.reword(act, item.store, item.entry.id, item.entry.resolution)
    return lessons.store_draft(act, act.project.ready(), item.entry)[1]


def run_memory(args: Namespace, context: Context) -> int:
    if not args.action:
        raise Usage("memory: `reflexion memory sync` writes the learnings beside the skills")
    context.require_trust()
    with context.acting("memory sync") as act:
        done = memory.sync(context.project, act.change)
    for line in done.lines:
        say(line)
    if not any(done):
        say("nothing was to be written")
    for line in done.problems:
        warn(line)
    return int(bool(done.problems))


def _read(project: Project, source: str) -> Iterator[Entry]:
    """Return the learnings in a file. Raises Stop.

    Of a skill's MEMORY.md with a block of ours only that is read: it is the person's.
    """
    page = memory.page_of(project, source)
    skill = page.skill if page else ""
    try:
        block = page.block() if page else []
    except (OSError, ValueError, Broken) as error:
        raise Stop(f"{source}: {error}") from None
    if block:
        return _of_lines(memory.read(block, is_plain=True), USER, skill)
    data = read_data(source, MAX_DOCUMENT)
    if source.lower().endswith(TEXTS):
        return _of_lines(memory.read(data.decode("utf-8", "replace").split("\n")), IMPORT, skill)
    return _of_export(source, data)


def _of_export(source: str, data: bytes) -> Iterator[Entry]:
    """Yield the learnings of an export, without ids; warn about the others. Raises Stop."""
    try:
        every = read_object(data, MAX_DOCUMENT).get("entries")
        if not isinstance(every, list):
            raise Unreadable("no list of learnings")
    except Unreadable as error:
        remedy = "name a file of `reflexion export`, or one that ends in .md"
        raise Stop(f"{source} cannot be read ({error})", remedy) from None
    for number, row in enumerate(every, 1):
        text = json.dumps(row)
        try:
            entry = parse(text.encode(), str(object_or_empty(text).get("id")))
            yield entry.copy(id="", source=IMPORT)
        except Unreadable as error:
            warn(f"learning {number} cannot be read: {error}")


def _of_lines(lines: list[memory.Line], whose: str, skill: str) -> Iterator[Entry]:
    """Yield a learning for each line that says something; warn about those that are too long."""
    for line in lines:
        said = " ".join(line.sentence.split())
        kind = "pattern" if len(said) > limit_of("insight") else "insight"
        if len(said) > limit_of("pattern"):
            warn(f"left out, as it has {len(said)} characters: {one_line(said, 60)}")
        elif any(map(str.isalnum, said)):
            yield Entry(id=line.id, type=kind, resolution=said, source=whose, skill=skill)


def _incoming(project: Project, entry: Entry) -> Incoming | None:
    """Return what would be taken of a foreign entry: clean words, no counts, no fingerprints.

    None, which is said, for what the store has already or its person dropped.
    """
    clean = entry.copy(**redacted(entry, project.settings["redact"]))
    for store in project.stores():
        was = store.get(entry.id)
        if was:
            new = was.copy(resolution=clean.resolution)
            is_new = memory.words_shown(was) != new.resolution
            lines = [entry.id, *acceptance.words_of(new, was)]
            return Incoming(new, store, lines) if is_new else None
    draft = new_lesson(entry.type, clean.resolution, entry.source, clean.context, clean.trigger)
    draft.update(skill=entry.skill, category=entry.category)
    draft.notes = [one_line(text, MAX_NOTE) for text in clean.notes]
    fingerprints = fingerprints_of(draft)
    if project.store.find(fingerprints) or project.store.dropped.holds(*fingerprints):
        say(f"left out, as it is here or was dropped here: {one_line(draft.trigger, 60)}")
        return None
    lines = [draft.type, *acceptance.words_of(draft)]
    if draft.trigger == draft.resolution:  # a sentence that stands for itself
        lines = [draft.resolution, *acceptance.risk_lines(draft)]
    return Incoming(draft, project.store, lines)
