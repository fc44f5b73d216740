"""Before a command runs: is it known to fail, with a trusted fix, and has it not worked since?"""

from __future__ import annotations

from reflexion.store import journal
from reflexion.store.index import OpenIndex
from reflexion.text.block import why_not
from reflexion.text.tokens import terms, worth

OPENED = 24  # entry files read per store, at most
LEVELS = ("medium", "high")
SESSIONS_TO_REFUSE = 2
MOST_FALSE_ALARMS = 2  # more than it helped: from here on it is not said before a command


def known_to_fail(stores: list, command: str, settings: dict, said) -> dict | None:
    """The entry to speak of before this command runs, or None."""
    found = [(store, _candidates(store, command)) for store in stores if store.exists()]
    if not any(ids for _, ids in found):
        return None  # before the command is taken apart, and what that takes is imported
    from reflexion.signals.matching import warning

    shapes = warning.shapes(command)
    here = stores[0].state_dir  # how a command ended is a matter of this project
    best, entry = 0.0, None
    for store, ids in found if shapes else ():
        for other in store.readable(ids):
            speaks = other["id"] not in said and usable(other, settings)
            if not speaks or not warning.mentions(shapes, other):
                continue
            fit = 0.0 if warning.is_work(other) else warning.fits(shapes, other)
            if fit <= best:
                continue
            outcome = journal.last_outcome(here, other["id"], "failed", "passed")[1]
            if other["type"] != "error" or outcome != "passed":
                best, entry = fit, other
    return entry


def usable(entry: dict, settings: dict) -> bool:
    """A fix of at least medium confidence, whatever the threshold for prompts is."""
    return (
        bool(entry["resolution"])
        and entry.get("confidence", "high") in LEVELS
        and not why_not(entry, settings)
        and entry.get("false_alarms", 0) < MOST_FALSE_ALARMS + entry.get("worked", 0)
    )


def must_be_refused(entry: dict, command: str) -> bool:
    """Is this one to refuse (setting warn_before: "deny")? Met in two sessions, its fix trusted
    throughout, and not a command that only looks. That it has not worked since is what
    `known_to_fail` made sure of."""
    sure = entry["type"] == "error" and entry.get("confidence", "high") == "high"
    if not sure or entry.get("sessions", 1) < SESSIONS_TO_REFUSE:
        return False
    from reflexion.signals.commands.read_only import is_read_only

    return not is_read_only(command)


def _candidates(store, command: str) -> list:
    """Ids of the entries that share words with the command, the most telling first."""
    weights = {term.text: worth(term) for term in terms(command[:2000])}
    with OpenIndex(store) as view:
        return view.sharing(weights, OPENED)
