"""What a person says about a fix: `resolve`, `worked`, `failed` (and `review ID --fix ...`)."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store import tidy
from reflexion.store.entries import today
from reflexion.store.entry import LEVELS, MAX_NOTES, MAX_RESOLUTION, lower

MAX_NOTE = 300


def resolve(context) -> None:
    set_fix(context, context.options.id, " ".join(context.options.text))


def worked(context) -> None:
    for part in context.options.id:
        count_worked(context, part)


def failed(context) -> None:
    count_failed(context, context.options.id, " ".join(context.options.note))


def set_fix(context, part: str, words: str) -> str:
    """Store the fix of the entry that `part` stands for; its id. Raises Stop."""
    project, (store, name) = context.project, context.locate(part)
    text = context.clean(words, MAX_RESOLUTION)
    if not text:
        raise common.Stop("the fix is empty: write what to do, in a sentence or two")
    before = common.entry(store, name)
    if before["resolution"]:
        tidy.keep_copy(store, name, "edit")
    common.change(store, name, lambda entry: _resolved(entry, text))
    print(f"{name} resolved: {text}")
    if before["promoted"] and store is project.store:
        with common.rules("the fix is stored, its rule is not: {}") as promoter:
            promoter.demote(project, name)
            where = promoter.promote(project, name, force=True) or "no file: there is no room"
            print(f"its rule stands anew in {where}")
    else:
        common.settle(project, store, name)
    return name


def count_worked(context, part: str) -> None:
    store, name = context.locate(part)
    if not common.entry(store, name)["resolution"]:
        remedy = f'record it with `reflexion resolve {name} "what to do"`'
        raise common.Stop(f"{name} has no fix that could have worked: {remedy}")
    now = common.change(store, name, mark_worked)
    counts = f"worked {now['worked']}x, failed {now.get('failed', 0)}x"
    print(f"{name}: its fix {counts}; confidence {now.get('confidence') or 'high'}")
    common.settle(context.project, store, name)


def count_failed(context, part: str, words: str) -> None:
    store, name = context.locate(part)
    note = context.clean(words, MAX_NOTE)
    now = common.change(store, name, lambda entry: mark_failed(entry, note))
    counts = f"failed {now['failed']}x, worked {now.get('worked', 0)}x"
    print(f"{name}: its fix {counts}; confidence {now['confidence']}; not said before a review")
    print(f'once you know better: reflexion resolve {name} "what to do"')
    common.settle(context.project, store, name)


def mark_worked(entry: dict) -> None:
    """Count it, rise a level, and end the review when it worked as often as it failed."""
    entry["worked"] = entry.get("worked", 0) + 1
    level = LEVELS.index(entry.get("confidence") or "high")
    confirmed = entry.get("source") == "inferred"  # an inference is confirmed by this
    entry["confidence"] = "high" if confirmed else LEVELS[min(2, level + 1)]
    if entry["worked"] >= entry.get("failed", 0):
        entry.pop("needs_review", None)


def mark_failed(entry: dict, note: str) -> None:
    """Count it, keep the note, a level of confidence less, flagged for review."""
    entry["failed"] = entry.get("failed", 0) + 1
    entry["confidence"] = lower(entry.get("confidence") or "high")
    entry["needs_review"] = True
    text = f"{today()} did not work" + (f": {note}" if note else "")
    entry["notes"] = [*entry.get("notes", []), text][-MAX_NOTES:]


def _resolved(entry: dict, text: str) -> None:
    entry.update(resolution=text, source="user", confidence="high")
    for field in ("needs_review", "failed", "worked"):  # these were said of the old fix
        entry.pop(field, None)
