"""What a person does with learnings that are there: edit, remove, clear, restore, move."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile

from reflexion.cli import common
from reflexion.store import index, journal, tidy
from reflexion.store.entry import (
    MAX_BYTES,
    MAX_CONTEXT,
    MAX_RESOLUTION,
    MAX_TRIGGER,
    Unreadable,
    encode,
    is_id,
    is_label,
    mark_of,
    parse,
)
from reflexion.store.files import names as names_in
from reflexion.store.files import read_bounded, remove
from reflexion.store.merge import conflicted, heal, merge
from reflexion.store.project import HomeProject

LIMITS = {"trigger": MAX_TRIGGER, "context": MAX_CONTEXT, "resolution": MAX_RESOLUTION, "cwd": 300}
LABEL = "letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
LOGS = (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES)
BACK = "`reflexion restore` brings them back for a month"
WHERE_TO = "say where to: --skill NAME, --category NAME, --auto, --global or --here"


def edit(context, part: str = "") -> None:
    """Let the person edit an entry; what comes of it is checked before it is stored."""
    store, name = context.locate(part or context.options.id)
    before = _bytes(store, name)
    with tempfile.NamedTemporaryFile(prefix=f"{name}-", suffix=".json", delete=False) as copy:
        copy.write(before)
    _open_editor(copy.name)
    after = read_bounded(copy.name, MAX_BYTES * 16)
    if after == before:
        remove(copy.name)
        print(f"{name} unchanged")
        return
    try:
        edited = parse(after, name)
        edited.update({field: context.clean(edited[field], most) for field, most in LIMITS.items()})
        base = _parsed(before, name)
        with store.lock():
            now = store.get(name)
            tidy.keep_copy(store, name, "edit")
            store.write(merge_edit(base, edited, now) if base and now else edited, now)
    except (OSError, Unreadable) as error:
        kept = (
            f"Your text is kept in {copy.name}; mend it there and copy it over, or run edit again"
        )
        raise common.Stop(f"not stored: {error}. {kept}") from None
    remove(copy.name)
    print(f"{name} stored")
    common.settle(context.project, store, name)


def merge_edit(base: dict, edited: dict, now: dict) -> dict:
    """The entry as it is now, with what the person changed since `base`."""
    kept = {field: now[field] for field in now if field in edited or field not in base}
    changed = {field: edited[field] for field in edited if base.get(field) != edited[field]}
    return {**kept, **changed}


def _bytes(store, name: str) -> bytes:
    """The file as it stands, broken or not."""
    path = store.path(name)
    if os.path.islink(path):
        raise common.Stop(f"{path} is a symbolic link: remove it")
    data = read_bounded(path, MAX_BYTES * 16)
    foreign = b"\r" in data or data[:3] == b"\xef\xbb\xbf"
    entry = _parsed(data, name) if foreign else None
    return encode(entry) if entry else data


def _parsed(data: bytes, name: str) -> dict | None:
    """The entry; None when it is broken: what the person makes of it is all there is."""
    try:
        return parse(data, name)
    except Unreadable:
        return None


def _open_editor(path: str) -> None:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not chosen and not (sys.stdin and sys.stdin.isatty()):
        raise common.Stop("no editor is set: set EDITOR, or use resolve, worked, failed")
    command = shlex.split(chosen, posix=os.name != "nt") or ["notepad" if os.name == "nt" else "vi"]
    try:
        status = subprocess.run([*command, path]).returncode
    except OSError as error:
        why = f"could not be started ({error.strerror}): set EDITOR"
        raise common.Stop(f"the editor {command[0]!r} {why}") from None
    if status:
        kept = f"nothing was stored, your text is kept in {path}"
        raise common.Stop(f"the editor ended with status {status}; {kept}")


def remove_(context) -> int:
    """Learnings go, with their rules."""
    options = context.options
    if options.all or options.skill:
        if options.id:
            context.usage("either IDs, or --all, or --skill NAME")
        return _remove_many(context, options.skill)
    if not options.id:
        context.usage("name the learnings by their ID, or say --all")
    # all must be known before one goes
    for store, name in list(dict.fromkeys([context.locate(part) for part in options.id])):
        where = "" if options.keep_rules else drop_rule(context.project, store, name)
        store.remove(name)
        print(f"{name} removed" + (f", its rule taken out of {where}" if where else ""))
    return 0


def clear(context) -> int:
    options = context.options
    options.id, options.all = options.learning, False
    return remove_(context) if options.id else _remove_many(context, options.skill)


def _remove_many(context, skill: str) -> int:
    store, options = context.store, context.options
    names = [name[:-5] for name in store.names() if is_id(name[:-5])]  # readable or not
    if skill:
        names = [row["id"] for row in filter(common.about(context.project, skill), store.all())]
    what = f"learnings about {skill}" if skill else "learnings"
    if not names:
        print(f"there are no {what} in {store.dir}")
        return 0
    question = f"Remove {'' if skill else 'all '}{len(names)} {what} in {store.dir}?"
    if not options.yes and not common.ask(question, "add --yes if all shall go"):
        print("nothing was removed")
        return 1
    going = [] if options.keep_rules else names
    rules = sum(bool(drop_rule(context.project, store, name)) for name in going)
    _unlink(store, names)
    if not skill:
        _forget(store)
    index.rebuild(store)
    also = f" and {rules} rule(s) made of them" if rules else ""
    print(f"removed {len(names)} {what}{also} from {store.dir}; {BACK}")
    return 0


def drop_rule(project, store, name: str) -> str:
    """Take out the rule of an entry that goes; where it stood, "" when there was none."""
    entry = store.get(name)
    if store is not project.store or not entry or not entry["promoted"]:
        return ""
    stays = f"{name} stays, for its rule cannot go: {{}}; --keep-rules removes it all the same"
    with common.rules(stays) as promoter:
        where = promoter.demote(project, name)
    return "" if where == "no file" else where


def _unlink(store, names) -> None:
    """One by one with the index kept up would take a large store minutes."""
    with store.lock():
        for number, name in enumerate(names):
            if number < tidy.MAX_COPIES:
                tidy.keep_copy(store, name, "remove")
            remove(store.path(name))


def _forget(store) -> None:
    """The scratch that tells of learnings which are gone."""
    sessions = os.path.join(store.state_dir, "sessions")
    paths = [os.path.join(store.state_dir, log) for log in LOGS]
    for path in [*paths, *(os.path.join(sessions, name) for name in names_in(sessions))]:
        try:
            remove(path)
        except OSError:
            pass  # not there, or in use: it holds nothing that must go


def restore(context) -> None:
    """Bring back what an edit, a removal, a move or a merge replaced."""
    part, copies = context.options.copy, copies_of(context.project)
    if not part:
        _list_copies(copies[: context.options.limit or None])
        return
    chosen = [copy for copy in copies if part == copy[1]]
    chosen = chosen or [copy for copy in copies if part.lower() in copy[4].lower()]
    if not chosen:
        raise common.Stop(f"no copy matches {part!r}: `reflexion restore` lists them")
    several = len({copy[4] for copy in chosen})
    if several > 1:
        raise common.Stop(f"{part!r} matches copies of {several} entries: give more of the id")
    put_back(context.project, chosen[0])


def put_back(project, copy: tuple) -> None:
    """Store the entry of a copy again, what it replaces kept; a rule that went stays out."""
    store, name, _stamp, why, entry_id = copy
    with store.lock():
        tidy.keep_copy(store, entry_id, "restore")
        entry = _copied(store, name, entry_id)
        lost = entry["promoted"] and not _has_rule(project, entry_id)
        promoted = entry["promoted"] and not lost
        store.write({**entry, "promoted": promoted}, store.get(entry_id))
    print(f"{entry_id} is back as it was before the {why}")
    if lost:
        again = f"`reflexion promote {entry_id}` writes it again"
        print(f"its rule does not stand any more, so it is recalled; {again}")


def copies_of(project) -> list:
    """(store, name, stamp, why, id) of the copies in both stores, newest first."""
    stores = {store.dir: store for store in (project.store, project.home) if store}
    rows = [(store, *row) for store in stores.values() for row in tidy.copies(store)]
    return sorted(rows, key=lambda row: row[2], reverse=True)


def _copied(store, name: str, entry_id: str) -> dict:
    try:
        data = tidy.read_copy(store, name)
        return heal(data, entry_id) if conflicted(data) else parse(data, entry_id)
    except (OSError, ValueError) as error:
        raise common.Stop(f"{name} cannot be used: {error}") from None


def _has_rule(project, entry_id: str) -> bool:
    """Does its rule stand? True where no file can be read: nothing is changed on a guess."""
    from reflexion.promote import promoter, section

    try:
        files = promoter.targets(project)
        return any(entry_id in section.rules(promoter.read(path)) for path in files)
    except (promoter.Refused, section.Broken):
        return True


def _list_copies(copies: list) -> None:
    for store, name, _stamp, why, entry_id in copies:
        try:
            trigger = _copied(store, name, entry_id)["trigger"]
        except common.Stop:
            trigger = "(unreadable)"
        print(f"{name}  {trigger[:60]}  [{why}]")
    if not copies:
        print("nothing was replaced or removed in the last month")


def move(context) -> None:
    """Say what a learning is about, or which projects it holds for."""
    options, project = context.options, context.project
    labelled = context.at_most_one("skill", "category", "auto")
    # with a label, --project says which project is meant
    named = options.project is not None and not options.everywhere and not labelled
    to_here = options.here or named
    if options.here and options.everywhere:
        context.usage("one of --global, --here")
    if not (labelled or options.everywhere or to_here):
        context.usage(WHERE_TO)
    first_home = to_here and project.home and project.home.find(options.id)
    store, name = context.locate(options.id, everywhere=bool(first_home))
    if labelled:
        require_label(options.skill or options.category)
        label = {"skill": options.skill, "category": options.category}
        common.change(store, name, lambda entry: entry.update(label))
        print(f"{name} is about {options.skill or options.category or 'what its words say'}")
    if options.everywhere or to_here:
        print(transfer(project, store, name, everywhere=options.everywhere)[1])


def require_label(word: str) -> None:
    if word and not is_label(word):
        raise common.Stop(f"{word!r} is no name: {LABEL}")


def transfer(project, store, name: str, everywhere: bool) -> tuple:
    """Move an entry to the other store, joined with what is known; (id, what was done)."""
    other = common.home_of(project) if everywhere else project.ready()
    if store.dir == other.dir:
        return name, f"{name} is there already"
    rule = ""
    if common.entry(store, name)["promoted"]:
        owner = project if store is project.store else HomeProject(project)
        with common.rules("nothing was moved: {}") as promoter:
            rule = f"; its rule was taken out of {promoter.demote(owner, name)}"
    other.create_folders()
    _, now = arrive(other, common.entry(store, name), "move", _united)
    store.remove(name, "move")
    where = "every project" if everywhere else "this project"
    also = f", as {now['id']}" if now["id"] != name else ""
    return now["id"], f"{name} holds for {where} now{also}{rule}"


def _united(known: dict, entry: dict) -> dict:
    kept = {field: known[field] for field in ("id", "promoted", "trigger", "context")}
    return {**merge(None, known, {**entry, "id": known["id"]}), **kept}


def arrive(store, entry: dict, why: str, join) -> tuple:
    """Put an entry of elsewhere into the store, joined with the same mistake if that is known.

    (the entry that was known or None, the entry as it is now). `join(known, entry)` -> one entry.
    """
    with store.lock():
        known = store.known(mark_of(entry), locked=True)
        joined = join(known, entry) if known else None
        if joined and encode(joined) != encode(known):
            tidy.keep_copy(store, known["id"], why)
            store.write(joined, known)
        if known:
            return known, joined
        if "id" in entry and store.read(entry["id"]) is None:
            store.write(dict(entry))
            return None, entry
        date = entry["first_seen"] if "id" in entry else ""
        nameless = {field: value for field, value in entry.items() if field != "id"}
        return None, store.create(nameless, mark_of(entry), date)
