"""What the page shows beyond the dashboard: every learning with its history, the days, folders and tools."""

from __future__ import annotations

from reflexion.status import figures
from reflexion.status.gather import left_out
from reflexion.status.present import presentable
from reflexion.store import journal

MOST = 1000  # learnings on a page; a browser searches these without a pause
SHOWN_FIELDS = (
    "id",
    "type",
    "trigger",
    "context",
    "resolution",
    "keywords",
    "occurrences",
    "first_seen",
    "last_seen",
    "promoted",
    "cwd",
    "confidence",
    "source",
    "sessions",
    "worked",
    "failed",
    "notes",
    "needs_review",
    "skill",
    "category",
    "applied",
)
FEW_GROUPS = 8
FEW_LEFT_OUT = 20


def history(project, waits_for) -> dict:
    """{learnings, left_off, days, folders, programs, left_out}: redacted, safe to print, not yet escaped."""
    store, extra = project.store, project.settings["redact"]
    entries = sorted(store.all(), key=lambda entry: (entry["last_seen"], entry["id"]), reverse=True)
    said = journal.read(store.state_dir, journal.SAID)
    times = figures.outcomes(entries, said)["by_entry"]
    told = {row["id"]: row["said"] for row in times}
    shown = entries[:MOST]
    return {
        "learnings": [
            _learning(entry, told.get(entry["id"], 0), waits_for(entry), extra) for entry in shown
        ],
        "left_off": len(entries) - len(shown),
        "days": figures.days(entries, said),
        "folders": presentable(figures.by_folder(entries)[:FEW_GROUPS], extra),
        "programs": presentable(figures.by_program(entries)[:FEW_GROUPS], extra),
        "left_out": left_out(project, FEW_LEFT_OUT),
    }


def _learning(entry: dict, said: int, waits: str, extra) -> dict:
    kept = {field: entry[field] for field in SHOWN_FIELDS if field in entry}
    return {
        **presentable(kept, extra),
        "said": said,
        "waits": waits,
        "program": figures.program(entry["context"]) if entry["type"] == "error" else "",
    }
