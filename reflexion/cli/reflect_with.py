"""`reflect --with "claude -p"`: a model proposes learnings of a session; they wait in `review`,
nothing is believed unseen.
"""

from __future__ import annotations

import os
import sys

from reflexion.cli import common
from reflexion.reflect import model
from reflexion.store import index, journal
from reflexion.store.paths import relative
from reflexion.store.tidy import mark

NOTE = "proposed by `{}`, not yet looked at"


def main(arguments, here, chosen: list) -> int:
    """Ask about each transcript; `chosen` are transcripts.Found. Raises Stop when an answer cannot
    be used; then nothing was stored.
    """
    if not chosen:
        print("0 session(s): nothing to ask about")
        return 0
    stored, known, wrong = [], 0, []
    for one in chosen:
        try:
            rows, left_out = _ask(here, one, arguments, quiet=arguments.json)
        except model.Failed as error:
            if here.store.exists():
                journal.fault(here.store.state_dir, "reflect --with", str(error))
            raise common.Stop(f"{error}; nothing was stored") from None
        wrong += left_out
        for row in rows:
            entry = _propose(
                here, row, arguments.command, arguments.dry_run, [mark(other) for other in stored]
            )
            stored += [entry] if entry else []
            known += not entry
    _report(arguments, stored, known, wrong)
    return 0


def _ask(here, one, arguments, quiet: bool) -> tuple:
    from reflexion.hosts.transcripts import events

    command = arguments.command
    text = model.digest(events(one.path), here.settings["redact"])
    if not text:
        return [], []
    if not quiet and sys.stderr.isatty():
        print(
            f"asking `{command}` about {len(text):,} characters of session {one.session[:8]} ...",
            file=sys.stderr,
        )
    return model.parse(model.ask(command, model.prompt(text, arguments.focus), os.environ))


def _propose(here, row: dict, command: str, dry_run: bool, before: list) -> dict | None:
    """Store one learning as pending; None when the store knows it, or nothing of it is left after
    redaction.
    """
    from reflexion.capture.record import Full, draft, record
    from reflexion.capture.similar import repeated

    row = dict(row)
    entry = draft(
        row.pop("type"),
        row.pop("trigger"),
        row.pop("context"),
        row.pop("resolution"),
        cwd=relative(here.root, here.root),
        extra=here.settings["redact"],
        source="agent",
        confidence="low",
        needs_review=True,
        notes=[NOTE.format(common.clean(here, command, 80))],
        **row,
    )
    if not entry["trigger"] or not entry["resolution"] or mark(entry) in before:
        return None
    if here.store.exists():
        index.refresh(here.store.dir, deep=False)
        if index.known(here.store.dir, mark(entry)) or repeated(here.store, entry):
            return None
    if dry_run:
        return {"id": "(not stored)", **entry}
    try:
        return record(here, None, entry)[0]
    except Full as error:
        raise common.Stop(str(error)) from None


def _report(arguments, stored: list, known: int, wrong: list) -> None:
    if arguments.json:
        common.print_json(
            {
                "pending": [common.presentable(entry) for entry in stored],
                "known": known,
                "left_out": wrong,
                "dry_run": arguments.dry_run,
            }
        )
        return
    for entry in common.presentable(stored):
        print(
            f"{'would wait' if arguments.dry_run else 'waits'}  {entry['id']}  {entry['type']:<10}  {entry['trigger'][:90]}\n     {'':<30}  -> {entry['resolution'][:90]}"
        )
    for why in wrong:
        print(f"left out {why}", file=sys.stderr)
    print(
        f"{len(stored)} proposed, {known} known already, {len(wrong)} not usable."
        + (
            ""
            if arguments.dry_run or not stored
            else " `reflexion review` goes through them; until then nothing of it is said."
        )
    )
