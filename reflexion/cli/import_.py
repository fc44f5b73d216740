"""`import`: take learnings over from an export, a Markdown memory, or an edited MEMORY.md."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import namedtuple
from collections.abc import Iterator

from reflexion import memory
from reflexion.actions import lessons, trust
from reflexion.actions.lessons import Act
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, pick, read_data, report, say, warn
from reflexion.decision import find_known
from reflexion.detect.sentences import risk_of
from reflexion.errors import Broken, Stop, Unreadable
from reflexion.learning.entry import Entry, digits_of, limit_of, parse
from reflexion.learning.failure import admit
from reflexion.learning.fields import IMPORT, MAX_CONTEXT, MAX_NOTE, MAX_PATTERN, USER
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.revise import new_lesson
from reflexion.memory.section import read, sentence_of
from reflexion.store.entries import Store
from reflexion.text.clean import as_typed, one_line, plural
from reflexion.text.json_object import read_value

HELP = "take learnings over from an export or a Markdown memory"
DETAILS = """\
FILE is what `reflexion export` wrote; or Markdown, of which each bullet is a learning (of a block
`### LRN-…` its content); or the MEMORY.md of a skill whose block you edited: there your words
become those of the learning. Each is shown, and one key decides. --yes takes what is not risky."""
MAX_DOCUMENT = 64 << 20
MAX_KEYWORD = 60  # characters
KEYS = {
    "t": "take",
    "l": "leave",
    "a": "all the rest that is not risky",
    "n": "none of the rest",
}

# entry: what would be stored; old: the sentence that it stands for from now on, "" for a new one;
# risk: why it is risky, or ""
Offer = namedtuple("Offer", "entry old risk")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE", help="- for an export on stdin")
    parser.add_argument("--yes", action="store_true", help="take all that is not risky")


def run(args: Namespace, context: Context) -> int:
    context.require_trust()
    data = read_data(args.source, MAX_DOCUMENT)
    page = memory.page_of(context.project, args.source)
    is_markdown = args.source.lower().endswith((".md", ".markdown", ".txt"))
    found = list(_of_text(context, data, page) if is_markdown else _of_export(context, data))
    if not found:
        say("nothing new in it")
        return 0
    if not args.yes and not is_terminal(sys.stdin):
        for offer in found:
            _show(offer)
        count = plural(len(found), "learning")
        raise Stop(f"{count} could be taken over", "say which in a terminal, or add --yes")
    chosen = _walk(found, args.yes)
    with context.acting("import", args.source) as act:
        for offer in chosen:
            _take(act, offer)
        if page and len(chosen) == len(found):
            fresh = [each for each in memory.pages(context.project) if each.path == page.path]
            memory.write(context.project, fresh[0] if fresh else page, act.change)
    say(f"took over {len(chosen)} of {plural(len(found), 'learning')}")
    return 0 if chosen else 1


def _of_export(context: Context, data: bytes) -> Iterator[Offer]:
    """Yield an Offer for each new learning of an export. Raises Stop."""
    try:
        document = read_value(data, MAX_DOCUMENT)
        if not isinstance(document, dict) or not isinstance(document.get("entries"), list):
            raise Unreadable("no list of learnings")
    except (ValueError, Unreadable) as error:
        remedy = "name a file of `reflexion export`, or one that ends in .md"
        raise Stop(f"{context.args.source} cannot be read ({error})", remedy) from None
    for number, row in enumerate(document["entries"], 1):
        try:
            name = str(row.get("id")) if isinstance(row, dict) else ""
            draft = _draft(parse(json.dumps(row).encode(), name), context)
        except Unreadable as error:
            warn(f"learning {number} cannot be read: {error}")
            continue
        if not _is_here(context.project.store, draft):
            yield Offer(draft, "", risk_of(draft.resolution))


def _draft(entry: Entry, context: Context) -> Entry:
    """Return what is taken of a foreign entry: clean words, no counts, no fingerprints."""
    patterns = context.project.settings["redact"]
    trigger, action, lesson = admit([entry.trigger, entry.context, entry.resolution], patterns)
    draft = new_lesson(entry.type, lesson, IMPORT, as_typed(action, MAX_CONTEXT), trigger)
    draft.update(skill=entry.skill, category=entry.category)
    draft.keywords = [one_line(text, MAX_KEYWORD) for text in admit(entry.keywords, patterns)]
    draft.notes = [one_line(text, MAX_NOTE) for text in admit(entry.notes, patterns)]
    return draft


def _of_text(context: Context, data: bytes, page: memory.Page | None) -> Iterator[Offer]:
    """Yield an Offer for each bullet that says something new. Raises Stop.

    Of a skill's MEMORY.md with a block of ours only that is read: it is the person's.
    """
    project = context.project
    try:
        block = page.block() if page else []
    except (OSError, ValueError, Broken) as error:
        raise Stop(f"{context.args.source}: {error}") from None
    lines = read(block, True) if block else read(data.decode("utf-8", "replace").split("\n"))
    for line in lines:
        (sentence,) = admit([" ".join(line.sentence.split())], project.settings["redact"])
        known = [store.get(line.id) for store in project.stores()] if line.id else []
        entry = next(filter(None, known), None)
        if len(sentence) > MAX_PATTERN:
            warn(f"left out, as it has {len(sentence)} characters: {one_line(sentence, 60)}")
        elif entry and sentence_of(entry) != sentence:
            yield Offer(entry.copy(resolution=sentence), entry.resolution, risk_of(sentence))
        elif not entry and any(map(str.isalnum, sentence)):
            kind = "pattern" if len(sentence) > limit_of("insight") else "insight"
            draft = new_lesson(kind, sentence, USER if block else IMPORT)
            draft.skill = page.skill if page else ""
            if not _is_here(project.store, draft):
                yield Offer(draft, "", risk_of(sentence))


def _is_here(store: Store, draft: Entry) -> bool:
    """Return True, and say so, for what the store has already or its person dropped."""
    fingerprints = fingerprints_of(draft)
    is_dropped = store.exists() and store.dropped.holds(*fingerprints)
    is_here = is_dropped or bool(find_known(store, fingerprints))
    if is_here:
        say(f"left out, as it is here or was dropped here: {one_line(draft.trigger, 60)}")
    return is_here


def _show(offer: Offer) -> None:
    """Print what would be taken over, with what it stands for."""
    if offer.old:
        digits = digits_of(offer.entry.id)
        risk = f"\n  RISKY: {offer.risk}" if offer.risk else ""
        say(f"{digits}  - {offer.old}\n{digits}  + {offer.entry.resolution}{risk}")
    else:
        say("\n".join([f"{offer.entry.type}:", *trust.steering_lines(offer.entry), ""]))


def _walk(found: list[Offer], is_yes: bool) -> list[Offer]:
    """Ask about one Offer after the other, or take what is not risky; return the chosen ones."""
    chosen = []
    answer = KEYS["a"] if is_yes else ""
    for offer in found:
        _show(offer)
        if answer != KEYS["a"]:
            answer = pick(KEYS)
        if answer in ("", KEYS["n"]):
            break
        if answer == KEYS["t"] or (answer == KEYS["a"] and not offer.risk):
            chosen.append(offer)
        elif answer == KEYS["a"]:
            say("left, as it is risky: without --yes you can take it")
    return chosen


def _take(act: Act, offer: Offer) -> None:
    """Store what the person chose; what is risky of somebody else waits for a review."""
    entry = offer.entry
    stores = [store for store in act.project.stores() if offer.old and store.get(entry.id)]
    if stores:
        report(lessons.reword(act, stores[0], entry.id, entry.resolution))
        return
    report(lessons.store_draft(act, act.project.ready(), entry)[1])
