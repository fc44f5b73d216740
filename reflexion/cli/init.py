"""`init`: set a project up for the hosts that are in use, or take all of it out again."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from reflexion.actions import acceptance
from reflexion.actions.share import make_shared
from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_accept, ask_and_share, register_driver
from reflexion.cli.terminal import confirm, is_terminal, say
from reflexion.errors import Stop
from reflexion.setup.command import for_person
from reflexion.setup.install import Report, install, team_files, uninstall, worktree_root
from reflexion.setup.site import Site
from reflexion.store import history, rule_files, team
from reflexion.store.project import Project
from reflexion.text import cut, plural, visible

PASTE = "To set it up by hand, put this into it:"
NEXT = "\nNext: start a new session of your agent; it begins by saying that it is on."
FIRST_NOTICE = "on in this project: what fails is kept, and `{} status` shows what is known."
MAX_NAMES = 160  # characters of files in a question
USER = "user"  # the scope of all projects
SHARED = (
    "team: git takes what `reflexion share` gives; commit {}; "
    "every colleague sets a clone up once, too, by `init`"
)


def run(args: Namespace, context: Context) -> int:
    project = context.any_project if args.scope == USER else context.project
    root = worktree_root(project.root, context.folder) or context.folder
    here = Site(root, context.environ, project.home.dir, args.scope)
    if args.uninstall and args.scope == "shared":
        _ask_for_the_team(here, args)
    report = (uninstall if args.uninstall else install)(here, args.host)
    _tell(report)
    if args.uninstall:
        _tell_what_stays(project, args.scope)
    elif args.scope != USER:
        _make_store(args, context)
    if not (args.uninstall or report.failures):
        say(NEXT)
    return int(bool(report.failures))


def _tell(report: Report) -> None:
    lines = [*report.lines, *map("! {}".format, report.failures)]
    say("\n".join(lines) or "nothing of Reflexion is set up here")
    for text in report.pasted:
        print(f"{PASTE}\n{visible(text)}")  # as it has to stand there


def _ask_for_the_team(here: Site, args: Namespace) -> None:
    names = [os.path.relpath(path, here.root) for path in team_files(here, args.host)]
    shown = cut(", ".join(names), MAX_NAMES)
    what = f"take Reflexion out of {plural(len(names), 'file')} in git ({shown})"
    if names and not confirm(f"This will {what}, for everybody. Do it?", args.yes):
        raise Stop("nothing was taken out")


def _make_store(args: Namespace, context: Context) -> None:
    project = context.project
    store = project.store
    items = acceptance.waiting(project)
    may_ask = args.yes or is_terminal(sys.stdin)
    if not items:
        acceptance.open_store(store)
    elif may_ask:
        ask_and_accept(store, items, args.yes)
    else:
        say(f"not accepted here yet: {acceptance.count(items)}; `reflexion trust` shows what waits")
    if not store.trust.is_accepted:
        return
    store.create()
    history.keep_for_later(store.state_dir, FIRST_NOTICE.format(for_person(project.environ)))
    say(f"learnings:   {store.dir}")
    if args.team:
        make_shared(store)
        say(SHARED.format(os.path.relpath(store.dir, store.root)))
        if may_ask:
            ask_and_share(context, [], args.yes)
    if team.asks_for_driver(store):
        register_driver(store)


def _tell_what_stays(project: Project, scope: str) -> None:
    if scope == USER:
        say(f"your learnings for all projects stay in {project.home.dir}")
        return
    team.unregister(project.root)
    standing = rule_files.standing(project).items()
    names = [os.path.basename(path) for path, lines in standing if lines]
    if names:
        say(f"rules stay in {', '.join(names)}, between two marker lines")
    if project.store.exists():
        say(f"learnings stay in {project.store.dir}")
