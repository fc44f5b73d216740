"""`reflexion reflect`: learn from sessions that are over, from what they show or with a model."""

from __future__ import annotations

import time

from reflexion.cli.list import since_date
from reflexion.cli.move import require_label
from reflexion.cli.output import print_json, say
from reflexion.cli.reflect_all import ask_about, reflect_all
from reflexion.cli.reflect_guided import guided
from reflexion.cli.reflect_replay import (
    print_replayed,
    print_rows,
    replay_all,
    replay_figures,
    unread,
)
from reflexion.cli.reflect_session import focus_of, refusals
from reflexion.reflect import phases, sessions


def reflect(context) -> int | None:
    """Learn from one session, from all, or with a model, as the options say. Raises Stop."""
    options = context.options
    context.at_most_one("session", "file", "all")
    if options.guided:
        return guided(context)
    options.focus = focus_of(options.focus)
    require_label(options.skill)
    context.require_trust()
    chosen = _chosen(context)
    if not options.all and not vars(options)["with"]:
        return _show_replay(context, chosen)
    return reflect_all(context, chosen) if options.all else ask_about(context, chosen)


def _chosen(context) -> list:
    """The Transcripts that the options name, oldest first."""
    options = context.options
    with refusals():
        found = sessions.transcripts(context.project.root, options.session, options.file)
    chosen = found if options.all or options.session else found[-1:]
    if not options.since:
        return chosen
    since = since_date(options.since)
    return [it for it in chosen if time.strftime("%Y-%m-%d", time.localtime(it.when)) >= since]


def _show_replay(context, chosen: list) -> None:
    """Learn from one session, a line for each new learning."""
    options = context.options
    fresh = unread(context.project, chosen)
    done = replay_all(context, fresh)
    if options.json:
        print_json(replay_figures(context, chosen, fresh, done))
        return
    texts = [f"{entry['trigger']} {entry['resolution']}" for entry in done.new]
    shown = [row for row, text in zip(done.new, texts) if phases.is_about(text, options.focus)]
    print_rows("would be new" if options.dry_run else "new", shown)
    if len(shown) < len(done.new):
        say(f"{len(done.new) - len(shown)} more have nothing to do with: {options.focus}")
    print_replayed(context, chosen, fresh, done)
