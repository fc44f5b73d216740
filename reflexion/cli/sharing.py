"""Questions about what could be shared, and about what came along, for more than one command."""

from __future__ import annotations

import os

from reflexion.actions import acceptance, removal
from reflexion.actions.share import Offer, git_command, keep_private, offers, share
from reflexion.cli.context import Context
from reflexion.cli.teaching import edit
from reflexion.cli.terminal import ALL, NONE, say, walk
from reflexion.setup import program
from reflexion.store.entries import Store
from reflexion.text import plural

KEYS = {"s": "share", "k": "keep private", "e": "edit", "d": "drop", "a": ALL, "n": NONE}
TRUST_KEYS = {"y": "yes", "r": "refuse", "l": "later", "a": ALL, "n": NONE}
DRIVER = "team: this clone merges entries by itself"
NO_DRIVER = "team: git did not take the merge driver: run `reflexion init` in a git checkout"


def ask_and_share(context: Context, wanted: list[str], is_yes: bool) -> None:
    """Show each lesson that could be shared, and share what the person says. Raises Stop."""
    store = context.project.store
    ids: list[str] = []
    for offer, answer in walk(offers(store, wanted), KEYS, is_yes):
        if answer in (KEYS["s"], ALL) or _set_aside(context, offer, answer):
            ids.append(offer.id)
    with context.acting("share", *ids) as act:
        counted = share(store, act.change, ids)
    if not ids and not counted:
        say("nothing was shared")
        return
    more = f", and the counts of {plural(counted, 'other')}" if counted else ""
    say(f"shared {plural(len(ids), 'learning')}{more}; commit it with:")
    say(f"  {git_command(store, len(ids) + counted)}")


def _set_aside(context: Context, offer: Offer, answer: str) -> bool:
    """Do with a lesson what is not sharing; return True for one that was edited: it is shared."""
    store = context.project.store
    if answer == KEYS["k"]:
        keep_private(store, offer)
    elif answer == KEYS["d"]:
        with context.acting("remove", offer.id) as act:
            removal.remove(act, store, offer.id)
    elif answer == KEYS["e"] and not offer.is_gone:
        edit(context, store, offer.id)
        return True
    return False


def ask_and_accept(store: Store, items: list[acceptance.Unaccepted], is_yes: bool) -> bool:
    """Go through what waits; return whether the person decided anything. Raises Stop, OSError."""
    say(f"not accepted here yet: {acceptance.count(items)}")
    answers = list(walk(items, TRUST_KEYS, is_yes))
    refused = [item for item, answer in answers if answer == TRUST_KEYS["r"]]
    accepted = [item for item, answer in answers if answer in (TRUST_KEYS["y"], ALL)]
    if refused:
        refuse(store, refused)
    if accepted:
        acceptance.accept(store, accepted)
        say(f"accepted: {acceptance.count(accepted)}")
    later = [item for item, answer in answers if answer == TRUST_KEYS["l"]]
    left = later + items[len(answers) :]
    if left:
        count = acceptance.count(left)
        say(f"still not accepted: {count}; `reflexion trust --no` refuses all of it")
    return bool(refused or accepted)


def register_driver(store: Store) -> None:
    """Let this clone merge the entries by itself, and say so."""
    say(DRIVER if program.register_driver(store.root, os.environ) else NO_DRIVER)


def refuse(store: Store, items: list[acceptance.Unaccepted]) -> None:
    """Refuse the words that wait, and say so. Raises OSError."""
    acceptance.refuse(store, items)
    words = [item for item in items if not isinstance(item.what, dict)]
    if words:
        say(f"refused: {acceptance.count(words)}; `reflexion trust --refused` asks about it again")
    if len(words) < len(items):
        say("the changes in config.json stay without effect; `git checkout` restores the file")
