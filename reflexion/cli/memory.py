"""`memory`: the learnings about skills, in the MEMORY.md beside each SKILL.md."""

from __future__ import annotations

import os

from reflexion.capture.sentence import sentence_entry
from reflexion.cli import changing, revise, storing
from reflexion.cli.errors import Stop, Usage
from reflexion.cli.output import plural
from reflexion.learning.entry import digits_of
from reflexion.memory import sync as syncing
from reflexion.memory.sync import corrections, page_of
from reflexion.text.clean import one_line

HELP = "write the learnings about skills into their MEMORY.md"
DETAILS = """\
  reflexion memory                  which files show which learnings
  reflexion memory sync             write them; --dry-run only says so
  reflexion memory import FILE      take over what you changed inside the block of a MEMORY.md

What stands outside the markers is never touched. A learning is about a skill if it was recorded
with --skill NAME. The setting `memory_sync` writes the files at every session's end."""
ACTIONS = ("status", "sync", "import")
NONE = (
    "no learning is about an installed skill yet: "
    "`reflexion learn --skill NAME 'When …, do …, because …'`"
)


def add_arguments(parser) -> None:
    """Add the arguments of `memory`."""
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="status", metavar="ACTION")
    parser.add_argument("file", nargs="?", default="", metavar="FILE", help="of `import`")
    parser.add_argument("--dry-run", action="store_true", help="change nothing")
    parser.add_argument("--yes", action="store_true", help="import without a question")
    parser.add_argument("--json", action="store_true", help="of `status`: JSON for programs")


def run(args, context) -> int:
    """Carry `memory` out; return the exit status. Raises Stop, OSError."""
    if bool(args.file) != (args.action == "import"):
        raise Usage("memory: `import` needs a FILE, and nothing else takes one")
    context.require_trust()
    if args.action == "import":
        return _import(args, context)
    return _sync(args, context) if args.action == "sync" else _status(args, context)


def _status(args, context) -> int:
    rows = []
    for page in syncing.pages(context.project):
        row = {"skill": page.skill, "learnings": len(page.lines), "file": page.path}
        rows.append({**row, "state": _state(page)})
    if args.json:
        context.print_json(rows)
        return 0
    for row in rows:
        place = _short(context, row["file"])
        print(f"{row['learnings']:>4}  {row['skill']:<20}  {place} ({row['state']})")
    if not rows:
        context.say(NONE)
    elif any(row["state"] != syncing.SAME for row in rows):
        context.say("`reflexion memory sync` writes what is not up to date")
    return 0


def _state(page) -> str:
    try:
        return page.state()
    except (OSError, ValueError) as error:
        return str(error)


def _sync(args, context) -> int:
    with context.change("memory sync") as change:
        report = syncing.sync(context.project, change, args.dry_run)
    for line in report.lines:
        context.say(line)
    for line in report.problems:
        context.warn(line)
    if not report.lines and not report.problems:
        context.say("every file is up to date")
    return 1 if report.problems else 0


def _import(args, context) -> int:
    """Take over what a person changed inside a block, after a yes. Raises Stop, OSError."""
    if context.is_agent:
        raise Stop("memory import takes over a person's words: they run it")
    page = page_of(context.project, os.path.abspath(args.file))
    if not page:
        raise Stop(f"{args.file} is no MEMORY.md beside the SKILL.md of a skill that is used here")
    found = _corrections(context, page)
    for each in found:
        _show(context, each)
    if not found:
        context.say("nothing differs from what is stored")
    if not found or args.dry_run:
        return 0
    if not context.confirm(f"Take over {plural(len(found), 'change')}?"):
        return 1
    with context.change(storing.typed(context, "memory", "import", args.file)) as change:
        for each in found:
            _take(context, change, page, each)
        _rewrite(context, page, change)
    return 0


def _corrections(context, page) -> list:
    try:
        return corrections(context.project, page)
    except (OSError, ValueError) as error:
        raise Stop(f"{page.path}: {error}") from None


def _rewrite(context, page, change) -> None:
    """Write the page as the learnings are now."""
    fresh = [each for each in syncing.pages(context.project) if each.path == page.path]
    syncing.write(context.project, fresh[0] if fresh else page, change)


def _show(context, correction) -> None:
    if correction.id:
        context.say(f"{digits_of(correction.id)}  - {one_line(correction.old, 300)}")
    context.say(f"{digits_of(correction.id) or 'new':<6}  + {one_line(correction.new, 300)}")


def _take(context, change, page, correction) -> None:
    """Store one correction as the person's own words. Raises Stop, OSError."""
    if not correction.id:
        sentence = storing.checked(context, correction.new, "insight")
        draft = sentence_entry("insight", sentence)
        draft.update(revise.standing_of(sentence, revise.USER), skill=page.skill)
        storing.store_draft(context, change, draft)
        return
    store = correction.store
    kind = context.read(store, correction.id)["type"]
    sentence = storing.checked(context, correction.new, kind)
    put = changing.change_words(
        context,
        change,
        store,
        correction.id,
        lambda entry: revise.put_lesson(entry, sentence, revise.USER),
    )
    context.say(f"{put['id']} says now: {one_line(put['resolution'], 600)}")
    changing.settle_rule(context, store, correction.id)


def _short(context, path: str) -> str:
    root = context.project.root
    return os.path.relpath(path, root) if path.startswith(root + os.sep) else path
