"""`trust`: say whether the agent may be told what somebody else wrote."""

from __future__ import annotations

from reflexion.cli import accepting, pulls
from reflexion.cli.errors import Usage
from reflexion.cli.output import plural
from reflexion.store.trust import EVERYBODY

HELP = "look at what others wrote into the store, and accept it"
DETAILS = """\
Everything that would be told is shown before you say yes, changed words as a diff.

  reflexion trust                     show, and ask
  reflexion trust --no                refuse what waits
  reflexion trust --pulls             accept what later pulls bring, from anybody
  reflexion trust --pulls ann@example.org   only commits that are signed by this author;
                                      run `reflexion trust` after a pull
  reflexion trust --pulls none        ask again
  reflexion trust --revoke            tell nothing of this store any more"""
NOBODY = "none"


def add_arguments(parser) -> None:
    parser.add_argument("--yes", action="store_true", help="accept without a question")
    parser.add_argument("--no", action="store_true", help="refuse what waits")
    parser.add_argument("--revoke", action="store_true", help="the store as a whole")
    parser.add_argument(
        "--pulls", nargs="?", const=EVERYBODY, default="", metavar="AUTHOR", help="later pulls"
    )


def run(args, context) -> int:
    if [args.no, args.revoke, bool(args.pulls)].count(True) > 1:
        raise Usage("trust: one of --no, --revoke, --pulls")
    project = context.project
    trust = project.store.trust
    if project.store is context.home:
        context.say("the home store is always yours")
        return 0
    if args.revoke:
        trust.revoke_store()
        context.say(f"{project.store.dir} is refused: no agent is told of it")
        return 0
    waiting = accepting.Waiting(project)  # before later pulls are accepted
    if args.pulls:
        trust.accept_pulls("" if args.pulls == NOBODY else args.pulls)
        context.say(_about_pulls(trust))
    signed = pulls.accept_signed(project, waiting)
    if signed:
        context.say(f"accepted, signed by {trust.pulls}: {', '.join(signed)}")
    if args.no:
        return _refuse(context, waiting)
    if not waiting:
        return _nothing_waits(context)
    return 0 if offer(context, waiting) else 1


def offer(context, waiting) -> bool:
    """Show what waits and accept it after a yes; return whether that was said. Raises Stop."""
    project = context.project
    context.say(f"{waiting.what()} in {project.store.dir}, by somebody else:\n")
    context.say(accepting.shown(project, waiting) + "\n")
    if not context.confirm("Accept all of it, so that the agent may be told?"):
        context.say("nothing was accepted; `reflexion trust --no` refuses it for good")
        return False
    accepting.accept(project, waiting)
    context.say(f"accepted: {waiting.what()}")
    return True


def _refuse(context, waiting) -> int:
    accepting.refuse(context.project, waiting)
    context.say(f"refused: {plural(len(waiting.entries), 'learning')}")
    if waiting.settings is not None:
        context.say("the settings of config.json wait on, and yours hold: `git checkout` it")
    return 0


def _nothing_waits(context) -> int:
    accepting.open_store(context.project.store)
    context.say(f"nothing waits: what {context.project.store.dir} holds is yours")
    return 0


def _about_pulls(trust) -> str:
    if not trust.pulls:
        return "what later pulls bring waits for you"
    if trust.pulls == EVERYBODY:
        return "what later pulls bring is accepted, from anybody"
    return f"what commits signed by {trust.pulls} bring is accepted when you run `reflexion trust`"
