"""What became of a failure: its fix, and whether a learning that was said helped."""

from __future__ import annotations

import time

from reflexion.hosts.event import Answer
from reflexion.store import journal, session
from reflexion.store.entries import today
from reflexion.store.session import Change, Decision
from reflexion.text.clean import one_line

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
    mine = [record for record in records if record.get("id") == entry["id"]]
    told = any(_told_before(record, call) for record in mine)
    if not told and not _stands_as_rule(entry, records, view):
        return ""
    if _was_followed(mine):
        return session.UNHELPFUL
    ignored = any(record["kind"] == session.IGNORED for record in mine)
    return "" if ignored else session.IGNORED


def _told_before(record: dict, call: str) -> bool:
    """Was the learning said before this call? `call`: the id of the call, "" for none."""
    if record["kind"] != session.SAID:
        return False
    return not call or record.get("tool_use_id") != call


def _was_followed(mine: list) -> bool:
    """Was the advice followed, since it last turned out to be of no help?"""
    for record in reversed(mine):
        if record["kind"] in (session.FOLLOWED, session.UNHELPFUL):
            return record["kind"] == session.FOLLOWED
    return False


def _stands_as_rule(entry: dict, records: list, view: session.View) -> bool:
    """Was it a rule when the session began? A host reads no newer one."""
    if not entry["promoted"]:
        return False
    began = records[0]["at"] / 1e9 if records else time.time()
    written = journal.last_outcome(view.project.store.state_dir, entry["id"], "promoted")[0]
    return time.strftime(journal.STAMP, time.gmtime(began)) > written


def decide_success(event, view: session.View) -> Decision | None:
    """A call that worked: the fix of what failed before in this session, or a learning's proof."""
    records = view.records()
    if not records:
        return None
    pending, steps = _unsettled(records)
    told = _unproven(view, event)
    if not pending and not told:
        return None
    step = _step(event)
    decision = Decision(Answer(), records=[step] if pending else [])
    if event.tool == "Bash" and pending:
        from reflexion.capture.solved import settle  # a third of a hook's time

        settle(event, view, pending, steps, step, decision)
    for entry in told:
        _weigh(records, entry, step, decision)
    return decision


def _step(event) -> dict:
    """The session's record of a call that worked."""
    return {
        "kind": session.STEP,
        "tool": event.tool,
        "command": event.command[: session.MAX_COMMAND],
        "path": one_line(edited_file(event.command) or event.path, 300),
        "ok": True,
        "cwd": event.cwd,
    }


def edited_file(command: str) -> str:
    """The file that a lone `sed -i` or `perl -pi` changes: an edit like any other; else ""."""
    if "sed" not in command and "perl" not in command:
        return ""
    from reflexion.shell.parser import calls

    ran = [call for call in calls(command) if call.program != "cd"]
    return ran[0].args[-1] if len(ran) == 1 and _edits_in_place(ran[0]) else ""


def _edits_in_place(call) -> bool:
    return call.program in EDITORS and any(arg.startswith(IN_PLACE) for arg in call.args)


def _unsettled(records: list) -> tuple[list, list]:
    """(failures of this session not settled yet, the steps since the first), each oldest first."""
    settled = {record.get("of") for record in records if record["kind"] == session.FIXED}
    pending: dict = {}
    steps = []
    for record in records:
        if record["kind"] == session.FAIL and record.get("at") not in settled:
            pending.pop(record["id"], None)  # its latest time counts
            pending[record["id"]] = record
        if pending and record["kind"] in (session.FAIL, session.STEP):
            steps.append(record)
    steps = steps[-MAX_STEPS:]
    return [each for each in pending.values() if each["at"] >= steps[0]["at"]], steps


def _weigh(records: list, entry: dict, step: dict, decision: Decision) -> None:
    """What a step that worked says of a learning: followed, helped, or nothing."""
    entry_id = entry["id"]
    again = _failed_so(entry, step["command"])
    if again:
        decision.notes.append((journal.OUTCOMES, entry_id, "passed"))
    mine = [record for record in [*records, *decision.records] if record.get("id") == entry_id]
    advised = _advised(entry, step)
    if advised and _comes_first(entry):
        decision.records.append({"kind": session.FOLLOWED, "id": entry_id})
    elif advised or again and any(record["kind"] == session.FOLLOWED for record in mine):
        _credit(entry_id, mine, decision)


def _comes_first(entry: dict) -> bool:
    """Does the advice tell what to do before the command, which has yet to pass?"""
    return any(word in entry["resolution"] for word in FIRST)


def _credit(entry_id: str, mine: list, decision: Decision) -> None:
    """Add to the decision that a learning has helped. `mine`: the session's records of it."""
    from reflexion.signals import votes

    second = not any(record.get("learned") for record in mine)

    def compute(stored: dict) -> dict:
        return votes.helped(stored, second, today())

    decision.changes.append(Change(entry_id, compute, touches=True))
    decision.records.append({"kind": session.HELPED, "id": entry_id})


def _unproven(view: session.View, event) -> list:
    """Entries said in this session, with a resolution, not known to have helped yet, that share a
    word with this step: what takes commands apart is imported for these alone."""
    records = view.records()
    proven = {record.get("id") for record in records if record["kind"] == session.HELPED}
    told = dict.fromkeys(r.get("id") for r in records if r["kind"] == session.SAID)
    entries = [view.entry(entry_id) for entry_id in told if entry_id not in proven]
    command = (event.command or event.path).lower()
    return [entry for entry in entries if entry and _shares_a_word(entry, command)]


def _shares_a_word(entry: dict, command: str) -> bool:
    """Has the entry a resolution, and does a word of the command stand in what it is about, or the
    other way round?"""
    if not entry["resolution"]:
        return False
    quoted = entry["resolution"].split("`")[1::2]
    known = " ".join([entry["context"], *quoted]).lower()
    return _holds_one(known, command) or _holds_one(command, known)


def _holds_one(text: str, other: str) -> bool:
    words = "".join(char if char.isalnum() else " " for char in other).split()
    return any(word in text for word in words)


def _advised(entry: dict, step: dict) -> bool:
    """Does the step run what the resolution tells to run, or edit a file that it names?"""
    quoted = [part for part in entry["resolution"].split("`")[1::2] if part.strip()]
    if not step["command"]:
        path = step["path"].replace("\\", "/")
        return any(path.endswith(part) for part in quoted)
    from reflexion.shell.compare import same_command
    from reflexion.signals.fixes.wording import general

    ran = (step["command"], general(step["command"]))
    right = [part for part in quoted if not _failed_so(entry, part)]
    return any(same_command(part, command) for part in right for command in ran)


def _failed_so(entry: dict, command: str) -> bool:
    """Is it a command with which the mistake was made?"""
    from reflexion.shell.compare import same_command

    return any(same_command(part, command) for part in entry["context"].split(" | "))
