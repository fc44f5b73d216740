"""`reflexion reflect`: learn from sessions that are over, from what they show or with a model."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time

from reflexion.capture.prompts import repeated
from reflexion.capture.record import draft
from reflexion.capture.replay import is_read, replay
from reflexion.cli import common
from reflexion.cli.common import Stop
from reflexion.cli.look import since_date
from reflexion.hosts.event import Answer
from reflexion.hosts.transcripts import events
from reflexion.promote.promote_hook import consider
from reflexion.reflect import model, phases
from reflexion.store import journal
from reflexion.store.apply import record
from reflexion.store.entries import Store
from reflexion.store.entry import mark_of

NOTE = "proposed by `{}`, not yet looked at"
PENDING = " `reflexion review` goes through them; until then nothing of it is said."
OUTSIDE = (
    "{} calls and prompts were passed over, for they come from outside {}: "
    "name the project they belong to with --project"
)


def reflect(context) -> int | None:
    options = context.options
    options.focus = focus_of(options.focus)
    context.at_most_one("session", "file", "all")
    if options.guided:
        from reflexion.cli.reflect_phases import guided

        return guided(context)
    context.require_trust()
    try:
        chosen = phases.transcripts(context.project.root, options.session, options.file)
    except phases.NotDone as error:
        raise Stop(str(error)) from None
    chosen = chosen if options.all or options.session else chosen[-1:]
    if options.since:
        since = since_date(options.since)
        day = [time.strftime("%Y-%m-%d", time.localtime(it.when)) for it in chosen]
        chosen = [it for it, when in zip(chosen, day) if when >= since]
    ask_or_replay = _ask_about if vars(options)["with"] else _replay_all
    return ask_or_replay(context, chosen)


def focus_of(words: list) -> str:
    """What follows "focus on"."""
    text = " ".join(words).strip()
    return text[len("focus on ") :] if text.lower().startswith("focus on ") else text


def _replay_all(context, chosen: list) -> None:
    options, project = context.options, context.project
    fresh = [it for it in chosen if not is_read(project.store, it.session, it.size)]
    with tempfile.TemporaryDirectory(prefix="reflexion-") as scratch:
        if options.dry_run:  # all that follows happens in a copy of the store
            copy = os.path.join(scratch, ".reflexion")
            if project.store.exists():
                shutil.copytree(project.store.dir, copy, symlinks=True)
            project.store, project.home = Store(copy, scratch), None
        before = {entry["id"]: entry for entry in project.store.all()}
        answer, outside = _read(project, fresh, show=not options.json and sys.stderr.isatty())
        notice = "" if options.dry_run else consider(project, answer).notice
        after = {entry["id"]: entry for entry in project.store.all()}
    new = [entry for key, entry in after.items() if key not in before]
    old = [(before[key], entry) for key, entry in after.items() if key in before]
    counted = [now["id"] for was, now in old if now["occurrences"] > was["occurrences"]]
    fixed = [now["id"] for was, now in old if now["resolution"] and not was["resolution"]]
    if options.json:
        figures = {"sessions": len(chosen), "read": len(fresh), "new": new}
        figures.update(counted=counted, fixed=fixed, dry_run=options.dry_run)
        common.print_json(figures)
        return
    would = "would be " if options.dry_run else ""
    shown = [e for e in new if phases.is_about(f"{e['trigger']} {e['resolution']}", options.focus)]
    _print_rows(f"{would}new", shown)
    if len(shown) < len(new):
        print(f"{len(new) - len(shown)} more have nothing to do with: {options.focus}")
    solved = sum(bool(entry["resolution"]) for entry in new) + len(fixed)
    print(
        f"{len(chosen)} session(s), {len(chosen) - len(fresh)} read before: "
        f"{len(new)} learnings {would}new, {len(counted)} met again, {solved} with a fix."
        + (" Nothing was changed." if options.dry_run else "")
    )
    hints = [not chosen and phases.NONE, outside and OUTSIDE.format(outside, project.root), notice]
    print("".join(f"{hint}\n" for hint in hints if hint), end="")


def _read(project, transcripts: list, show: bool) -> tuple:
    """Replay the transcripts; (what came of it, how many events came from outside)."""
    answer, outside, done = Answer(), 0, 0
    total = sum(transcript.size for transcript in transcripts) or 1
    for transcript in transcripts:

        def progress(read, done=done):
            percent = 100 * (done + read) // total
            print(f"\rreading transcripts: {percent} %", end="", file=sys.stderr, flush=True)

        progress = progress if show else None
        touched, replaced, strangers = replay(project, transcript.path, progress=progress)
        done += transcript.size
        outside += strangers
        answer.touched += touched
        for retired, by in replaced:
            answer.retired.append(retired)
            answer.superseded_by = by
    print("\r" + " " * 40 + "\r" if show else "", end="", file=sys.stderr)
    return answer, outside


def _print_rows(state: str, entries: list) -> None:
    for entry in common.presentable(entries):
        print(f"{state}  {entry['id']}  {entry['type']:<10}  {entry['trigger'][:90]}")
        if entry["resolution"]:
            print(f"     {'':<28}  -> {entry['resolution'][:90]}")


def _ask_about(context, chosen: list) -> None:
    """`--with COMMAND`: a model proposes learnings, which wait in `review`. Where an answer cannot
    be used, nothing is stored."""
    options, project = context.options, context.project
    command, stored, known, wrong = vars(options)["with"], [], 0, []
    for transcript in chosen:
        text = model.digest(events(transcript.path), context.extra)
        if not text:
            continue
        if not options.json and sys.stderr.isatty():
            which = f"{len(text):,} characters of session {transcript.session[:8]}"
            print(f"asking `{command}` about {which} ...", file=sys.stderr)
        try:
            question = model.prompt(text, options.focus)
            rows, unusable = model.parse(model.ask(command, question, os.environ))
        except model.Failed as error:
            if project.store.exists():
                journal.fault(project.store.state_dir, "reflect --with", str(error))
            raise Stop(f"{error}; nothing was stored") from None
        wrong += unusable
        for row in rows:
            entry = _propose(context, row, command, {mark_of(other) for other in stored})
            stored += [entry] if entry else []
            known += not entry
    if options.json:
        value = {"pending": common.presentable(stored), "known": known, "left_out": wrong}
        common.print_json({**value, "dry_run": options.dry_run})
        return
    _print_rows("would wait" if options.dry_run else "waits", stored)
    for why in wrong:
        print(f"left out {why}", file=sys.stderr)
    figures = f"{len(stored)} proposed, {known} known already, {len(wrong)} not usable."
    print(figures + (PENDING if stored and not options.dry_run else ""))


def _propose(context, row: dict, command: str, before: set) -> dict | None:
    """Store one learning as pending; None when the store knows it, or nothing of it is left after
    redaction."""
    store, note = context.project.store, NOTE.format(context.clean(command, 80))
    waiting = {"source": "agent", "confidence": "low", "needs_review": True, "notes": [note]}
    entry = draft(**row, extra=context.extra, **waiting)
    if not entry["trigger"] or not entry["resolution"] or mark_of(entry) in before:
        return None
    if store.exists() and (store.known(mark_of(entry)) or repeated(store, entry)):
        return None
    if context.options.dry_run:
        return {"id": "(not stored)", **entry}
    return record(context.project, None, entry)[0]
