"""What became of a failure: the fix that was found, and whether a learning that was said helped."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.entry import MAX_NOTES, MAX_RESOLUTION, Unreadable, lower
from reflexion.store.session import FAIL, FIXED, HELPED, SAID, STEP, UNHELPFUL
from reflexion.text.clean import one_line

MAX_STEPS = 40  # a fix that comes later than this has other causes
IN_PLACE = {
    "sed": ("-i", "--in-place", "-Ei", "-ri"),
    "gsed": ("-i",),
    "perl": ("-pi", "-i"),
}  # programs that edit files, with the options that say so
REVIEW_AFTER = 2  # more failures than successes before a person has to look


def failed(event, project, session, records, entry, record) -> tuple[str, list]:
    """A captured failure: note it for the steps to come, and hold it against what had been said.

    (the confidence that its own learning had, when that had been said and so did not help, else ""; ids of the learnings whose fix this was)
    """
    session.add(record)
    if event.when:
        return "", []  # long ago: nothing had been said
    journal.note(project.store.state_dir, journal.OUTCOMES, entry["id"], "failed")
    was_told = (
        _knew_the_rule(project, records, entry["id"])
        if entry["promoted"]
        else any(
            r["kind"] == SAID
            and r.get("id") == entry["id"]
            and r.get("tool_use_id") != (event.tool_use_id or None)
            for r in records
        )
    )
    others = _fixes_that_failed(project, session, records, entry["id"], record["command"])
    if not entry["resolution"] or not was_told:
        return "", others
    _change(project, entry["id"], _did_not_help)
    return entry.get("confidence") or "high", others


def _knew_the_rule(project, records, id) -> bool:
    """A host reads CLAUDE.md when a session begins: one that ran already has not seen a rule that is newer."""
    began = records[0].get("at", 0) / 1e9 if records else time.time()
    return journal.began_after_rule(project.store.state_dir, id, began)


def _fixes_that_failed(project, session, records, id, command) -> list:
    """Learnings said in this session whose fix was this command, which failed: each counted once a session."""
    done, found = {r.get("id") for r in records if r["kind"] == UNHELPFUL} | {id}, []
    for record in records:
        if record["kind"] != SAID or record.get("id") in done:
            continue
        entry = _read(project, record["id"])
        if entry and entry["resolution"] and _is_fix(entry, command):
            _change(project, entry["id"], _did_not_help)
            session.add({"kind": UNHELPFUL, "id": entry["id"]})
            found.append(entry["id"])
            done.add(entry["id"])
    return found


def worked(event, project, session) -> Answer | None:
    """A call that worked: the fix of something that failed before in this session, or the proof of a learning that was said."""
    if not session.exists():
        return None
    records = session.records()
    pending, steps = unsettled(records)
    answer = Answer()
    if not pending and not any(
        _akin(entry, event.command) for _, entry in _unproven(project, records)
    ):
        return answer
    step = {
        "kind": STEP,
        "tool": event.tool,
        "command": one_line(redact(event.command, project.settings["redact"]), 500),
        "path": event.path,
        "ok": True,
        "line": "",
        "cwd": event.cwd,
    }
    edited = _edited(step["command"]) if pending else ""
    if edited:
        step.update(tool="Edit", path=edited, command="")
    if pending:
        session.add(step)
    if event.tool == "Bash":
        if pending and project.settings["infer_fixes"]:
            _settle(project, session, pending, steps, step, answer)
        _helped(project, session, records, step, answer)
    return answer


def _edited(command: str) -> str:
    """The file that a lone `sed -i` or `perl -pi` changes: an edit like any other, of use once; "" for any other command."""
    if "sed" not in command and "perl" not in command:
        return ""
    from reflexion.signals.commands.parse import calls

    done = [call for call in calls(command) if call.program != "cd"]
    in_place = (
        len(done) == 1
        and done[0].program in IN_PLACE
        and any(arg.startswith(IN_PLACE[done[0].program]) for arg in done[0].args)
    )
    return done[0].args[-1] if in_place else ""


def unsettled(records) -> tuple[list, list]:
    """(failures of this session that nothing settled yet, the steps since the first of them), each oldest first."""
    done = {r.get("of") for r in records if r["kind"] == FIXED}
    pending, steps = [], []
    for record in records:
        if record["kind"] == FAIL and record.get("at") not in done:
            pending = [p for p in pending if p["id"] != record["id"]] + [record]
        if record["kind"] in (FAIL, STEP) and pending:
            steps.append(record)
    steps = steps[-MAX_STEPS:]
    return [p for p in pending if steps and p["at"] >= steps[0]["at"]], steps


def _settle(project, session, pending, steps, step, answer) -> None:
    from reflexion.signals import (
        fixes,
    )  # here and below: a third of a hook's time, and a call that fails needs none of it

    for failure, fix in fixes.settle(pending, steps, step):
        if fixes.same_command(failure["command"], step["command"]):
            journal.note(
                project.store.state_dir, journal.OUTCOMES, failure["id"], "passed"
            )  # it works again here: no warning before it
        if fix is None:
            session.add({"kind": FIXED, "of": failure["at"], "id": failure["id"]})
            continue
        said = []
        second = not any(
            r["kind"] == FIXED and r.get("id") == failure["id"] and r.get("learned")
            for r in session.records()
        )
        _change(
            project,
            failure["id"],
            lambda entry: said.append(_learn(entry, fix, project.settings["redact"], second)),  # noqa: B023
        )
        session.add({"kind": FIXED, "of": failure["at"], "id": failure["id"], "learned": 1})
        if said and said[0]:
            answer.touched.append(failure["id"])
            answer.learned.append((failure["id"], said[0]))


def _learn(entry, fix, extra, second_session: bool) -> str:
    """Put an inferred fix into its entry where it may stand; what was learned, or "" when nothing changed."""
    text = one_line(redact(fix.resolution, extra), MAX_RESOLUTION)
    if "[REDACTED]" in text and len(text) < 40:
        return ""
    if entry["resolution"] and entry.get("source") != "inferred":
        return ""  # a person or the agent wrote it
    if entry["resolution"] == text:
        if (
            second_session and entry.get("sessions", 2) > 1
        ):  # two hooks of one session may both find it
            _proven(entry)
        return ""
    if entry["resolution"] and entry.get("confidence") != "low":
        return ""
    if entry["resolution"]:
        entry["notes"] = [*(entry.get("notes") or []), f"did not last: {entry['resolution']}"][
            -MAX_NOTES:
        ]
    entry.update(
        resolution=text,
        source="inferred",
        confidence=fix.confidence,
        worked=0,
        failed=0,
        needs_review=False,
    )
    return text


def _helped(project, session, records, step, answer) -> None:
    """Learnings said in this session whose command, or fix, works now."""
    for id, entry in _unproven(project, records):
        if not _akin(entry, step["command"]):
            continue
        from reflexion.signals import fixes

        same = any(
            fixes.same_command(command, step["command"])
            for command in entry["context"].split(" | ")
        )
        if same:
            journal.note(project.store.state_dir, journal.OUTCOMES, id, "passed")
        if entry["resolution"] and (same or _is_fix(entry, step["command"])):
            second = not any(
                r["kind"] == FIXED and r.get("id") == id and r.get("learned") for r in records
            )
            _change(project, id, lambda entry: _did_help(entry, second))  # noqa: B023
            session.add({"kind": HELPED, "id": id})
            answer.touched.append(id)


def _unproven(project, records):
    """(id, entry) of what was said in this session and is not known to have helped yet, each once."""
    done = {r.get("id") for r in records if r["kind"] == HELPED}
    for id in dict.fromkeys(r.get("id") for r in records if r["kind"] == SAID):
        entry = _read(project, id) if id not in done and isinstance(id, str) else None
        if entry:
            yield id, entry


def _akin(entry: dict, command: str) -> bool:
    """Do the entry's commands and this one share a word, or is one's word part of the other's? Two of the same program always do; nearly all others
    are told apart here, before what takes them apart is imported."""
    known = " ".join([entry["context"], *entry["resolution"].split("`")[1::2]]).lower()
    command = command.lower()
    return any(word in known for word in _words(command)) or any(
        word in command for word in _words(known)
    )


def _words(text: str) -> set:
    return set("".join(char if char.isalnum() else " " for char in text).split())


def _is_fix(entry: dict, command: str) -> bool:
    """Is the command one that the resolution tells to run (and not the one it tells to leave)?"""
    from reflexion.signals import fixes

    failing = entry["context"].split(" | ")
    quoted = [part for part in entry["resolution"].split("`")[1::2] if part.strip()]
    return any(
        fixes.same_command(part, command)
        for part in quoted
        if not any(fixes.same_command(part, one) for one in failing)
    )


def _did_help(entry, second_session: bool) -> None:
    entry["worked"] = entry.get("worked", 0) + 1
    if entry.get("source") == "inferred" and second_session:
        _proven(entry)


def _proven(entry) -> None:
    """An inferred fix that worked in a second session: what our own counting took away comes back; what a person flagged stays flagged."""
    entry["confidence"] = "high"
    by_a_person = any("did not work" in note for note in entry.get("notes") or ())
    if not by_a_person and entry.get("failed", 0) - entry.get("worked", 0) < REVIEW_AFTER:
        entry["needs_review"] = False


def _did_not_help(entry) -> None:
    entry["failed"] = entry.get("failed", 0) + 1
    entry["confidence"] = lower(entry.get("confidence") or "high")
    if entry["failed"] - entry.get("worked", 0) >= REVIEW_AFTER or entry["confidence"] == "low":
        entry["needs_review"] = True  # nobody is told of it from here on, so somebody has to look


def _read(project, id):
    for store in project.speaking():
        try:
            entry = store.read(id)
        except Unreadable:
            entry = None
        if entry:
            return entry
    return None


def _change(project, id, change) -> None:
    for store in [project.store, *([project.home] if project.home else [])]:
        try:
            if store.exists() and store.read(id) and store.update(id, change):
                return
        except Unreadable:
            continue
