"""`worked`: a lesson was followed and helped."""

from __future__ import annotations

from reflexion.actions import lessons
from reflexion.cli.terminal import report, say
from reflexion.errors import Stop
from reflexion.learning.entry import Entry
from reflexion.learning.fields import MAX_COUNT
from reflexion.learning.lesson import is_solved
from reflexion.store import history
from reflexion.store.entries import today

HELP = "count a lesson that was followed and helped"


def add_arguments(parser) -> None:
    parser.add_argument("id", nargs="+", metavar="ID", help="the learning, or a part of its id")


def run(args, context) -> int:
    context.require_trust()
    places = [context.find(part) for part in args.id]
    with context.change("worked", *args.id) as change:
        for store, entry_id in dict.fromkeys(places):
            _count(context, change, store, entry_id)
    return 0


def _count(context, change, store, entry_id: str) -> None:
    """Add one occurrence; for an agent once a session. Raises Stop, OSError."""
    if not is_solved(lessons.read(store, entry_id)):
        raise Stop(f"{entry_id} has no lesson yet: `reflexion learn --for {entry_id} '…'`")
    counted = history.sessions_of(store.state_dir, history.WORKED, entry_id)
    if context.is_agent and context.session in counted:
        say(f"{entry_id} was counted in this session already")
        return
    change.keep(store.path(entry_id))
    entry = store.update(entry_id, _add_one)
    lessons.record(store, context.actor, entry_id, history.WORKED)
    say(f"{entry_id} worked: seen {entry.occurrences}x now")
    report(lessons.settle_rule(context.project, store, context.actor, entry_id))


def _add_one(entry: Entry) -> None:
    entry.occurrences = min(MAX_COUNT, entry.occurrences + 1)
    entry.last_seen = max(today(), entry.last_seen)
