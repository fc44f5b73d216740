"""The draft of a remedy that no plain inference accounts for. It is kept, and said to nobody."""

from __future__ import annotations

from reflexion.shell.compare import same_job
from reflexion.signals.fixes import actions, wording
from reflexion.signals.fixes.attribution import Failure, names
from reflexion.signals.fixes.plain import Case, Remedy, instead

MOST_TOLD = 3


def candidate(case: Case) -> Remedy | None:
    """What ran before the failed call worked again; else the call that did its job."""
    if case.again:
        texts = [wording.general(act.raw, case.roots) for act in case.acts]
        told = list(dict.fromkeys(texts))[-MOST_TOLD:]
        return Remedy(wording.run_first(told), case.acts[-1]) if told and all(told) else None
    return instead(case)


def akin(failure: Failure, good) -> bool:
    """May `good` have done the work of the failed call: the same verb of the same program, another
    one where that verb does not exist, or the same job by another program?"""
    bad = failure.call
    if not good.program or _does_less(failure, good):
        return False
    if "form" in failure.missing and actions.repairs_form(good):
        return bad.program == good.program
    if bad.program != good.program or bad.program not in actions.words("verbs"):
        return same_job(bad.raw, good.raw)
    return actions.task(bad) == actions.task(good) or actions.task(bad) in missing_names(failure)


def in_other_words(bad, good) -> bool:
    """May `good` have done the work of `bad` in other words: the same program does something, or
    one of the two runs the other's program?"""
    if not good.program or actions.does_less(bad, good):
        return False
    same = bad.program == good.program
    return same or good.program in bad.args or bad.program in good.args


def _does_less(failure: Failure, good) -> bool:
    """Does `good` leave out something that the error does not speak of?"""
    gone, _ = actions.difference(failure.call, good)
    things = actions.things(gone)
    is_named = things and all(_is_named(failure.text, arg) for arg in things)
    return not is_named and actions.does_less(failure.call, good)


def _is_named(text: str, path: str) -> bool:
    """Does an error speak of a path: by its last part, or by a folder that it is in?"""
    folder, _, last = path.lower().rpartition("/")
    return names(text, last) or bool(folder) and folder in text


def missing_names(failure: Failure) -> list:
    """The scripts, targets and options that the error says are not there."""
    return failure.missing.get("name", [])
