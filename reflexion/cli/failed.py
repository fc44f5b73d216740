"""Say that the fix of a learning did not work."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store.entries import today
from reflexion.store.entry import MAX_NOTES, lower

SUMMARY = "say that a learning's fix did not work"
EXAMPLES = """
reflexion failed a7f03c
reflexion failed a7f03c 'only on the old runner; the new one needs --frozen-lockfile'
"""
MAX_NOTE = 300


def build():
    made = common.parser(
        "failed",
        "Say that the fix of a learning did not work: it is trusted a level less and flagged for review; "
        "a rule made of it is taken out of CLAUDE.md.",
        EXAMPLES,
    )
    made.add_argument("id", metavar="ID", help="the learning, or any part of its id that is unique")
    made.add_argument("note", metavar="NOTE", nargs="*", help="what happened instead")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store, id = common.locate(found, arguments.id)
    note = common.clean(found, " ".join(arguments.note), MAX_NOTE)
    now = common.change(store, id, lambda entry: failed(entry, note))
    print(
        f"{id}: its fix failed {now['failed']}x, worked {now.get('worked', 0)}x; confidence {now['confidence']}; not said again until somebody looked"
    )
    print(f'once you know better: reflexion resolve {id} "what to do"')
    common.settle(found, store, id)
    return 0


def failed(entry: dict, note: str) -> None:
    """Count it, keep the note, a level of confidence less, flagged for review."""
    entry["failed"] = entry.get("failed", 0) + 1
    entry["confidence"] = lower(entry.get("confidence") or "high")
    entry["needs_review"] = True
    text = f"{today()} did not work" + (f": {note}" if note else "")
    entry["notes"] = [*entry.get("notes", []), text][-MAX_NOTES:]
