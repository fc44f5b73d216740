"""Remove every learning of a store."""

from __future__ import annotations

import os

from reflexion.cli import common
from reflexion.cli.remove import drop_rule
from reflexion.store import backups, index, journal
from reflexion.store.entry import is_id
from reflexion.store.files import names, remove

SUMMARY = "remove every learning of the project (asks)"
EXAMPLES = """
reflexion clear
reflexion clear --yes --keep-rules
reflexion clear --global
"""
LOGS = (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES)


def build():
    made = common.parser(
        "clear",
        "Remove every learning of the project, the rules made of them, and what the hooks noted about them. "
        "Settings and hooks stay, copies for a month in state/backups/. It asks first; without a terminal it needs --yes.",
        EXAMPLES,
    )
    made.add_argument("--yes", action="store_true", help="do not ask")
    made.add_argument("--keep-rules", action="store_true", help="leave the rules in CLAUDE.md")
    common.with_global(made, "the store in the home folder, not the project's")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store = common.store_of(found, arguments.everywhere)
    ids = [name[:-5] for name in store.names() if name.endswith(".json") and is_id(name[:-5])]
    if not ids:
        print(f"there are no learnings in {store.dir}")
        return 0
    if not arguments.yes and not common.ask(
        f"Remove all {len(ids)} learnings in {store.dir}?", "add --yes if all shall go"
    ):
        print("nothing was removed")
        return 1
    if not arguments.keep_rules:
        for id in ids:
            drop_rule(found, store, id)
    _unlink(store, ids)
    _forget(store)
    print(f"removed {len(ids)} learnings from {store.dir}")
    return 0


def _unlink(store, ids) -> None:
    """All at once, the index afterwards: one by one it would take a large store minutes. Copies are kept as far as there is room."""
    with store.lock():
        for n, id in enumerate(ids):
            if n < backups.MAX_FILES:
                backups.keep(store, id, "remove")
            remove(store.path(id))


def _forget(store) -> None:
    """The scratch that tells of learnings which are gone."""
    sessions = os.path.join(store.state_dir, "sessions")
    paths = [os.path.join(store.state_dir, log) for log in LOGS]
    paths += [os.path.join(sessions, name) for name in names(sessions)]
    for path in paths:
        try:
            remove(path)
        except OSError:
            pass  # not there, or in use: it holds nothing that must go
    index.rebuild(store.dir)
