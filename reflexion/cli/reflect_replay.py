"""What `reflect` learns without a model: past sessions are replayed through the hooks' own code."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import namedtuple
from contextlib import contextmanager

from reflexion.capture.replay import is_read, replay
from reflexion.cli.move import file_under
from reflexion.cli.output import Progress, say
from reflexion.hosts.event import Answer
from reflexion.promote.promote_hook import consider
from reflexion.reflect import sessions
from reflexion.status.terminal import cut, plural, presentable, width
from reflexion.store.entries import Store

OUTSIDE = (
    "passed over: {} of the calls and prompts, which come from outside {}: "
    "name the project they belong to with --project"
)
MOST_NAMED = 10  # learnings that a dry run names
MAX_SHOWN = 90  # characters of a trigger or fix in a row

# new: entries; counted, fixed: ids; outside: events of other folders; notice: of a rule
Replayed = namedtuple("Replayed", "new counted fixed outside notice")


def unread(project, chosen: list) -> list:
    """The Transcripts that were not read in full before."""
    return [it for it in chosen if not is_read(project.store, it.session, it.size)]


def replay_all(context, fresh: list) -> Replayed:
    """Learn from these Transcripts; in a dry run in a copy of the store, which goes again."""
    project = context.project
    dry_run = context.options.dry_run
    with _store_or_copy(project, dry_run):
        before = {entry["id"]: entry for entry in project.store.all()}
        with reading(context, fresh) as progress:
            answer, outside = _read(project, fresh, progress)
        for entry in project.store.all():
            if entry["id"] not in before:
                file_under(project.store, entry["id"], context.options.skill)
        notice = "" if dry_run else consider(project, answer).notice
        after = {entry["id"]: entry for entry in project.store.all()}
    return _compared(before, after)._replace(outside=outside, notice=notice)


def _compared(before: dict, after: dict) -> Replayed:
    """What changed between two states of a store, each {id: entry}."""
    done = Replayed([], [], [], 0, "")
    for key, now in after.items():
        was = before.get(key)
        if was is None:
            done.new.append(now)
            continue
        if now["occurrences"] > was["occurrences"]:
            done.counted.append(key)
        if now["resolution"] and not was["resolution"]:
            done.fixed.append(key)
    return done


@contextmanager
def _store_or_copy(project, dry_run: bool):
    """The project with its store, or with a copy of it and no home store."""
    if not dry_run:
        yield
        return
    own = project.store, project.home
    with tempfile.TemporaryDirectory(prefix="reflexion-") as scratch:
        copy = os.path.join(scratch, ".reflexion")
        if project.store.exists():
            shutil.copytree(project.store.dir, copy, symlinks=True)
        project.store = Store(copy, scratch)
        project.home = None
        try:
            yield
        finally:
            project.store, project.home = own


def reading(context, transcripts: list) -> Progress:
    """How far all of these are read."""
    total = sum(transcript.size for transcript in transcripts)
    return Progress("reading transcripts", total, shown=not context.options.json)


def _read(project, transcripts: list, progress) -> tuple:
    """Replay the transcripts; (what came of it, how many events came from outside)."""
    answer = Answer()
    outside = 0
    for transcript in transcripts:
        touched, replaced, strangers = replay(project, transcript.path, progress=progress)
        progress.start += transcript.size
        outside += strangers
        answer.touched += touched
        for retired, by in replaced:
            answer.retired.append(retired)
            answer.superseded_by = by
    return answer, outside


def replay_figures(context, chosen: list, fresh: list, done: Replayed) -> dict:
    """What a replay did, for programs."""
    return {
        "sessions": len(chosen),
        "read": len(fresh),
        "new": done.new,
        "counted": done.counted,
        "fixed": done.fixed,
        "dry_run": context.options.dry_run,
    }


def print_replayed(context, chosen: list, fresh: list, done: Replayed) -> None:
    """What a replay did, in a line, and what the person should know of it."""
    if not chosen:
        say(sessions.NONE)
        return
    dry_run = context.options.dry_run
    would = "would be " if dry_run else ""
    solved = sum(bool(entry["resolution"]) for entry in done.new) + len(done.fixed)
    read = f"{plural(len(chosen), 'session')}, {len(chosen) - len(fresh)} read before"
    found = f"{plural(len(done.new), 'learning')} {would}new, {len(done.counted)} seen again"
    say(f"{read}: {found}, {solved} with a fix.{' Nothing was changed.' if dry_run else ''}")
    if done.outside:
        say(OUTSIDE.format(done.outside, context.project.root))
    if done.notice:
        say(done.notice)


def print_first(entries: list) -> None:
    """Name the first of these learnings, a line each: those with a fix, what a person said, then
    failures."""
    order = sorted(entries, key=lambda row: (not row["resolution"], row["type"] == "error"))
    for entry in presentable(order[:MOST_NAMED]):
        text = entry["resolution"] or entry["trigger"]
        label = f"  {entry['type']:<10}  "
        say(cut(text, width() - len(label)), label)
    if len(order) > MOST_NAMED:
        say(f"  and {len(order) - MOST_NAMED:,} more")


def print_rows(state: str, entries: list) -> None:
    """Print each entry with its fix; `state`: the word in front ("new")."""
    for entry in presentable(entries):
        trigger = entry["trigger"][:MAX_SHOWN]
        label = f"{state}  {entry['id']}  {entry['type']:<10}  "
        say(trigger, label)
        if entry["resolution"]:
            say(f"-> {entry['resolution'][:MAX_SHOWN]}", " " * len(label))
