"""Learn from sessions that are over: the first day is not an empty one."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile

from reflexion.capture.replay import is_read, replay
from reflexion.cli import reflect_phases
from reflexion.cli.common import Stop, parser, project
from reflexion.hosts.event import Answer
from reflexion.hosts.transcripts import Found, find
from reflexion.promote.handler import consider
from reflexion.store.entries import Store

SUMMARY = "learn from past sessions: what failed, what fixed it, what you corrected"
EXAMPLES = """
reflexion reflect                       the newest session of this project
reflexion reflect --all --dry-run       what all its past sessions would add
reflexion reflect --all --since 2026-03-01
reflexion reflect --file FILE.jsonl     one transcript (Claude Code) or rollout (Codex)
reflexion reflect --with "claude -p"    ask a model for learnings of the newest session; they wait in `reflexion review`
reflexion reflect --guided              a short dialogue about the newest session: what is worth keeping, and where
reflexion reflect PHASE --json          its phases, for agents: context, extract, related, integrate, verify
"""


def build():
    made = parser(
        "reflect",
        SUMMARY
        + ". What hooks or an earlier run captured is passed over, so that running it twice adds nothing.",
        EXAMPLES,
    )
    which = made.add_mutually_exclusive_group()
    which.add_argument(
        "--session", metavar="ID", help="one session, by its id or the beginning of it"
    )
    which.add_argument("--file", metavar="PATH", help="one transcript, wherever it lies")
    which.add_argument("--all", action="store_true", help="every session of this project")
    made.add_argument(
        "--guided",
        action="store_true",
        help="a dialogue on the terminal that distils one session into a few insights",
    )
    made.add_argument(
        "--user", action="store_true", help="with --guided: what holds in every project of yours"
    )
    made.add_argument(
        "--with",
        dest="command",
        metavar="COMMAND",
        default="",
        help='ask this command (it reads a prompt on stdin, such as "claude -p") what else to learn',
    )
    made.add_argument(
        "--since",
        metavar="DATE",
        default="",
        help="only transcripts written on YYYY-MM-DD or later",
    )
    made.add_argument(
        "--dry-run", action="store_true", help="show what would be added, change nothing"
    )
    made.add_argument("--json", action="store_true", help="print the result as JSON")
    return made


def main(argv: list) -> int:
    if argv and argv[0] in reflect_phases.PHASES:
        return reflect_phases.main(argv[0], argv[1:])
    arguments = build().parse_args(argv)
    if arguments.guided:
        from reflexion.cli import reflect_guided

        return reflect_guided.main(arguments)
    here = project(arguments)
    if here.store.exists() and not here.trusted:
        raise Stop(
            "this store came with the checkout and is not trusted yet: look at it, then run `reflexion trust`"
        )
    chosen = _since(_chosen(arguments, here), arguments.since)
    if arguments.command:
        from reflexion.cli import reflect_with

        return reflect_with.main(arguments, here, chosen)
    fresh = [one for one in chosen if not is_read(here.store, one.session, one.size)]
    with tempfile.TemporaryDirectory(prefix="reflexion-") as scratch:
        if arguments.dry_run:
            _work_on_a_copy(here, scratch)
        before = {entry["id"]: entry for entry in here.store.all()}
        notice, outside = _read(
            here,
            fresh,
            quiet=arguments.json or not sys.stderr.isatty(),
            promote=not arguments.dry_run,
        )
        after = {entry["id"]: entry for entry in here.store.all()}
    _report(arguments, chosen, fresh, before, after, notice)
    if outside and not arguments.json:
        print(
            f"{outside} calls and prompts were passed over, for they come from outside {here.root}: name the project they belong to with --project"
        )
    return 0


def _chosen(arguments, here) -> list:
    if arguments.file:
        if not os.path.isfile(arguments.file):
            raise Stop(
                f"{arguments.file} is not there: name a transcript, or leave --file out for the newest session"
            )
        name = os.path.basename(arguments.file)
        return [
            Found(
                arguments.file,
                "codex" if name.startswith("rollout-") else "claude",
                os.path.splitext(name)[0],
            )
        ]
    found = find(here.root, os.environ)
    if arguments.session:
        found = [one for one in found if one.session.startswith(arguments.session)]
    if not found:
        raise Stop(
            "no transcript of this project was found (Claude Code: ~/.claude/projects, Codex: ~/.codex/sessions); name one with --file"
        )
    return found if arguments.all or arguments.session else found[-1:]


def _since(found: list, date: str) -> list:
    if not date:
        return found
    import time

    try:
        start = time.mktime(time.strptime(date, "%Y-%m-%d"))
    except ValueError:
        raise Stop(f"--since {date}: write the date as YYYY-MM-DD") from None
    return [one for one in found if one.when >= start]


def _work_on_a_copy(here, scratch: str) -> None:
    """Let everything that follows happen in a copy of the store, which goes when it was shown."""
    copy = os.path.join(scratch, ".reflexion")
    if here.store.exists():
        shutil.copytree(here.store.dir, copy, symlinks=True)
    here.store, here.home = Store(copy, scratch), None


def _read(here, found: list, quiet: bool, promote: bool) -> tuple:
    """Replay the transcripts; what the person should know of rules that came of it, and how many events came from outside the project."""
    touched, retired, by, outside = [], [], "", 0
    total, done = sum(one.size for one in found) or 1, 0
    for one in found:
        result = replay(
            here,
            one.path,
            progress=None if quiet else lambda read, done=done: _progress(done + read, total),
        )
        done += one.size
        touched += result.touched
        outside += result.outside
        for id, by in result.retired:  # noqa: B007
            retired.append(id)
    if not quiet:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    answer = Answer(touched=touched, retired=retired, superseded_by=by)
    return consider(here, answer).notice if promote else "", outside


def _progress(done: int, total: int) -> None:
    print(f"\rreading transcripts: {100 * done // total} %", end="", file=sys.stderr, flush=True)


def _report(arguments, chosen, fresh, before, after, notice) -> None:
    new = [entry for id, entry in after.items() if id not in before]
    counted = [
        entry
        for id, entry in after.items()
        if id in before and entry["occurrences"] > before[id]["occurrences"]
    ]
    fixed = [
        entry
        for id, entry in after.items()
        if id in before and entry["resolution"] and not before[id]["resolution"]
    ]
    if arguments.json:
        print(
            json.dumps(
                {
                    "sessions": len(chosen),
                    "read": len(fresh),
                    "new": new,
                    "counted": [entry["id"] for entry in counted],
                    "fixed": [entry["id"] for entry in fixed],
                    "dry_run": arguments.dry_run,
                },
                indent=2,
                ensure_ascii=False,
            )
        )
        return
    would = "would be " if arguments.dry_run else ""
    for entry in new:
        print(f"{would}new  {entry['id']}  {entry['type']:<10}  {entry['trigger'][:90]}")
        if entry["resolution"]:
            print(f"     {'':<28}  -> {entry['resolution'][:90]}")
    print(
        f"{len(chosen)} session(s), {len(chosen) - len(fresh)} read before: {len(new)} learnings {would}new, {len(counted)} met again, "
        f"{sum(bool(entry['resolution']) for entry in new) + len(fixed)} with a fix."
        + (" Nothing was changed." if arguments.dry_run else "")
    )
    if notice:
        print(notice)
