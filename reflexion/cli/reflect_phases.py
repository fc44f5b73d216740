"""The phases of `reflect` for the agent: what `/reflexion:reflect` and its sub-agents call."""

from __future__ import annotations

import os

from reflexion.actions import lessons as learnings
from reflexion.actions.learn import learn_for, learn_sentence, require_labels
from reflexion.actions.lessons import Act
from reflexion.cli.context import Context
from reflexion.cli.terminal import read_data, report, say, warn
from reflexion.errors import ReflexionError, Stop
from reflexion.hosts import transcripts
from reflexion.hosts.transcripts import Transcript
from reflexion.learning.entry import MIN_DIGITS, MOST, Entry, digits_of
from reflexion.reflect import lessons, past
from reflexion.reflect.lessons import Decision
from reflexion.setup.command import for_person
from reflexion.store import paths
from reflexion.text.clean import one_line
from reflexion.text.json_object import read_value

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


def show_cards(context: Context, chosen: list[Transcript], reader: past.Reader) -> int:
    """Say which session is meant and where things stand, and print its cards.

    These are its failures without a lesson, and what the person asked to remember.
    """
    project = context.project
    main = _main(chosen)
    notes = os.path.join(os.path.dirname(main.path), "memory")  # Claude Code's own
    newest_first = reversed(transcripts.find(project.root, context.environ))
    others = dict.fromkeys(each.session for each in newest_first if each.session != main.session)
    rows = {
        "session": f"{main.session} ({main.host})",
        "transcript": main.path,
        "entries": project.store.entries_dir,
        "rules": ", ".join(project.settings["promote_to"]),
        "memory": notes if os.path.isdir(notes) else "none",
        "others": ", ".join(list(others)[:OTHERS]) or "none",
    }
    for name, value in rows.items():
        print(f"{name:<11} {one_line(value, MAX_VALUE)}")
    findings = lessons.open_findings(project, reader)
    for finding in findings:
        entry = lessons.known(project.store, finding)
        digits = digits_of(entry.id) if entry else finding.fingerprint[:MIN_DIGITS]
        lines = lessons.card(finding, project.settings["redact"])
        print("\n".join(["", f"[{digits}]", *lines]))
    say("" if findings else NO_CARD)
    say(KEEP)
    return 0


def integrate(context: Context, file: str, chosen: list[Transcript], reader: past.Reader) -> int:
    """Write what was decided, as `learn` does; return 1 if part of it could not be done.

    What only a person may do is named with its command.
    """
    try:
        rows = read_value(read_data(file, MAX_DECISIONS), MAX_DECISIONS)
        wanted = lessons.read_decisions(rows)
    except ReflexionError as error:
        raise Stop(f"the decisions cannot be used: {error}; nothing was written") from None
    findings = lessons.open_findings(context.project, reader)
    found = {finding.fingerprint[:MIN_DIGITS]: finding for finding in findings}
    note = ORIGIN + _main(chosen).session
    ids = []
    problems = []
    with context.acting("reflect integrate") as act:
        for decision in wanted:
            try:
                entry = _carry_out(context, act, decision, found, note)
                ids.append(entry.id)
                problems += _left_out(decision, entry)
            except Stop as error:
                problems.append(f"decision {decision.number}: {error}")
    _name_commands(context, ids)
    for line in problems:
        warn(line)
    return 1 if problems else 0


def _main(chosen: list[Transcript]) -> Transcript:
    """Return the session's own Transcript, not one of a sub-agent."""
    return next((each for each in reversed(chosen) if not each.agent), chosen[-1])


def _carry_out(
    context: Context, act: Act, decision: Decision, found: dict[str, past.Finding], note: str
) -> Entry:
    """Write one decision as `learn` does, say so, and return the learning. Raises Stop, OSError.

    `found` has the Findings by the ids of their cards; what one is about is stored first.
    """
    store, target = context.project.store, decision.target
    about = Entry(type=decision.type, skill=decision.skill, category=decision.category)
    about.cwd = paths.relative(os.getcwd(), store.root)
    require_labels(about)
    if target in found:
        target = lessons.keep(context.project, found[target], act.change)
    elif target:
        store, target = context.find(target)
    if target:
        done = learn_for(act, context.stores, target, decision.sentence, about)
    else:
        done = learn_sentence(act, store, decision.sentence, about)
    report(done)
    stands = done[-1].id  # a failure may be part of another learning now
    return learnings.change_words(act, store, stands, lambda entry: _mark(entry, decision, note))


def _mark(entry: Entry, decision: Decision, note: str) -> None:
    """Let an entry name the session it comes from, and ask for what only a person may do."""
    # in front: the last note may be the words before, which can be taken back
    entry.notes = list(dict.fromkeys([note, *entry.notes]))[-MOST["notes"] :]
    entry.everywhere = entry.everywhere or decision.everywhere
    entry.as_rule = entry.as_rule or decision.as_rule


def _left_out(decision: Decision, entry: Entry) -> list[str]:
    """Return a line about the fields of a decision that the learning did not take."""
    wanted = {"type": decision.type, "skill": decision.skill, "category": decision.category}
    left = [name for name, value in wanted.items() if value not in ("", getattr(entry, name))]
    names = ", ".join(left)
    why = f"{names} of {entry.id} was left as it is: a person runs `reflexion edit {entry.id}`"
    return [f"decision {decision.number}: {why}"] if left else []


def _name_commands(context: Context, ids: list[str]) -> None:
    program = for_person(context.environ)
    entries = [context.project.store.get(entry_id) for entry_id in dict.fromkeys(ids)]
    commands = [
        f"  {program} {command.format(digits=digits_of(entry.id))}"
        for entry in filter(None, entries)
        for field, command in YES.items()
        if getattr(entry, field)
    ]
    if commands:
        say("\n".join([PERSON, *commands]))
