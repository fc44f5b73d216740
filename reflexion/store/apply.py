"""What a hook decided, as plain values, and the one place that does it: under the store's lock, and
without what another hook did meanwhile."""

from __future__ import annotations

from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.schema import Unreadable
from reflexion.store.session import (
    BRIEF,
    CITED,
    HELPED,
    IGNORED,
    QUESTION,
    UNHELPFUL,
    Change,
    Decision,
    Injection,
    Session,
)
from reflexion.store.sighting import Again, Full, record
from reflexion.text.grades import HOOK_SOURCES, is_lesson

# records of a session that its history tells, and in which word
TOLD_LATER = {HELPED: "helped", IGNORED: "ignored", UNHELPFUL: "unhelpful"}
TOLD_LATER |= {QUESTION: "asked", CITED: "applied"}


def apply(decision: Decision, project, session: Session, redact):
    """Do what was decided and return the Answer, complete. `redact(text)` is the last guard before
    anything is stored or said. Raises OSError."""
    answer = decision.answer
    for store in filter(None, (project.store, project.home)):
        store.redact = redact
    try:
        now_id, known = _sighted(decision, project, session, redact)
    except Again:
        return type(answer)()
    except Full as error:
        _left_out(decision.sighting.entry, project, str(error), redact)
        return type(answer)()
    if decision.records:
        if not session.store.exists() or not project.is_begun():
            project.ready()
        session.add(*_named(decision.records, now_id))
    if session.store.exists():
        _keep_logs(decision, session, now_id, known)
    for each in decision.changes:
        _make(each, answer, project, session, redact)
    if decision.injection and decision.injection.entries:
        _inject(decision.injection, answer, project, session, redact)
    _add_context(answer, decision.after)
    return answer


def _named(records: list, now_id: str) -> list:
    """The records, in which the id "" stands for the entry of the sighting."""
    return [{**row, "id": now_id} if row.get("id") == "" else row for row in records]


def _add_context(answer, text: str) -> None:
    """Let the agent read a text behind what it reads already."""
    answer.context = "\n".join(filter(None, [answer.context, text]))


def _sighted(decision: Decision, project, session: Session, redact) -> tuple:
    """Record the sighting: (the id of its entry, the entry as it was before), ("", None) without
    a sighting. Raises Again, Full, OSError."""
    sighting = decision.sighting
    if not sighting:
        return "", None
    entry = {name: _guarded(value, redact) for name, value in sighting.entry.items()}
    now, known = record(project, session, entry, sighting.known_id, sighting.call)
    if known and sighting.raises:
        change(project, now["id"], sighting.raises, redact)
    decision.answer.touched.append(now["id"])
    if _is_only_met(now, project.settings):
        decision.answer.met.append(now["id"])
    if decision.answer.retired:
        decision.answer.superseded_by = now["id"]
    return now["id"], known


def _is_only_met(entry: dict, settings: dict) -> bool:
    """Was a failure counted in an entry that can become no rule now, and of which the person was
    told when it came first?"""
    if entry["promoted"] or entry["type"] != "error":
        return False
    if entry["occurrences"] == 1 and entry.get("source") not in HOOK_SOURCES:
        return False
    is_rare = entry["occurrences"] < settings["promote_after"]
    is_young = settings["promote_min_age_days"] > 0 and entry["first_seen"] == today()
    return is_rare or is_young or not entry["resolution"]


def _left_out(entry: dict, project, why: str, redact) -> None:
    """Put on record that a sighting of now was not stored."""
    if entry.get("when"):
        return
    what = entry["context"] if entry["type"] == "error" else entry["trigger"]
    journal.note(project.store.state_dir, journal.SUPPRESSED, why, _guarded(what, redact))


def _make(each: Change, answer, project, session: Session, redact) -> None:
    """Make one Change, unless it would fill in somebody else's learning."""
    if each.fix and not project.owns(each.entry_id):
        return
    fields = change(project, each.entry_id, each.compute, redact)
    learned = each.fix and fields.get("resolution")
    if learned and fields.get("confidence") != "low":  # a draft is not announced
        answer.learned.append((each.entry_id, learned))
        journal.happened(session.store.state_dir, session.id, "learned", each.entry_id)
    if each.touches or learned:
        answer.touched.append(each.entry_id)


def _keep_logs(decision: Decision, session: Session, now_id: str, known) -> None:
    """Put on record what was decided, and what this call had to do with learnings. `known`: the
    entry of the sighting as it was before, None for a new one."""
    folder = session.store.state_dir
    for log, *fields in decision.notes:
        journal.note(folder, log, *(field or now_id for field in fields))
    kind = _kind_of_sighting(decision, known)
    if kind:
        journal.happened(folder, session.id, kind, now_id)
    for row in decision.records:
        if row["kind"] == BRIEF and not row["agent"]:  # a sub-agent's context is its own
            journal.happened(folder, session.id, "brief", *row["ids"])
            decision.answer.told.append(("brief", str(len(row["ids"]))))
        elif row["kind"] in TOLD_LATER:
            kind = TOLD_LATER[row["kind"]]
            journal.happened(folder, session.id, kind, row["id"] or now_id)


def _kind_of_sighting(decision: Decision, known) -> str:
    """What the history calls the sighting: repeat, failed, learned, or "" for nothing."""
    if (journal.OUTCOMES, "", "failed") in decision.notes:
        has_lesson = known and is_lesson(known) and not known.get("needs_review")
        return "repeat" if has_lesson else "failed"
    sighting = decision.sighting
    return "learned" if sighting and not known and sighting.entry["resolution"] else ""


def change(project, entry_id: str, compute, redact=None) -> dict:
    """Put the fields `compute(entry)` into the entry, in whichever store; those, {} without one."""
    fields: dict = {}

    def put(entry):
        fields.update({name: _guarded(value, redact) for name, value in compute(entry).items()})
        entry.update(fields)

    for store in filter(None, (project.store, project.home)):
        try:
            if store.read(entry_id) and store.update(entry_id, put):
                return fields
        except Unreadable:
            continue
    return {}


def _guarded(value, redact):
    """A value of an entry; where it is a text, without secrets."""
    return redact(value) if redact and isinstance(value, str) else value


def _inject(injection: Injection, answer, project, session, redact) -> None:
    """Put the entries in words, redacted again, into the answer, and on record: of two hooks
    one."""
    entries = [
        {**entry, **{name: redact(entry[name]) for name in ("trigger", "resolution")}}
        for entry in injection.entries
    ]
    text = injection.formatter(entries, project.settings)
    shown = [entry for entry in entries if entry["id"] in text]
    ours = _claimed(shown, injection, session)
    if not ours:
        return
    if len(ours) < len(shown):
        text = injection.formatter(ours, project.settings)
    folder = session.store.state_dir
    for entry in ours:
        journal.happened(folder, session.id, "told", entry["id"], injection.channel)
        answer.told.append((injection.channel, entry["resolution"] or entry["trigger"]))
    if injection.deny:
        answer.deny = text
    else:
        _add_context(answer, text)


def _claimed(shown: list, injection: Injection, session) -> list:
    """Those of the entries that this hook tells: of two hooks that would tell one, one does. A call
    that is refused is refused with all of them, whatever was told before."""
    if not shown:
        return []
    ids = [entry["id"] for entry in shown]
    claimed = session.claim(ids, injection.channel, injection.call)
    if injection.deny:
        return shown
    return [entry for entry in shown if entry["id"] in claimed]
