"""Record the fix of a learning."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.store import backups
from reflexion.store.entry import MAX_RESOLUTION

SUMMARY = "record the fix of a learning"
EXAMPLES = """
reflexion resolve RFX-20260331-a7f03c 'Use `pnpm run build`: this project uses pnpm, not npm.'
reflexion resolve a7f 'Start the database first: `docker compose up -d db`.'
"""


def build():
    made = common.parser(
        "resolve",
        "Record the fix of a learning. It is trusted from now on (confidence high) and no longer waits for a review; "
        "a rule in CLAUDE.md is written anew.",
        EXAMPLES,
    )
    made.add_argument("id", metavar="ID", help="the learning, or any part of its id that is unique")
    made.add_argument(
        "text", metavar="TEXT", nargs="+", help="the fix as a directive, in a sentence or two"
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store, id = common.locate(found, arguments.id)
    text = common.clean(found, " ".join(arguments.text), MAX_RESOLUTION)
    if not text:
        raise common.Stop("the fix is empty: write what to do, in a sentence or two")
    before = common.entry(store, id)
    if before["resolution"]:
        backups.keep(store, id, "edit")
    now = common.change(store, id, lambda entry: _resolve(entry, text))
    if now is None:
        raise common.Stop(f"{id} is gone: `reflexion list` shows what is there")
    print(f"{id} resolved: {now['resolution']}")
    if before["promoted"] and store is found.store:
        _rewrite_rule(found, id)
    else:
        common.settle(found, store, id)
    return 0


def _resolve(entry: dict, text: str) -> None:
    entry.update(resolution=text, source="user", confidence="high")
    entry.pop("needs_review", None)
    entry.pop("failed", None)  # what failed was the old fix
    entry.pop("worked", None)


def _rewrite_rule(found, id: str) -> None:
    from reflexion.promote import promoter

    try:
        promoter.demote(found, id)
        print(
            f"its rule stands anew in {promoter.promote(found, id, force=True) or 'no file: there is no room'}"
        )
    except promoter.Refused as error:
        raise common.Stop(f"the fix is stored, its rule is not: {error}") from None
