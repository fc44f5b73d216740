"""When is a failure over, and by what? Pure functions over the steps of a session."""

from __future__ import annotations

from collections import namedtuple

from reflexion.shell.compare import same_call, same_command, same_job
from reflexion.shell.complaints import rewritten
from reflexion.shell.read_only import looks
from reflexion.shell.status import masked, shows_its_end
from reflexion.signals.fixes import actions, wording
from reflexion.signals.fixes.attribution import Failure, calls
from reflexion.signals.fixes.candidate import akin, candidate, in_other_words
from reflexion.signals.fixes.folders import folder_of, is_of_project, roots_of
from reflexion.signals.fixes.plain import Case, plain
from reflexion.signals.risk import risk_of

MOST_STEPS = 40  # what works later than this has other causes
LOW = "low"
MEDIUM = "medium"

# text: a directive; confidence: MEDIUM (proven) or LOW (a candidate); review: a person has to look
Fix = namedtuple("Fix", "text confidence review")
# failure: its record; fix: a Fix or None; again: the failed command itself works, and not another;
# passed: source of the call that worked ("" where too much has happened since); between: source of
# the calls that changed something since; edited: a file was changed since; calls: how many it took;
# hidden: the exit status did not show, or it may have been other work: nothing is proven and the
# failure stays open; other_words: it may have been other work;
# unseen: neither its status nor its output showed;
# folder: where it worked, from the root ("." = the root), if elsewhere
Ending = namedtuple(
    "Ending",
    "failure passed calls edited fix again between hidden folder other_words unseen",
    defaults=(None, False, (), False, "", False, False),
)


def endings(pending: list, steps: list, now: dict, root: str = "") -> list:
    """-> [Ending] of the failures that are over with the step that just ran.

    pending: failures, oldest first; steps: all steps since the first of them, failed ones included,
    `now` excluded; now: the step that just ran. Each is {"tool", "command", "path", "ok", "line",
    "cwd"} and a running time "at" that says which came first; failures hold an "id", the same for
    the same mistake, and may hold "more" (an excerpt of the output) and "call" (source text of the
    simple command that failed). `root`: the project's folder, "" = the uppermost of those that the
    steps ran in."""
    found = []
    for failure in pending:
        since = [step for step in steps if step["at"] > failure["at"]]
        ending = None
        if now.get("ok") and now.get("tool", "Bash") == "Bash":
            ending = _ending(failure, _after_the_first(failure, steps) + since, now, root)
        if ending is None and len(since) >= MOST_STEPS:
            ending = Ending(failure, passed="", calls=len(since), edited=True)
        if ending:
            found.append(ending)
    return found


def _after_the_first(failure: dict, steps: list) -> list:
    """The steps since the same failure was first seen, up to its last time."""
    for step in steps:
        if step.get("id") == failure["id"]:
            return [each for each in steps if step["at"] < each["at"] <= failure["at"]]
    return []


def _ending(record: dict, steps: list, now: dict, root: str) -> Ending | None:
    """The Ending of one failure by this step that worked; None where it goes on."""
    command = now["command"]
    failure = Failure(record)
    line = calls(command)
    if failure.unread:
        return _rewritten(record, failure, steps, now)
    place = _place_of(failure, line, command) if failure.call else None
    if place is None:
        return None
    case = _case(record, failure, steps, now, place, root)
    other = _may_be_other_work(case)
    # what never ran behind the failed call, and what it did in other words, proves nothing
    is_masked = masked(line, place, command) and not failure.begins
    hidden = other or _ran_behind(case) or is_masked
    return Ending(
        failure=record,
        fix=None if hidden else _fix(case),
        again=case.again,
        passed=_spaced(case.source),
        between=[_spaced(act.raw) for act in case.acts],
        edited=case.edited,
        calls=len(steps) + 1,
        hidden=hidden,
        folder=case.folder,
        other_words=other,
        unseen=is_masked and not shows_its_end(line, place, command),
    )


def _rewritten(record: dict, failure: Failure, steps: list, now: dict) -> Ending | None:
    """The Ending of a line that the shell could not read, by one of most of its words: nobody knows
    which of the differences it was."""
    if not rewritten(failure.command, now["command"]):
        return None
    passed = _spaced(now["command"])
    return Ending(record, passed=passed, calls=len(steps) + 1, edited=False, hidden=True)


def _ran_behind(case: Case) -> bool:
    return not case.again and _was_to_follow(case.failure, case.good)


def _may_be_other_work(case: Case) -> bool:
    return not (case.again or _ran_behind(case) or akin(case.failure, case.good))


def _case(record: dict, failure: Failure, steps: list, now: dict, place: int, root: str) -> Case:
    """What is known of a failure and of the call at `place` of the step that worked."""
    command = now["command"]
    line = calls(command)
    good = line[place]
    folders = [*filter(None, [root]), *roots_of(record, now, steps)]
    roots = [root] if root else folders
    return Case(
        failure=failure,
        good=good,
        again=same_call(failure.call, good),
        source=wording.source(command, good),
        acts=_acts(failure, _useful(record, steps)) + _acts_of(failure, line, place),
        folder=folder_of(record, now, failure, line, place, roots),
        edited=any(step.get("ok") and is_of_project(step, folders) for step in steps),
        roots=roots,
    )


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _place_of(failure: Failure, line: list, command: str) -> int | None:
    """Where in the line the failed call works again, else where another does its work; None for
    none. A call whose exit status is hidden shows nothing, unless the failure was seen in spite of
    that."""
    shown = [n for n in range(len(line)) if failure.masked or not masked(line, n, command)]
    again = [n for n in shown if same_call(failure.call, line[n])]
    if again or actions.browses(failure.call):
        return min(again, default=None)
    return _place_of_another(failure, line, shown)


def _place_of_another(failure: Failure, line: list, shown: list) -> int | None:
    """The last of these places where a call does the failed one's work, in the surest way."""
    outer = [n for n in reversed(shown) if not line[n].depth]
    for fits in WAYS:
        for n in outer:
            if fits(failure, line[n]):
                return n
    return None


def _was_to_follow(failure: Failure, good) -> bool:
    """Does the call what stood behind the failed one (`activate x && pytest`) and never ran?"""
    line = calls(failure.command)
    if failure.call not in line:
        return False
    at = line.index(failure.call)
    later = line[at + 1 :] if line[at].op == "&&" else []
    return not looks(good) and any(same_job(call.raw, good.raw) for call in later)


def _does_the_job(failure: Failure, good) -> bool:
    only_tries = looks(good) and not looks(failure.call)
    return not only_tries and akin(failure, good)


def _in_other_words(failure: Failure, good) -> bool:
    return not looks(good) and in_other_words(failure.call, good)


# how another call may do the work of the failed one, the surest first
WAYS = (_does_the_job, _was_to_follow, _in_other_words)


def _fix(case: Case) -> Fix | None:
    remedy = plain(case)
    confidence = MEDIUM
    if not remedy and not case.edited:
        remedy = candidate(case)
        confidence = LOW
    if not remedy:
        return None
    is_new_risk = risk_of(remedy.call.raw) and not risk_of(case.failure.call.raw)
    return Fix(remedy.text, confidence, bool(is_new_risk))


def _acts(failure: Failure, steps: list) -> list:
    """The calls of these steps that worked and may have changed something."""
    done = []
    for step in steps:
        if step.get("ok") and not step.get("path"):
            done += _acts_of(failure, calls(step["command"]))
    return done


def _acts_of(failure: Failure, line: list, place: int | None = None) -> list:
    """Those of the calls of a line, before the one at `place`, that may have changed something."""
    before = enumerate(line[:place])
    return [
        call
        for n, call in before
        if _is_act(failure, call) and not _only_names(call, line[n + 1 :])
    ]


def _only_names(call, later: list) -> bool:
    """Does a call only name a value for later calls of its line (`F=a.json; jq . $F`)?"""
    text = "\n".join(other.raw for other in later)
    names = [word.partition("=")[0] for word in call.env]
    return not call.program and all(f"${n}" in text or f"${{{n}" in text for n in names)


def _is_act(failure: Failure, call) -> bool:
    if not actions.acts(call) or actions.checks(call):
        return False
    return not any(same_call(call, own) for own in calls(failure.command))


def _useful(record: dict, steps: list) -> list:
    """The steps since the command failed for the last time in the same way: those before did not
    help. Where it then failed otherwise, what lies between cured the first error."""
    last = -1
    for n, step in enumerate(steps):
        if step.get("ok") or not same_command(record["command"], step["command"]):
            continue
        if record["id"] == step["id"]:
            last = n
        elif _acts(Failure(record), steps[last + 1 : n]):
            return steps[last + 1 : n]
    return steps[last + 1 :]
