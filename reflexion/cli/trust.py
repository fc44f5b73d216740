"""`trust`: say whether the agent may be told what you have not accepted yet."""

from __future__ import annotations

from reflexion.actions.trust import Waiting, open_store
from reflexion.cli.accepting import offer, register_driver
from reflexion.cli.terminal import say
from reflexion.store import team
from reflexion.text.clean import plural

HELP = "look at what is not accepted here yet, and accept it"
DETAILS = """\
Everything that would be told is shown before you say yes, changed words as a diff.
With `--pulls` you are not asked about what later pulls bring; `--pulls none` ends that."""
PULLS = {"on": "everything", "none": "nothing"}


def add_arguments(parser) -> None:
    parser.add_argument("--yes", action="store_true", help="accept without a question")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--no", action="store_true", help="refuse what waits")
    one.add_argument("--refused", action="store_true", help="ask again about what you refused")
    one.add_argument("--revoke", action="store_true", help="tell nothing of this store any more")
    pulls = {"nargs": "?", "const": "on", "choices": PULLS, "default": ""}
    one.add_argument("--pulls", help="accept what later pulls bring; none: ask again", **pulls)


def run(args, context) -> int:
    store = context.project.store
    if store is context.home:
        say("the home store is always yours")
        return 0
    if args.revoke:
        store.trust.revoke_store()
        say(f"{store.dir} is refused: no agent is told of it")
        return 0
    waiting = Waiting(context.project, args.refused)  # before later pulls are accepted
    if args.pulls:
        store.trust.accept_pulls(args.pulls == "on")
        say(f"of later pulls, accepted without a question: {PULLS[args.pulls]}")
    if args.no:
        _refuse(waiting)
        return 0
    if not waiting:
        open_store(store)
        say(f"nothing waits: what {store.dir} holds is yours")
    elif not offer(waiting, args.yes):
        return 1
    if team.asks_for_driver(store) and not team.is_registered(store.root):
        register_driver(store)
    return 0


def _refuse(waiting) -> None:
    """Refuse the words that wait, and say so. Raises OSError."""
    waiting.refuse()
    say(f"refused: {plural(len(waiting.entries), 'learning')}")
    if waiting.entries:
        say("`reflexion trust --refused` asks about it again")
    if waiting.settings is not None:
        say("the changes in config.json stay without effect; `git checkout` restores the file")
