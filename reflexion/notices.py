"""What the person sees on screen (`systemMessage`): what was learned, whether the hooks are on."""

from __future__ import annotations

import os

from reflexion.fast_path import OFF, is_plain
from reflexion.hosts.event import Answer
from reflexion.store import journal, trust
from reflexion.store.files import append, remove, sweep
from reflexion.text.clean import one_line

NAME = "Reflexion: "
MAX_TEXT = 160
# what frames words that were said to the agent
FRAME = (
    r"</?reflexion[^>]*>|(?:Past learning )?\[RFX-[^\]]*\](?: \(seen \d+x\))?:?"
    r"|If (?:it|any) helped.*"
)
ON = (
    f"{NAME}on in this project. It learns from failures, their fixes and your corrections: "
    "`reflexion status` shows what, `reflexion off` ends it, /reflexion:off for this session."
)
CAME_ALONG = (
    "{} came with this checkout. What a checkout brings stays silent until you have looked at it "
    "and run `reflexion trust` (or init.py) in the project."
)
CAME_LATER = (
    "{} came into this project's store by git and waits for you: nothing of it is said or obeyed "
    "until you have looked at it and run `reflexion trust`."
)
FRESH = "fresh"  # `init` leaves it in the store's state for the first session
OFF_SECONDS = 31 * 86400  # hosts keep a session about that long


def add(answer, *lines: str):
    """The answer (a new one for None) with lines added to its notice."""
    if any(lines):
        answer = answer or Answer()
        answer.notice = "\n".join(filter(None, [answer.notice, *lines]))
    return answer


def add_changes(answer, project) -> None:
    """Name what was learned ("learned", "all"), met, and said to the agent ("all")."""
    everything = project.settings["announce"] == "all"
    if not everything and project.settings["announce"] != "learned":
        return
    fixes, touched = dict(answer.learned), dict.fromkeys(answer.touched)
    for entry in project.store.readable(touched) if touched else ():  # else perhaps no store
        if not entry["promoted"]:
            add(answer, change(entry, entry["id"] in fixes, everything))
    if everything and answer.context:
        import re

        add(answer, f"{NAME}said to the agent: {_text(re.sub(FRAME, ' ', answer.context))}")


def change(entry: dict, is_fix: bool, everything: bool) -> str:
    """The line for an entry that this call wrote; "" when nothing changed for the person."""
    text, source = entry["resolution"] or entry["trigger"], entry.get("source")
    is_new = entry["occurrences"] == 1 and not entry.get("worked")
    if entry.get("needs_review") and (is_fix or is_new):
        return f"{NAME}a fix waits for your review: {_text(text)} (reflexion review)"
    if is_fix or is_new and source == "agent":
        said = f"learned {_text(text.removeprefix('Use ') if is_fix else text)}"
    elif is_new and source == "prompt" and entry.get("confidence") != "low":
        said = f"heard: {_text(text)}"
    else:
        said = f"noted: {_text(entry['trigger'])}" if everything and is_new else ""
    return said and f"{NAME}{said} (undo: reflexion remove {entry['id'].rpartition('-')[2]})"


def keep_for_start(answer, project) -> None:
    """No host shows a session's end: keep its notice for the next session's start."""
    for line in answer.notice.splitlines() if project.store and project.store.exists() else ():
        journal.note(project.store.state_dir, journal.LATER, line)


def at_start(event, project) -> str:
    """Lines for a session's start; "" nearly always. Registers a shared store's merge driver."""
    if not project.store or not project.store.exists():
        return ""
    if event.name != "SessionStart":
        return "" if project.trusted else _waiting(project)
    lines = []
    if project.trusted:
        from reflexion.store import team

        team.join(project.store, project.root)
        lines.append(_kept(project.store.state_dir))
        fresh = remove(os.path.join(project.store.state_dir, FRESH))
        lines.append(ON if fresh and project.settings["announce"] in ("learned", "all") else "")
    return "\n".join(filter(None, [*lines, _waiting(project)]))


def _kept(state_dir: str) -> str:
    rows = journal.read(state_dir, journal.LATER)
    try:
        remove(os.path.join(state_dir, journal.LATER))
    except OSError:
        return ""  # it would be shown again and again
    lines = [one_line(row[-1], 2 * MAX_TEXT) for row in rows]
    return "\n".join(line for line in lines if line.startswith(NAME))


def _waiting(project) -> str:
    """That a store came with the checkout, or a pull brought files into one made here."""
    mark, home, count = os.path.realpath(project.store.dir), project.home, len(project.waiting)
    what, text = ("file", CAME_LATER) if project.trusted else ("learning", CAME_ALONG)
    mark += f" {count}" if project.trusted else ""
    silent = project.settings["announce"] == "none" or project.trusted and not count
    if silent or not home or mark in trust.listed(home.dir, trust.NOTICED):
        return ""  # before the store is listed
    if not project.trusted:
        count = sum(name.endswith(".json") for name in project.store.names())
    if not count or not trust.add(mark, home.dir, trust.NOTICED):
        return ""
    return NAME + text.format(f"{count} {what}{'' if count == 1 else 's'}")


def switch_session(event, project) -> bool:
    """Follow `/reflexion:off` and `/reflexion:on`: whether the hooks are on in this session now."""
    word = event.prompt.split(None, 1)[0]
    if not project.home or not is_plain(event.session):
        return True
    mark = os.path.join(project.home.dir, *f"{OFF}{event.session}".split("/"))
    if word == "/reflexion:on":
        remove(mark)
    if word != "/reflexion:off":
        return True
    import time

    sweep(os.path.dirname(mark), time.time(), "", OFF_SECONDS)
    append(mark, b"off\n", 1024)
    return False


def _text(text: str) -> str:
    return one_line(text, MAX_TEXT).rstrip(". ")
