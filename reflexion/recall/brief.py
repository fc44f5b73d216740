"""The brief: the lessons that matter most here, a line each, and the standing line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from reflexion.learning.entry import Entry, digits_of
from reflexion.learning.lesson import AFTER, is_persons, may_tell_unasked
from reflexion.store import index, rule_files
from reflexion.store.ages import Ages
from reflexion.store.nearest import about_the_same
from reflexion.store.project import Project
from reflexion.store.trust import YOURS
from reflexion.text.clean import one_line

OPEN = "<reflexion-brief>"
CLOSE = "</reflexion-brief>"
HEAD = "What this project has taught so far (* an agent wrote it):"
STANDING = (  # at most 250 characters with a command of 50
    "Record at once when the person corrects you, states a rule, likes a way of working or reports "
    "trouble with a tool or skill, or you learn something the hard way: "
    "`{command} learn 'When …, do …, because …'`"
)
MORE = "{count} more: before work of another kind, `{command} recall WORDS`."
MAX_LINE = 520  # characters
REASON = ", because "
# The part of the room for whole lessons, where not all fit: the strongest ones keep their reason,
# and as many as can be are there at all, which told more than reasons did.
WHOLE = 0.1
AGENT = "agent"  # that for the words of an agent
SKILL_LINES = 5
COMPARED = 40  # lessons, about as many as a brief holds, of which the newer one is told alone


class Ranked:
    """The lessons of a project that a brief may hold, the strongest first.

    count    how many there are, those that are forgotten or wait for something included
    entries  the Entries of the others, which are read one by one
    """

    def __init__(self, count: int, entries: Iterator[Entry]):
        self.count = count
        self.entries = entries


def brief(ranked: Ranked, room: int, command: str) -> tuple[str, list[str]]:
    """Return (the text, the ids of the lessons in it).

    `room` is how many characters it may have: whole lessons come first, the others do without
    their reason (", because …"), and a last line says how many more there are. The standing line
    is there in any case.
    `command` is how the agent calls us.
    """
    standing = STANDING.format(command=command)
    more = MORE.format(count=ranked.count, command=command)
    after = AFTER.format(command=command)
    room -= sum(len(line) + 1 for line in (OPEN, HEAD, more, after, standing, CLOSE))
    chosen = _lines(ranked.entries, room)
    lines = [HEAD, *chosen.values()] if chosen else []
    left = ranked.count - len(chosen)
    if left > 0:
        lines.append(MORE.format(count=left, command=command))
    if chosen:
        lines.append(after)
    return "\n".join([OPEN, *lines, standing, CLOSE]), list(chosen)


def _lines(entries: Iterable[Entry], room: int) -> dict[str, str]:
    """Return {id: line} of the lessons that fit, each sentence once."""
    whole: dict[str, str] = {}
    short: dict[str, str] = {}
    said = set()
    left = room
    for entry in entries:
        if entry.resolution not in said:
            said.add(entry.resolution)
            whole[entry.id] = _line(entry, entry.resolution)
            short[entry.id] = _line(entry, entry.resolution.partition(REASON)[0])
            left -= len(short[entry.id]) + 1
        if left < 0:
            break
    return whole if _size(whole) <= room else _fitting(whole, short, room)


def _fitting(whole: dict[str, str], short: dict[str, str], room: int) -> dict[str, str]:
    """Return {id: line}: the first ones whole, the others short, as many as there is room for."""
    found: dict[str, str] = {}
    spent = 0
    for entry_id, line in whole.items():
        line = line if spent + len(line) < WHOLE * room else short[entry_id]
        if spent + len(line) < room:
            found[entry_id] = line
            spent += len(line) + 1
    return found


def _size(lines: dict[str, str]) -> int:
    """Return how many characters these lines take."""
    return sum(len(line) + 1 for line in lines.values())


def _line(entry: Entry, text: str) -> str:
    mark = "*" if entry.source == AGENT else ""
    return f"- {digits_of(entry.id)}{mark} {one_line(text, MAX_LINE)}"


def ranked(project: Project, host_files: tuple[str, ...], known: Iterable[str] = ()) -> Ranked:
    """Return the lessons for the brief, without those of these `known` ids.

    A rule that stands in one of `host_files`, which the host reads itself, is left out.
    """
    rules = rule_files.standing_ids(project, host_files).union(known)
    found = _ranked(project, lambda row: row.id not in rules)
    first = list(islice(found.entries, COMPARED))
    # what a person said about the same thing since is told in its place
    pairs = about_the_same(project.store, first) if any(map(is_persons, first)) else []
    replaced = {older.id for newer, older in pairs if is_persons(newer)}
    left = (entry for entry in first if entry.id not in replaced)
    return Ranked(found.count - len(replaced), chain(left, found.entries))


def of_skill(project: Project, skill: str) -> list[Entry]:
    """Return the best lessons about a skill that is activated; a plugin's is `ops:deploy`."""
    names = (skill, skill.rpartition(":")[2])
    return list(islice(_ranked(project, lambda row: row.skill in names).entries, SKILL_LINES))


def _ranked(project: Project, is_wanted: Callable[[index.Row], bool]) -> Ranked:
    """Return the lessons whose rows in the index pass `is_wanted`, the strongest first."""
    found = []
    for store in project.stores():
        ages = Ages(store.state_dir)
        rows = filter(is_wanted, store.index.rows(index.SOLVED))
        found += [(-ages.strength_of(row), row.id, row, store, ages) for row in rows]
    found.sort(key=lambda item: item[:2])
    return Ranked(len(found), _own_entries(project, found))


def _own_entries(project: Project, found: list[tuple]) -> Iterator[Entry]:
    """Yield the entries of [(_, _, row, store, ages)] that may be told unasked.

    They are looked at one by one, since the caller stops early.
    """
    for _, _, row, store, ages in found:
        standing = store.trust.standing_of(row.id, row.digest)
        # "" is not decided yet: `get` decides. Of refused words it returns the accepted copy.
        is_own = standing in ("", YOURS) or store.trust.copy_of(row.id)
        if is_own and not ages.is_forgotten(row, project.settings["forget_after"]):
            entry = store.get(row.id)
            if entry and may_tell_unasked(entry, project.settings["min_confidence"]):
                yield entry
