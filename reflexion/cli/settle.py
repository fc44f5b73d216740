"""Carry out what a person decides about one learning in `review`."""

from __future__ import annotations

from functools import partial

from reflexion import promote
from reflexion.cli import changing, edit, revise, storing
from reflexion.cli.errors import Stop
from reflexion.cli.remove import remove
from reflexion.learning.entry import digits_of
from reflexion.learning.lesson import is_solved
from reflexion.store import history


def settle(context, item, way: str, text: str = "") -> None:
    """Settle an Item of `waiting`: keep, take, fix, rule, same, drop, or edit. Raises Stop."""
    entry = item.entry
    entry_id = entry["id"]
    store = context.project.store
    if way == "drop":
        remove(context, store, [entry_id])
        context.say(f"  {entry_id} is taken out and not learned again")
        return
    what = storing.typed(context, "review", digits_of(entry_id), f"--{way}")
    with context.change(what) as change:
        WAYS[way](context, change, item, text)


def _keep(context, change, item, text: str) -> None:
    entry_id = item.entry["id"]
    if not is_solved(item.entry):
        raise Stop(f"{entry_id} has no lesson that could be kept: say one, or drop it")
    edit_ = revise.make_persons
    if item.other:
        edit_ = partial(_tell_apart, other=item.other)
    changing.change_words(context, change, context.project.store, entry_id, edit_)
    context.say(f"  {entry_id} is kept as it is")
    changing.settle_rule(context, context.project.store, entry_id)


def _tell_apart(entry: dict, other: str) -> None:
    """Remember that two learnings do not say the same."""
    known = entry.get("different", [])
    entry["different"] = [*(known if isinstance(known, list) else []), other]


def _take(context, change, item, text: str) -> None:
    proposed = item.entry.get("proposed")
    if not proposed:
        raise Stop(f"nobody proposes other words for {item.entry['id']}")
    _fix(context, change, item, str(proposed))


def _fix(context, change, item, text: str) -> None:
    entry = item.entry
    sentence = storing.checked(context, text, entry["type"])
    put = partial(revise.put_lesson, sentence=sentence, by=revise.USER)
    store = context.project.store
    changing.change_words(context, change, store, entry["id"], put)
    changing.record(context, store, entry["id"], history.LEARNED)
    context.say(f"  {entry['id']} says now: {sentence}")
    changing.settle_rule(context, store, entry["id"], entry["resolution"])


def _rule(context, change, item, text: str) -> None:
    entry_id = item.entry["id"]
    if not is_solved(item.entry):
        raise Stop(f"{entry_id} has no lesson to make a rule of")
    change.keep_entry(entry_id)
    for line in promote.write(context.project, entry_id, context.session):
        context.say(f"  {line}")


def _same(context, change, item, text: str) -> None:
    if not item.other:
        raise Stop(f"no older learning is like {item.entry['id']}")
    store = context.project.store
    changing.join(context, change, store, item.other, [item.entry["id"]])
    context.say(f"  {item.entry['id']} is part of {item.other} now")
    changing.settle_rule(context, store, item.other)


def _edit(context, change, item, text: str) -> None:
    edit.edit(context, change, context.project.store, item.entry["id"])


WAYS = {"keep": _keep, "take": _take, "fix": _fix, "rule": _rule, "same": _same, "edit": _edit}
