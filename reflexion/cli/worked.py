"""Say that the fix of a learning worked."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store.entry import LEVELS

SUMMARY = "say that a learning's fix worked"
EXAMPLES = "reflexion worked a7f03c"


def build():
    made = common.parser(
        "worked",
        "Say that the fix of a learning worked: it is counted, and the learning is trusted more.",
        EXAMPLES,
    )
    made.add_argument(
        "id", metavar="ID", nargs="+", help="the learning, or any part of its id that is unique"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    for part in arguments.id:
        store, id = common.locate(found, part)
        if not common.entry(store, id)["resolution"]:
            raise common.Stop(
                f'{id} has no fix that could have worked: record it with `reflexion resolve {id} "what to do"`'
            )
        now = common.change(store, id, worked)
        print(
            f"{id}: its fix worked {now['worked']}x, failed {now.get('failed', 0)}x; confidence {now.get('confidence') or 'high'}"
        )
        common.settle(found, store, id)
    return 0


def worked(entry: dict) -> None:
    """Count it, rise a level (what was inferred is confirmed by this), and end the review when it worked as often as it failed."""
    entry["worked"] = entry.get("worked", 0) + 1
    level = LEVELS.index(entry.get("confidence") or "high")
    entry["confidence"] = "high" if entry.get("source") == "inferred" else LEVELS[min(2, level + 1)]
    if entry["worked"] >= entry.get("failed", 0):
        entry.pop("needs_review", None)
