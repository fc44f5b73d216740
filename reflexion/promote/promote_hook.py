"""What becomes of entries that a hook touched: rules written, offered or taken out."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.promote import rule
from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.entry import Unreadable

OFFERED = "offered"  # in the log of outcomes: the person was shown that a rule waits
MOST_DUE = 2_000  # entries looked at when a session ends; an older one ripens when it is met again
MAX_MARKED = 8 << 20  # bytes of the index


def respond(event, project):
    """At a session's end: promote what qualifies by now, here and for every project."""
    store = project.store
    if event.name != "SessionEnd" or not project.trusted or not store or not store.exists():
        return None
    touched, faded = due(project)
    for entry_id in faded:
        _guarded(project, _retire, entry_id, "faded: nobody met it again")
    return Answer(touched=touched, notice=promote_global(project))


def due(project) -> tuple[list, list]:
    """(ids of entries whose rule is to be written, offered or taken out; ids of faded ones)."""
    from reflexion.store import tidy

    ripe, old, now = [], [], time.time()
    for entry in _candidates(project.store, project.settings):
        if tidy.faded(entry, now):
            old.append(entry["id"])
        elif rule.must_go(entry) or _is_ripe(entry, project.settings):
            ripe.append(entry["id"])
    return ripe, old


def _candidates(store, settings: dict):
    """The entries that the index marks, the latest MOST_DUE; all where once makes a rule."""
    from reflexion.store import index
    from reflexion.store.index_terms import DUE

    index.refresh(store.dir, most=index.AT_END)
    with index.OpenIndex(store.dir) as view:
        ids = view.find(DUE, MAX_MARKED)[1] if settings["promote_after"] > 1 else None
    return store.all() if ids is None else store.readable(ids[-MOST_DUE:])


def promote_global(project) -> str:
    """The same for the learnings that hold in every project; what the person shall see of it."""
    if project.home not in project.speaking():
        return ""
    from reflexion.store.rule_files import HomeProject

    place = HomeProject(project)
    return consider(place, Answer(touched=due(place)[0])).notice


def consider(project, answer):
    """Promote, offer or demote what a hook just touched; the answer, with lines for the person."""
    why = f"superseded by {answer.superseded_by}"
    lines = [_guarded(project, _retire, entry_id, why) for entry_id in answer.retired]
    for entry_id in dict.fromkeys(answer.touched):
        lines.append(_guarded(project, weigh, entry_id, answer.stepped_back.get(entry_id)))
    if project.settings["announce"] != "none":
        lines = [f"Reflexion: {line}" for line in lines if line]
        answer.notice = "\n".join(filter(None, [answer.notice, *lines]))
    return answer


def weigh(project, entry_id: str, confidence: str | None = None) -> str:
    """Write, offer or take out the entry's rule as it asks now; what was done, "" for nothing.

    `confidence`: what it had before its mistake was made again though it had been said.
    """
    entry = _restored(project, entry_id, confidence)
    if not entry or not entry["promoted"] and not _is_ripe(entry, project.settings):
        return ""
    from reflexion.promote import promoter  # not before: most failures make no rule

    words = promoter.words(project, entry)
    if rule.must_go(entry):
        where = promoter.demote(project, entry_id)
        faster = where == "no file"  # another hook was
        return "" if faster else f"took a rule out of {where}: {words} (it kept failing)"
    if entry["promoted"]:
        gone = ", ".join(promoter.missing(project, [entry_id]).get(entry_id, ()))
        return _offer(project, entry_id, f"a rule is missing from {gone}: {words}") if gone else ""
    if rule.asks(entry, project.settings, today()):
        return _offer(project, entry_id, f"a rule waits for your yes: {words}")
    where = promoter.promote(project, entry_id)
    undo = f"undo: reflexion promote --demote {entry_id.rpartition('-')[2]}"
    return f"wrote a rule into {where}: {words} ({undo})" if where else ""


def _is_ripe(entry: dict, settings: dict) -> bool:
    """Return True if its rule is to be written, or offered."""
    return rule.asks(entry, settings, today()) or not rule.waits_for(entry, settings, today())


def _offer(project, entry_id: str, what: str) -> str:
    """The offer in words, the first time; "" ever after."""
    state = project.store.state_dir
    if any(row[1:3] == [entry_id, OFFERED] for row in journal.read(state, journal.OUTCOMES)):
        return ""
    journal.note(state, journal.OUTCOMES, entry_id, OFFERED)
    return f"{what} (reflexion promote {entry_id.rpartition('-')[2]})"


def _guarded(project, step, *given) -> str:
    """What a step says; its failure is put on record and stops nothing else."""
    try:
        return step(project, *given)
    except (Unreadable, OSError) as error:
        journal.fault(project.store.state_dir, "promote", str(error))
        return ""


def _retire(project, entry_id: str, why: str) -> str:
    from reflexion.promote.promoter import retire

    return retire(project, entry_id, why)


def _restored(project, entry_id: str, confidence: str | None) -> dict | None:
    """The entry; a ripe one made again though said becomes a rule, not a case for review."""
    entry = project.store.read(entry_id)
    if entry and confidence and not entry["promoted"]:
        before = {"needs_review": False, "confidence": confidence}
        if not rule.waits_for({**entry, **before}, project.settings, today()):
            return project.store.update(entry_id, lambda stored: stored.update(before))
    return entry
