"""What the person sees on screen (`systemMessage`): what was learned, whether the hooks are on."""

import os

from reflexion.hosts.event import Answer
from reflexion.store import journal, trust
from reflexion.store.fs import append, remove, sweep
from reflexion.text.clean import one_line
from reflexion.text.tables import rows

NAME = "Reflexion: "
MAX_TEXT = 160
MAX_SHOWN = 500  # characters that are looked at to shorten a text
MAX_TOLD = 100  # characters of what the agent was told
AT_FAILURE = "failure"  # channels: what is told there
IN_BRIEF = "brief"
GREETED = "the plugin"  # the first session under it was greeted
FRESH = "fresh"  # `init` leaves it in the store's state for the first session
OFF_SECONDS = 31 * 86400  # hosts keep a session about that long


def announce(event, project, answer, begins: bool):
    """The answer (a new one for None) with its notice: what it changed, and where a session
    `begins`, what waits. No host shows a session's end: that is kept for the next one's start."""
    lines = [answer.notice, *_changes(answer, project)] if answer else []
    if event.name == "SessionEnd" and project.store and project.store.exists():
        for line in "\n".join(filter(None, lines)).splitlines():
            journal.note(project.store.state_dir, journal.LATER, line)
    lines += _at_start(event, project) if begins else []
    answer = answer or Answer()
    answer.notice = _runnable("\n".join(filter(None, lines)), project)
    return answer


def _runnable(text: str, project) -> str:
    """The text with its commands as the person types them here."""
    if "reflexion " not in text:
        return text
    from reflexion.setup.command import hints

    return hints(text, project.environ, is_notice=True)


def _changes(answer, project):
    """Name what was learned, and what the agent was told at a failure ("learned", "all"); what was
    met, and what it was told otherwise ("all")."""
    everything = project.settings["announce"] == "all"
    if not everything and project.settings["announce"] != "learned":
        return
    fixes = dict(answer.learned)
    touched = dict.fromkeys(answer.touched)
    for entry in project.store.readable(touched) if touched else ():  # else perhaps no store
        if not entry["promoted"]:
            yield change(entry, entry["id"] in fixes, everything)
    for channel, text in answer.told:
        if everything and channel == IN_BRIEF:
            yield _told("brief", f"{text} learning{'' if text == '1' else 's'}")
        elif everything or channel == AT_FAILURE:
            yield _told("told", _shortened(text))


def _told(key: str, text: str) -> str:
    """A sentence of which Reflexion is the subject."""
    return _line(key, text).replace(NAME, "Reflexion ", 1)


def _shortened(text: str) -> str:
    """The text in at most MAX_TOLD characters, cut between two words."""
    line = one_line(text, MAX_SHOWN)
    if len(line) <= MAX_TOLD:
        return line
    return line[: MAX_TOLD - 1].rpartition(" ")[0].rstrip(",;:. ") + " \u2026"


def change(entry: dict, is_fix: bool, everything: bool) -> str:
    """The line for an entry that this call wrote; "" when nothing changed for the person."""
    key = _kind_of_change(entry, is_fix)
    text = entry["resolution"] or entry["trigger"]
    if key == "noted":
        text = entry["trigger"]
        if not everything:
            return ""
    elif key == "learned" and is_fix:
        text = text.removeprefix("Use ")
        text = f"to run {text[4:]}" if text.startswith("Run ") else text
    return _line(key, text, id=entry["id"].rpartition("-")[2]) if key else ""


def _kind_of_change(entry: dict, is_fix: bool) -> str:
    """The key of the notice in notices.tsv; "" for none."""
    source = entry.get("source")
    is_new = entry["occurrences"] == 1 and not entry.get("worked")
    if not is_fix and not is_new:
        return ""
    if entry.get("needs_review"):
        return "review"
    if source == "agent":
        return "recorded" if is_fix else "learned"
    if is_fix:
        return "learned"
    return "heard" if source == "prompt" and entry.get("confidence") != "low" else "noted"


def _line(key: str, text: str = "", **more) -> str:
    """A row of notices.tsv, filled in."""
    words = next(row[1] for row in rows("notices.tsv") if row[0] == key)
    return NAME + words.format(text=one_line(text, MAX_TEXT).rstrip(". "), **more)


def _at_start(event, project) -> list:
    """Lines for a session's start; nearly always none. Registers a shared store's merge driver."""
    store = project.store
    lines = []
    if event.name == "SessionStart" and _is_new_plugin(event, project):
        lines.append(_greeting(event, project))
    if not store or not store.exists():
        return lines
    if event.name == "SessionStart" and project.trusted:
        lines += _at_trusted_start(event, project)
    return [*lines, _waiting(project)]


def _at_trusted_start(event, project) -> list:
    """What the last session left to be shown, and the greeting of a store that is new."""
    from reflexion.store import team

    store = project.store
    team.join(store, project.root)
    kept = journal.read(store.state_dir, journal.LATER)
    try:
        remove(os.path.join(store.state_dir, journal.LATER))
    except OSError:
        kept = []  # they would be shown again and again
    lines = [one_line(row[-1], 2 * MAX_TEXT) for row in kept if row[-1].startswith(NAME)]
    is_fresh = remove(os.path.join(store.state_dir, FRESH))
    if is_fresh and project.settings["announce"] in ("learned", "all"):
        lines.append(_greeting(event, project))
    return lines


def _is_new_plugin(event, project) -> bool:
    """Is this the first session under the plugin? It has no `init` to leave a mark for it."""
    plugin = event.host == "claude" and project.environ.get("CLAUDE_PLUGIN_ROOT")
    if not plugin or project.settings["announce"] not in ("learned", "all"):
        return False
    return bool(project.home) and trust.add(GREETED, project.home.dir, trust.NOTICED)


def _greeting(event, project) -> str:
    """That Reflexion is on, and what a person types here to see or to end it."""
    from reflexion.setup.command import for_person
    from reflexion.setup.greeting import session_switch

    typed = session_switch(event.host, project.root, project.environ)
    session = f", {typed} for this session" if typed else ""
    return _line("on", reflexion=for_person(project.environ), session=session)


def _waiting(project) -> str:
    """That learnings of others wait in the store, as it came with the checkout or a pull brought
    them; "" where none do, and where their number was shown already."""
    silent = project.settings["announce"] == "none"
    if silent or not project.home or project.trusted and project.store.provenance is None:
        return ""
    place = os.path.realpath(project.store.dir)
    told = trust.listed(project.home.dir, trust.NOTICED)
    if not project.trusted and any(mark.startswith(place + " ") for mark in told):
        return ""  # before the folder is listed
    count = len(project.waiting())
    if not count or not trust.add(f"{place} {count}", project.home.dir, trust.NOTICED):
        return ""
    learnings = "1 learning of others waits" if count == 1 else f"{count} learnings of others wait"
    return _line("waiting", learnings=learnings)


def switch_session(prompt: str, mark: str) -> None:
    """Follow `/reflexion:off` and `/reflexion:on`: off in a session is a file, its `mark`."""
    word = prompt.split(None, 1)[0]
    if word == "/reflexion:on":
        remove(mark)
    elif word == "/reflexion:off":
        import time

        sweep(os.path.dirname(mark), time.time(), "", OFF_SECONDS)
        append(mark, b"off\n", 1024)
