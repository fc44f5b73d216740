"""Learn from sessions that are over: the first day is not an empty one."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

from reflexion.capture.replay import is_read, replay
from reflexion.cli import common, reflect_phases
from reflexion.cli.common import Stop
from reflexion.hosts.event import Answer
from reflexion.hosts.transcripts import find
from reflexion.promote.handler import consider
from reflexion.reflect import context as contexts
from reflexion.reflect.phases import is_about
from reflexion.store.entries import Store

SUMMARY = "learn from past sessions: what failed, what fixed it, what you corrected"
EXAMPLES = """
reflexion reflect                       the newest session of this project
reflexion reflect --all --dry-run       what all its past sessions would add
reflexion reflect --all --since 2026-03-01
reflexion reflect "focus on the tests"  the same, with what is about the tests on screen
reflexion reflect --file FILE.jsonl     one transcript (Claude Code) or rollout (Codex)
reflexion reflect --with "claude -p"    ask a model for learnings of the newest session; they wait in `reflexion review`
reflexion reflect --guided              a short dialogue about the newest session: what is worth keeping, and where
reflexion reflect PHASE --json          its phases, for agents: context, extract, related, integrate, verify
"""
MORE = (
    ". What hooks or an earlier run captured is passed over, so that running it twice adds nothing."
)


def build():
    made = common.parser("reflect", SUMMARY + MORE, EXAMPLES)
    add, which = made.add_argument, made.add_mutually_exclusive_group()
    add("focus", nargs="*", metavar="FOCUS", help='what to look at: "focus on the tests"')
    which.add_argument(
        "--session", metavar="ID", default="", help="one session, by its id or the beginning of it"
    )
    which.add_argument(
        "--file", metavar="PATH", default="", help="one transcript, wherever it lies"
    )
    which.add_argument("--all", action="store_true", help="every session of this project")
    add(
        "--guided",
        action="store_true",
        help="a dialogue on the terminal that distils one session into a few insights",
    )
    add("--user", action="store_true", help="with --guided: what holds in every project of yours")
    add(
        "--domain",
        metavar="FOLDER",
        default="",
        help="with --guided: a folder of the project that it is about",
    )
    asked = 'ask this command (it reads a prompt on stdin, such as "claude -p") what else to learn'
    add("--with", dest="command", metavar="COMMAND", default="", help=asked)
    add(
        "--since",
        metavar="DATE",
        default="",
        help="only transcripts written on YYYY-MM-DD or later",
    )
    add("--dry-run", action="store_true", help="show what would be added, change nothing")
    add("--json", action="store_true", help="print the result as JSON")
    return made


def main(argv: list) -> int:
    if argv and argv[0] in reflect_phases.PHASES:
        return reflect_phases.main(argv[0], argv[1:])
    arguments = build().parse_args(argv)
    arguments.focus = reflect_phases.focus_of(arguments.focus)
    if arguments.guided:
        from reflexion.cli import reflect_guided

        found = reflect_phases.project(arguments)
        run = reflect_guided.main
        return reflect_phases.guarded(lambda: run(arguments, found, reflect_phases.DOORS))
    here = common.project(arguments)
    if here.store.exists() and not here.trusted:
        raise Stop(
            "this store came with the checkout and is not trusted yet: look at it, then run `reflexion trust`"
        )
    chosen = _since(_chosen(arguments, here), arguments.since)
    if arguments.command:
        from reflexion.cli import reflect_with

        return reflect_with.main(arguments, here, chosen)
    return _replay_all(arguments, here, chosen)


def _chosen(arguments, here) -> list:
    """The transcripts; [] in a project that has none yet, which is no error."""
    try:
        if arguments.file:
            return [contexts.at(arguments.file)]
        transcripts = find(here.root, os.environ)
        if arguments.session:
            return contexts.named(transcripts, arguments.session)
    except contexts.NotDone as error:
        raise Stop(str(error)) from None
    return transcripts if arguments.all else transcripts[-1:]


def _since(transcripts: list, date: str) -> list:
    if not date:
        return transcripts
    import time

    try:
        start = time.mktime(time.strptime(date, "%Y-%m-%d"))
    except ValueError:
        raise Stop(f"--since {date}: write the date as YYYY-MM-DD") from None
    return [transcript for transcript in transcripts if transcript.when >= start]


def _replay_all(arguments, here, chosen: list) -> int:
    fresh = [it for it in chosen if not is_read(here.store, it.session, it.size)]
    quiet = arguments.json or not sys.stderr.isatty()
    with tempfile.TemporaryDirectory(prefix="reflexion-") as scratch:
        if arguments.dry_run:
            _work_on_a_copy(here, scratch)
        before = {entry["id"]: entry for entry in here.store.all()}
        notice, outside = _read(here, fresh, quiet, promote=not arguments.dry_run)
        after = {entry["id"]: entry for entry in here.store.all()}
    _report(arguments, chosen, fresh, before, after)
    if not arguments.json:
        if not chosen:
            print(contexts.NONE)
        if outside:
            print(
                f"{outside} calls and prompts were passed over, for they come from outside {here.root}: "
                "name the project they belong to with --project"
            )
        print(notice, end="\n" if notice else "")
    return 0


def _work_on_a_copy(here, scratch: str) -> None:
    """Let everything that follows happen in a copy of the store, which goes when it was shown."""
    copy = os.path.join(scratch, ".reflexion")
    if here.store.exists():
        shutil.copytree(here.store.dir, copy, symlinks=True)
    here.store, here.home = Store(copy, scratch), None


def _read(here, transcripts: list, quiet: bool, promote: bool) -> tuple:
    """Replay the transcripts; (what the person should know of rules that came of it, how many events came from outside)."""
    answer, outside, done = Answer(), 0, 0
    total = sum(transcript.size for transcript in transcripts) or 1
    for transcript in transcripts:

        def show(read, done=done):
            percent = 100 * (done + read) // total
            print(f"\rreading transcripts: {percent} %", end="", file=sys.stderr, flush=True)

        result = replay(here, transcript.path, progress=None if quiet else show)
        done += transcript.size
        outside += result.outside
        answer.touched += result.touched
        for retired, by in result.retired:
            answer.retired.append(retired)
            answer.superseded_by = by
    if not quiet:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    return consider(here, answer).notice if promote else "", outside


def _report(arguments, chosen, fresh, before, after) -> None:
    new = [entry for key, entry in after.items() if key not in before]
    old = [(before[key], entry) for key, entry in after.items() if key in before]
    counted = [now["id"] for was, now in old if now["occurrences"] > was["occurrences"]]
    fixed = [now["id"] for was, now in old if now["resolution"] and not was["resolution"]]
    if arguments.json:
        figures = {"sessions": len(chosen), "read": len(fresh), "new": new}
        figures.update(counted=counted, fixed=fixed, dry_run=arguments.dry_run)
        common.print_json(figures)
        return
    would = "would be " if arguments.dry_run else ""
    shown = [e for e in new if is_about(f"{e['trigger']} {e['resolution']}", arguments.focus)]
    for entry in shown:
        print(f"{would}new  {entry['id']}  {entry['type']:<10}  {entry['trigger'][:90]}")
        if entry["resolution"]:
            print(f"     {'':<28}  -> {entry['resolution'][:90]}")
    if len(shown) < len(new):
        print(f"{len(new) - len(shown)} more have nothing to do with: {arguments.focus}")
    solved = sum(bool(entry["resolution"]) for entry in new) + len(fixed)
    print(
        f"{len(chosen)} session(s), {len(chosen) - len(fresh)} read before: {len(new)} learnings {would}new, "
        f"{len(counted)} met again, {solved} with a fix."
        + (" Nothing was changed." if arguments.dry_run else "")
    )
