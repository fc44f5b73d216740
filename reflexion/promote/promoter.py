"""Write rules into the project's files and take them out again, once each, under the store's lock."""

from __future__ import annotations

import os
import time

from reflexion.promote import section
from reflexion.promote.rule import directive, must_go, waits_for
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.entries import today
from reflexion.store.entry import Unreadable
from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.paths import escapes

MAX_FILE = 4 << 20


class Refused(Exception):
    """A rule file cannot be written; the text names the file and what to do."""


def handle(event, project):
    """SessionEnd: promote whatever qualifies by now, in the project's store."""
    from reflexion.hosts.event import Answer

    if (
        event.name != "SessionEnd"
        or not project.store
        or not project.trusted
        or not project.store.exists()
    ):
        return None
    ripe, faded = weighed(project)
    for id in faded:
        _guarded(project, retire, id, "faded: nobody met it again")
    return Answer(touched=ripe, notice=everywhere(project).notice)


def weighed(project) -> tuple[list, list]:
    """(ids of the entries that a rule has to be written for, or taken out; ids of those that nobody met again for so long that they go)."""
    from reflexion.store import tidy

    ripe, old, date, now = [], [], today(), time.time()
    for entry in project.store.all():
        if tidy.faded(entry, now):
            old.append(entry["id"])
        elif not waits_for(entry, project.settings, date) or must_go(entry):
            ripe.append(entry["id"])
    return ripe, old


def everywhere(project):
    """The same for the learnings that hold in every project: their rules stand in the home's CLAUDE.md."""
    from reflexion.hosts.event import Answer

    if (
        not project.home
        or not project.settings["use_global"]
        or not project.home.exists()
        or project.home.dir == project.store.dir
    ):
        return Answer()
    from reflexion.promote.everywhere import Everywhere

    home = Everywhere(project)
    return consider(home, Answer(touched=weighed(home)[0]))


def consider(project, answer):
    """Promote or demote the entries that a hook just touched; what changed for the person goes into the answer's notice."""
    words = [
        _guarded(project, retire, id, f"superseded by {answer.superseded_by}")
        for id in answer.retired
    ]
    words += [
        _guarded(project, _weigh, id, answer.stepped_back.get(id))
        for id in dict.fromkeys(answer.touched)
    ]
    if project.settings["announce"] != "none":
        answer.notice = "\n".join(
            filter(None, [answer.notice, *(f"Reflexion {word}" for word in words if word)])
        )
    return answer


def _guarded(project, step, *given) -> str:
    """One step's word; what stops it is on record, and costs neither the answer nor the other entries anything."""
    try:
        return step(project, *given)
    except (Refused, Unreadable, OSError) as error:
        journal.fault(project.store.state_dir, "promote", str(error))
        return ""


def _weigh(project, id: str, confidence: str | None) -> str:
    """Make a rule of an entry, or none of it any more, as it asks now; what was done."""
    entry = _spared(project, id, confidence)
    if entry and must_go(entry):
        where = demote(project, id)
        return (
            f"took a rule out of {where}: it kept failing ({id})" if where != "no file" else ""
        )  # another hook was faster
    if entry and not waits_for(entry, project.settings, today()):
        where = promote(project, id)
        return f"wrote a rule into {where}: {directive(entry)[2:]}" if where else ""
    return ""


def _spared(project, id: str, confidence: str | None) -> dict | None:
    """The entry; one that was made again though it had been said, and is ripe to be a rule, becomes one rather than wait for a review."""
    entry = project.store.read(id)
    if entry and confidence and not entry["promoted"]:
        spared = {**entry, "needs_review": False, "confidence": confidence}
        if not waits_for(spared, project.settings, today()):
            return project.store.update(
                id, lambda stored: stored.update(needs_review=False, confidence=confidence)
            )
    return entry


def retire(project, id: str, why: str) -> str:
    """Take an entry that no longer holds out of the store, and its rule out of the files; what to tell the person about the rule."""
    from reflexion.store import tidy

    entry = project.store.read(id)
    where = demote(project, id) if entry and entry["promoted"] else ""
    tidy.retire(project.store, id, why)
    return f"took a rule out of {where}: {why} ({id})" if where else ""


def promote(project, id: str, force: bool = False) -> str:
    """Write the entry's rule and mark it; the names of the files, "" when it is one already or waits for room. Raises Refused."""
    with project.store.lock():
        entry = project.store.read(id)
        if (
            not entry
            or not entry["resolution"]
            or (entry["promoted"] and not force)
            or (not force and waits_for(entry, project.settings, today()))
        ):
            return ""
        changed = {}
        for path in targets(project):
            text = read(path)
            new = add(path, text, entry, project.settings)
            if new is None:
                return ""  # no room: `status` says that it waits
            changed[path] = (text, new)
        for path, (text, new) in changed.items():
            write(project, path, text, new)
        project.store.write(
            {**entry, "promoted": True, "failed": 0, "confidence": _afresh(entry)}, entry
        )
        journal.note(project.store.state_dir, journal.OUTCOMES, id, "promoted")
        return ", ".join(os.path.basename(path) for path in changed)


def _afresh(entry: dict) -> str | None:
    """A rule is said louder than a learning: what was ignored before is not held against it. Its confidence as a rule."""
    return "high" if entry.get("confidence") and entry.get("failed") else entry.get("confidence")


def demote(project, id: str, review: bool = True) -> str:
    """Take the rule out and the entry back into recall (flagged when it failed). Names of the files. Raises Refused."""
    with project.store.lock():
        entry = project.store.read(id)
        names = []
        for path in targets(project):
            text = read(path)
            new = _guard(path, section.rewrite, text, {}, (id,))
            if new != text:
                write(project, path, text, new)
                names.append(os.path.basename(path))
        if entry and entry["promoted"]:
            project.store.write({**entry, "promoted": False}, entry)
        return ", ".join(names) or "no file"


def settle(project) -> str:
    """Make one section of those that git left in conflict: the rules of both sides whose entries are rules still. Names of the files. Raises Refused."""
    names = []
    with project.store.lock():
        for path in targets(project):
            text = read(path)
            if _guard(path, section.conflicted, text):
                gone = [id for id in _guard(path, section.rules, text) if not _stands(project, id)]
                write(project, path, text, _guard(path, section.rewrite, text, {}, gone))
                names.append(os.path.basename(path))
    return ", ".join(names)


def _stands(project, id: str) -> bool:
    """May the rule of this entry stand? One whose entry is not here (a teammate's, a broken file) may."""
    try:
        entry = project.store.read(id)
    except Unreadable:
        return True
    return entry is None or entry["promoted"]


def add(path: str, text: str, entry: dict, settings: dict) -> str | None:
    """The text of the file at `path` with the entry's rule; None when there is no room. Raises Refused."""
    line = redact(directive(entry), settings["redact"])
    standing = _guard(path, section.rules, text)
    if entry["id"] not in standing:
        rules, characters = section.room(text, settings["max_rules"])
        if not rules or len(line) + 1 > characters:
            return None
    return section.rewrite(text, {entry["id"]: line})


def targets(project) -> list:
    """The files that rules go to: real paths, inside the project, each once. Raises Refused."""
    found = []
    for name in project.settings["promote_to"]:
        path = os.path.join(project.root, *name.replace("\\", "/").split("/"))
        needed = (
            os.path.basename(path).upper() != "AGENTS.MD"
            or os.path.lexists(path)
            or os.path.isdir(os.path.join(project.root, ".codex"))
        )
        if not needed:
            continue
        if escapes(path, project.root):
            raise Refused(
                f"{name} is a link that leads out of the project: rules are not written through it"
            )
        real = os.path.realpath(path)
        if ".git" in os.path.relpath(real, os.path.realpath(project.root)).split(os.sep):
            raise Refused(f"{name} lies in git's own folder: rules are not written there")
        found.append(real)
    return list(dict.fromkeys(found))


def read(path: str) -> str:
    """The file's text, every byte kept; "" when it is missing. Raises Refused."""
    try:
        return read_bounded(path, MAX_FILE).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise Refused(f"{os.path.basename(path)} cannot be read: {error}") from None


def write(project, path: str, old: str, new: str) -> None:
    """Replace the file by its new text; a file that held nothing but our section goes. Raises Refused."""
    if old == new:
        return
    try:
        if not new.strip() and section.BEGIN in old:
            os.unlink(path)
            return
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomic(path, new.encode("utf-8", "surrogateescape"), project.store.scratch, mode)
        if mode != 0o666:
            os.chmod(path, mode)
    except OSError as error:
        raise Refused(
            f"{os.path.basename(path)} cannot be written: {error.strerror or error}"
        ) from None


def _guard(path, function, *args):
    try:
        return function(*args)
    except section.Broken as error:
        raise Refused(f"{os.path.basename(path)}: {error}") from None
