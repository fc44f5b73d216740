"""`on` and `off`: switch Reflexion on or off."""

import os

from reflexion.cli.config import change
from reflexion.cli.context import SESSIONS, home_of, open_project
from reflexion.cli.output import Stop, say
from reflexion.fast_path import OFF, is_plain
from reflexion.store.fs import append, remove

WORK = "the hooks learn, and tell the agent what is known"
REST = "the hooks do nothing"


def off(context) -> None:
    on(context, False)


def _effect(context, value: bool) -> str:
    """What the hooks do from now on, here and elsewhere."""
    now = open_project(context.folder).settings["enabled"]
    if not context.options.everywhere:
        return WORK if now else f"{REST} until `reflexion on`"
    where = "in every project that does not say otherwise"
    if value:
        here = "" if now else "; here they do nothing until `reflexion on`"
        return f"{WORK}, {where}{here}"
    here = "; here they go on until `reflexion off`" if now else ""
    return f"{REST} {where} until `reflexion on --global`{here}"


def on(context, value: bool = True) -> None:
    if context.options.reflect:
        change(context, "auto_reflect", value)
        return
    if not context.options.session:
        change(context, "enabled", value)
        say(_effect(context, value))
        return
    running = context.project.session
    if not running or not is_plain(running):
        hint = f"run it in an agent's session ({' or '.join(SESSIONS)} names it)"
        raise Stop(f"no session runs here: {hint}")
    mark = os.path.join(home_of(context.project).dir, *f"{OFF}{running}".split("/"))
    if value:
        remove(mark)
    else:
        append(mark, b"off\n", 1024)
    say(f"Reflexion is {'on again' if value else 'silent'} in this session")
