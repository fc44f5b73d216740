"""`add`: log a learning by hand."""

from __future__ import annotations

import os

from reflexion.capture.prompts import repeated
from reflexion.capture.record import draft
from reflexion.cli.context import (
    UNUSED,
    change_entry,
    printable_fields,
    propose_beside,
    settle_rule,
    stored_entry,
)
from reflexion.cli.move import require_label
from reflexion.cli.output import Stop, choose, print_json, say, warn
from reflexion.setup.caller import typed_by_person
from reflexion.status.terminal import presentable
from reflexion.store.home_project import HomeProject
from reflexion.store.paths import checkout_top, relative
from reflexion.store.provenance import is_persons_rule
from reflexion.store.schema import LEVELS, mark_of
from reflexion.store.sighting import record

# what a person may want where something like it is known
REPLACE = "r"
BOTH = "b"
SAME = "s"
CANCEL = "c"
INFERRED = ("inferred", "hook", None)  # sources of a fix that nobody wrote
SENTENCES = ("insight", "correction", "pattern")  # types of what a person says
OTHER_FIX = """{id} is the same mistake, with another fix:
  known: {known}
  new: {new}
r replace it, b keep both (the other as a note), c cancel"""
RESEMBLES = """{id} says nearly the same:
  known: {known}
  new: {new}
b keep both, s it is the same: leave the known one, c cancel"""


def add(context) -> int:
    """Store the learning that the arguments describe; 1 when the person says no. Raises Stop."""
    if not _is_meant(context):
        return _nothing_stored()
    entry = _described(context)
    other = _known(context, entry)
    twin = "" if other else _resembling(context, entry)
    chosen = _chosen(context, entry, other, twin)
    if chosen == CANCEL:
        return _nothing_stored()
    if chosen == SAME:
        now = stored_entry(context.store, twin)
        known = True
    else:
        now, known = _stored(context, entry, other, chosen)
    if now is None:
        return 0
    if context.options.json:
        print_json(printable_fields(now, context.extra))
        return 0
    _tell(context, now, known, other)
    if twin and not chosen:
        joined = f"`reflexion review --same {twin} {now['id']}` makes them one"
        say(f"{twin} says nearly the same, and both are kept: {joined}")
    settle_rule(context.project, context.store, now["id"])
    return 0


def _nothing_stored() -> int:
    say("nothing was stored")
    return 1


def _stored(context, entry: dict, other, chosen: str) -> tuple:
    """(the entry as it is stored now, was it known?); (None, True) where it waits as a proposal.

    `other`: the entry that is known with another fix. Raises Stop."""
    options = context.options
    place = HomeProject(context.project) if options.everywhere else context.project
    if other:
        now = other
        known = other
    else:
        now, known = record(place, None, entry)
    fix = entry["resolution"]
    if known:
        store, name = context.locate(now["id"], options.everywhere)
        if fix and fix != known["resolution"] and is_persons_rule(known, entry["source"]):
            propose_beside(store, name, fix)
            return None, True
        label = {"skill": options.skill, "category": options.category}
        wins = {REPLACE: True, BOTH: False}.get(chosen)
        now = change_entry(
            store, name, lambda stored: _prefer(stored, entry, label, bool(other), wins)
        )
    if now["resolution"] and (not known or known["resolution"] != now["resolution"]):
        context.put_on_record(place.store, "learned", now["id"])
    elif not known:
        context.put_on_record(place.store, "failed", now["id"])
    return now, bool(known)


def _tell(context, now: dict, known: bool, other) -> None:
    """Say what became of the learning."""
    name = now["id"]
    project = context.project
    if other:
        say(f"{name} is known with another fix: {now['resolution']}")
        say(f"the other one is kept as a note: {now['notes'][-1]}")
    elif known:
        say(f"{name} was known already: {now['resolution'] or now['trigger']}")
    else:
        say(f"{name} stored ({now['type']}, found by {', '.join(now['keywords'][:6])})")
    if not now["resolution"]:
        say(f'its fix is not known yet; once it is: `reflexion resolve {name} "what to do"`')
    if not known and context.store is project.store and not project.trusted:
        say(UNUSED.format("no agent is told of it"))


def _is_meant(context) -> bool:
    """Outside of any project, say where the learning would go and ask whether it shall."""
    store = context.store
    if store is not context.project.store or store.exists() or checkout_top(context.folder):
        return True
    where = presentable(store.dir)
    if not typed_by_person():
        warn(f"there is no project here: the learning goes into {where} (--global: for all)")
        return True
    goes = f"There is no project here. It would go into {where}, for this folder alone."
    return choose(f"{goes}\nStore it?", "ny") == "y"


def _known(context, entry: dict) -> dict | None:
    """The stored entry of the same mistake that has another fix; None when there is none."""
    store = context.store
    known = store.known(mark_of(entry)) if store.exists() else None
    fix = entry["resolution"]
    if not known or not fix or not known["resolution"]:
        return None
    return None if _plain(known["resolution"]) == _plain(fix) else known


def _plain(text: str) -> list:
    """The words of a text, without what changes nothing."""
    return text.lower().strip(" .").split()


def _resembling(context, entry: dict) -> str:
    """The id of the learning that says nearly the same in other words, or ""."""
    store = context.store
    if entry["type"] == "error" or not store.exists() or store.known(mark_of(entry)):
        return ""
    alike = (repeated(store, {**entry, "type": kind}) for kind in SENTENCES)
    return next(filter(None, alike), "")


def _chosen(context, entry: dict, other, twin: str) -> str:
    """What the person wants where something like it is known; "" where nobody can be asked."""
    if context.options.json or not typed_by_person() or not (other or twin):
        return ""
    known = other or stored_entry(context.store, twin)
    shown = {
        "id": known["id"],
        "known": context.shown(known["resolution"] or known["trigger"]),
        "new": entry["resolution"] or entry["trigger"],
    }
    question = (OTHER_FIX if other else RESEMBLES).format(**shown)
    return choose(question, CANCEL + (REPLACE + BOTH if other else BOTH + SAME))


def _described(context) -> dict:
    """The learning that the arguments describe. Raises Stop."""
    options = context.options
    words = " ".join(options.word)
    resolution = options.resolution or words
    trigger = options.trigger or words
    if not trigger:
        context.usage('say what to do ("Use pnpm here"), or --trigger: what went wrong or was said')
    label = context.at_most_one("skill", "category")
    name = options.skill or options.category
    require_label(name)
    texts = [options.trigger, options.resolution, options.context, words]
    context.tell_left_out(*filter(None, texts))
    more: dict = {"keywords": [word for word in options.keywords.split(",") if word.strip()]}
    if label:
        more[label] = name
    kind = options.type or ("error" if options.trigger else "insight")
    entry = draft_of(
        context, kind, trigger, options.context, resolution, options.confidence, **more
    )
    if not entry["trigger"]:
        raise Stop("--trigger says nothing: give the error line, or what was said")
    return entry


def draft_of(context, kind: str, trigger, attempt, resolution, confidence="", **more) -> dict:
    """A draft of an entry by whoever runs the command; `attempt`: the command that failed."""
    typed = typed_by_person()
    more["source"] = "user" if typed else "agent"
    more["confidence"] = confidence or ("high" if typed else "medium")
    cwd = relative(os.getcwd(), context.project.root)
    return draft(kind, trigger, attempt, resolution, cwd, context.extra, kind != "error", **more)


def _prefer(stored: dict, entry: dict, label: dict, both: bool, wins=None) -> None:
    """Words written by hand replace what was inferred or is trusted less; of `both` fixes the
    other one becomes a note. `wins`: whether the new one does, as the person said."""
    before = stored["resolution"]
    fix = entry["resolution"]
    same = _plain(before) == _plain(fix)
    if wins is None:
        wins = _wins(stored, entry)
    if fix and wins:
        level = LEVELS[max(_level(entry), _level(stored))] if same else entry["confidence"]
        stored.update(resolution=fix, source=entry["source"], confidence=level)
        stored.pop("needs_review", None)
    if both:
        other = before if stored["resolution"] == fix else fix
        notes = [note for note in stored.get("notes") or [] if note != other]
        stored["notes"] = [*notes, other]
    if any(label.values()):
        stored.update(label)


def _wins(stored: dict, entry: dict) -> bool:
    """Does the fix of an entry stand before the stored one, where nobody was asked?"""
    same = _plain(stored["resolution"]) == _plain(entry["resolution"])
    inferred = stored.get("source") in INFERRED
    return same or inferred or _level(entry) >= _level(stored)


def _level(entry: dict) -> int:
    """How far an entry is trusted, as its place in LEVELS."""
    return LEVELS.index(entry.get("confidence") or "high")
