"""The phases of `reflect` for the agent: what `/reflexion:reflect` and its sub-agents call."""

from __future__ import annotations

import os

from reflexion.actions.learn import (
    About,
    learn_for,
    learn_sentence,
    propose_everywhere,
    require_label,
)
from reflexion.cli.terminal import read_json, report, say, warn
from reflexion.errors import ReflexionError, Stop, Usage
from reflexion.learning.entry import MIN_DIGITS, digits_of
from reflexion.learning.lesson import title
from reflexion.reflect import cards, lessons, past
from reflexion.store import paths
from reflexion.store.history import LEARNED
from reflexion.store.nearest import nearest
from reflexion.text.clean import one_line
from reflexion.text.words import terms

MAX_DECISIONS = 1 << 20
MAX_VALUE = 4096  # characters: a path
RELATED = 8  # lessons of one subject
NO_CARD = "No failure lacks a lesson, and the person asked for nothing to be remembered."
KEEP = (
    "To keep what is worth it: `reflexion learn{skill} 'When …, do …, because …'`, or several "
    "with `reflexion reflect integrate -{skill}`."
)


def show_context(args, context, chosen: list) -> int:
    """Say which session is meant, and where things stand."""
    main = _main(chosen)
    project = context.project
    rows = {
        "session": f"{main.session} ({main.host})",
        "transcript": main.path,
        "project": project.root,
        "entries": project.store.entries_dir,
        "rules": ", ".join(project.settings["promote_to"]),
        "memory": _memory_folder(main) or "none",
    }
    for name, value in rows.items():
        print(f"{name:<11} {one_line(value, MAX_VALUE)}")
    return 0


def show_cards(args, context, chosen: list) -> int:
    """Print the cards of the session: its failures without a lesson, what was to be kept."""
    print(f"session {_main(chosen).session}, transcript {_main(chosen).path}")
    findings = _findings(context, chosen)
    for finding in findings:
        entry = lessons.known(context.project.store, finding)
        digits = digits_of(entry.id) if entry else finding.fingerprint[:MIN_DIGITS]
        lines = cards.card(finding, context.project.settings["redact"])
        print("\n".join(["", f"[{digits}]", *lines]))
    say("" if findings else f"\n{NO_CARD}")
    say(KEEP.format(skill=f" --skill {args.skill}" if args.skill else ""))
    return 0


def show_related(args, context, chosen: list) -> int:
    """Print the lessons that share words with each subject, the best first."""
    if not args.words:
        raise Usage("reflect related: name the words, each subject in quotes")
    for query in args.words:
        print(query)
        near = nearest(context.project.stores(), query, RELATED)
        least = min(2, len(terms(query)))  # shared words; one is chance
        known = [each.entry for each in near if len(each.match.shared) >= least]
        for entry in known:
            print(f"  {entry.id}  {entry.resolution}")
        if not known:
            say("  nothing is known")
    return 0


def integrate(args, context, chosen: list) -> int:
    """Write what was decided, as `learn` does; return 1 if part of it could not be done."""
    wanted = _read_decisions(args.words)
    findings = _findings(context, chosen) if any(each.target for each in wanted) else []
    problems = []
    with context.acting("reflect integrate") as act:
        for decision in wanted:
            try:
                _carry_out(args, context, act, decision, findings)
            except Stop as error:
                problems.append(f"decision {decision.number}: {error}")
    for line in problems:
        warn(line)
    return 1 if problems else 0


def verify(args, context, chosen: list) -> int:
    """Print what this session recorded as it stands now; return 1 if some of it is gone."""
    ids = dict.fromkeys(row["id"] for row in context.log.of(LEARNED) if row.get("id"))
    entries = {entry_id: context.project.store.get_file(entry_id) for entry_id in ids}
    for entry_id, entry in entries.items():
        print(title(entry, 600) if entry else f"{entry_id} is gone, or cannot be read")
    say(f"{sum(map(bool, entries.values()))} of {len(entries)} stand")
    return 0 if all(entries.values()) else 1


PHASES = {
    "context": show_context,
    "cards": show_cards,
    "related": show_related,
    "integrate": integrate,
    "verify": verify,
}


def _main(chosen: list):
    """Return the session's own Transcript, not one of a sub-agent."""
    return next((each for each in reversed(chosen) if not each.agent), chosen[-1])


def _memory_folder(transcript) -> str:
    """Return the folder of Claude Code's own notes, beside its transcripts; "" without one."""
    folder = os.path.join(os.path.dirname(transcript.path), "memory")
    return folder if os.path.isdir(folder) else ""


def _findings(context, chosen: list) -> list:
    reader = past.read(context.project, chosen)
    return lessons.open_findings(context.project, list(reader.findings.values()))


def _read_decisions(files: list) -> list:
    if len(files) != 1:
        raise Usage("reflect integrate: name a file of JSON, or - for stdin")
    try:
        return cards.read_decisions(read_json(files[0], MAX_DECISIONS))
    except (OSError, ValueError, ReflexionError) as error:
        raise Stop(f"the decisions cannot be used: {error}; nothing was written") from None


def _carry_out(args, context, act, decision, findings: list) -> None:
    """Write one decision as `learn` does. Raises Stop, OSError."""
    project = context.project
    skill = decision.skill or args.skill
    require_label(skill)
    folder = paths.relative(os.getcwd(), project.root)
    about = About(decision.type, skill=skill, cwd=folder, everywhere=decision.everywhere)
    if not decision.target:
        report(learn_sentence(act, project.store, decision.sentence, about))
        return
    target = _target(context, act, decision.target, findings)
    report(learn_for(act, context.stores, target, decision.sentence, about))
    if decision.everywhere:
        report(propose_everywhere(act, project.store, target))


def _target(context, act, part: str, findings: list) -> str:
    """Return the id that a decision is about; the failure of a card is stored first."""
    for finding in findings:
        if part == finding.fingerprint[:MIN_DIGITS]:
            return lessons.keep(context.project, finding, act.change).id
    return context.find(part)[1]
