"""`learn --for`: the lesson of failures, in the words of who understood them."""

from __future__ import annotations

from functools import partial

from reflexion.cli import changing, revise, storing
from reflexion.cli.errors import Stop
from reflexion.learning.entry import HEX, digits_of, is_id
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import is_persons, is_solved
from reflexion.store import history
from reflexion.store.history import FAILED, LOOKED

SHORTEST_ID = 3
NOTHING = "nothing was recorded for it"


def open_failures(log, store) -> list:
    """Return (entry, row of the log) of failures since the last look-back without a lesson."""
    found: dict = {}
    for row in log.of(FAILED, LOOKED):
        agent = row.get("agent", "")
        if row["what"] == LOOKED:
            found = {key: other for key, other in found.items() if other.get("agent", "") != agent}
        elif row.get("id"):
            found.setdefault(row["id"], row)
    pairs = [(store.get_file(entry_id), row) for entry_id, row in found.items()]
    return [(entry, row) for entry, row in pairs if entry and not is_solved(entry)]


def learn_for(context, change, parts: str, text: str) -> list:
    """Record a sentence for the learnings that `parts` names ("ID,ID"); return the problems.

    Where the text is the id of another learning, that one becomes their lesson. Raises Stop
    for a text that is neither a sentence nor such an id.
    """
    problems: list = []
    if _looks_like_id(text):
        target = _solved_id(context, text)
        _link(context, change, problems, _resolve(context, parts, problems), target)
    else:
        sentence = storing.checked(context, text, context.args.type or "error")
        record_lesson(context, change, _resolve(context, parts, problems), sentence)
    return problems


def record_lesson(context, change, ids: list, sentence: str) -> None:
    """Make a clean sentence the lesson of these learnings; an agent may only propose to some."""
    free = [entry_id for entry_id in ids if not _propose(context, change, entry_id, sentence)]
    if free:
        _write(context, change, free, sentence)


def _resolve(context, parts: str, problems: list) -> list:
    """Return the ids; put on the list which part of an id is none of this project."""
    ids = []
    for part in filter(None, map(str.strip, parts.split(","))):
        try:
            ids.append(_own_id(context, part))
        except Stop as error:
            problems.append(f"{error}; {NOTHING}")
    return list(dict.fromkeys(ids))


def _own_id(context, part: str) -> str:
    """Return the id of the project's learning that `part` names. Raises Stop."""
    store, entry_id = context.find(part)
    if store is not context.project.store:
        raise Stop(f"{entry_id} is told in every project: a person runs `reflexion edit`")
    context.read(store, entry_id)
    return entry_id


def _looks_like_id(text: str) -> bool:
    word = text.strip()
    return is_id(word) or (SHORTEST_ID <= len(word) <= 16 and HEX.issuperset(word.lower()))


def _propose(context, change, entry_id: str, sentence: str) -> bool:
    """Keep an agent's sentence as a proposal where it may not replace what is there."""
    store = context.project.store
    entry = context.read(store, entry_id)
    if not context.is_agent or not revise.is_closed_to_agents(entry):
        return False
    if same_sentence(entry["resolution"], sentence):
        context.say(f"{entry_id} says that already: nothing was changed")
        return True
    edit = partial(revise.propose, sentence=sentence)
    changing.change_words(context, change, store, entry_id, edit)
    why = "has a lesson that a person wrote" if is_persons(entry) else "is a rule already"
    context.say(f"{entry_id} {why}: it stays, and yours waits in `reflexion review`")
    return True


def _write(context, change, ids: list, sentence: str) -> None:
    """Make the sentence the lesson of the first learning, and the others part of it."""
    args = context.args
    first = ids[0]
    store = context.project.store
    before = context.read(store, first)["resolution"]

    def put(entry: dict) -> None:
        revise.put_lesson(entry, sentence, context.source)
        if args.skill:
            entry["skill"] = args.skill
        if args.type == "pattern":
            revise.make_pattern(entry)

    changing.change_words(context, change, store, first, put)
    _finish(context, change, first, ids[1:], before)


def _solved_id(context, part: str) -> str:
    """Return the id of a learning that says what to do. Raises Stop."""
    entry_id = _own_id(context, part)
    if not is_solved(context.read(context.project.store, entry_id)):
        raise Stop(f"{entry_id} has no lesson that could be theirs; {NOTHING}")
    return entry_id


def _link(context, change, problems: list, ids: list, target: str) -> None:
    """Make failures part of the learning that says already what to do."""
    store = context.project.store
    free = []
    for entry_id in ids:
        entry = context.read(store, entry_id)
        if context.is_agent and revise.is_closed_to_agents(entry):
            problems.append(f"{entry_id} has a lesson of its own, which stays")
        elif entry_id != target:
            free.append(entry_id)
    if free:
        _finish(context, change, target, free, context.read(store, target)["resolution"])


def _finish(context, change, kept: str, others: list, before: str) -> None:
    """Make the other learnings part of the one that is kept, and say what it teaches."""
    store = context.project.store
    if others:
        changing.join(context, change, store, kept, others)
    changing.record(context, store, kept, history.LEARNED)
    changing.tell(context.read(store, kept))
    for other in others:
        context.say(f"  {digits_of(other)} is part of it now")
    changing.settle_rule(context, store, kept, before)
