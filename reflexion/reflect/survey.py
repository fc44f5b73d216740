"""What the transcripts of a project hold, in about ten lines: mistakes that came back, the dearest
first. Pure."""

from __future__ import annotations

from collections import namedtuple

from reflexion.text.clean import one_line

MOST_ROWS = 7
MAX_LINE = 70  # characters of an error line and of a fix in a row
MAX_FIX = 50

# sessions: how many were read; mistakes: the lasting Mistakes that came back, the dearest first;
# once: how many more did not; questions: the Mistakes that a model could be asked about
Survey = namedtuple("Survey", "sessions mistakes once questions")


def survey(sessions: int, mistakes: list) -> Survey:
    """The Survey of all mistakes that were made in so many sessions."""
    lasting = [mistake for mistake in mistakes if mistake.is_lasting()]
    back = [mistake for mistake in lasting if len(mistake.sessions) > 1]
    questions = [mistake for mistake in lasting if mistake.is_question()]
    once = len(lasting) - len(back)
    return Survey(sessions, _dearest(back), once, _dearest(questions))


def _dearest(mistakes: list) -> list:
    return sorted(mistakes, key=lambda each: (-each.calls, -each.times, each.mark))


def returns(mistake) -> int:
    """How often it came back: sessions after the first."""
    return len(mistake.sessions) - 1


def lines(found: Survey) -> list:
    """The Survey for a person to read, a line each."""
    rows = [_row(mistake) for mistake in found.mistakes[:MOST_ROWS]]
    left = found.mistakes[MOST_ROWS:]
    if left:
        rows.append(f"  … and {_many(len(left), 'more mistake')}")
    return [_headline(found), *rows]


def _headline(found: Survey) -> str:
    where = f"In {_many(found.sessions, 'session')}"
    if not found.mistakes:
        made = _many(found.once, "mistake")
        was = "was" if found.once == 1 else "were"
        return f"{where} no mistake came back; {made} to learn from {was} made once."
    many = _many(len(found.mistakes), "mistake")
    again = sum(map(returns, found.mistakes))
    times = "once" if again == 1 else f"{again} times"
    calls = sum(mistake.calls for mistake in found.mistakes)
    plain = sum(bool(mistake.fix) for mistake in found.mistakes)
    has = "has" if plain == 1 else "have"
    told = f"{plain} {has} a plain fix" if plain else "none has a plain fix"
    return f"{where} {many} came back {times} and cost about {_many(calls, 'call')}; {told}."


def _row(mistake) -> str:
    met = f"{len(mistake.sessions)} sessions, {_many(mistake.calls, 'call')}"
    line = _cut(mistake.entry["trigger"], MAX_LINE)
    fix = f"  → {_cut(mistake.fix, MAX_FIX)}" if mistake.fix else ""
    return f"  {met:<22}  {line}{fix}"


def figures(found: Survey) -> dict:
    """The Survey for programs."""
    return {
        "sessions": found.sessions,
        "came_back": sum(map(returns, found.mistakes)),
        "calls": sum(mistake.calls for mistake in found.mistakes),
        "plain_fixes": sum(bool(mistake.fix) for mistake in found.mistakes),
        "made_once": found.once,
        "questions": len(found.questions),
        "mistakes": [_fields(mistake) for mistake in found.mistakes],
    }


def _fields(mistake) -> dict:
    return {
        "error": mistake.entry["trigger"],
        "command": mistake.entry["context"],
        "sessions": len(mistake.sessions),
        "failures": mistake.times,
        "calls": mistake.calls,
        "fix": mistake.fix,
    }


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _cut(text: str, most: int) -> str:
    line = one_line(text, most + 1)
    return line if len(line) <= most else line[: most - 1].rstrip("…") + "…"
