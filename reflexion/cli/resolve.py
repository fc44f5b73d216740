"""`resolve`: record the fix of a learning."""

from reflexion.cli.context import change_entry, rules_or_stop, settle_rule, stored_entry
from reflexion.cli.output import Stop, say
from reflexion.promote import promoter
from reflexion.setup.caller import typed_by_person
from reflexion.store import tidy
from reflexion.store.provenance import propose
from reflexion.store.schema import MAX_RESOLUTION


def resolve(context) -> None:
    set_fix(context, context.options.id, " ".join(context.options.text))


def set_fix(context, part: str, words: str) -> None:
    """Store the fix of the entry that `part` stands for. Raises Stop."""
    store, name = context.locate(part)
    context.tell_left_out(words)
    text = context.clean(words, MAX_RESOLUTION)
    if not text:
        raise Stop("the fix is empty: write what to do, in a sentence or two")
    before = stored_entry(store, name)
    by_agent = not typed_by_person()
    if before["promoted"] and by_agent:
        propose(store, name, text)
        say(f"{name} is a rule: your fix is kept as a proposal, and waits for `reflexion review`")
        return
    if not by_agent:
        context.accept(store, name)
    if before["resolution"]:
        tidy.keep_copy(store, name, "edit")
    now = {"resolution": text, "source": "agent" if by_agent else "user", "confidence": "high"}
    now.update(needs_review=False, failed=0, worked=0, proposed="")  # said of the old fix
    change_entry(store, name, lambda entry: entry.update(now))
    context.put_on_record(store, "learned", name)
    say(f"{name} resolved: {text}")
    renew_rule(context, store, before, text)


def renew_rule(context, store, before: dict, fix: str) -> None:
    """Write the rule of an entry anew where its fix is another one than before; else as the entry
    asks now."""
    project = context.project
    name = before["id"]
    if not before["promoted"] or store is not project.store or fix == before["resolution"]:
        settle_rule(project, store, name)
        return
    with rules_or_stop("the fix is stored, its rule is not: {}"):
        promoter.demote(project, name)
        where = promoter.promote(project, name, force=True) or "no file: there is no room"
        say(f"its rule stands anew in {where}")
