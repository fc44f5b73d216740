"""What a hook decided, as plain values, and the one place that does it: under the store's lock, and
without what another hook did meanwhile."""

from __future__ import annotations

from reflexion.store import index, journal
from reflexion.store.entries import today
from reflexion.store.schema import MAX_ALIASES, Unreadable, mark_of, widen
from reflexion.store.session import (
    BRIEF,
    CITED,
    HELPED,
    IGNORED,
    QUESTION,
    SEEN,
    UNHELPFUL,
    Session,
)
from reflexion.text.grades import PROVEN, WRITTEN, grade

# records of a session that its history tells, and in which word
TOLD_LATER = {HELPED: "helped", IGNORED: "ignored", UNHELPFUL: "unhelpful"}
TOLD_LATER.update({QUESTION: "asked", CITED: "applied"})


class Decision:
    """What becomes of an event: the Answer, which `apply` completes; a Sighting and an Injection,
    or None; `records` for the session's scratch and `notes` (log, *fields) for the journal, in
    which
    the id "" stands for the entry of the sighting; Changes of entries; and what the agent reads
    `after` the injection."""

    def __init__(self, answer, sighting=None, records=(), notes=(), injection=None):
        self.answer, self.sighting, self.injection = answer, sighting, injection
        self.records, self.notes, self.changes, self.after = list(records), list(notes), [], ""


class Sighting:
    """`entry`: a draft. `known_id`: the entry it repeats where no fingerprint knows it. `call`: the
    id of the tool call. `raises(entry) -> fields`: what a known entry gains beside the count."""

    def __init__(self, entry: dict, known_id: str = "", call: str = "", raises=None):
        self.entry, self.known_id, self.call, self.raises = entry, known_id, call, raises


class Change:
    """`compute(entry) -> fields` of one entry. `fix`: the resolution that it may bring: where the
    fields hold one, it was learned. `touches`: whether its rule is looked at again."""

    def __init__(self, entry_id: str, compute, fix: str = "", touches: bool = False):
        self.entry_id, self.compute, self.fix, self.touches = entry_id, compute, fix, touches


class Injection:
    """`entries` that the agent is told of through `channel`, in the words of
    `formatter(entries, settings)`; each once a session. `deny`: the call is refused with them."""

    def __init__(self, entries: list, channel: str, formatter, call: str = "", deny=False):
        self.entries, self.channel, self.formatter = entries, channel, formatter
        self.call, self.deny = call, deny


class Again(Exception):
    """This very call was recorded already: another hook was told of it, too."""


class Full(Exception):
    """The store or the session holds as many learnings as the settings allow."""


def apply(decision: Decision, project, session: Session, redact):
    """Do what was decided; the Answer, complete. `redact(text)` is the last guard before anything
    is stored or said. Raises OSError."""
    answer, sighting, now_id = decision.answer, decision.sighting, ""
    known = None
    for store in filter(None, (project.store, project.home)):
        store.redact = redact
    if sighting:
        entry = {name: _guarded(value, redact) for name, value in sighting.entry.items()}
        try:
            now, known = record(project, session, entry, sighting.known_id, sighting.call)
        except (Again, Full) as error:
            if isinstance(error, Full) and not sighting.entry.get("when"):
                what = entry["context"] if entry["type"] == "error" else entry["trigger"]
                journal.note(project.store.state_dir, journal.SUPPRESSED, str(error), what)
            return type(answer)()
        now_id = now["id"]
        if known and sighting.raises:
            change(project, now_id, sighting.raises, redact)
        answer.touched.append(now_id)
        if answer.retired:
            answer.superseded_by = now_id
    if decision.records:
        if not session.store.exists() or not project.is_begun():
            project.ready()
        session.add(*({**r, "id": now_id} if r.get("id") == "" else r for r in decision.records))
    if session.store.exists():
        _keep_logs(decision, session, now_id, known)
    for each in decision.changes:
        if each.fix and not project.owns(each.entry_id):
            continue  # somebody else's learning is not filled in by what happened here
        fields = change(project, each.entry_id, each.compute, redact)
        learned = each.fix and fields.get("resolution")
        if learned and fields.get("confidence") != "low":  # a draft is not announced
            answer.learned.append((each.entry_id, learned))
            journal.happened(session.store.state_dir, session.id, "learned", each.entry_id)
        if each.touches or learned:
            answer.touched.append(each.entry_id)
    if decision.injection and decision.injection.entries:
        _inject(decision.injection, answer, project, session, redact)
    answer.context = "\n".join(filter(None, [answer.context, decision.after]))
    return answer


def _keep_logs(decision: Decision, session: Session, now_id: str, known) -> None:
    """Put on record what was decided, and what this call had to do with learnings. `known`: the
    entry of the sighting as it was before, None for a new one."""
    for log, *fields in decision.notes:
        journal.note(session.store.state_dir, log, *(field or now_id for field in fields))

    def happened(kind: str, *ids: str) -> None:
        journal.happened(session.store.state_dir, session.id, kind, *ids)

    sighting = decision.sighting
    if (journal.OUTCOMES, "", "failed") in decision.notes:
        has_lesson = known and grade(known) in (WRITTEN, PROVEN) and not known.get("needs_review")
        happened("repeat" if has_lesson else "failed", now_id)
    elif sighting and not known and sighting.entry["resolution"]:
        happened("learned", now_id)
    for record in decision.records:
        if record["kind"] == BRIEF and not record["agent"]:  # a sub-agent's context is its own
            happened("brief", *record["ids"])
            decision.answer.told.append(("brief", str(len(record["ids"]))))
        elif record["kind"] in TOLD_LATER:
            happened(TOLD_LATER[record["kind"]], record["id"] or now_id)


def change(project, entry_id: str, compute, redact=None) -> dict:
    """Put the fields `compute(entry)` into the entry, in whichever store; those, {} without one."""
    fields: dict = {}

    def put(entry):
        fields.update({name: _guarded(value, redact) for name, value in compute(entry).items()})
        entry.update(fields)

    for store in filter(None, (project.store, project.home)):
        try:
            if store.exists() and store.read(entry_id) and store.update(entry_id, put):
                return fields
        except Unreadable:
            continue
    return {}


def _guarded(value, redact):
    return redact(value) if redact and isinstance(value, str) else value


def _inject(injection: Injection, answer, project, session, redact) -> None:
    """Put the entries in words, redacted again, into the answer, and on record: of two hooks
    one."""
    spoken = ("trigger", "resolution")
    entries = [{**e, **{field: redact(e[field]) for field in spoken}} for e in injection.entries]
    text = injection.formatter(entries, project.settings)
    shown = [entry["id"] for entry in entries if entry["id"] in text]
    ours = session.claim(shown, injection.channel, injection.call) if shown else []
    ours = shown if injection.deny else ours  # whatever was said before: it is refused now
    if not ours:
        return
    if len(ours) < len(shown):
        left = [entry for entry in entries if entry["id"] in ours]
        text = injection.formatter(left, project.settings)
    size = str(len(text) // len(ours))
    for entry_id in ours:
        journal.note(session.store.state_dir, journal.SAID, entry_id, injection.channel, size)
        journal.happened(session.store.state_dir, session.id, "told", entry_id, injection.channel)
    words = {entry["id"]: entry["resolution"] or entry["trigger"] for entry in entries}
    answer.told += [(injection.channel, words[entry_id]) for entry_id in ours]
    if injection.deny:
        answer.deny = text
    else:
        answer.context = "\n".join(filter(None, [answer.context, text]))


def record(project, session, entry: dict, known_id="", call="", counts=True) -> tuple:
    """Store one sighting, as a Sighting has it; (the entry as it is now, as it was before or None).
    `session`: None by hand; the draft's "when": its date in the past; `counts`: False for what
    nobody met, but wrote down. By hand nothing is counted. Raises Again, Full, OSError."""
    counts = counts and session is not None
    store, settings = project.ready(), project.settings
    when = entry.pop("when", "") or today()
    with store.lock():
        # under the lock: the hooks of parallel calls ask at once
        records = [r for r in session.records() if r["kind"] == SEEN] if session else []
        if call and any(r.get("tool_use_id") == call for r in records):
            raise Again(call)
        seen, mark = {r.get("id") for r in records}, mark_of(entry)
        known = store.get(known_id) if known_id else store.known(mark, locked=True)
        shared = None if known else known_everywhere(project, mark)
        is_new = counts and (known or shared or {}).get("id") not in seen
        if shared:
            now = project.home.update(
                shared["id"], lambda old: old.update(_again(old, entry, when, counts, is_new))
            )
        elif known:
            now = _again(known, entry, when, counts, is_new)
            aliases = known.get("aliases") or []
            if mark not in aliases and mark != mark_of(known):  # the next time it is known by it
                now["aliases"] = [*aliases, mark][-MAX_ALIASES:]
            store.write(now, known)
        else:
            if store.withholds(mark):
                raise Full("a learning of this waits for your yes (`reflexion trust`)")
            if len(seen) >= settings["max_learnings_per_session"]:
                limit = "(max_learnings_per_session)"
                raise Full(f"the session has {len(seen)} learnings already {limit}")
            if index.State(store).count >= settings["max_entries"]:
                raise Full("the store is full (max_entries): remove or archive entries")
            now = store.create({**entry, "sessions": 1} if counts else entry, mark, when)
        if session:
            session.add({"kind": SEEN, "id": now["id"], "tool_use_id": call})
    return now, known or shared


def known_everywhere(project, mark: str) -> dict | None:
    """The learning for all projects that this is a sighting of: one is counted in one place."""
    home = project.home if project.settings["use_global"] else None
    other = home and home.dir != project.store.dir and home.exists()
    return home.known(mark) if other else None


def _again(known: dict, entry: dict, when: str, counts: bool, new_session: bool) -> dict:
    now = dict(known, keywords=list(known["keywords"]))
    now["occurrences"] = known["occurrences"] + counts
    now["last_seen"] = max(when, known["last_seen"])
    now["first_seen"] = min(when, known["first_seen"] or when)
    if new_session:
        now["sessions"] = known.get("sessions", 0) + 1
    now["resolution"] = known["resolution"] or entry["resolution"]
    widen(now, entry["keywords"], entry["context"])
    return now
