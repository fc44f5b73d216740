"""Failures that are over with the call that just worked: each one's remedy is kept, as a draft or
as proven."""

from __future__ import annotations

from reflexion.capture.question import ask_about_endings
from reflexion.shell.compare import same_command
from reflexion.signals import votes
from reflexion.signals.fixes.endings import endings
from reflexion.store import journal, session
from reflexion.store.schema import MAX_RESOLUTION
from reflexion.store.session import Change, Decision
from reflexion.text.clean import one_line

LEAST = 40  # characters of a remedy of which a secret was cut out


def settle(event, view: session.View, pending, steps, step: dict, decision: Decision) -> None:
    """Add to the decision what becomes of the entries whose failures this step ended."""
    voted = {record.get("id") for record in view.records() if record.get("learned")}
    over = endings(pending, steps, step, view.project.root)
    for ending in over:
        if ending.hidden:
            continue
        entry_id = ending.failure["id"]
        mark = {"kind": session.FIXED, "of": ending.failure["at"], "id": entry_id}
        if same_command(ending.failure["command"], step["command"]):
            decision.notes.append((journal.OUTCOMES, entry_id, "passed"))
        change = _learned(ending, entry_id in voted) if view.settings["infer_fixes"] else None
        if change:
            decision.changes.append(change)
            mark["learned"] = True
        decision.records.append(mark)
    ask_about_endings(event, view, over, decision)


def _learned(ending, has_voted: bool) -> Change | None:
    """The change that the remedy makes in its entry; None without one. A draft is not announced."""
    fix = ending.fix
    text = one_line(fix.text, MAX_RESOLUTION) if fix else ""
    if not text or "[REDACTED]" in text and len(text) < LEAST:
        return None

    def compute(entry: dict) -> dict:
        return votes.vote(entry, text, fix.confidence, fix.review, has_voted)

    return Change(ending.failure["id"], compute, fix=text, touches=True)
