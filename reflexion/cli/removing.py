"""`reflexion remove` and `clear`: learnings go, with their rules; copies stay for a month."""

from __future__ import annotations

import os

from reflexion.cli import common
from reflexion.store import backups, index, journal
from reflexion.store.entry import Unreadable, is_id
from reflexion.store.files import names as names_in
from reflexion.store.files import remove as remove_file

LOGS = (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES)
BACK = "`reflexion restore` brings them back for a month"


def remove(context) -> int:
    options = context.options
    if options.all or options.skill:
        if options.id:
            context.usage("either IDs, or --all, or --skill NAME")
        return _remove_many(context, options.skill)
    if not options.id:
        context.usage("name the learnings by their ID, or say --all")
    # all must be known before one goes
    chosen = list(dict.fromkeys(context.locate(part) for part in options.id))
    for store, name in chosen:
        where = "" if options.keep_rules else drop_rule(context.project, store, name)
        store.remove(name)
        print(f"{name} removed" + (f", its rule taken out of {where}" if where else ""))
    return 0


def clear(context) -> int:
    options = context.options
    if not options.learning:
        return _remove_many(context, options.skill)
    options.id, options.all = options.learning, False
    return remove(context)


def _remove_many(context, skill: str) -> int:
    store, options = context.store, context.options
    names = _named(context, skill)
    what = f"learnings about {skill}" if skill else "learnings"
    if not names:
        print(f"there are no {what} in {store.dir}")
        return 0
    question = f"Remove {'' if skill else 'all '}{len(names)} {what} in {store.dir}?"
    if not options.yes and not common.ask(question, "add --yes if all shall go"):
        print("nothing was removed")
        return 1
    rules = []
    if not options.keep_rules:
        rules = [name for name in names if drop_rule(context.project, store, name)]
    _unlink(store, names)
    if not skill:
        _forget(store)
    index.rebuild(store.dir)
    also = f" and {len(rules)} rule(s) made of them" if rules else ""
    print(f"removed {len(names)} {what}{also} from {store.dir}; {BACK}")
    return 0


def _named(context, skill: str) -> list:
    """The ids to remove: all there are, readable or not, or those about a skill."""
    if skill:
        is_about = common.about(context.project, skill)
        return [entry["id"] for entry in context.store.all() if is_about(entry)]
    return [name[:-5] for name in context.store.names() if is_id(name[:-5])]


def drop_rule(project, store, name: str) -> str:
    """Take out the rule of an entry that goes; where it stood, "" when there was none."""
    from reflexion.promote import promoter

    try:
        entry = store.read(name)
    except Unreadable:
        return ""
    if store is not project.store or not entry or not entry["promoted"]:
        return ""
    try:
        where = promoter.demote(project, name)
    except promoter.Refused as error:
        remedy = "--keep-rules removes it all the same"
        raise common.Stop(f"{name} stays, for its rule cannot go: {error}; {remedy}") from None
    return "" if where == "no file" else where


def _unlink(store, names) -> None:
    """One by one with the index kept up would take a large store minutes."""
    with store.lock():
        for number, name in enumerate(names):
            if number < backups.MAX_FILES:
                backups.keep(store, name, "remove")
            remove_file(store.path(name))


def _forget(store) -> None:
    """The scratch that tells of learnings which are gone."""
    sessions = os.path.join(store.state_dir, "sessions")
    paths = [os.path.join(store.state_dir, log) for log in LOGS]
    paths += [os.path.join(sessions, name) for name in names_in(sessions)]
    for path in paths:
        try:
            remove_file(path)
        except OSError:
            pass  # not there, or in use: it holds nothing that must go
