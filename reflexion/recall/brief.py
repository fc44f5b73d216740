"""The brief: the lessons that matter most here, a line each, and the standing line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from operator import itemgetter

from reflexion.learning.entry import AGENT, MAX_PATTERN, Entry, digits_of
from reflexion.learning.lesson import AFTER, may_tell_unasked
from reflexion.store import index
from reflexion.store.ages import Ages, said_anew
from reflexion.store.project import Project
from reflexion.text import cut, one_line

OPEN = "<reflexion-brief>"
CLOSE = "</reflexion-brief>"
HEAD = "What this project has taught so far (* an agent wrote it):"
BEGUN = "`{command} show ID` has the rest of what ends in …"
STANDING = (  # at most 250 characters with a command of 50
    "Record at once when the person corrects you, states a rule, likes a way of working or reports "
    "trouble with a tool or skill, or you learn something the hard way: "
    "`{command} learn 'When …, do …, because …'`"
)
MORE = "{count} more: before work of another kind, `{command} recall WORDS`."
MAX_LINE = 520  # characters
REASON = ", because "
# Characters by which a lesson is known again that does not fit whole, and the part of the room
# for such beginnings: as many as can be are named at all. Of the later failures of nine projects
# (170) .95 come after a start that named their lesson, with sentences without reason .84; beside
# 300 other lessons .89 and .79 (where a meeting counts half after 6 sessions), with beginnings
# of 80 characters .86, with .7 of the room .84.
BEGINNING = 60
FIRST = 0.9
CONDITION = 28  # characters of it for when it holds: what to do has the rest
SKILL_LINES = 5
COMPARED = 40  # lessons, about as many as a brief holds, of which the newer one is told alone
Wanted = Callable[[index.IndexRow], bool]  # whether a lesson with this row is asked for


def brief(count: int, entries: Iterable[Entry], room: int, command: str) -> tuple[str, list[str]]:
    """Return (the text, the ids of the lessons in it that were said, not only begun).

    `count` and `entries` are what `ranked` returns. `room` is how many characters it may have: the
    beginning of each lesson comes first, then the strongest ones are said without their reason
    (", because …"), then whole. A last line says how many more there are. The standing line is
    there in any case. `command` is how the agent calls us.
    """
    begun, after, standing = (text.format(command=command) for text in (BEGUN, AFTER, STANDING))
    more = MORE.format(count=count, command=command)
    room -= sum(len(line) + 1 for line in (OPEN, HEAD, begun, more, after, standing, CLOSE))
    chosen, said = _lines(entries, room)
    lines = [HEAD, *chosen.values()] if chosen else []
    if len(said) < len(chosen):
        lines.append(begun)
    if len(chosen) < count:
        lines.append(MORE.format(count=count - len(chosen), command=command))
    if chosen:
        lines.append(after)
    return "\n".join([OPEN, *lines, standing, CLOSE]), said


def _lines(entries: Iterable[Entry], room: int) -> tuple[dict[str, str], list[str]]:
    """Return {id: line} of the lessons that fit, and the ids of those that are not only begun."""
    forms = _forms(entries, int(FIRST * room))
    chosen = {entry_id: each[0] for entry_id, each in forms.items()}
    left = room - sum(len(line) + 1 for line in chosen.values())
    for form in (1, 2):
        for entry_id, each in forms.items():
            left -= len(each[form]) - len(chosen[entry_id])
            if left < 0:
                break
            chosen[entry_id] = each[form]
    return chosen, [entry_id for entry_id, line in chosen.items() if line in forms[entry_id][1:]]


def _forms(entries: Iterable[Entry], room: int) -> dict[str, list[str]]:
    """Return {id: [its line as a beginning, without its reason, whole]}, each sentence once.

    There are as many as have room with their beginnings.
    """
    forms: dict[str, list[str]] = {}
    said = set()
    for entry in entries:
        if entry.resolution not in said:
            said.add(entry.resolution)
            whole = one_line(entry.resolution, MAX_PATTERN)
            short = whole.partition(REASON)[0]
            mark = "*" if entry.source == AGENT else ""
            texts = (_begun(short), cut(short, MAX_LINE), cut(whole, MAX_LINE))
            each = [f"- {digits_of(entry.id)}{mark} {text}" for text in texts]
            room -= len(each[0]) + 1
            if room < 0:
                break
            forms[entry.id] = each
    return forms


def _begun(sentence: str) -> str:
    """Return how a sentence begins: its condition, and what to do."""
    condition, _, advice = sentence.partition(", ")
    if not advice or len(sentence) <= BEGINNING or len(condition) <= CONDITION:
        return cut(sentence, BEGINNING)
    return f"{cut(condition, CONDITION)}, {cut(advice, BEGINNING - CONDITION - 2)}"


def of_skill(project: Project, skill: str) -> list[Entry]:
    """Return the best lessons about a skill that is activated; a plugin's is `ops:deploy`."""
    names = (skill, skill.rpartition(":")[2])
    return list(islice(ranked(project, lambda row: row.skill in names)[1], SKILL_LINES))


def ranked(project: Project, is_wanted: Wanted) -> tuple[int, Iterator[Entry]]:
    """Return how many lessons have rows in the index that pass `is_wanted`, and the Entries of
    those that may be told unasked, the strongest first; they are read one by one.

    The count includes what is forgotten or waits for something. Of what was said anew the newer
    one alone is there.
    """
    found = []
    for store in project.stores():
        ages = Ages(store.state_dir)
        rows = filter(is_wanted, store.index.rows(index.SOLVED))
        found += [(-ages.strength_of(row), row.id, row, store, ages) for row in rows]
    found.sort(key=itemgetter(0, 1))
    after, least = project.settings["forget_after"], project.settings["min_confidence"]
    alive = ((row, store) for _, _, row, store, ages in found if not ages.is_forgotten(row, after))
    entries = filter(None, (store.get(row.id) for row, store in alive))
    told = filter(partial(may_tell_unasked, least=least), entries)
    first = list(islice(told, COMPARED))
    replaced = {older.id for _, older in said_anew(project.store, first)}
    left = (entry for entry in first if entry.id not in replaced)
    return len(found) - len(replaced), chain(left, told)
