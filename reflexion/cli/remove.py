"""Remove learnings, and the rules made of them."""

from __future__ import annotations

from reflexion.cli import common

SUMMARY = "remove learnings, and the rules made of them"
EXAMPLES = """
reflexion remove a7f03c
reflexion remove a7f03c b11d42 --keep-rule
"""


def build():
    made = common.parser(
        "remove",
        "Remove learnings. A rule made of one is taken out of CLAUDE.md, too. A copy stays in state/backups/ for a month.",
        EXAMPLES,
    )
    made.add_argument(
        "id", metavar="ID", nargs="+", help="the learning, or any part of its id that is unique"
    )
    made.add_argument("--keep-rule", action="store_true", help="leave its rule in CLAUDE.md")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    chosen = list(
        dict.fromkeys(common.locate(found, part) for part in arguments.id)
    )  # all must be known before one goes
    for store, id in chosen:
        where = "" if arguments.keep_rule else drop_rule(found, store, id)
        store.remove(id)
        print(f"{id} removed" + (f", its rule taken out of {where}" if where else ""))
    return 0


def drop_rule(found, store, id: str) -> str:
    """Take out the rule of an entry that goes; where it stood, "" when it was none. Raises Stop."""
    from reflexion.promote import promoter
    from reflexion.store.entry import Unreadable

    try:
        entry = store.read(id)
    except Unreadable:
        return ""
    if store is not found.store or not entry or not entry["promoted"]:
        return ""
    try:
        where = promoter.demote(found, id)
    except promoter.Refused as error:
        raise common.Stop(
            f"{id} stays, because its rule could not be taken out: {error}; --keep-rule removes it all the same"
        ) from None
    return "" if where == "no file" else where
