"""What becomes of entries that a hook touched: rules written, offered or taken out."""

import time

from reflexion.hosts.event import Answer
from reflexion.promote import rule
from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.schema import Unreadable

OFFERED = "offered"  # in the log of outcomes: the person was shown that a rule waits
MOST_DUE = 2_000  # entries looked at when a session ends; an older one ripens when it is met again
MAX_MARKED = 8 << 20  # bytes of the index


def respond(event, project):
    """At a session's end: promote what qualifies by now, here and for every project."""
    store = project.store
    if event.name != "SessionEnd" or not project.trusted or not store.exists():
        return None
    touched, faded = due(project)
    for entry_id in faded:
        _guarded(project, retire, entry_id, "faded: nobody met it again")
    answer = Answer()
    if project.home in project.speaking():
        from reflexion.store.home_project import HomeProject

        everywhere = HomeProject(project)
        answer = consider(everywhere, Answer(touched=due(everywhere)[0]))
    answer.touched = touched
    return answer


def due(project) -> tuple[list, list]:
    """(ids whose rule is to be written, offered or taken out; faded ids), as the index marks
    them."""
    from reflexion.store import index, tidy
    from reflexion.store.index_file import DUE

    store = project.store
    ids = None
    if project.settings["promote_after"] > 1:
        with index.OpenIndex(store, index.AT_END) as view:
            ids = view.find(DUE, MAX_MARKED)[1]
    ripe = []
    old = []
    for entry in store.all() if ids is None else store.readable(ids[-MOST_DUE:]):
        if tidy.faded(entry, time.time()):
            old.append(entry["id"])
        elif verdict_on(project, entry) not in ("", rule.STANDS):
            ripe.append(entry["id"])
    return ripe, old


def verdict_on(project, entry: dict) -> str:
    """What becomes of an entry of the project's store today, as `rule.decide` says it."""
    return rule.decide(entry, project.settings, today(), project.owns(entry["id"]))


def consider(project, answer):
    """Promote, offer or demote what a hook just touched; the answer, with lines for the person."""
    lines = _superseded(project, answer)
    for entry_id in dict.fromkeys(answer.touched):
        lines.append(_guarded(project, weigh, entry_id, answer.stepped_back.get(entry_id)))
    if project.settings["announce"] != "none":
        lines = [f"Reflexion: {line}" for line in lines if line]
        answer.notice = "\n".join(filter(None, [answer.notice, *lines]))
    return answer


def _superseded(project, answer) -> list:
    """Retire what the new learning contradicts, if that one is ours; lines for the person."""
    if not answer.retired or not project.owns(answer.superseded_by):
        return []
    why = f"superseded by {answer.superseded_by}"
    return [_guarded(project, retire, entry_id, why) for entry_id in answer.retired]


def weigh(project, entry_id: str, confidence=None) -> str:
    """Write, offer or take out the entry's rule as it asks now; what was done, "" for nothing.
    `confidence`: what it had before its mistake was made again though it had been said."""
    entry = project.store.read(entry_id)
    if entry and confidence:
        # a ripe one becomes a rule, not a case for review
        before = {"needs_review": False, "confidence": confidence}
        if verdict_on(project, {**entry, **before}) == rule.WRITE:
            entry = project.store.update(entry_id, lambda stored: stored.update(before))
    verdict = verdict_on(project, entry) if entry else ""
    if not verdict:
        return ""
    from reflexion.promote import wording  # not before: most failures make no rule

    words = wording.words_for(entry, project.settings["redact"]).rstrip(".")
    if verdict == rule.TAKE_OUT:
        return _taken_out(project, entry_id, words)
    if verdict == rule.WRITE:
        return _written(project, entry_id, words)
    return _offered(project, entry_id, words, stands=verdict == rule.STANDS)


def _taken_out(project, entry_id: str, words: str) -> str:
    from reflexion.promote import promoter

    where = promoter.demote(project, entry_id)
    faster = where == "no file"  # another hook was
    return "" if faster else f"took a rule out of {where}: {words} (its fix failed)"


def _written(project, entry_id: str, words: str) -> str:
    from reflexion.promote import promoter

    where = promoter.promote(project, entry_id)
    if not where:
        return ""
    own = project.store.read(entry_id).get("own_lines") or ()
    if len(own) == len(where.split(", ")):
        return f"{where} says it already: {words}"
    undo = f"undo: {_command(project)} --demote {entry_id.rpartition('-')[2]}"
    return f"wrote a rule into {where}: {words} ({undo})"


def _offered(project, entry_id: str, words: str, stands: bool) -> str:
    """Say, once, that a rule waits for a yes, or that one which `stands` is missing."""
    offer = f"a rule waits for your yes: {words}"
    if stands:
        from reflexion.store.rule_files import missing

        gone = ", ".join(missing(project, [entry_id]).get(entry_id, ()))
        offer = f"a rule is missing from {gone}: {words}" if gone else ""
    log = (project.store.state_dir, journal.OUTCOMES)
    if not offer or any(row[1:] == [entry_id, OFFERED] for row in journal.read(*log)):
        return ""
    journal.note(*log, entry_id, OFFERED)
    return f"{offer} ({_command(project)} {entry_id.rpartition('-')[2]})"


def _command(project) -> str:
    """How the person calls `promote` where the session runs."""
    from reflexion.setup.command import for_person

    return f"{for_person(project.environ)} promote"


def _guarded(project, step, *given) -> str:
    """What a step says; its failure is put on record and stops nothing else."""
    try:
        return step(project, *given)
    except (Unreadable, OSError) as error:
        journal.fault(project.store.state_dir, "promote", str(error))
        return ""


def retire(project, entry_id: str, why: str) -> str:
    """Take an entry that no longer holds out of the store, and its rule out of the files."""
    from reflexion.promote import promoter
    from reflexion.store import tidy

    entry = project.store.read(entry_id)
    where = promoter.demote(project, entry_id) if entry and entry["promoted"] else ""
    tidy.retire(project.store, entry_id, why)
    return f"took a rule out of {where}: {why} ({entry_id})" if where else ""
