"""`undo`: take back the latest change of a learning, a rule or a setting."""

from __future__ import annotations

import os
import time
from collections import namedtuple

from reflexion.cli.changes import last_undone, latest, merged, text_of, undone
from reflexion.cli.context import rules_or_stop
from reflexion.cli.output import Stop, say
from reflexion.promote import promoter
from reflexion.status import terminal, timeline
from reflexion.store import journal, tidy
from reflexion.store.fs import Outside, inside, remove, resolve, scan, write_atomic
from reflexion.store.home_project import HomeProject
from reflexion.store.schema import id_of
from reflexion.text.grades import is_lesson

BY_HOOKS = ("hook", "inferred", "prompt")  # sources of what no command wrote
WORDS = 70  # characters of a learning that are shown
NOTHING = "nothing is on record that could be taken back; `reflexion restore` lists older copies"
CONFLICT = "nothing was taken back: {}"

# what can be taken back: when it happened (seconds), what it was, and take() -> lines that tell
Change = namedtuple("Change", "when what take")


def undo(context) -> None:
    """Take back what changed last, by a command or by a hook, and say which. Raises Stop."""
    found = [_of_command(context), _of_hook(context), _rule_of_hook(context)]
    found = [change for change in found if change]
    if not found:
        raise Stop(NOTHING)
    change = max(found, key=lambda one: one.when)
    at = time.strftime("%Y-%m-%d %H:%M", time.localtime(change.when))
    if context.options.dry_run:
        say(f"would take back: {change.what} ({at})")
        return
    lines = change.take()
    say(f"took back: {change.what} ({at})")
    for line in lines:
        say(f"  {line}")


def _of_command(context) -> Change | None:
    """The latest command that changed something."""
    path, when, record = latest(context.stores)
    if not path:
        return None

    def take() -> list:
        lines = [_reset(context, row) for row in record["settings"]]
        lines += [_put_back(context, row) for row in record["entries"]]
        undone(context.project.store, path)
        return lines

    home = context.project.home_dir
    changed = [row["store"] for row in record["entries"]]
    changed += [os.path.dirname(row["path"]) for row in record["settings"]]
    reach = f", which changed {home}, for every project" if home in changed else ""
    return Change(when, f'"reflexion {record["command"]}"{reach}', take)


def _put_back(context, row: dict) -> str:
    """One entry as it was before the command, its rule as well; a line that tells."""
    project = context.project
    home = project.home
    is_apart = bool(home) and home.dir != project.store.dir
    in_home = is_apart and row["store"] == home.dir
    owner = HomeProject(project) if in_home else project
    store = owner.store
    name = row["id"]
    now = store.get(name)
    before = merged(now, row["before"], row["after"], name)
    if now and now["promoted"]:
        with rules_or_stop(CONFLICT):
            promoter.demote(owner, name)
    _take_off_record(context, store, now, before)
    with store.lock():
        now = store.get(name)
        tidy.keep_copy(store, name, "undo")
        if before is None:
            store.drop(name, now)
            return f"{name} is gone again; `reflexion restore {name}` brings it back"
        was_rule = before["promoted"]
        store.write({**before, "promoted": False}, now)
    if was_rule:
        with rules_or_stop(f"{name} is as it was, its rule is not: {{}}"):
            promoter.promote(owner, name, force=True)
    words = before["resolution"] or before["trigger"]
    return f"{name} is as it was: {terminal.cut(context.shown(words), WORDS)}"


def _take_off_record(context, store, now, before) -> None:
    """Put into the history that there is a lesson less; nothing where one stays, or was none."""
    if now and is_lesson(now) and not (before and is_lesson(before)):
        context.put_on_record(store, "undone", now["id"])


def _reset(context, row: dict) -> str:
    """A file as it was before the command, unless it was changed since; a line that tells."""
    path = row["path"]
    root = context.project.root
    try:
        resolve(path, root if inside(path, root) else os.path.dirname(path))
    except Outside as error:
        return str(error)
    if text_of(path) != row["after"]:
        return f"{path} was changed since and stays as it is"
    if not row["before"]:
        remove(path)
        return f"{path} is gone again"
    write_atomic(path, row["before"].encode("utf-8", "surrogateescape"), mode=None)
    return f"{path} is as it was"


def _since(context) -> float:
    """Whatever is older than this was written by a command."""
    return max(latest(context.stores)[1], last_undone(context.project.store))


def _of_hook(context) -> Change | None:
    """The newest learning that a hook stored, and that nobody changed since."""
    store = context.project.store
    if not store.exists():
        return None
    since = _since(context)
    files = [(item.stat().st_mtime, id_of(item.name)) for item in scan(store.entries_dir)]
    stored = [row for row in files if row[0] > since and row[1]]
    stored += _in_sessions(store, "learned", "failed")
    for when, name in sorted(stored, reverse=True):
        entry = store.get(name)
        if entry and _is_new_of_hook(entry):
            return _removal(context, entry, when)
    return None


def _in_sessions(store, *kinds: str) -> list:
    """[(seconds, id)] of what happened to learnings in sessions, by the history."""
    rows = [row for row in journal.read(store.state_dir, journal.HISTORY) if len(row) > 3]
    return [
        (timeline.seconds(when), name)
        for when, session, kind, name in (row[:4] for row in rows)
        if kind in kinds and session != journal.NO_SESSION
    ]


def _is_new_of_hook(entry: dict) -> bool:
    """Did a hook store it, and nothing was counted since?"""
    is_new = entry["occurrences"] == 1 and not entry.get("worked")
    return is_new and entry.get("source") in BY_HOOKS


def _removal(context, entry: dict, when: float) -> Change:
    store = context.project.store
    words = terminal.cut(context.shown(entry["resolution"] or entry["trigger"]), WORDS)

    def take() -> list:
        if entry["promoted"]:
            with rules_or_stop(CONFLICT):
                promoter.demote(context.project, entry["id"])
        _take_off_record(context, store, entry, None)
        store.remove(entry["id"], "undo")
        undone(store, "")
        return [f"`reflexion restore {entry['id']}` brings it back"]

    return Change(when, f"a hook stored {entry['id']}: {words}", take)


def _rule_of_hook(context) -> Change | None:
    """The latest rule that a hook wrote and that still stands."""
    project = context.project
    since = _since(context)
    rows = [row for row in journal.read(project.store.state_dir, journal.OUTCOMES) if len(row) > 2]
    written = [(timeline.seconds(row[0]), row[1]) for row in rows if row[2] == "promoted"]
    written = [row for row in written if row[0] > since]
    written += _in_sessions(project.store, "promoted")
    for when, name in sorted(written, reverse=True):
        entry = project.store.get(name)
        if entry and entry["promoted"]:
            return _demotion(context, entry, when)
    return None


def _demotion(context, entry: dict, when: float) -> Change:
    project = context.project
    name = entry["id"]

    def take() -> list:
        with rules_or_stop(CONFLICT):
            where = promoter.demote(project, name, by_person=True)
        undone(project.store, "")
        return [f"taken out of {where}; `reflexion promote {name}` writes it again"]

    words = terminal.cut(context.shown(entry["resolution"]), WORDS)
    return Change(when, f"a hook wrote a rule of {name}: {words}", take)
