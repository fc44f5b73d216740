"""Let a store that came with a project speak."""

from __future__ import annotations

from reflexion.cli import common
from reflexion.reflect.sources import domains
from reflexion.store import trust

SUMMARY = "let the learnings that came with this project be recalled"
EXAMPLES = """
reflexion list          look at what came with the project first
reflexion trust
reflexion trust --revoke
"""


def build():
    made = common.parser(
        "trust",
        "Learnings that came with a clone are not recalled, and its settings not read, until you say so here: what is recalled is "
        "read by your agent. The mark lies in your home folder, not in the project.",
        EXAMPLES,
    )
    made.add_argument("--revoke", action="store_true", help="take the trust back")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    home = common.store_of(found, True)
    change = trust.distrust if arguments.revoke else trust.trust
    insights = [
        folder for folder in domains(found.root) if change(folder, home.dir)
    ]  # recall names their files
    if insights:
        print(
            f"{', '.join(insights)}: {'no longer' if arguments.revoke else 'now'} referred to by recall"
        )
    if arguments.revoke:
        gone = trust.distrust(found.store.dir, home.dir)
        print(
            f"{found.store.dir} is {'no longer' if gone else 'not'} trusted: nothing in it is recalled"
        )
        return 0
    if not found.store.exists():
        print(
            f"there is no store in {found.root} yet; the one that a hook makes here is trusted from the start"
        )
        return 0
    waiting = sum(1 for _ in found.store.all())
    new = trust.trust(found.store.dir, home.dir)
    print(
        f"{found.store.dir} is {'trusted now' if new else 'trusted already'}: {waiting} learning(s) can be recalled"
    )
    return 0
