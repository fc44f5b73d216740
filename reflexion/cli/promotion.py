"""`reflexion promote`: make rules of learnings, or take rules out again."""

from __future__ import annotations

import difflib
import os

from reflexion.cli import common
from reflexion.cli.keep import transfer
from reflexion.promote import promoter, section
from reflexion.promote.rule import TAKE_OUT, decide
from reflexion.store.entries import today
from reflexion.store.project import HomeProject
from reflexion.store.rule_files import missing

REFUSED = "nothing was written: {}"
NEAR = 5  # learnings named that do not qualify yet


def promote(context) -> None:
    options, project = context.options, context.project
    context.require_trust()
    named = bool(options.id)
    if options.everywhere:
        common.home_of(project)
        _share(context)
        project, options.id, named = HomeProject(project), [], False
    waits = common.waits_of(project)
    with common.rules(REFUSED):
        demoted = [common.entry(project.store, part)["id"] for part in options.demote]
        chosen = [_with_fix(project.store, part) for part in options.id]
        if not options.id and not options.demote:
            entries = list(project.store.all())
            chosen = [entry for entry in entries if not waits(entry)]
            failing = (row for row in entries if decide(row, project.settings, today()) == TAKE_OUT)
            demoted = [entry["id"] for entry in failing]
        if options.dry_run:
            _show_diff(project, chosen, demoted)
        else:
            _write(project, chosen, demoted, named)
    if not chosen and not demoted and not options.everywhere:
        _say_who_waits(project, waits)


def promote_named(project, parts: list) -> None:
    """Make rules of these, whether or not they qualify. Raises Stop."""
    with common.rules(REFUSED):
        _write(project, [_with_fix(project.store, part) for part in parts], [], True)


def _share(context) -> None:
    """Move the named learnings to the home store, and say what their rules wait for."""
    project = context.project
    for part in context.options.id:
        store, name = context.locate(part)
        if context.options.dry_run:
            print(f"{name} would be moved to the store for every project")
            continue
        name, what = transfer(project, store, name, everywhere=True)
        print(what)
        why = common.waits_of(project)(common.entry(project.home, name))
        if why:
            print(f"  its rule goes into ~/.claude/CLAUDE.md once it qualifies: {why}")


def _with_fix(store, part: str) -> dict:
    entry = common.entry(store, part)
    if not entry["resolution"].strip():
        remedy = f'`reflexion resolve {entry["id"]} "what to do"`'
        raise common.Stop(f"{entry['id']} has no fix to make a rule of: {remedy}")
    return entry


def _write(project, chosen, demoted, force: bool) -> None:
    for name in demoted:
        print(f"{name}: rule taken out of {promoter.demote(project, name)}; it is recalled again")
    gone = missing(project, [entry["id"] for entry in chosen if entry["promoted"]])
    for entry in chosen:
        if entry["promoted"] and entry["id"] not in gone and force:
            print(f"{entry['id']} is a rule already")
            continue
        where = promoter.promote(project, entry["id"], force)
        if where:
            print(f"{entry['id']}: rule written into {where}")
        for path in promoter.targets(project) if not where else ():
            why = promoter.held_back(project, entry, promoter.read(path), path)
            if why:
                print(f"{entry['id']} was not written into {os.path.basename(path)}: {why}")


def _show_diff(project, chosen, demoted) -> None:
    for path in promoter.targets(project):
        text = promoter.read(path)
        new = _without(path, text, demoted)
        for entry in chosen:
            if not promoter.held_back(project, entry, new, path):
                new = section.rewrite(new, {entry["id"]: promoter.line(project, entry)})
        name = os.path.relpath(path, os.path.realpath(project.root)).replace(os.sep, "/")
        names = f"a/{name}", f"b/{name}"
        for line in difflib.unified_diff(_lines(text), _lines(new), *names, lineterm=""):
            print(line.rstrip("\r\n"))


def _without(path: str, text: str, demoted) -> str:
    try:
        return section.rewrite(text, {}, tuple(demoted))
    except section.Broken as error:
        raise promoter.Refused(f"{os.path.basename(path)}: {error}") from None


def _lines(text: str) -> list:
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return shown.splitlines(keepends=True)


def _say_who_waits(project, waits) -> None:
    entries = list(project.store.all())
    rules = sum(entry["promoted"] for entry in entries)
    print(f"nothing qualifies now; {rules} learning(s) are rules already")
    waiting = [entry for entry in entries if not entry["promoted"]]
    waiting.sort(key=lambda entry: (not entry["resolution"], -entry["occurrences"], entry["id"]))
    for entry in common.presentable(waiting[:NEAR], project.settings["redact"]):
        print(f"  {entry['id']}  {waits(entry)}: {entry['trigger'][:80]}")
