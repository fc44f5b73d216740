"""Change a learning that is there: its file, the history, its rule."""

from __future__ import annotations

import os

from reflexion import hosts, promote
from reflexion.cli import revise
from reflexion.cli.errors import Stop
from reflexion.cli.output import say
from reflexion.promote import rules
from reflexion.store import history
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line


def change_words(context, change, store, entry_id: str, edit) -> dict:
    """Apply `edit(entry)` to a learning and store it; return it. Raises Stop, OSError."""
    context.read(store, entry_id)
    if context.is_agent and store is context.home:
        raise Stop(f"{entry_id} is told in every project, so a person changes it")
    if store.standing(store.read_file(entry_id)) != YOURS:
        raise Stop(f"{entry_id} was changed by somebody else and waits: `reflexion trust`")
    change.keep_entry(entry_id)
    return store.update(entry_id, edit)


def join(context, change, store, kept_id: str, gone_ids: list) -> dict:
    """Make learnings part of another one, and take their rules out; return it. Raises OSError."""
    for entry_id in (kept_id, *gone_ids):
        change.keep_entry(entry_id)
    with store.lock():
        kept = store.read(kept_id)
        for entry_id in gone_ids:
            revise.absorb(kept, store.read(entry_id))
            store.remove(entry_id)
        store.write(kept)
    if store is context.project.store:
        rules.take_out(context.project, gone_ids)
    return kept


def record(context, store, entry_id: str, what: str) -> None:
    """Put into the history, and for LEARNED into the session's log, what happened."""
    history.append(store.state_dir, context.session, [(what, entry_id)])
    if what == history.LEARNED and store is not context.home:
        context.log.append([{"what": history.LEARNED, "id": entry_id, "by": context.source}])


def settle_rule(context, store, entry_id: str, before: str = "") -> None:
    """Let the rule follow the learning, or write the one that is due now. Raises Refused.

    `before` is the resolution that the rule was made of: a line that says something else was
    changed by a person, and stays.
    """
    entry = store.get(entry_id) if store is not context.home else None
    if not entry:
        return
    if entry["promoted"]:
        _update_rule(context.project, entry, before)
        return
    files = hosts.rule_files(context.host)
    for line in promote.consider(context.project, entry_id, context.session, files):
        say(line)


def _update_rule(project, entry: dict, before: str) -> None:
    was = rules.sentence_of({**entry, "resolution": before or entry["resolution"]})
    for path, lines in rules.standing(project).items():
        line = lines.get(entry["id"])
        if line and rules.sentence_in(line) != was:
            name = os.path.basename(path)
            say(f"the rule in {name} was changed by hand and stays: `reflexion doctor`")
            return
    rules.update(project, entry)


def tell(entry: dict, is_known: bool = False) -> None:
    """Print what was learned, with its id, and whether it waits."""
    what = f"known already, seen {entry['occurrences']}x now" if is_known else "learned"
    say(f"{entry['id']} {what}: {one_line(entry['resolution'], 600)}")
    if entry.get("needs_review"):
        say("  it waits for a person, and is not told before: `reflexion review`")
