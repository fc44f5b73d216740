"""`reflect`: what failed in past sessions, in numbers, or in phases for the agent.

The phases are what `/reflexion:reflect` and its sub-agents call.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from reflexion import reflect
from reflexion.actions import lessons
from reflexion.actions.learn import about_learning, learn
from reflexion.actions.lessons import Act
from reflexion.cli.context import Context
from reflexion.cli.terminal import is_terminal, read_data, report, row, say, warn
from reflexion.errors import ReflexionError, Stop, Usage
from reflexion.hosts import transcripts
from reflexion.hosts.transcripts import Transcript
from reflexion.learning.entry import MIN_DIGITS, MOST, Entry, digits_of
from reflexion.learning.identity import caller
from reflexion.reflect import Past, Topic
from reflexion.setup.command import for_person
from reflexion.text import one_line, plural
from reflexion.text.json_object import read_value

ADOPTED = "This session ran outside of this project: what failed in it is read as if it had not."
STORED = (
    "{count} stored without a lesson: the agent is asked about one when it comes again. "
    "What was counted in the past makes no rule."
)
ASK = (
    "{count} may hold a lesson: `/reflexion:reflect` has your agent write it, "
    "`reflexion reflect cards{all}` shows them."
)
NUMBERS = """\
Sessions: {sessions:,}. Calls: {past.calls:,}, of which {past.failures:,} failed.
Different mistakes beside the task's own code: {found:,}.
Came again in another session: {again:,}."""
HEAD = """
What came most often:
  failures  sessions"""
MOST_ROWS = 10
MAX_DECISIONS = 1 << 20
MAX_VALUE = 4096  # characters: a path
OTHERS = 4  # sessions that are named beside the one in question
NO_CARD = "\nNo failure lacks a lesson, and the person asked for nothing to be remembered."
KEEP = (
    "To keep what is worth it: `reflexion learn 'When …, do …, because …'`, or several with "
    "`reflexion reflect integrate -`."
)
ORIGIN = "from a reflection on session "  # a note
# what a person says yes to by which command, by the field that says that it waits
YES = {
    "proposed": "review {digits} take",
    "needs_review": "review {digits} keep",
    "everywhere": "learn --global {digits}",
    "as_rule": "promote {digits}",
}
PERSON = "only a person may do these, in a terminal; until then they wait in `reflexion review`:"
LEFT = "{names} of {id} was left as it is: a person runs `reflexion edit {id}`"


def run(args: Namespace, context: Context) -> int:
    if bool(args.decisions) != (args.phase == "integrate"):
        raise Usage("reflect: `integrate` needs a FILE of JSON, or - for stdin")
    context.require_trust()
    chosen = _chosen(args, context)
    if is_terminal(sys.stderr):
        warn(f"reading {plural(len(chosen), 'transcript')} …")
    past = reflect.Past(context.project, chosen, bool(args.file))
    if past.adopted:
        say(ADOPTED)
    main = sorted(chosen, key=lambda each: not each.agent)[-1:]  # the newest of no sub-agent
    if args.phase == "cards":
        return _show_cards(context, main[0], past)
    if args.phase:
        session = main[0].session if main else context.session
        return _integrate(context, args.decisions, ORIGIN + session, past)
    return _show(args, context, past)


def _chosen(args: Namespace, context: Context) -> list[Transcript]:
    """Return the transcripts to read; none for decisions where the host keeps none. Raises Stop."""
    found = reflect.choose(context.project, args.file, args.all, args.session, context.session)
    if not found and (args.session or args.phase != "integrate"):
        what = " ".join(["there is no session", *args.session[:60].split(), "of this project"])
        raise Stop(what, "name the transcript of one with --file")
    return found


def _show(args: Namespace, context: Context, past: Past) -> int:
    store = context.project.store
    found = past.mistakes()
    again = sum(each.came_again for each in found)
    numbers = NUMBERS.format(past=past, sessions=len(past.sessions), found=len(found), again=again)
    table = [HEAD, *map(_row, found[:MOST_ROWS])] if found else []
    print("\n".join([numbers, *table, ""]))
    if args.dry_run:
        say("Nothing was stored.")
    else:
        _store(context, reflect.lasting(store, past))
    count = len(reflect.open_topics(store, past))
    if count:
        say(ASK.format(count=plural(count, "card"), all=" --all" if args.all else ""))
    return 0


def _store(context: Context, topics: list[Topic]) -> None:
    if not topics:
        return
    with context.acting("reflect --all") as act:
        for topic in topics:
            reflect.keep(context.project, topic, act.change)
    say(STORED.format(count=plural(len(topics), "failure")))


def _row(topic: Topic) -> str:
    counts = f"{topic.times:>10}{len(topic.sessions):>10}  "
    what = f"{caller(topic.draft.context)}: {topic.draft.trigger}"
    return row(counts, what.lstrip(": "))


def _show_cards(context: Context, main: Transcript, past: Past) -> int:
    """Say which session is meant and where things stand, and print its cards.

    These are its failures without a lesson, and what the person asked to remember.
    """
    project = context.project
    notes = os.path.join(os.path.dirname(main.path), "memory")  # Claude Code's own
    every = map(attrgetter("session"), reversed(transcripts.find(project.root, context.environ)))
    others = [session for session in dict.fromkeys(every) if session != main.session]
    rows = {
        "session": f"{main.session} ({main.host})",
        "transcript": main.path,
        "entries": project.store.entries_dir,
        "rules": ", ".join(project.settings["promote_to"]),
        "memory": notes if os.path.isdir(notes) else "none",
        "others": ", ".join(others[:OTHERS]) or "none",
    }
    for name, value in rows.items():
        print(f"{name:<11} {one_line(value, MAX_VALUE)}")
    topics = reflect.open_topics(project.store, past)
    for topic in topics:
        entry = reflect.known(project.store, topic)
        digits = digits_of(entry.id) if entry else topic.fingerprint[:MIN_DIGITS]
        print("\n".join(["", f"[{digits}]", *reflect.card(topic, project.settings["redact"])]))
    say("" if topics else NO_CARD)
    say(KEEP)
    return 0


def _integrate(context: Context, file: str, note: str, past: Past) -> int:
    """Write what was decided, as `learn` does; return 1 if part of it could not be done.

    What only a person may do is named with its command.
    """
    try:
        rows = read_value(read_data(file, MAX_DECISIONS), MAX_DECISIONS)
        decisions = reflect.read_decisions(rows)
    except ReflexionError as error:
        raise Stop(f"the decisions cannot be used: {error}; nothing was written") from None
    topics = reflect.open_topics(context.project.store, past)
    cards = {topic.fingerprint[:MIN_DIGITS]: topic for topic in topics}
    done: dict[str, Entry] = {}
    problems = []
    with context.acting("reflect integrate") as act:
        for number, decision in enumerate(decisions, 1):
            try:
                entry = _carry_out(context, act, decision, cards, note)
            except Stop as error:
                problems.append(f"decision {number}: {error}")
                continue
            done[entry.id] = entry
            wanted = ("type", "skill", "category")
            left = [name for name in wanted if decision[name] not in ("", getattr(entry, name))]
            if left:
                why = LEFT.format(names=", ".join(left), id=entry.id)
                problems.append(f"decision {number}: {why}")
    _name_commands(context, done.values())
    for line in problems:
        warn(line)
    return int(bool(problems))


def _carry_out(
    context: Context, act: Act, decision: dict[str, Any], cards: dict[str, Topic], note: str
) -> Entry:
    """Write one decision as `learn` does, say so, and return the learning. Raises Stop, OSError.

    `cards` are the Topics by their ids; what a decision is about is stored first.
    """
    store = context.project.store
    target = decision["for"]
    about = about_learning(
        store, **{name: decision[name] for name in ("type", "skill", "category")}
    )
    if target in cards:
        target = reflect.keep(context.project, cards[target], act.change)
    done = learn(act, store, target, decision["sentence"], about)
    report(done)

    def mark(entry: Entry) -> None:
        # in front: the last note may be the words before, which can be taken back
        entry.notes = list(dict.fromkeys([note, *entry.notes]))[-MOST["notes"] :]
        entry.everywhere |= decision["global"]
        entry.as_rule |= decision["rule"]

    # a failure may be part of another learning now
    return lessons.change_words(act, *context.find(done[-1].id), mark)


def _name_commands(context: Context, entries: Iterable[Entry]) -> None:
    program = for_person(context.environ)
    commands = [
        f"  {program} {command.format(digits=digits_of(entry.id))}"
        for entry in entries
        for field, command in YES.items()
        if getattr(entry, field)
    ]
    if commands:
        say("\n".join([PERSON, *commands]))
