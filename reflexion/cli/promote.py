"""`promote`: make rules of learnings, or take rules out again."""

import difflib
import os

from reflexion.cli.context import home_of, rules_or_stop, stored_entry, waits_by_date
from reflexion.cli.move import transfer
from reflexion.cli.output import Stop, say
from reflexion.promote import promoter, rule, section, wording
from reflexion.status import terminal
from reflexion.status.figures import next_rules
from reflexion.store.entries import today
from reflexion.store.home_project import HomeProject
from reflexion.store.rule_files import missing

REFUSED = "nothing was written: {}"


def promote(context) -> None:
    """Write the rules that are named or that qualify, and take out those named. Raises Stop."""
    options = context.options
    project = context.project
    context.require_trust()
    named = bool(options.id)
    waits = waits_by_date(project)
    if options.everywhere:
        _promote_everywhere(context, waits)
        project = HomeProject(project)
        options.id = []
        named = False
    with rules_or_stop(REFUSED):
        chosen, demoted = _what_changes(context, project, waits)
        if options.dry_run:
            _show_diff(project, chosen, demoted)
        else:
            write_rules(project, chosen, demoted, named)
    if not chosen and not demoted and not options.everywhere:
        _say_what_is_next(context, waits)


def _what_changes(context, project, waits) -> tuple:
    """(entries to make rules of, ids whose rules go): the named ones, else all that qualify and
    all that fail."""
    options = context.options
    if options.id or options.demote:
        demoted = [_rule_of(project, part) for part in options.demote]
        return [with_fix(context, part) for part in options.id], demoted
    date = today()
    entries = list(project.store.all())
    demoted = []
    for entry in entries:
        if rule.decide(entry, project.settings, date) == rule.TAKE_OUT:
            demoted.append(entry["id"])
    return [entry for entry in entries if not waits(entry)], demoted


def _rule_of(project, part: str) -> str:
    """The id of the rule that `part` stands for. Raises Stop where it is none."""
    entry = stored_entry(project.store, part)
    files = map(promoter.read, promoter.targets(project))
    if entry["promoted"] or any(entry["id"] in section.rules(text) for text in files):
        return entry["id"]
    raise Stop(f"{entry['id']} is no rule: `reflexion list --promoted` shows the rules")


def _say_what_is_next(context, waits) -> None:
    entries = list(context.project.store.all())
    rules = sum(entry["promoted"] for entry in entries)
    say(f"nothing qualifies now; rules so far: {rules}")
    for entry, why in next_rules(entries, waits, 1, 5):
        say(f"  {entry['id']}  {why}: {terminal.cut(context.shown(entry['trigger']), 80)}")


def _promote_everywhere(context, waits) -> None:
    """Move the named learnings to the home store, and say what their rules wait for."""
    project = context.project
    home = home_of(context.project)
    for part in context.options.id:
        store, name = context.locate(part)
        if context.options.dry_run:
            say(f"{name} would be moved to the store for every project")
            continue
        name, what = transfer(project, store, name, everywhere=True)
        say(what)
        why = waits(stored_entry(home, name))
        if why:
            say(f"  its rule goes into ~/.claude/CLAUDE.md once it qualifies: {why}")


def with_fix(context, part: str) -> dict:
    """The entry that a person named for a rule; it is accepted by that. Raises Stop."""
    store = context.project.store
    entry = stored_entry(store, part)
    context.accept(store, entry["id"])
    if not entry["resolution"].strip():
        remedy = f'`reflexion resolve {entry["id"]} "what to do"`'
        raise Stop(f"{entry['id']} has no fix to make a rule of: {remedy}")
    return entry


def write_rules(project, chosen: list, demoted: list, force: bool) -> None:
    """Take rules out, write others, and say what became of each. Raises promoter.Refused."""
    for name in demoted:
        where = promoter.demote(project, name, by_person=True)
        again = f"`reflexion promote {name}` writes it again, and no hook does"
        say(f"{name}: rule taken out of {where}; the agent is told again. {again}")
    gone = missing(project, [entry["id"] for entry in chosen if entry["promoted"]])
    for entry in chosen:
        name = entry["id"]
        if entry["promoted"] and name not in gone and force:
            say(f"{name} is a rule already")
            continue
        where = promoter.promote(project, name, force)
        if where:
            say(f"{name}: rule written into {where}")
        else:
            _say_why_not(project, entry)


def _say_why_not(project, entry: dict) -> None:
    for path in promoter.targets(project):
        why = promoter.held_back(project, entry, promoter.read(path), path)
        if why:
            say(f"{entry['id']} was not written into {os.path.basename(path)}: {why}")


def _show_diff(project, chosen: list, demoted: list) -> None:
    for path in promoter.targets(project):
        text = promoter.read(path)
        try:
            new = section.rewrite(text, {}, tuple(demoted))
        except section.Broken as error:
            raise promoter.Refused(f"{os.path.basename(path)}: {error}") from None
        for entry in chosen:
            if not promoter.held_back(project, entry, new, path):
                line = wording.directive(entry, project.settings["redact"])
                new = section.rewrite(new, {entry["id"]: line})
        name = os.path.relpath(path, os.path.realpath(project.root)).replace(os.sep, "/")
        old_lines = text.splitlines(keepends=True)
        new_lines = new.splitlines(keepends=True)
        files = (f"a/{name}", f"b/{name}")
        for line in difflib.unified_diff(old_lines, new_lines, *files, lineterm=""):
            print(line.rstrip("\r\n"))
