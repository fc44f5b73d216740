"""`reflexion memory`: MEMORY.md beside a skill's SKILL.md, a page for every other subject."""

import os

from reflexion.cli.context import settle_rule
from reflexion.cli.output import Stop, print_json, say, warn
from reflexion.memory.history import histories
from reflexion.memory.sync import restore, sync
from reflexion.memory.targets import plan
from reflexion.status.terminal import plural, presentable

# by the setting memory_sync: what becomes of the files at a session's end
AT_END = {
    True: "they are written (memory_sync is on)",
    False: "nothing is written; `reflexion config memory_sync true` does it",
}


def memory(context) -> int:
    options = context.options
    if options.action == "restore":
        return _restore(context)
    context.require_trust()
    return _sync(context) if options.action == "sync" else _status(context)


def _sync(context) -> int:
    options = context.options
    project = context.project
    report = sync(project, options.accept, options.dry_run)
    if options.json:
        print_json(_figures(report))
    else:
        _print_files(project, report, options.dry_run)
        _print_entries(project, report)
        for path, what in report.problems:
            warn(f"{_short(project, path)}: {what}")
    return 1 if report.problems else 0


def _figures(report) -> dict:
    """What a sync did, for programs."""
    return {
        "written": [target.path for target in report.written],
        "removed": [target.path for target in report.removed],
        "same": report.same,
        "edited": report.edited,
        "added": report.added,
        "problems": [list(row) for row in report.problems],
    }


def _print_files(project, report, dry_run: bool) -> None:
    """A line for each file that was written, or that our part was taken out of."""
    for target in report.written:
        verb = "would write" if dry_run else "wrote"
        less = f", left out: {', '.join(target.left_out)}" if target.left_out else ""
        count = f"{plural(len(target.rows), 'learning')} about {presentable(target.label)}"
        say(f"{verb} {_short(project, target.path)}: {count}{less}")
    for target in report.removed:
        verb = "would take" if dry_run else "took"
        none = f"nothing is about {presentable(target.label)} any more"
        say(f"{verb} our part out of {_short(project, target.path)}: {none}")
    if not report.written and not report.removed:
        same = f"nothing to do: {plural(report.same, 'file')} up to date"
        say(same if report.same else "no learnings to write yet")


def _print_entries(project, report) -> None:
    """A line for each entry that took a person's words; its rule follows."""
    for name in dict.fromkeys(report.edited):
        say(f"{name} edited, as you wrote it")
        if project.store.find(name):
            settle_rule(project, project.store, name)
    for name in dict.fromkeys(report.added):
        say(f"{name} stored from what you added")


def _status(context) -> int:
    every = map(_described, plan(context.project))
    rows = [row for row in every if row["learnings"] or row["written"]]
    rows.sort(key=lambda row: (-row["learnings"], row["name"]))
    if context.options.json:
        print_json(rows)
        return 0
    for row in presentable(rows):
        _print_row(context.project, row)
    if not rows:
        say("no learnings to write yet")
    if not all(row["written"] for row in rows):
        say("`reflexion memory sync` writes them now")
    say(f"at a session's end: {AT_END[context.project.settings['memory_sync']]}")
    return 0


def _print_row(project, row: dict) -> None:
    """A line on one file: how many learnings it holds, and about what."""
    more = f" (+{len(row['left_out'])} left out)" if row["left_out"] else ""
    wait = "" if row["written"] else " (not written yet)"
    columns = f"{row['learnings']:>4}{more}  {row['kind']:<8}  {row['name']:<20}  "
    say(f"{_short(project, row['file'])}{wait}", columns)


def _described(target) -> dict:
    """A Target for programs."""
    return {
        "name": target.label,
        "kind": target.kind,
        "scope": target.scope,
        "learnings": len(target.rows),
        "left_out": target.left_out,
        "file": target.path,
        "written": os.path.isfile(target.path),
    }


def _restore(context) -> int:
    name = context.options.name
    if not name and not context.options.list:
        context.usage("restore needs the NAME of a skill or subject (or --list)")
    found = _histories(context, name)
    if not found:
        hint = "`reflexion memory restore --list` shows the copies"
        raise Stop(f"no memory file of {name!r} was written here: {hint}")
    if context.options.list:
        _print_copies(found)
        return 0
    if len(found) > 1:
        keys = ", ".join(presentable(history.key) for history in found)
        raise Stop(f"{name!r} stands for {keys}: name one")
    try:
        path, day = restore(context.project, found[0])
    except LookupError:
        none = f"nothing stood in the file of {name} before it was written"
        raise Stop(f"{none}: remove it, if you do not want it") from None
    also = "what stood there is kept, too. An entry edited through it: `reflexion restore ID`"
    say(f"{_short(context.project, path)} is as it was on {day}; {also}")
    return 0


def _histories(context, name: str) -> list:
    """The History of every file that was written here, or of those of a name."""
    found = [history for store in context.stores for history in histories(store)]
    return [it for it in found if not name or name.replace(":", "-") in it.key]


def _print_copies(found: list) -> None:
    for history in found:
        key = presentable(history.key)
        lines = [f"{key}  {copy}" for copy in presentable(list(history.copies()))]
        print("\n".join(lines) or f"{key}  nothing stood there before")


def _short(project, path: str) -> str:
    inside = path.startswith(project.root + os.sep)
    return presentable(os.path.relpath(path, project.root) if inside else path)
