"""Learnings where the agent looks: MEMORY.md beside a skill's SKILL.md, a page for every other subject."""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.memory import history
from reflexion.memory.sync import restore, sync
from reflexion.memory.targets import plan

SUMMARY = "render learnings into the skills' MEMORY.md, and take edits back"
EXAMPLES = """
reflexion memory status            counts by skill and subject
reflexion memory sync --dry-run    which files would be written
reflexion memory sync
reflexion memory restore deploy    what stood in that file before
reflexion config set memory_sync true     the same at every session's end
"""


def build():
    made = common.parser(
        "memory",
        "Render the learnings about a skill into MEMORY.md beside its SKILL.md (project, home, installed plugins), all others into pages by "
        "subject in .reflexion/memory/. What you write outside the markers stays; what you edit or add between them becomes an entry.",
        EXAMPLES,
    )
    made.add_argument(
        "action",
        choices=("sync", "status", "restore"),
        nargs="?",
        default="status",
        help="default: status",
    )
    made.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="restore: the skill or subject whose file shall be as it was",
    )
    made.add_argument(
        "--dry-run", action="store_true", help="sync: say what would be written, write nothing"
    )
    made.add_argument(
        "--accept",
        action="store_true",
        help="sync: take over edits also from files that were never written on this machine",
    )
    made.add_argument("--list", action="store_true", help="restore: show the copies there are")
    made.add_argument("--json", action="store_true", help="for programs")
    return made


def main(argv: list) -> int:
    parser = build()
    arguments = parser.parse_intermixed_args(argv)
    found = common.project(arguments)
    if arguments.action == "restore":
        if not arguments.name and not arguments.list:
            parser.error("restore needs the NAME of a skill or subject (or --list)")
        return _restore(found, arguments)
    if found.store.exists() and not found.trusted:
        raise common.Stop(
            "this store came with the project and is not trusted yet: look at it with `reflexion list`, then `reflexion trust`"
        )
    return _sync(found, arguments) if arguments.action == "sync" else _status(found, arguments)


def _sync(found, arguments) -> int:
    report = sync(found, arguments.accept, arguments.dry_run)
    if arguments.json:
        common.print_json(
            {
                "written": [target.path for target in report.written],
                "removed": [target.path for target in report.removed],
                "same": report.same,
                "edited": report.edited,
                "added": report.added,
                "problems": [list(row) for row in report.problems],
            }
        )
        return 1 if report.problems else 0
    would = "would write" if arguments.dry_run else "wrote"
    for target in report.written:
        print(
            f"{would} {_short(found, target.path)}: {len(target.rows)} learning(s) about {target.label}"
            + (f", left out: {', '.join(target.left_out)}" if target.left_out else "")
        )
    for target in report.removed:
        print(
            f"{'would take' if arguments.dry_run else 'took'} our part out of {_short(found, target.path)}: nothing is about {target.label} any more"
        )
    for id in dict.fromkeys(report.edited):
        print(f"{id} edited, as you wrote it")
        common.settle(found, found.store, id) if found.store.find(id) else None
    for id in dict.fromkeys(report.added):
        print(f"{id} stored from what you added")
    if not report.written and not report.removed:
        print(
            f"{report.same} file(s) are as they should be"
            if report.same
            else "no learnings to render yet"
        )
    for path, what in report.problems:
        print(f"reflexion: {_short(found, path)}: {what}", file=sys.stderr)
    return 1 if report.problems else 0


def _status(found, arguments) -> int:
    rows = [
        {
            "name": target.label,
            "kind": target.kind,
            "scope": target.scope,
            "learnings": len(target.rows),
            "left_out": target.left_out,
            "file": target.path,
            "written": os.path.isfile(target.path),
        }
        for target in plan(found)
    ]
    rows = [row for row in rows if row["learnings"] or row["written"]]
    rows.sort(key=lambda row: (-row["learnings"], row["name"]))
    if arguments.json:
        common.print_json(rows)
        return 0
    for row in rows:
        more = f" (+{len(row['left_out'])} left out)" if row["left_out"] else ""
        print(
            f"{row['learnings']:>4}{more}  {row['kind']:<8}  {row['name']:<20}  {_short(found, row['file'])}"
            + ("" if row["written"] else "  not written yet: `reflexion memory sync`")
        )
    if not rows:
        print("no learnings to render yet")
    print(
        "at a session's end: "
        + (
            "rendered (memory_sync is on)"
            if found.settings["memory_sync"]
            else "not rendered; `reflexion config set memory_sync true` does it"
        )
    )
    return 0


def _restore(found, arguments) -> int:
    stores = [store for store in (found.store, found.home) if store]
    rows = [
        (os.path.join(store.dir, "memory"), key)
        for store in stores
        for key in history.keys(os.path.join(store.dir, "memory"))
    ]
    rows = [
        (base, key)
        for base, key in rows
        if not arguments.name or arguments.name.replace(":", "-") in key
    ]
    if arguments.list or not rows:
        for base, key in rows:
            print(
                "\n".join(f"{key}  {name}" for name in history.listed(base, key))
                or f"{key}  nothing stood there before"
            )
        if not rows:
            raise common.Stop(
                f"no memory file of {arguments.name!r} was written here: `reflexion memory restore --list` shows the copies"
            )
        return 0
    if len(rows) > 1:
        raise common.Stop(
            f"{arguments.name!r} stands for {', '.join(key for _, key in rows)}: name one of them"
        )
    base, key = rows[0]
    try:
        path, day = restore(found, base, key)
    except LookupError:
        raise common.Stop(
            f"nothing stood in the file of {arguments.name} before it was written: remove it, if you do not want it"
        ) from None
    print(
        f"{_short(found, path)} is as it was on {day}; what stood there is kept, too. An entry edited through it: `reflexion restore ID`"
    )
    return 0


def _short(found, path: str) -> str:
    return os.path.relpath(path, found.root) if path.startswith(found.root + os.sep) else path
