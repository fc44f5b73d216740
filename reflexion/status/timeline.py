"""What the page shows beyond the dashboard: every learning with its story, the days, the tools."""

from __future__ import annotations

from reflexion.status import figures
from reflexion.status.present import presentable
from reflexion.store import journal
from reflexion.store.entry import FIELDS

MOST = 5000  # learnings on a page; a browser searches these without a pause
UNSHOWN = ("rev", "aliases")
FEW_GROUPS = 8


def history(project, waits_for) -> dict:
    """{learnings, left_off, days, programs}: redacted, safe to print, not yet escaped."""
    store, extra = project.store, project.settings["redact"]
    entries = sorted(store.all(), key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True)
    said = journal.read(store.state_dir, journal.SAID)
    told = {row["id"]: row["said"] for row in figures.outcomes(entries, said)["by_entry"]}
    learnings = [_learning(entry, told, waits_for(entry), extra) for entry in entries[:MOST]]
    return {
        "learnings": learnings,
        "left_off": len(entries) - len(learnings),
        "days": figures.days(entries, said),
        "programs": presentable(figures.by_program(entries)[:FEW_GROUPS], extra),
    }


def _learning(entry: dict, told: dict, waits: str, extra) -> dict:
    kept = {field: entry[field] for field in FIELDS if field in entry and field not in UNSHOWN}
    program = figures.program(entry["context"]) if entry["type"] == "error" else ""
    more = {"said": told.get(entry["id"], 0), "waits": waits, "program": program}
    return {**presentable(kept, extra), **more}
