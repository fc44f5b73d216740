"""Questions about what could be shared, for more than one command."""

from __future__ import annotations

import sys

from reflexion.actions import removal
from reflexion.actions.share import GONE, Offer, git_command, keep_private, offers, share
from reflexion.cli.editing import edit
from reflexion.cli.terminal import is_terminal, pick, say
from reflexion.errors import Stop
from reflexion.text.clean import plural

KEYS = {
    "s": "share",
    "k": "keep private",
    "e": "edit",
    "d": "drop",
    "a": "all the rest",
    "n": "none of the rest",
}


def ask_and_share(context, wanted: list[str] | None, is_yes: bool) -> None:
    """Show each lesson that could be shared, and share what the person says. Raises Stop."""
    found = offers(context.project.store, wanted)
    if not is_yes and found and not is_terminal(sys.stdin):
        _list(found)
        count = plural(len(found), "lesson")
        raise Stop(f"{count} could be shared", "say which in a terminal, or add --yes")
    _give(context, [offer.id for offer in found] if is_yes else _walk(context, found))


def _give(context, ids: list[str]) -> None:
    """Share these lessons, and say what was done and how it is committed."""
    store = context.project.store
    with context.acting("share", *ids) as act:
        counted = share(store, act.change, ids)
    if not ids and not counted:
        say("nothing was shared")
        return
    more = f", and the counts of {plural(counted, 'other')}" if counted else ""
    say(f"shared {plural(len(ids), 'learning')}{more}; commit it with:")
    say(f"  {git_command(store, len(ids) + counted)}")


def _list(found: list[Offer]) -> None:
    """Print what could be shared where nobody can press keys."""
    for offer in found:
        say("\n".join([f"{offer.id}  {offer.kind}", *offer.lines]))


def _walk(context, found: list[Offer]) -> list[str]:
    """Ask about one lesson after the other; return the ids of those to be shared."""
    chosen: list[str] = []
    answer = ""
    for number, offer in enumerate(found, 1):
        if answer == KEYS["a"]:
            chosen.append(offer.id)
            continue
        _list([offer._replace(kind=f"{offer.kind}, {number} of {len(found)}")])
        answer = pick(KEYS)
        if answer in ("", KEYS["n"]):
            break
        if answer in (KEYS["s"], KEYS["a"]):
            chosen.append(offer.id)
        else:
            _set_aside(context, offer, answer, chosen)
    return chosen


def _set_aside(context, offer: Offer, answer: str, chosen: list[str]) -> None:
    """Do with a lesson what is not sharing; one that was edited is shared."""
    store = context.project.store
    if answer == KEYS["k"]:
        keep_private(store, offer.id)
    elif answer == KEYS["d"]:
        with context.acting("remove", offer.id) as act:
            removal.remove(act, store, [offer.id])
    elif offer.kind != GONE:
        with context.acting("edit", offer.id) as act:
            edit(context, act, store, offer.id)
        chosen.append(offer.id)
