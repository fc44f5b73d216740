"""`memory`: the learnings about skills, in the MEMORY.md beside each SKILL.md."""

from __future__ import annotations

import os

from reflexion.actions import lessons
from reflexion.actions.learn import About, learn_sentence
from reflexion.actions.lessons import Act
from reflexion.cli.terminal import confirm, report, say, warn
from reflexion.errors import Broken, Stop, Usage
from reflexion.learning.entry import digits_of
from reflexion.memory import sync
from reflexion.text.clean import one_line, plural

HELP = "write the learnings about skills into their MEMORY.md"
DETAILS = """\
  reflexion memory sync             write them, and say where
  reflexion memory import FILE      take over what you changed inside the block of a MEMORY.md

What stands outside the markers is never touched. A learning is about a skill if it was recorded
with --skill NAME. The setting `memory_sync` writes the files at every session's end."""
NONE = (
    "no learning is about an installed skill yet: "
    "`reflexion learn --skill NAME 'When …, do …, because …'`"
)


def add_arguments(parser) -> None:
    parser.add_argument("action", choices=("sync", "import"), metavar="ACTION", help="see above")
    parser.add_argument("file", nargs="?", default="", metavar="FILE", help="of `import`")
    parser.add_argument("--yes", action="store_true", help="import without a question")


def run(args, context) -> int:
    if bool(args.file) != (args.action == "import"):
        raise Usage("memory: `import` needs a FILE, and `sync` takes none")
    context.require_trust()
    return _import(args, context) if args.file else _sync(context)


def _sync(context) -> int:
    with context.change("memory sync") as change:
        report = sync.sync(context.project, change)
    for line in report.lines:
        say(line)
    for line in report.problems:
        warn(line)
    if not report.lines and not report.problems:
        say("every file is up to date" if sync.pages(context.project) else NONE)
    return 1 if report.problems else 0


def _import(args, context) -> int:
    """Take over what a person changed inside a block, after a yes. Raises Stop, OSError."""
    page = sync.page_of(context.project, os.path.abspath(args.file))
    if not page:
        raise Stop(
            f"{args.file} is not the MEMORY.md of a skill in use: name the one beside its SKILL.md"
        )
    found = _show_corrections(context.project, page)
    if not found:
        say("nothing differs from what is stored")
        return 0
    if not confirm(f"Take over {plural(len(found), 'change')}?", args.yes):
        return 1
    with context.acting("memory", "import", args.file) as act:
        for each in found:
            _take(act, page.skill, each)
        fresh = [each for each in sync.pages(context.project) if each.path == page.path]
        sync.write(context.project, fresh[0] if fresh else page, act.change)
    return 0


def _show_corrections(project, page) -> list:
    """Print and return what a person changed in a page. Raises Stop."""
    try:
        found = sync.corrections(project, page)
    except (OSError, ValueError, Broken) as error:
        raise Stop(f"{page.path}: {error}") from None
    for each in found:
        if each.id:
            say(f"{digits_of(each.id)}  - {one_line(each.old, 300)}")
        say(f"{digits_of(each.id) or 'new':<6}  + {one_line(each.new, 300)}")
    return found


def _take(act: Act, skill: str, correction) -> None:
    """Store one correction as the person's own words. Raises Stop, OSError."""
    if correction.id:
        report(lessons.reword(act, correction.store, correction.id, correction.new))
    else:
        report(learn_sentence(act, act.project.store, correction.new, About(skill=skill)))
