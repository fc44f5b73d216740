"""The question to the agent, which understood why a command works now: is there a lesson?"""

from __future__ import annotations

from reflexion.capture.known import alike
from reflexion.capture.moment import Moment, is_worth_a_question, value
from reflexion.shell.changes import changed
from reflexion.shell.parser import SETTINGS, calls
from reflexion.shell.shape import words
from reflexion.store import journal, session
from reflexion.store.index import OpenIndex
from reflexion.store.paths import relative
from reflexion.text.clean import advice, one_command, one_line
from reflexion.text.grades import WRITTEN, grade
from reflexion.text.tokens import terms, worth

OPEN = "<reflexion-ask>"
CLOSE = "</reflexion-ask>"
TELL = "`{command} learn --for {id} 'When …, do …, because …'`"
PASSED = (
    "Failed{sessions}{where}: {failed}: {line}. Passed{how}. If you know the cause and other "
    "sessions here will meet it: {tell}. A slip, this task's own code, not solved{known}: go on."
)
NEVER = (
    "Seen in {count} sessions, no way around it is known: {failed}: {line}. If you find one that "
    "other sessions here will need: {tell}. This task's own code{known}: go on."
)
MAX_COMMAND = 160  # characters
MAX_LINE = 90
LEAST_LINE = 30  # of an error line, however much else is told
MOST_BESIDE = 320  # characters of a question beside the quoted commands
MAX_BETWEEN = 60
MAX_FOLDER = 30
MAX_KNOWN = 80  # of the advice of a lesson that is known
LEAST_KNOWN = 20
KNOWN = ", or known already"
MOST_TERMS = 24  # words of an error line that are looked up
MAX_CANDIDATES = 8  # entry files opened for the nearest lesson
HEAD = 60  # characters of a long command that are always shown
MAX_READ = 1000  # characters of a command in which a difference is looked for
MAX_CHANGE = 60  # characters of either side of a difference
MOST_AT_ONCE = 2  # questions about failures that ended with one call
MOST_CHANGES = 2  # differences that are worth showing


def ask_about_endings(event, view: session.View, endings: list, decision) -> None:
    """Add to the decision the questions that these endings are worth, if any."""
    moments = []
    for ending in endings if may_ask(event, view) else ():
        entry = view.entry(ending.failure["id"])
        if entry:
            moments.append(moment_of(entry, ending.failure, ending))
    _ask(event, view, moments, decision)


def ask_at_failure(event, view: session.View, entry: dict, failure: dict, decision) -> None:
    """The same at a failure that several sessions met and none has mended."""
    if may_ask(event, view):
        _ask(event, view, [moment_of(entry, failure)], decision)


def moment_of(entry: dict, failure: dict, ending=None) -> Moment:
    """The Moment of a failure (its record), and of its ending."""
    return Moment(entry, _at_fault(failure), failure["line"], failure.get("cwd", ""), ending)


def _at_fault(failure: dict) -> str:
    """The call that failed; the whole line where it could not even begin (`cd x && make`)."""
    call = failure.get("call", "")
    begun = calls(call)
    return call if begun and begun[0].program not in SETTINGS else failure["command"]


def may_ask(event, view: session.View) -> bool:
    """May this event carry a question at all: of a trusted project, to an agent that reads it, not
    of the past, not in a sub-agent, within what the setting `ask_agent` allows a session?"""
    return may_be_asked(event, view) and _questions_left(view) > 0


def may_be_asked(event, view: session.View) -> bool:
    """The same, whatever was asked before."""
    apart = event.agent or event.when or event.mute
    return view.trusted and not apart and view.settings["ask_agent"] > 0


def _questions_left(view: session.View) -> int:
    asked = sum(record["kind"] == session.QUESTION for record in view.records())
    return view.settings["ask_agent"] - asked


def _ask(event, view: session.View, moments: list, decision) -> None:
    """One question for each moment that is worth it, the best ones first."""
    worth_it = [moment for moment in moments if is_worth_a_question(moment)]
    fresh = [moment for moment in worth_it if _is_new(view, moment.entry)]
    best = sorted(fresh, key=value, reverse=True)[: min(MOST_AT_ONCE, _questions_left(view))]
    for moment in best:
        entry_id = moment.entry["id"]
        decision.records.append({"kind": session.QUESTION, "id": entry_id})
        decision.notes.append((journal.OUTCOMES, entry_id, "asked"))
    if best:
        decision.after = "\n".join(question(event, view, moment) for moment in best)


def _is_new(view: session.View, entry: dict) -> bool:
    """Was the agent never asked about this entry, in whichever session, and has none that is like
    it a lesson?"""
    if any(journal.last_outcome(view.project.store.state_dir, entry["id"], "asked")):
        return False
    with OpenIndex(view.project.store) as index:
        return alike(entry, index) is None


def question(event, view: session.View, moment: Moment) -> str:
    """The words of the question about a moment, in its frame."""
    from reflexion.setup.command import for_agent

    command = for_agent(view.project.root, event.cwd)
    sessions = moment.entry.get("sessions", 1)
    told = {
        "count": sessions,
        "sessions": f" (in {sessions} sessions)" if sessions > 1 else "",
        "where": _where(moment, view.project.root),
        "failed": _shown(moment.command, moment.ending.passed if moment.ending else ""),
        "how": _how(moment) if moment.ending else "",
        "tell": TELL.format(command=command, id=moment.entry["id"].rpartition("-")[2]),
    }
    template = PASSED if moment.ending else NEVER
    room = MOST_BESIDE - _beside(template.format(line="", known="", **told))
    known = _known(view, moment, room - LEAST_LINE)
    error = moment.line.replace(f"{view.project.root}/", "")
    line = one_line(error, min(MAX_LINE, max(LEAST_LINE, room - len(known)))).rstrip(". ")
    return OPEN + template.format(line=line, known=known, **told) + CLOSE


def _beside(text: str) -> int:
    """How many characters of a text stand beside what it quotes in backquotes."""
    return sum(map(len, text.split("`")[::2]))


def _where(moment: Moment, root: str) -> str:
    """The folder below the root in which it failed: " in web"; "" for the root and elsewhere."""
    folder = relative(moment.folder, root)
    return "" if folder in ("", ".") else f" in {one_line(folder, MAX_FOLDER)}"


def _how(moment: Moment) -> str:
    """What passed, and what changed since: " after `npm ci`", ": `x` (changed: a → b)"."""
    ending = moment.ending
    between = [one_command(text, MAX_BETWEEN) for text in dict.fromkeys(ending.between)][-2:]
    place = {"": "", ".": " in the root"}.get(ending.folder, f" in {ending.folder}")
    after = f" after {' and '.join(quoted(text) for text in between)}" if between else ""
    differences = changed(moment.command, ending.passed)
    if not differences:
        same = "the same command" if ending.again else "the same with another text"
        return f": {same}{place}{after}"
    change = _change(differences)
    passed = _shown(ending.passed, moment.command)
    if change and len(ending.passed) > MAX_COMMAND:
        passed = f"the same but for {change}"  # two long ones read alike up to where they are cut
    elif change:
        passed = f"{passed} (changed: {change})"
    return f": {passed}{place}{after}"


def _change(differences: list) -> str:
    """What changed, "`rtk` → nothing"; "" for more than a few words."""
    sides = [" ".join(side.split()) for difference in differences for side in difference]
    if len(differences) > MOST_CHANGES or any(len(side) > MAX_CHANGE for side in sides):
        return ""
    told = [f"{_side(gone)} → {_side(new)}" for gone, new in differences]
    return ", ".join(told)


def _side(words: str) -> str:
    return quoted(one_command(words, MAX_CHANGE)) if words.strip() else "nothing"


def _shown(command: str, other: str) -> str:
    """A command in backquotes; of a long one its beginning, and the part in which it differs."""
    text = one_command(command, MAX_READ)
    if len(text) > MAX_COMMAND:
        same = next((n for n, pair in enumerate(zip(text, other)) if pair[0] != pair[1]), 0)
        start = max(HEAD, min(same - HEAD // 2, len(text) - MAX_COMMAND + HEAD))
        cut = text[start : start + MAX_COMMAND - HEAD]
        text = f"{text[:HEAD]} … {cut}" if start > HEAD else text
    return quoted(one_command(text, MAX_COMMAND + 3))


def quoted(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _known(view: session.View, moment: Moment, room: int) -> str:
    """The advice of another entry's lesson that may be this one's too, in so many characters: of
    the same program and verb, and with words of its error."""
    entry = moment.entry
    program_and_verb = words(moment.command)
    if "" in program_and_verb:
        return KNOWN
    weights = {term.text: worth(term) for term in terms(entry["trigger"])}
    with OpenIndex(view.project.store) as index:
        ids = index.sharing(dict([*weights.items()][:MOST_TERMS]), MAX_CANDIDATES)
    for other in view.project.store.readable(ids):
        if other["id"] == entry["id"] or other["type"] != "error" or grade(other) != WRITTEN:
            continue
        if words(other["context"]) == program_and_verb:
            digits = other["id"].rpartition("-")[2]
            most = room - len(KNOWN + f' ({digits}: "")')
            most = min(MAX_KNOWN, max(LEAST_KNOWN, most))
            return f'{KNOWN} ({digits}: "{one_line(advice(other["resolution"]), most)}")'
    return KNOWN
