"""What became of a failure: the fix that was found, and whether a learning that was said was followed, and helped."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.entry import MAX_RESOLUTION, Unreadable
from reflexion.store.session import FAIL, FIXED, FOLLOWED, HELPED, IGNORED, SAID, STEP, UNHELPFUL
from reflexion.text.clean import one_line

MAX_STEPS = 40  # a fix that comes later than this has other causes
FIRST = (" first", "before ")  # words of a resolution that tells what to do before the command
IN_PLACE = {
    "sed": ("-i", "--in-place", "-Ei", "-ri"),
    "gsed": ("-i",),
    "perl": ("-pi", "-i"),
}  # programs that edit files, with the options that say so


def failed(event, project, session, records, entry, record) -> tuple[str, bool]:
    """A captured failure: note it for the steps to come, and hold it against what had been said.

    (the confidence its learning had when it was followed and did not help, else ""; was it known and not followed?)
    """
    session.add(record)
    if event.when:
        return "", False  # long ago: nothing had been said
    journal.note(project.store.state_dir, journal.OUTCOMES, entry["id"], "failed")
    knew_rule = entry["promoted"] and _knew_the_rule(project, records, entry["id"])
    verdict = (
        blame(entry["id"], records, event.tool_use_id, knew_rule) if entry["resolution"] else ""
    )
    if not verdict:
        return "", False
    from reflexion.signals.fixes import votes

    session.add({"kind": verdict, "id": entry["id"]})
    if verdict == IGNORED:
        change(project, entry["id"], votes.not_followed)
        return "", True
    change(project, entry["id"], votes.did_not_help)
    return entry.get("confidence") or "high", False


def blame(entry_id: str, records: list, call: str, knew_rule: bool) -> str:
    """UNHELPFUL when what the learning advises was done in this session and its mistake came again, IGNORED when it was known and not followed
    (once a session), "" when it was not known, or only said together with this very call."""
    told, followed, ignored = knew_rule, False, False
    for record in records:
        if record.get("id") != entry_id:
            continue
        kind = record["kind"]
        told = told or kind == SAID and (not call or record.get("tool_use_id") != call)
        followed = kind == FOLLOWED or followed and kind != UNHELPFUL
        ignored = ignored or kind == IGNORED
    if not told or ignored and not followed:
        return ""
    return UNHELPFUL if followed else IGNORED


def _knew_the_rule(project, records, entry_id) -> bool:
    """A host reads CLAUDE.md when a session begins: one that ran already has not seen a rule that is newer."""
    began = records[0].get("at", 0) / 1e9 if records else time.time()
    return journal.began_after_rule(project.store.state_dir, entry_id, began)


def worked(event, project, session) -> Answer | None:
    """A call that worked: the fix of something that failed before in this session, or the proof of a learning that was said."""
    if not session.exists():
        return None
    records = session.records()
    pending, steps = unsettled(records)
    told = [entry for entry in _unproven(project, records) if _akin(entry, event)]
    answer = Answer()
    if not pending and not told:
        return answer
    step = _step(event, project.settings["redact"])
    if pending:
        session.add(step)
    if event.tool == "Bash" and pending and project.settings["infer_fixes"]:
        _settle(project, session, pending, steps, step, answer)
    for entry in told:
        _weigh(project, session, records, entry, step, event.tool_use_id, answer)
    return answer


def _step(event, extra) -> dict:
    command = one_line(redact(event.command, extra), 500)
    path = edited(event.command) or event.path
    return {
        "kind": STEP,
        "tool": event.tool,
        "command": command,
        "path": one_line(redact(path, extra), 300),
        "ok": True,
        "cwd": event.cwd,
    }


def edited(command: str) -> str:
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
    done = {record.get("of") for record in records if record["kind"] == FIXED}
    pending, steps = [], []
    for record in records:
        if record["kind"] == FAIL and record.get("at") not in done:
            pending = [each for each in pending if each["id"] != record["id"]] + [record]
        if record["kind"] in (FAIL, STEP) and pending:
            steps.append(record)
    steps = steps[-MAX_STEPS:]
    return [each for each in pending if steps and each["at"] >= steps[0]["at"]], steps


def _settle(project, session, pending, steps, step, answer) -> None:
    from reflexion.signals import fixes  # a third of a hook's time: a call that fails needs none
    from reflexion.signals.commands.compare import same_command
    from reflexion.signals.fixes import votes

    voted = {r.get("id") for r in session.records() if r["kind"] == FIXED and r.get("learned")}
    for failure, fix in fixes.settle(pending, steps, step):
        entry_id = failure["id"]
        if same_command(failure["command"], step["command"]):
            journal.note(project.store.state_dir, journal.OUTCOMES, entry_id, "passed")
        text = fix and one_line(redact(fix.resolution, project.settings["redact"]), MAX_RESOLUTION)
        if not fix or "[REDACTED]" in text and len(text) < 40:
            session.add({"kind": FIXED, "of": failure["at"], "id": entry_id})
            continue
        changed = change(
            project,
            entry_id,
            lambda entry: votes.vote(entry, text, fix.confidence, fix.review, entry["id"] in voted),  # noqa: B023
        )
        session.add({"kind": FIXED, "of": failure["at"], "id": entry_id, "learned": 1})
        if changed.get("resolution"):
            answer.touched.append(entry_id)
            answer.learned.append((entry_id, text))


def _weigh(project, session, records, entry, step, call, answer) -> None:
    """A learning that was said in this session and a step that worked: followed, helped, a false alarm, or none of these."""
    from reflexion.signals.commands.compare import same_command
    from reflexion.signals.fixes import votes

    entry_id = entry["id"]
    again = any(same_command(part, step["command"]) for part in entry["context"].split(" | "))
    if again:
        journal.note(project.store.state_dir, journal.OUTCOMES, entry_id, "passed")
    mine = [record for record in records if record.get("id") == entry_id]
    if advised(entry, step):
        if any(word in entry["resolution"] for word in FIRST):
            session.add({"kind": FOLLOWED, "id": entry_id})
            return
    elif not again:
        return
    elif not any(record["kind"] == FOLLOWED for record in mine):
        if call and any(r["kind"] == SAID and r.get("tool_use_id") == call for r in mine):
            change(project, entry_id, votes.false_alarm)  # it was warned of, and works
        return
    second = not any(record["kind"] == FIXED and record.get("learned") for record in mine)
    change(project, entry_id, lambda entry: votes.helped(entry, second))
    session.add({"kind": HELPED, "id": entry_id})
    answer.touched.append(entry_id)


def _unproven(project, records):
    """Entries that were said in this session, have a resolution and are not known to have helped yet, each once."""
    done = {record.get("id") for record in records if record["kind"] == HELPED}
    for entry_id in dict.fromkeys(r.get("id") for r in records if r["kind"] == SAID):
        known = entry_id not in done and isinstance(entry_id, str)
        entry = _read(project, entry_id) if known else None
        if entry and entry["resolution"]:
            yield entry


def _akin(entry: dict, event) -> bool:
    """Do the entry's commands and this step share a word, or is one's word part of the other's? Two of the same program always do; nearly all others
    are told apart here, before what takes them apart is imported."""
    known = " ".join([entry["context"], *entry["resolution"].split("`")[1::2]]).lower()
    command = (event.command or event.path).lower()
    return any(word in known for word in _words(command)) or any(
        word in command for word in _words(known)
    )


def _words(text: str) -> set:
    return set("".join(char if char.isalnum() else " " for char in text).split())


def advised(entry: dict, step: dict) -> bool:
    """Is the step what the resolution tells to do: one of its commands (not one that it tells to leave), or an edit of a file it names?"""
    from reflexion.signals.commands.compare import same_command
    from reflexion.signals.fixes.moment import general

    quoted = [part for part in entry["resolution"].split("`")[1::2] if part.strip()]
    if not step["command"]:
        return any(step["path"].replace("\\", "/").endswith(part) for part in quoted)
    failing = entry["context"].split(" | ")
    ran = [step["command"], general(step["command"])]
    return any(
        same_command(part, command)
        for part in quoted
        for command in ran
        if command and not any(same_command(part, bad) for bad in failing)
    )


def _read(project, entry_id):
    for store in project.speaking():
        try:
            entry = store.read(entry_id)
        except Unreadable:
            entry = None
        if entry:
            return entry
    return None


def change(project, entry_id: str, changes) -> dict:
    """Put what `changes(entry)` returns into the entry, in whichever store it is; those fields, {} when there is no such entry."""
    made: dict = {}

    def apply(entry):
        made.update(changes(entry))
        entry.update(made)

    for store in [project.store, *([project.home] if project.home else [])]:
        try:
            if store.exists() and store.read(entry_id) and store.update(entry_id, apply):
                return made
        except Unreadable:
            continue
    return {}
