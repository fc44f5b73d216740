"""A call that may have failed: is it a failure, is the mistake known, and is its fix?"""

from __future__ import annotations

from reflexion.capture.known import recognised
from reflexion.capture.record import draft
from reflexion.hosts.event import Answer
from reflexion.store import journal
from reflexion.store.paths import relative
from reflexion.store.session import (
    FAIL,
    MAX_COMMAND,
    UNHELPFUL,
    Change,
    Decision,
    Injection,
    Sighting,
    View,
)
from reflexion.text.clean import as_typed, one_line
from reflexion.text.grades import level

MORE = 600  # characters of the output by which a later step is told to have to do with it
MANY_SESSIONS = 3  # in which a failure was never mended, to be asked about at the failure itself


def decide_failure(event, view: View) -> Decision | None:
    """Capture the call if its verdict is that it failed; if not, hold it against what failed
    before."""
    verdict = event.verdict
    if verdict.line:
        return _captured(event, view, verdict)
    from reflexion.capture import outcomes  # not before: a new failure has none

    why = verdict.reason or ("failed without a word" if verdict.failed else "")
    left_out = outcomes.suppressed(event, view, why) if why else None
    if event.failed is None or verdict.failed:
        return left_out
    decision = outcomes.decide_success(event, view)
    if decision is None:
        return left_out
    if left_out:
        decision.notes += left_out.notes
    return decision


def _captured(event, view: View, verdict) -> Decision:
    """The failure as a sighting, with what is known about it."""
    entry = draft(
        "error",
        verdict.line,
        event.command or f"{event.tool} {event.path}".strip(),
        cwd=relative(event.cwd, view.project.root),
        source="transcript" if event.when else "hook",
        when=event.when,
    )
    known, perhaps = recognised(view, entry)
    decision = Decision(Answer(), Sighting(entry, known["id"] if known else "", event.tool_use_id))
    decision.records = [_record(event, entry, verdict)]
    if event.when:
        return decision  # long ago: nothing had been said
    decision.notes = [(journal.OUTCOMES, "", "failed")]
    if known:
        from reflexion.text.render import block  # not before: of a new failure nothing is told

        _tell(_known_now(event, view, known, decision), block, event, view, decision)
    elif perhaps:
        from reflexion.text.render import perhaps_same

        _tell(perhaps, perhaps_same, event, view, decision)
    return decision


def _record(event, entry: dict, verdict) -> dict:
    """The session's record of a failure; the store gives it the entry's id."""
    return {
        "kind": FAIL,
        "id": "",
        "tool_use_id": event.tool_use_id,
        "tool": event.tool,
        "command": event.command[:MAX_COMMAND] or entry["context"],
        "path": event.path,
        "ok": False,
        "line": entry["trigger"],
        "cwd": event.cwd,
        "call": as_typed(verdict.call, 300),
        "more": one_line(event.output[-MORE:], MORE),
    }


def _known_now(event, view: View, known: dict, decision: Decision) -> dict:
    """The known entry as this failure leaves it, as it is said; `decision` gets what follows."""
    fields = _blamed(known, event.tool_use_id, view, decision)
    now = {**known, **fields, "occurrences": known["occurrences"] + 1}
    if known.get("source") == "agent" and level(known) == "medium":
        decision.sighting.raises = met_again
    _ask(event, view, now, decision.records[0], decision)
    return _as_rule(now, event, view, "ignored" in fields)


def _tell(entry: dict, formatter, event, view: View, decision: Decision) -> None:
    """Say the entry's lesson in the answer, where it has one that may be said and was not yet."""
    if not view.trusted or not entry["resolution"] or entry["id"] in view.said():
        return
    from reflexion.signals.sayable import sayable

    entries = [entry] if sayable(entry, view.settings) else []
    decision.injection = Injection(entries, "failure", formatter, event.tool_use_id)


def met_again(entry: dict) -> dict:
    """The fields that a further sighting changes in an agent's lesson: once a second session needed
    it, it is trusted as one that helped."""
    return {"confidence": "high"} if entry.get("sessions", 1) > 1 else {}


def _ask(event, view: View, entry: dict, failure: dict, decision: Decision) -> None:
    """Ask the agent where several sessions met this failure and none has mended it."""
    is_new = entry["id"] not in {record.get("id") for record in view.records()}
    sessions = entry.get("sessions", 1) + is_new
    if sessions >= MANY_SESSIONS and not entry["resolution"]:
        from reflexion.capture.question import ask_at_failure

        ask_at_failure(event, view, {**entry, "sessions": sessions}, failure, decision)


def _blamed(known: dict, call: str, view: View, decision: Decision) -> dict:
    """The fields of a known entry whose fix failed or was ignored; `decision` gets the rest."""
    if not known["resolution"]:
        return {}
    from reflexion.capture.outcomes import blame

    verdict = blame(known, view.records(), call, view)
    if not verdict:
        return {}
    from reflexion.signals import votes

    compute = votes.did_not_help if verdict == UNHELPFUL else votes.not_followed
    decision.records.append({"kind": verdict, "id": known["id"]})
    decision.changes.append(Change(known["id"], compute))
    if verdict == UNHELPFUL:
        decision.answer.stepped_back[known["id"]] = level(known)
    return compute(known)


def _as_rule(entry: dict, event, view: View, ignored: bool) -> dict:
    """The entry as it is said: a rule only where this host does not read it, or it was broken."""
    if not entry["promoted"]:
        return entry
    from reflexion.hosts.registry import rules_of
    from reflexion.store.rule_files import unread_by

    if unread_by(view.project, rules_of(event.host))(entry["id"]):
        return {**entry, "promoted": False}
    if not ignored:
        return entry
    since = journal.last_outcome(view.project.store.state_dir, entry["id"], "promoted")[0][:10]
    place = view.settings["promote_to"][0] + (f" since {since}" if since else "")
    words = f"{entry['resolution']} (in {place}, made again)"
    return {**entry, "promoted": False, "resolution": words}
