"""Make rules of learnings, or take rules out again."""

from __future__ import annotations

import difflib
import os

from reflexion.cli import common
from reflexion.promote import promoter, section
from reflexion.promote.rule import must_go, waits_for
from reflexion.store.entries import today

SUMMARY = "write rules into CLAUDE.md, or take them out"
EXAMPLES = """
reflexion promote --dry-run      what would change, as a diff
reflexion promote                all that qualify (the hooks do this, too)
reflexion promote a7f03c         this one, whether or not it qualifies
reflexion promote --demote a7f   take its rule out; the learning is recalled again
reflexion promote --global a7f   move it to the store for every project; its rule goes into ~/.claude/CLAUDE.md once it qualifies
"""
NEAR = 5  # learnings told apart that do not qualify yet


def build():
    made = common.parser(
        "promote",
        "Write the learnings that qualify as rules into the marked section of CLAUDE.md (and AGENTS.md where the project has one). "
        "Everything else in those files stays as it is, byte for byte.",
        EXAMPLES,
    )
    made.add_argument(
        "id",
        metavar="ID",
        nargs="*",
        help="these, whether or not they qualify (default: all that do)",
    )
    made.add_argument(
        "--dry-run", action="store_true", help="show what would change as a diff; write nothing"
    )
    common.with_global(
        made,
        "for every project: move it to the store in the home folder, its rule to ~/.claude/CLAUDE.md once it qualifies",
    )
    made.add_argument(
        "--demote", metavar="ID", action="append", default=[], help="take this rule out again"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    if not found.trusted:
        raise common.Stop(
            "this store came with the project and is not trusted yet: look at it with `reflexion list`, then `reflexion trust`"
        )
    if arguments.everywhere:
        from reflexion.promote.home_project import HomeProject

        common.store_of(found, True)
        _share(found, arguments)
        found, arguments.id = HomeProject(found), []
    try:
        demoted = [common.entry(found.store, part)["id"] for part in arguments.demote]
        chosen = [_with_fix(found.store, part) for part in arguments.id]
        if not arguments.id and not arguments.demote:
            entries = list(found.store.all())
            chosen = [entry for entry in entries if not waits_for(entry, found.settings, today())]
            demoted = [entry["id"] for entry in entries if must_go(entry)]
        if arguments.dry_run:
            return _diff(found, chosen, demoted)
        _do(found, chosen, demoted, force=bool(arguments.id))
    except promoter.Refused as error:
        raise common.Stop(f"nothing was written: {error}") from None
    if not chosen and not demoted and not arguments.everywhere:
        _say_who_waits(found)
    return 0


def _share(found, arguments) -> None:
    """Move the learnings that are named into the store for every project, and say what their rules wait for."""
    from reflexion.cli.move import transfer

    for part in arguments.id:
        store, id = common.locate(found, part)
        if arguments.dry_run:
            print(f"{id} would be moved to the store for every project")
            continue
        id, what = transfer(found, store, id, everywhere=True)
        print(what)
        why = waits_for(common.entry(found.home, id), found.settings, today())
        if why:
            print(f"  its rule goes into ~/.claude/CLAUDE.md once it qualifies: {why}")


def _with_fix(store, part: str) -> dict:
    entry = common.entry(store, part)
    if not entry["resolution"].strip():
        raise common.Stop(
            f'{entry["id"]} has no fix to make a rule of: `reflexion resolve {entry["id"]} "what to do"`'
        )
    return entry


def _do(found, chosen, demoted, force: bool) -> None:
    for id in demoted:
        print(f"{id}: rule taken out of {promoter.demote(found, id)}; it is recalled again")
    gone = promoter.unwritten(found) if force else {}
    for entry in chosen:
        if entry["promoted"] and entry["id"] not in gone and force:
            print(f"{entry['id']} is a rule already")
            continue
        where = promoter.promote(found, entry["id"], force)
        if where:
            print(f"{entry['id']}: rule written into {where}")
            continue
        for path in promoter.targets(found):
            why = promoter.held_back(found, entry, promoter.read(path), path)
            if why:
                print(f"{entry['id']} was not written into {os.path.basename(path)}: {why}")


def _diff(found, chosen, demoted) -> int:
    for path in promoter.targets(found):
        text = promoter.read(path)
        new = _without(path, text, demoted)
        for entry in chosen:
            new = promoter.add(path, new, entry, found) or new
        name = os.path.relpath(path, os.path.realpath(found.root)).replace(os.sep, "/")
        for line in difflib.unified_diff(
            _lines(text), _lines(new), f"a/{name}", f"b/{name}", lineterm=""
        ):
            print(line.rstrip("\r\n"))
    if not chosen and not demoted:
        _say_who_waits(found)
    return 0


def _without(path: str, text: str, demoted) -> str:
    try:
        return section.rewrite(text, {}, tuple(demoted))
    except section.Broken as error:
        raise promoter.Refused(f"{os.path.basename(path)}: {error}") from None


def _lines(text: str) -> list:
    return (
        text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").splitlines(keepends=True)
    )


def _say_who_waits(found) -> None:
    waiting = [entry for entry in found.store.all() if not entry["promoted"]]
    rules = sum(1 for entry in found.store.all() if entry["promoted"])
    print(f"nothing qualifies now; {rules} learning(s) are rules already")
    waiting.sort(key=lambda entry: (not entry["resolution"], -entry["occurrences"], entry["id"]))
    for entry in common.presentable(waiting[:NEAR], found.settings["redact"]):
        print(
            f"  {entry['id']}  {waits_for(entry, found.settings, today())}: {entry['trigger'][:80]}"
        )
