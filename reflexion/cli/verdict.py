"""`worked` and `failed`: a verdict on a learning's fix."""

from reflexion.cli.context import change_entry, settle_rule, stored_entry
from reflexion.cli.output import Stop, say
from reflexion.setup.caller import typed_by_person
from reflexion.signals.votes import used
from reflexion.store.entries import today
from reflexion.store.schema import LEVELS, MAX_NOTES
from reflexion.store.session import HELPED, SAID, SEEN, Session
from reflexion.text.grades import is_person, level

MAX_NOTE = 300


def worked(context) -> None:
    for part in context.options.id:
        judge(context, part, "worked")


def failed(context) -> None:
    judge(context, context.options.id, "failed", " ".join(context.options.note))


def is_verified(project, name: str) -> bool:
    """Does the word that a fix worked count as one more sighting? A person's does; an agent's once
    in a session in which a hook said the learning, or saw its failure."""
    running = project.session
    if typed_by_person() or not running:
        return typed_by_person()
    kinds = set()
    for scratch in filter(None, (project.store, project.home)):
        session = Session(scratch, running)
        kinds |= {row["kind"] for row in session.records() if row.get("id") == name}
    if HELPED in kinds or kinds.isdisjoint((SAID, SEEN)):
        return False
    Session(project.store, running).add({"kind": HELPED, "id": name})
    return True


def judge(context, part: str, verdict: str, words: str = "") -> None:
    """Count that the fix "worked" or "failed", with a note on how."""
    store, name = context.locate(part)
    context.tell_left_out(words)
    stored = stored_entry(store, name)
    if verdict == "worked":
        now = _worked(context, store, stored)
        said = ""
    else:
        # a person's rule is not taken out at an agent's word
        keeps_rule = stored["promoted"] and is_person(stored) and not typed_by_person()
        now = _failed(context, store, name, context.clean(words, MAX_NOTE), keeps_rule)
        waits = "no agent is told before a review"
        said = "; its rule stays, for a person wrote it" if keeps_rule else f"; {waits}"
    other = "failed" if verdict == "worked" else "worked"
    counts = f"{verdict} {now[verdict]}x, {other} {now.get(other, 0)}x"
    say(f"{name}: its fix {counts}; confidence {level(now)}{said}")
    if verdict == "failed" and not keeps_rule:
        say(f'once you know better: `reflexion resolve {name} "what to do"`')
    settle_rule(context.project, store, name)


def _worked(context, store, stored: dict) -> dict:
    """The entry with one success more: a level up, and the review ended once it worked as often as
    it failed. Raises Stop where it has no fix."""
    name = stored["id"]
    if not stored["resolution"]:
        remedy = f'record it with `reflexion resolve {name} "what to do"`'
        raise Stop(f"{name} has no fix that could have worked: {remedy}")
    counts = is_verified(context.project, name)
    if counts:
        context.put_on_record(store, "helped", name)

    def count(entry: dict) -> None:
        before = entry.get("confidence") or "high"
        entry.update(used(entry, today()) if counts else {"worked": entry.get("worked", 0) + 1})
        confirmed = entry.get("source") == "inferred"  # an inference is confirmed by this
        above = LEVELS[min(2, LEVELS.index(before) + 1)]
        entry["confidence"] = "high" if confirmed else above
        if entry["worked"] >= entry.get("failed", 0):
            entry.pop("needs_review", None)

    return change_entry(store, name, count)


def _failed(context, store, name: str, note: str, keeps_rule: bool) -> dict:
    """The entry with one failure more and a note: unless it `keeps_rule`, a level down and for
    review."""
    context.put_on_record(store, "unhelpful", name)
    text = f"{today()} did not work" + (f": {note}" if note else "")

    def count(entry: dict) -> None:
        before = entry.get("confidence") or "high"
        entry["failed"] = entry.get("failed", 0) + 1
        entry["notes"] = [*entry.get("notes", []), text][-MAX_NOTES:]
        if not keeps_rule:
            below = LEVELS[max(0, LEVELS.index(before) - 1)]
            entry.update(confidence=below, needs_review=True)

    return change_entry(store, name, count)
