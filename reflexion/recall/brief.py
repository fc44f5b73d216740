"""The brief: the lessons that matter most here, a line each, and the standing line."""

from __future__ import annotations

from itertools import islice

from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import may_tell_unasked
from reflexion.store import index, rule_files
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

OPEN = "<reflexion-brief>"
CLOSE = "</reflexion-brief>"
HEAD = "What this project has taught so far (* an agent wrote it):"
STANDING = (  # with the command it has at most 250 characters
    "When the person corrects you or states a rule, or you find out the hard way how something "
    "works here, record it at once: `{command} learn 'When …, do …, because …'`"
)
MAX_LINE = 520  # characters
REASON = ", because "
MOST_READ = 30  # lessons: more than a brief holds
PERSONS = ("", "user")  # values of `source` for the words of a person
AGENT = "agent"  # that for the words of an agent
MOST_SESSIONS = 5  # with more sessions lessons rank the same, and the last sighting decides
SKILL_LINES = 5


def standing_line(command: str) -> str:
    """Return the request that begins every session; `command` is how the agent calls us."""
    return STANDING.format(command=command)


def brief(entries: list[Entry], room: int, standing: str) -> tuple:
    """Return (the text, the ids of the lessons in it); the entries come best first.

    `room` is how many characters the lessons may take. Where they do not fit as they are, the
    reasons (", because …") are left out.
    """
    by_lesson: dict = {}
    for entry in entries:
        by_lesson.setdefault(entry.resolution, entry)
    chosen = _fitting(by_lesson.values(), room, _line)
    if len(chosen) < len(by_lesson):
        chosen = _fitting(by_lesson.values(), room, _line_without_reason)
    lines = [HEAD, *chosen.values()] if chosen else []
    return "\n".join([OPEN, *lines, standing, CLOSE]), list(chosen)


def _fitting(entries, room: int, line_of) -> dict:
    """Return {id: line} of the entries that fit."""
    found: dict = {}
    for entry in entries:
        line = line_of(entry)
        if len(line) < room:
            room -= len(line) + 1
            found[entry.id] = line
    return found


def _line(entry: Entry) -> str:
    mark = "*" if entry.source == AGENT else ""
    return f"- {digits_of(entry.id)}{mark} {one_line(entry.resolution, MAX_LINE)}"


def _line_without_reason(entry: Entry) -> str:
    return _line(entry.copy(resolution=entry.resolution.partition(REASON)[0]))


def choose(project, host_files: tuple) -> list:
    """Return the entries for the brief, best first.

    A rule that stands in one of `host_files`, which the host reads itself, is left out.
    """
    rules = rule_files.standing_ids(project, host_files)
    return _best(project, lambda row: row.id not in rules, MOST_READ)


def of_skill(project, skill: str) -> list:
    """Return the best lessons about a skill that is activated."""
    return _best(project, lambda row: row.skill == skill, SKILL_LINES)


def _best(project, is_wanted, most: int) -> list:
    """Return at most `most` entries whose rows in the index pass `is_wanted`, best first.

    A person's words come first, then what was met in most sessions, then what was met last.
    """
    ranked = []
    for store in project.stores():
        rows = [row for row in store.index.rows(index.SOLVED) if is_wanted(row)]
        ranked += [(_rank(row), store, row.id, row.digest) for row in rows]
    ranked.sort(key=lambda item: item[0])
    return list(islice(_own_entries(ranked), most))


def _own_entries(ranked: list):
    """Yield the entries of [(rank, store, id, digest)] whose words are accepted and may be told.

    They are read one by one, since the caller stops early.
    """
    for _, store, entry_id, words in ranked:
        standing = store.trust.standing_of(entry_id, words)
        # "" is not decided yet: `get` decides. Of refused words it returns the accepted copy.
        if standing in ("", YOURS) or store.trust.copy_of(entry_id):
            entry = store.get(entry_id)
            if entry and may_tell_unasked(entry):
                yield entry


def _rank(row: index.Row) -> tuple:
    """Return what rows are sorted by: the best lesson has the smallest rank."""
    is_others = row.source not in PERSONS
    sessions = min(MOST_SESSIONS, _number(row.sessions))
    return (is_others, -sessions, -_number(row.mtime), row.id)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
