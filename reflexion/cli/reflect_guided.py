"""`reflect --guided`: a dialogue on the terminal, with nothing written before the last yes."""

from __future__ import annotations

import os
import sys
import time

from reflexion.cli.keys import Keys, KeyScreen, Left
from reflexion.cli.output import Stop, say
from reflexion.cli.reflect_session import DOORS, project_of, refusals
from reflexion.hosts.transcripts import find
from reflexion.reflect import guide, phases
from reflexion.status import terminal

LEFT = "\nNothing was written. `reflexion reflect --guided` goes on where you were."
NO_TERMINAL = (
    "there is no terminal to ask: use the phases, `reflexion reflect extract --json` and the others"
)
ONE_SESSION = (
    "--guided is a dialogue about one session: leave --all, --since, --dry-run and --json out"
)


def guided(context) -> int:
    options = context.options
    if not terminal.is_terminal(sys.stdin) or not terminal.is_terminal(sys.stdout):
        raise Stop(NO_TERMINAL)
    if options.all or options.dry_run or options.since or options.json:
        raise Stop(ONE_SESSION)
    project = project_of(context)
    try:
        with Keys() as keys, refusals():
            good = _dialogues(project, options, keys)
    except Left:
        say(LEFT)
        return 0
    except KeyboardInterrupt:
        say(LEFT, stream=sys.stderr)
        return 130
    return 0 if good else 1


def _dialogues(project, options, keys) -> bool:
    """One dialogue, and one about each earlier session that the person asks for; does all that the
    last one wrote stand?"""
    while True:
        work = phases.Reflection(project, options)
        screen = KeyScreen(keys, work.chosen.size)
        earlier = _earlier(project, work.chosen)
        day = time.strftime("%d %B", time.localtime(earlier.when)) if earlier else ""
        name = f"{earlier.session[:8]}, {day}" if earlier else ""
        good, next_step = guide.Guide(work, screen, DOORS, name).run(screen.progress)
        if next_step != "another":
            return good
        options.session = earlier.session
        options.file = ""


def _earlier(project, chosen):
    """The Transcript before the chosen one; None for the first."""
    older = [it for it in find(project.root, os.environ) if it.when < chosen.when]
    return older[-1] if older else None
