"""Is it the moment to ask the agent for a lesson? Decided in values, by a list of named reasons
that speak against it."""

from __future__ import annotations

from collections import namedtuple

from reflexion.shell.compare import working
from reflexion.shell.complaints import could_not_read
from reflexion.shell.parser import calls
from reflexion.shell.read_only import polls
from reflexion.signals.fixes.actions import browses
from reflexion.text.grades import PROVEN, WRITTEN, grade
from reflexion.text.normalise import essence

# entry: the learning as it is now; command, line: what failed and its error line; folder: where it
# failed; ending: how it was over (signals/fixes/endings.py), None at the failure itself
Moment = namedtuple("Moment", "entry command line folder ending")


def is_worth_a_question(moment: Moment) -> bool:
    """Return True if no reason speaks against asking about this failure now."""
    reasons = AGAINST + (AGAINST_AN_ENDING if moment.ending else ())
    return not any(against(moment) for against in reasons)


def value(moment: Moment) -> tuple:
    """What the best of several moments is chosen by: sessions that met the failure, its calls."""
    return _sessions(moment), moment.ending.calls if moment.ending else 0


def _sessions(moment: Moment) -> int:
    return moment.entry.get("sessions", 1)


def _has_a_lesson(moment: Moment) -> bool:
    return grade(moment.entry) == WRITTEN


def _has_a_fix(moment: Moment) -> bool:
    """Is its fix plain? Then the agent is asked only if the mistake came back in spite of it."""
    fix = moment.ending.fix if moment.ending else None
    is_plain = grade(moment.entry) == PROVEN or fix is not None and fix.confidence != "low"
    return is_plain and not _is_repeat(moment)


def _only_looks(moment: Moment) -> bool:
    if could_not_read(calls(moment.command), moment.line):
        return False
    done = [call for call in working(moment.command) if call.program]
    return all(browses(call) for call in done)


def _line_tells_nothing(moment: Moment) -> bool:
    """Is the error line a count or a banner ("12 problems"), which fits any mistake?"""
    return essence("error", moment.line, "one") != essence("error", moment.line, "other")


def _waits(moment: Moment) -> bool:
    return polls(moment.command)


def _was_given_up(moment: Moment) -> bool:
    return not moment.ending.passed


def _shows_no_status(moment: Moment) -> bool:
    """Did what passed hide how it ended (`| grep`, `|| true`)?"""
    return moment.ending.unseen


def _was_mended_by_an_edit(moment: Moment) -> bool:
    return moment.ending.edited


def _was_waited_for(moment: Moment) -> bool:
    return polls(moment.ending.passed)


def _may_be_other_work(moment: Moment) -> bool:
    """Did it pass in other words, which counts for a mistake that came again alone?"""
    return moment.ending.other_words and not _is_repeat(moment)


def _is_repeat(moment: Moment) -> bool:
    return _sessions(moment) > 1


AGAINST = (_has_a_lesson, _has_a_fix, _only_looks, _line_tells_nothing, _waits)
AGAINST_AN_ENDING = (
    _was_given_up,
    _shows_no_status,
    _was_mended_by_an_edit,
    _was_waited_for,
    _may_be_other_work,
)
