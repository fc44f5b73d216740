"""`remove`, and `clear` (= remove --all): take learnings out, and the rules made of them."""

import os

from reflexion.cli.context import about_subject, rules_or_stop
from reflexion.cli.output import ask, say
from reflexion.promote import promoter
from reflexion.status.terminal import plural
from reflexion.store import fs, index, journal, tidy
from reflexion.store.schema import id_of

BACK = "`reflexion restore` brings them back for a month"


def remove_(context) -> int:
    """Learnings go, with their rules; 1 when the person says no. Raises Stop."""
    options = context.options
    several = options.all or options.skill
    if options.id and several:
        context.usage("either IDs, or --all, or --skill NAME")
    if several:
        return _remove_many(context, options.skill)
    if not options.id:
        context.usage("name the learnings by their ID, or say --all")
    places = [context.locate(part) for part in options.id]  # all must be known before one goes
    for store, name in dict.fromkeys(places):
        where = "" if options.keep_rules else drop_rule(context.project, store, name)
        store.remove(name)
        rule = f", its rule taken out of {where}" if where else ""
        say(f"{name} removed{rule}")
    return 0


def _remove_many(context, skill: str) -> int:
    """All learnings go, or those about a skill, once the person said yes."""
    store = context.store
    options = context.options
    names = _ids(context, skill)
    about = f" about {skill}" if skill else ""
    if not names:
        say(f"there are no learnings{about} in {store.dir}")
        return 0
    what = f"{plural(len(names), 'learning')}{about}"
    question = f"Remove {'' if skill else 'all '}{what} in {store.dir}?"
    if not options.yes and not ask(question, "add --yes if all shall go"):
        say("nothing was removed")
        return 1
    rules = 0
    if not options.keep_rules:
        dropped = [drop_rule(context.project, store, name) for name in names]
        rules = sum(map(bool, dropped))
    _delete(context, names)
    if not skill:
        _forget(store)
    index.rebuild(store)
    also = f" and {rules} rule(s) made of them" if rules else ""
    say(f"removed {what}{also} from {store.dir}; {BACK}")
    return 0


def _ids(context, skill: str) -> list:
    """Ids of all learnings, readable or not; with a skill of those about it."""
    store = context.store
    if not skill:
        return list(filter(None, map(id_of, store.names())))
    is_about = about_subject(context.project, skill)
    return [entry["id"] for entry in store.all() if is_about(entry)]


def _delete(context, names: list) -> None:
    """Take all the files out at once: with the index kept up at each it would take minutes."""
    store = context.store
    with store.lock():
        for number, name in enumerate(names):
            if number < tidy.MAX_COPIES:
                tidy.keep_copy(store, name, "remove")
            context.changes.entry(store, name)
            fs.remove(store.path(name))


def _forget(store) -> None:
    """Remove the logs and the records of sessions, which tell of learnings that are gone."""
    for log in (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES, journal.HISTORY):
        fs.remove(os.path.join(store.state_dir, log))
    fs.remove_tree(os.path.join(store.state_dir, "sessions"))


def drop_rule(project, store, name: str) -> str:
    """Take out the rule of an entry that goes; where it stood, "" when there was none."""
    entry = store.get(name)
    if store is not project.store or not entry or not entry["promoted"]:
        return ""
    stays = f"{name} stays, for its rule cannot go: {{}}; --keep-rules removes it all the same"
    with rules_or_stop(stays):
        where = promoter.demote(project, name)
    return "" if where == "no file" else where
