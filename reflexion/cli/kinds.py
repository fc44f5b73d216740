"""What the agent has learned, as a person would want to audit it: preferences, rules of this project, rules for every project. Pure, but for printing."""

from __future__ import annotations

import sys

from reflexion.cli import common
from reflexion.signals.prompts.subject import PREFERENCE
from reflexion.status import terminal

TITLES = (
    ("preferences", "How you work (preferences)"),
    ("project", "Rules of this project"),
    ("shared", "Rules for every project"),
)
EMPTY = {
    "preferences": 'None yet. Say how you work ("we use pnpm", "I\'m a backend engineer, explain frontend by analogy"), or: reflexion add --type insight --category preference ...',
    "project": "None yet. They come by themselves when a command fails and is mended, or when you correct the agent.",
    "shared": "None yet. `reflexion move ID --global` makes one of a learning that holds everywhere.",
}


def show(found, as_json: bool) -> int:
    """`show` without an id."""
    groups, open_ = grouped(found)
    if as_json:
        common.print_json(
            {
                name: [common.fields(entry, found.settings["redact"]) for entry in entries]
                for name, entries in groups.items()
            }
        )
        return 0
    width = terminal.width(sys.stdout)
    made = lines(
        groups, open_, found.settings["redact"], width, terminal.Paint(terminal.colour(sys.stdout))
    )
    if not found.trusted and found.store.exists():
        made += [
            "",
            *terminal.wrap(
                "This store came with the project and is not trusted yet, so nothing in it is said: `reflexion trust`",
                width,
            ),
        ]
    common.page(made)
    return 0


def grouped(found) -> tuple:
    """({kind: entries, the most used and newest first}, how many wait for their fix)."""
    here = list(found.store.all())
    home = (
        list(found.home.all())
        if found.home and found.home.dir != found.store.dir and found.settings["use_global"]
        else []
    )
    known = [entry for entry in here if entry["resolution"].strip() or entry["type"] != "error"]
    groups = {
        "preferences": [entry for entry in known if entry.get("category") == PREFERENCE],
        "project": [entry for entry in known if entry.get("category") != PREFERENCE],
        "shared": [
            entry for entry in home if entry["resolution"].strip() or entry["type"] != "error"
        ],
    }
    for entries in groups.values():
        entries.sort(
            key=lambda entry: (
                entry.get("applied", 0) + entry.get("worked", 0),
                entry["occurrences"],
                entry["last_seen"],
                entry["id"],
            ),
            reverse=True,
        )
    return groups, len(here) - len(known)


def lines(groups: dict, open_: int, extra, width: int, paint) -> list:
    """All of it, laid out."""
    made = []
    for name, title in TITLES:
        made += ["", paint(f"{title} ({len(groups[name])})", "bold")]
        for entry in groups[name]:
            made += _learning(common.presentable(entry, extra), width, paint)
        if not groups[name]:
            made += terminal.wrap(EMPTY[name], width, "  ")
    made += [
        "",
        paint("To change one", "bold"),
        *(
            line
            for command, what in COMMANDS
            for line in terminal.wrap(f"{command}: {what}", width, " " * 6, "  ")
        ),
    ]
    if open_:
        made += terminal.wrap(
            f"{open_} more wait for their fix: `reflexion list --unresolved`", width, "  "
        )
    return made[1:]


def _learning(entry: dict, width: int, paint) -> list:
    short = entry["id"].rpartition("-")[2]
    what = entry["resolution"] or entry["trigger"]
    rows = terminal.wrap(what, width, " " * 10, f"  {short:<6}  ")
    rows[0] = rows[0].replace(short, paint(short, "bold"), 1)
    if (
        entry["resolution"]
        and entry["resolution"].rstrip(".").casefold() != entry["trigger"].rstrip(".").casefold()
    ):
        rows += [
            paint(row, "dim")
            for row in terminal.wrap(
                (
                    "you said: "
                    if entry.get("source") == "prompt" or entry["type"] == "correction"
                    else "because: "
                )
                + entry["trigger"],
                width,
                " " * 10,
            )
        ]
    return rows + [paint(row, "dim") for row in terminal.wrap(evidence(entry), width, " " * 10)]


def evidence(entry: dict) -> str:
    """What speaks for a learning, in a line."""
    parts = [f"seen {entry['occurrences']}x, last {entry['last_seen'] or '?'}"]
    parts += [f"applied {entry['applied']}x"] if entry.get("applied") else []
    parts += (
        [f"worked {entry.get('worked', 0)}x, failed {entry.get('failed', 0)}x"]
        if entry.get("worked") or entry.get("failed")
        else []
    )
    parts.append(
        f"{entry.get('confidence') or 'high'} confidence, from {WHO.get(entry.get('source') or 'user', 'you')}"
    )
    parts += (
        [f"about {entry.get('skill') or entry.get('category')}"]
        if entry.get("skill") or entry.get("category") not in (None, "", PREFERENCE)
        else []
    )
    parts += ["a rule in CLAUDE.md"] if entry["promoted"] else []
    parts += ["waits for a review"] if entry.get("needs_review") else []
    return ", ".join(parts)


COMMANDS = (
    ("reflexion show ID", "all of it"),
    ("reflexion edit ID", "correct it"),
    ("reflexion remove ID", "drop it"),
    ("reflexion move ID --global", "for every project; --project: back into this one"),
    ("reflexion move ID --category preference", "how you work; --skill NAME: about that skill"),
)
WHO = {
    "hook": "a failed command",
    "inferred": "what fixed it",
    "prompt": "what you said",
    "agent": "the agent",
    "user": "you",
    "transcript": "a past session",
}
