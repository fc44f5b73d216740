"""`reflect --with COMMAND` about single sessions: a model reads a digest of each and proposes
learnings, which wait in `review`."""

from __future__ import annotations

import os
import sys
from collections import namedtuple

from reflexion.capture.prompts import repeated
from reflexion.capture.record import draft
from reflexion.cli.output import Stop, print_json, say
from reflexion.cli.reflect import print_rows
from reflexion.hosts.transcripts import events
from reflexion.reflect import model
from reflexion.status.terminal import presentable
from reflexion.store import journal
from reflexion.store.apply import record
from reflexion.store.schema import mark_of

NOTE = "proposed by `{}`, not yet looked at"
PENDING = " `reflexion review` goes through them; until then no agent is told."

# stored: entries; known: how many were known; unusable: why others were left out
Proposed = namedtuple("Proposed", "stored known unusable")


def ask_about(context, transcripts: list) -> None:
    options = context.options
    found = Proposed([], [], [])
    for transcript in transcripts:
        text = model.digest(events(transcript.path), context.extra)
        if text:
            _ask(context, transcript, text, found)
    if options.json:
        shown = {"pending": presentable(found.stored), "known": len(found.known)}
        print_json({**shown, "left_out": found.unusable, "dry_run": options.dry_run})
        return
    print_rows("would wait" if options.dry_run else "waits", found.stored)
    for why in found.unusable:
        print(f"left out {why}", file=sys.stderr)
    counts = f"{len(found.stored)} proposed, {len(found.known)} known already"
    hint = PENDING if found.stored and not options.dry_run else ""
    say(f"{counts}, {len(found.unusable)} not usable.{hint}")


def _ask(context, transcript, text: str, found: Proposed) -> None:
    """Ask about one session, and store what is new. Raises Stop."""
    options = context.options
    command = vars(options)["with"]
    if not options.json and sys.stderr.isatty():
        which = f"{len(text):,} characters of session {transcript.session[:8]}"
        print(f"asking `{command}` about {which} ...", file=sys.stderr)
    try:
        question = model.prompt(text, options.focus)
        rows, unusable = model.parse(model.ask(command, question, os.environ))
    except model.Failed as error:
        note_failure(context.project, error)
        raise Stop(f"{error}; nothing was stored") from None
    found.unusable.extend(unusable)
    for row in rows:
        entry = _propose(context, row, command, {mark_of(other) for other in found.stored})
        if entry:
            found.stored.append(entry)
        else:
            found.known.append(row)


def note_failure(project, error) -> None:
    """Put on record that a model's command failed."""
    if project.store.exists():
        journal.fault(project.store.state_dir, "reflect --with", str(error))


def _propose(context, row: dict, command: str, before: set) -> dict | None:
    """Store a learning as pending; None when it is known, or redaction leaves nothing of it."""
    store = context.project.store
    if context.options.skill:
        row = {**row, "skill": context.options.skill}
        row.pop("category", None)
    entry = draft(
        **row,
        extra=context.extra,
        source="agent",
        confidence="low",
        needs_review=True,
        notes=[NOTE.format(context.clean(command, 80))],
    )
    if not entry["trigger"] or not entry["resolution"] or _is_known(store, entry, before):
        return None
    if context.options.dry_run:
        return {"id": "(not stored)", **entry}
    return record(context.project, None, entry)[0]


def _is_known(store, entry: dict, before: set) -> bool:
    mark = mark_of(entry)
    if mark in before:
        return True
    return store.exists() and bool(store.known(mark) or repeated(store, entry))
