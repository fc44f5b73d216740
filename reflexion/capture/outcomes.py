"""What became of a failure: its fix, and whether a learning that was said helped."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.store import journal, session
from reflexion.store.apply import Change, Decision
from reflexion.store.entries import today
from reflexion.text.clean import one_line

MAX_KEPT = 2000  # characters of a command that a session's record keeps, line breaks and all
MAX_STEPS = 40  # a fix that comes later than this has other causes
FIRST = (" first", "before ")  # words of a resolution that tells what to do before the command
EDITORS = ("sed", "gsed", "perl")
IN_PLACE = ("-i", "--in-place", "-Ei", "-ri", "-pi")  # how their options to edit a file begin


def suppressed(event, view: session.View, why: str) -> Decision | None:
    """Put on record for `status` that a call was left out, and why."""
    if event.when or not view.project.store.exists():
        return None
    note = (journal.SUPPRESSED, why, event.command or event.tool)
    return Decision(Answer(), notes=[note])


def blame(entry: dict, records: list, call: str, view: session.View) -> str:
    """UNHELPFUL when what the learning advises was done in this session and its mistake came again;
    IGNORED when it was known and not followed, once a session; "" when it was not known, or only
    said together with this very call."""
    known, followed, ignored = False, False, False
    if entry["promoted"]:  # a host reads CLAUDE.md when a session begins, and no newer rule
        began = records[0].get("at", 0) / 1e9 if records else time.time()
        written = journal.last_outcome(view.project.store.state_dir, entry["id"], "promoted")[0]
        known = time.strftime(journal.STAMP, time.gmtime(began)) > written
    for record in records:
        if record.get("id") != entry["id"]:
            continue
        kind = record["kind"]
        known = known or kind == session.SAID and (not call or record.get("tool_use_id") != call)
        followed = kind == session.FOLLOWED or followed and kind != session.UNHELPFUL
        ignored = ignored or kind == session.IGNORED
    if not known or ignored and not followed:
        return ""
    return session.UNHELPFUL if followed else session.IGNORED


def decide_success(event, view: session.View) -> Decision | None:
    """A call that worked: the fix of what failed before in this session, or a learning's proof."""
    records = view.records()
    pending, steps = _unsettled(records) if records else ([], [])
    told = list(_unproven(view, event)) if records else []
    if not pending and not told:
        return None
    step = {"kind": session.STEP, "tool": event.tool, "command": event.command[:MAX_KEPT]}
    path = one_line(edited_file(event.command) or event.path, 300)
    step.update(path=path, ok=True, cwd=event.cwd)
    decision = Decision(Answer(), records=[step] if pending else [])
    if event.tool == "Bash" and pending:
        from reflexion.capture.solved import settle  # a third of a hook's time

        settle(event, view, pending, steps, step, decision)
    for entry in told:
        _weigh(records, entry, step, decision)
    return decision


def edited_file(command: str) -> str:
    """The file that a lone `sed -i` or `perl -pi` changes: an edit like any other; else ""."""
    if "sed" not in command and "perl" not in command:
        return ""
    from reflexion.shell.parser import calls

    ran = [call for call in calls(command) if call.program != "cd"]
    edits = len(ran) == 1 and ran[0].program in EDITORS
    return ran[0].args[-1] if edits and any(a.startswith(IN_PLACE) for a in ran[0].args) else ""


def _unsettled(records) -> tuple[list, list]:
    """(failures of this session not settled yet, the steps since the first), each oldest first."""
    settled = {record.get("of") for record in records if record["kind"] == session.FIXED}
    pending, steps = [], []
    for record in records:
        if record["kind"] == session.FAIL and record.get("at") not in settled:
            pending = [each for each in pending if each["id"] != record["id"]] + [record]
        if record["kind"] in (session.FAIL, session.STEP) and pending:
            steps.append(record)
    steps = steps[-MAX_STEPS:]
    return [each for each in pending if steps and each["at"] >= steps[0]["at"]], steps


def _weigh(records, entry: dict, step: dict, decision: Decision) -> None:
    """What a step that worked says of a learning: followed, helped, or nothing."""
    from reflexion.shell.compare import same_command
    from reflexion.signals import votes

    entry_id = entry["id"]
    again = any(same_command(part, step["command"]) for part in entry["context"].split(" | "))
    if again:
        decision.notes.append((journal.OUTCOMES, entry_id, "passed"))
    mine = [record for record in [*records, *decision.records] if record.get("id") == entry_id]
    if _advised(entry, step):
        if any(word in entry["resolution"] for word in FIRST):
            decision.records.append({"kind": session.FOLLOWED, "id": entry_id})
            return
    elif not again or not any(record["kind"] == session.FOLLOWED for record in mine):
        return
    second = not any(record["kind"] == session.FIXED and record.get("learned") for record in mine)

    def compute(stored: dict) -> dict:
        return votes.helped(stored, second, today())

    decision.changes.append(Change(entry_id, compute, touches=True))
    decision.records.append({"kind": session.HELPED, "id": entry_id})


def _unproven(view: session.View, event):
    """Entries said in this session, with a resolution, not known to have helped yet, that share a
    word with this step: what takes commands apart is imported for these alone."""
    records, command = view.records(), (event.command or event.path).lower()
    proven = {record.get("id") for record in records if record["kind"] == session.HELPED}
    for entry_id in dict.fromkeys(r.get("id") for r in records if r["kind"] == session.SAID):
        entry = view.entry(entry_id) if entry_id not in proven else None
        if not entry or not entry["resolution"]:
            continue
        known = " ".join([entry["context"], *entry["resolution"].split("`")[1::2]]).lower()
        for text, other in ((known, command), (command, known)):
            words = "".join(char if char.isalnum() else " " for char in other).split()
            if any(word in text for word in words):
                yield entry
                break


def _advised(entry: dict, step: dict) -> bool:
    """Does the step run what the resolution tells to run, or edit a file that it names?"""
    from reflexion.shell.compare import same_command
    from reflexion.signals.fixes.wording import general

    quoted = [part for part in entry["resolution"].split("`")[1::2] if part.strip()]
    if not step["command"]:
        return any(step["path"].replace("\\", "/").endswith(part) for part in quoted)
    failing = entry["context"].split(" | ")
    right = [part for part in quoted if not any(same_command(part, bad) for bad in failing)]
    ran = filter(None, (step["command"], general(step["command"])))
    return any(same_command(part, command) for command in ran for part in right)
