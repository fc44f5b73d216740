"""The capture hook: what is kept of an event, what is told at a failure, asked at a turn's end."""

from __future__ import annotations

from functools import partial

from reflexion import hosts
from reflexion.capture.look_back import MAX_RETURNS, add_look_back, sessions_in_vain
from reflexion.detect import secrets
from reflexion.detect.failures import judge
from reflexion.detect.secrets import redact_all
from reflexion.detect.sentences import to_remember
from reflexion.hosts.event import FAILURE, PROMPT, SHELLS, STOPS, Decision, Event, Sighting
from reflexion.learning import lesson
from reflexion.learning.entry import AGENT, MAX_RESOLUTION, MIN_DIGITS, USER, Entry, digits_of
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.revise import Failure, is_own_call, new_lesson, records_lesson
from reflexion.learning.search import fits_failure
from reflexion.setup.command import for_person
from reflexion.store import history, paths, rule_files
from reflexion.store.ages import outdated
from reflexion.store.entries import nearest
from reflexion.store.history import SessionLog
from reflexion.store.project import Project
from reflexion.text.words import terms

NOT_KEPT = "your words were not kept: what came with this project is not accepted yet ({command})"
MAX_MATCHED = 2000  # characters of a command that the setting `ignore` is held against
LOOKED_AT = 10  # lessons that are nearest to a failure; the first one that fits is told

MAY_FIT = "A past learning that may fit this failure, which has none of its own:"
JOIN = "If it does: `{command} learn --for {failure} {lesson}`"


def decide(event: Event, project: Project, log: SessionLog) -> Decision:
    """Return what to write and to say because of an event."""
    decision = Decision()
    if event.name == "SessionEnd":
        decision.effects.append(partial(history.sweep_sessions, log.state_dir))
        return decision
    if event.name in ("PostToolUse", FAILURE):
        _add_failure(decision, event, project, log)
        if not records_lesson(event.command) or event.exit_code:
            return decision
        decision.rows.append({"what": history.RECORDED, "agent": event.agent})
    elif event.name == PROMPT:
        _keep_prompt(decision, event, project)
        add_look_back(decision, event, project, log)
        decision.context, decision.question = decision.question, ""
    elif event.name in STOPS:
        add_look_back(decision, event, project, log)
        if event.name == "Stop" and not decision.question:
            decision.rows.append({"what": history.ENDED})
    _show_lessons(decision, project, log)
    return decision


def _keep_prompt(decision: Decision, event: Event, project: Project) -> None:
    """Note which words the person typed, and store a sentence that is meant to be remembered."""
    if project.store.exists() and not event.agent:
        words = [] if event.machine else history.marks_of(terms(event.prompt))
        decision.rows.append({"what": history.PROMPTED, "words": words})
    draft = sentence_in(event, project)
    if draft is None:
        return
    if not project.trusted:
        command = f"{for_person(project.environ)} trust"
        decision.lessons.append(NOT_KEPT.format(command=command))
        return
    fingerprints = fingerprints_of(draft)
    known = project.store.find(fingerprints)
    row = {"what": history.LEARNED, "by": USER}
    decision.sighting = Sighting(project.store, draft, fingerprints[0], known, True, [row])
    digits = digits_of(known) or fingerprints[0][:MIN_DIGITS]
    undo = f"undo: {for_person(project.environ)} remove --lesson {digits}"
    decision.lessons.append(f"kept your words: {draft.resolution} ({undo})")


def sentence_in(event: Event, project: Project) -> Entry | None:
    """Return the learning that a prompt states; None unless it is plainly to be remembered."""
    if event.machine or not project.settings["capture_prompts"]:
        return None
    sentence = to_remember(event.prompt)
    if not sentence or len(sentence) > MAX_RESOLUTION:
        return None
    (clean,) = redact_all([sentence], project.settings["redact"])
    draft = new_lesson("correction", clean, USER)
    draft.cwd = paths.relative(event.cwd, project.root)
    return draft


def _show_lessons(decision: Decision, project: Project, log: SessionLog) -> None:
    """Add the notice about lessons that the agent recorded by `learn`, each once."""
    unseen: dict[str, None] = {}
    for row in log.of(history.LEARNED, history.SHOWN):
        if row["what"] == history.SHOWN:
            unseen.pop(str(row["id"]), None)
        elif row.get("by") == AGENT:
            unseen[str(row["id"])] = None
    for entry in filter(None, map(project.store.get, unseen)):
        decision.lessons.append(lesson.recorded(entry, for_person(project.environ)))
        decision.rows.append({"what": history.SHOWN, "id": entry.id})


def failure_in(event: Event, project: Project) -> Failure | None:
    """Return the Failure that a call of a tool was; None for what is not to be counted.

    That is what went well or says nothing, our own calls, other tools, and what the setting
    `ignore` names.
    """
    settings = project.settings
    if event.tool not in settings["tools"] or is_own_call(event.command):
        return None
    if settings["ignore"] and secrets.matches(event.command[:MAX_MATCHED], settings["ignore"]):
        return None
    status = event.exit_code if event.tool in SHELLS else int(bool(event.failed))
    if status is None and event.failed:
        status = 1  # the host does not say which one it was
    verdict = judge(event.command, status, event.output, event.interrupted)
    if not verdict.line:
        return None
    folder = paths.relative(event.cwd, project.root)
    command = event.command or f"{event.tool} {event.path}".strip()
    return Failure(command, event.output, verdict, folder, project.root, settings["redact"])


def _add_failure(decision: Decision, event: Event, project: Project, log: SessionLog) -> None:
    """Add what to store and to tell about a call, if it failed."""
    failure = failure_in(event, project)
    if failure is None:
        return
    stores = (project.store, *project.stores())
    places = ((store, store.index.find(failure.fingerprint)) for store in stores)
    store, known = next((each for each in places if each[1]), (project.store, ""))
    if not known and store.dropped.holds(failure.fingerprint):
        return
    row = {
        "what": history.FAILED,
        "text": failure.shown,
        "line": failure.trigger,
        "agent": event.agent,
        "own_code": failure.own_code,
    }
    sighting = Sighting(store, failure.draft(), failure.fingerprint, known, rows=[row])
    decision.sighting = sighting
    entry = (known and store.get(known)) or sighting.draft
    if not entry.resolution.strip():
        _add_nearest(decision, sighting, event, project, log)
    elif lesson.may_tell(entry, project.settings["min_confidence"]):
        _add_lesson(decision, entry, event, project, log)


def _add_lesson(
    decision: Decision, entry: Entry, event: Event, project: Project, log: SessionLog
) -> None:
    """Tell a known lesson once, and note where its failure came although it was told.

    After the third session in vain a lesson waits for review, unless a person wrote it.
    """
    was_told = entry.id in log.ids(history.TOLD, since=(history.COMPACTED,), agent=event.agent)
    if was_told or entry.promoted:
        decision.rows.append({"what": history.CAME_BACK, "id": entry.id, "agent": event.agent})
        is_useless = len(sessions_in_vain(log, entry.id) | {log.session}) >= MAX_RETURNS
        if is_useless and not lesson.is_persons(entry) and not entry.needs_review:
            flag = partial(Entry.update, needs_review=True)
            decision.effects.append(partial(project.store.update, entry.id, flag))
    if not was_told and entry.id not in _rules(event, project):
        text = lesson.block([entry], tail=lesson.AFTER.format(command=for_person()))
        decision.tell([entry.id], text, event.agent)


def _add_nearest(
    decision: Decision, sighting: Sighting, event: Event, project: Project, log: SessionLog
) -> None:
    """Tell the lesson that is nearest to a failure without one, if it is near enough.

    Nothing is counted: it may be another mistake.
    """
    line, least = sighting.draft.trigger, project.settings["min_confidence"]
    found = nearest(project.stores(), f"{sighting.draft.context}\n{line}", LOOKED_AT)
    near = [
        one
        for one in found
        if fits_failure(one.match, one.entry, line) and lesson.may_tell_unasked(one.entry, least)
    ]
    if not near:
        return
    replaced = outdated(project.store, near)
    entry = next(one.entry for one in near if one.entry.id not in replaced)
    kinds = (history.TOLD, history.LEARNED)
    known = log.ids(*kinds, since=(history.COMPACTED,), agent=event.agent)
    if entry.id in known or entry.id in _rules(event, project):
        return
    digits = digits_of(sighting.known) or sighting.fingerprint[:MIN_DIGITS]
    join = JOIN.format(command=for_person(), failure=digits, lesson=digits_of(entry.id))
    decision.tell([entry.id], lesson.block([entry], MAY_FIT, join), event.agent)
    sighting.rows[0]["near"] = entry.id


def _rules(event: Event, project: Project) -> set[str]:
    """Return the ids of what is not told: the host reads the rule, or a person changed it."""
    return rule_files.standing_ids(project, hosts.rule_files(event.host))
