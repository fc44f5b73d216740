"""`remove` and `clear`: take learnings out, and the rules made of them."""

import os

from reflexion.cli.context import about_subject, rules_or_stop
from reflexion.cli.output import ask, say
from reflexion.promote import promoter
from reflexion.store import index, journal, tidy
from reflexion.store.fs import remove, remove_tree
from reflexion.store.schema import id_of

BACK = "`reflexion restore` brings them back for a month"


def remove_(context) -> int:
    """Learnings go, with their rules; 1 when the person says no."""
    options = context.options
    if options.id and (options.all or options.skill):
        context.usage("either IDs, or --all, or --skill NAME")
    if options.all or options.skill:
        return _remove_many(context, options.skill)
    if not options.id:
        context.usage("name the learnings by their ID, or say --all")
    # all must be known before one goes
    for store, name in list(dict.fromkeys([context.locate(part) for part in options.id])):
        where = "" if options.keep_rules else drop_rule(context.project, store, name)
        store.remove(name)
        say(f"{name} removed" + (f", its rule taken out of {where}" if where else ""))
    return 0


def clear(context) -> int:
    context.options.id, context.options.all = context.options.learning, not context.options.learning
    return remove_(context)


def _remove_many(context, skill: str) -> int:
    store, options = context.store, context.options
    names = list(filter(None, map(id_of, store.names())))  # readable or not
    if skill:
        names = [row["id"] for row in filter(about_subject(context.project, skill), store.all())]
    what = f"learnings about {skill}" if skill else "learnings"
    if not names:
        say(f"there are no {what} in {store.dir}")
        return 0
    question = f"Remove {'' if skill else 'all '}{len(names)} {what} in {store.dir}?"
    if not options.yes and not ask(question, "add --yes if all shall go"):
        say("nothing was removed")
        return 1
    going = [] if options.keep_rules else names
    rules = sum(bool(drop_rule(context.project, store, name)) for name in going)
    with store.lock():  # one by one with the index kept up would take a large store minutes
        for number, name in enumerate(names):
            if number < tidy.MAX_COPIES:
                tidy.keep_copy(store, name, "remove")
            context.changes.entry(store, name)
            remove(store.path(name))
    if not skill:  # the scratch that tells of them
        for log in (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES, journal.HISTORY):
            remove(os.path.join(store.state_dir, log))
        remove_tree(os.path.join(store.state_dir, "sessions"))
    index.rebuild(store)
    also = f" and {rules} rule(s) made of them" if rules else ""
    say(f"removed {len(names)} {what}{also} from {store.dir}; {BACK}")
    return 0


def drop_rule(project, store, name: str) -> str:
    """Take out the rule of an entry that goes; where it stood, "" when there was none."""
    entry = store.get(name)
    if store is not project.store or not entry or not entry["promoted"]:
        return ""
    stays = f"{name} stays, for its rule cannot go: {{}}; --keep-rules removes it all the same"
    with rules_or_stop(stays):
        where = promoter.demote(project, name)
    return "" if where == "no file" else where
