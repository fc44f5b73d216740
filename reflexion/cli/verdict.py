"""`worked` and `failed`: a verdict on a learning's fix."""

from reflexion.cli.context import change_entry, settle_rule, stored_entry
from reflexion.cli.output import Stop
from reflexion.store.entries import today
from reflexion.store.schema import LEVELS, MAX_NOTES

MAX_NOTE = 300


def worked(context) -> None:
    for part in context.options.id:
        judge(context, part, "worked")


def failed(context) -> None:
    judge(context, context.options.id, "failed", " ".join(context.options.note))


def judge(context, part: str, verdict: str, words: str = "") -> None:
    """Count that the fix "worked" or "failed", with a note on how."""
    store, name = context.locate(part)
    note, worked = context.clean(words, MAX_NOTE), verdict == "worked"
    if worked and not stored_entry(store, name)["resolution"]:
        remedy = f'record it with `reflexion resolve {name} "what to do"`'
        raise Stop(f"{name} has no fix that could have worked: {remedy}")

    def count(entry: dict) -> None:
        """One more; a level up and the review ended once it worked as often as it failed, or a
        level down, with a note and for review."""
        entry[verdict] = entry.get(verdict, 0) + 1
        before = entry.get("confidence") or "high"
        if worked:
            confirmed = entry.get("source") == "inferred"  # an inference is confirmed by this
            above = LEVELS[min(2, LEVELS.index(before) + 1)]
            entry["confidence"] = "high" if confirmed else above
            if entry["worked"] >= entry.get("failed", 0):
                entry.pop("needs_review", None)
            return
        below = LEVELS[max(0, LEVELS.index(before) - 1)]
        entry.update(confidence=below, needs_review=True)
        text = f"{today()} did not work" + (f": {note}" if note else "")
        entry["notes"] = [*entry.get("notes", []), text][-MAX_NOTES:]

    now, other = change_entry(store, name, count), "failed" if worked else "worked"
    counts = f"{verdict} {now[verdict]}x, {other} {now.get(other, 0)}x"
    said = "" if worked else "; not said before a review"
    print(f"{name}: its fix {counts}; confidence {now['confidence']}{said}")
    if not worked:
        print(f'once you know better: reflexion resolve {name} "what to do"')
    settle_rule(context.project, store, name)
