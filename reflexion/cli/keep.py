"""What a person does with learnings that are there: edit, remove, restore, move, put in order."""

import os
import shlex
import subprocess
import sys
import tempfile
from contextlib import suppress

from reflexion.cli import common
from reflexion.promote import promoter
from reflexion.status import terminal
from reflexion.store import index, journal, tidy
from reflexion.store.fs import read_bounded, remove, remove_tree
from reflexion.store.merge import heal, merge
from reflexion.store.project import HomeProject
from reflexion.store.rule_files import missing
from reflexion.store.schema import MAX_BYTES, Unreadable, encode, id_of, is_label, mark_of, parse

MAX_CWD = 300
BACK = "`reflexion restore` brings them back for a month"


def edit(context, part: str = "") -> None:
    """Let the person edit an entry; what comes of it is checked before it is stored."""
    from reflexion.capture.record import LIMITS  # not before: `doctor` works without capture

    store, name = context.locate(part or context.options.id)
    path, base = store.path(name), store.get(name)
    if os.path.islink(path):
        raise common.Stop(f"{path} is a symbolic link: remove it")
    before = read_bounded(path, MAX_BYTES * 16)
    if base and (b"\r" in before or before[:3] == b"\xef\xbb\xbf"):
        before = encode(base)
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
        for field, most in {**LIMITS, "cwd": MAX_CWD}.items():
            edited[field] = context.clean(edited[field], most)
        with store.lock():
            now = store.get(name)
            if base and now:  # as it is now, with what the person changed
                gone = base.keys() - edited.keys()
                kept = {field: value for field, value in now.items() if field not in gone}
                mine = {
                    field: edited[field] for field in edited if edited[field] != base.get(field)
                }
                edited = {**kept, **mine}
            tidy.keep_copy(store, name, "edit")
            store.write(edited, now)
    except (OSError, Unreadable) as error:
        mend = f"{copy.name}; mend it there and copy it over, or run edit again"
        raise common.Stop(f"not stored: {error}. Your text is kept in {mend}") from None
    remove(copy.name)
    print(f"{name} stored")
    common.settle(context.project, store, name)


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
    """Learnings go, with their rules; 1 when the person says no."""
    options = context.options
    if options.id and (options.all or options.skill):
        context.usage("either IDs, or --all, or --skill NAME")
    if options.all or options.skill:
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
    context.options.id, context.options.all = context.options.learning, not context.options.learning
    return remove_(context)


def _remove_many(context, skill: str) -> int:
    store, options = context.store, context.options
    names = list(filter(None, map(id_of, store.names())))  # readable or not
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
    with store.lock():  # one by one with the index kept up would take a large store minutes
        for number, name in enumerate(names):
            if number < tidy.MAX_COPIES:
                tidy.keep_copy(store, name, "remove")
            remove(store.path(name))
    if not skill:  # the scratch that tells of them
        for log in (journal.SAID, journal.SUPPRESSED, journal.OUTCOMES):
            remove(os.path.join(store.state_dir, log))
        remove_tree(os.path.join(store.state_dir, "sessions"))
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
    with common.rules(stays):
        where = promoter.demote(project, name)
    return "" if where == "no file" else where


def restore(context) -> None:
    """Bring back what an edit, a removal, a move or a merge replaced."""
    part, project = context.options.copy, context.project
    stores = {store.dir: store for store in (project.store, project.home) if store}
    copies = [(store, *row) for store in stores.values() for row in tidy.copies(store)]
    copies.sort(key=lambda row: row[2], reverse=True)
    if not part:
        for store, name, _stamp, why, entry_id in copies[: context.options.limit or None]:
            try:
                trigger = _copied(store, name, entry_id)["trigger"]
            except common.Stop:
                trigger = "(unreadable)"
            print(f"{name}  {trigger[:60]}  [{why}]")
        if not copies:
            print("nothing was replaced or removed in the last month")
        return
    chosen = [copy for copy in copies if part == copy[1]]
    chosen = chosen or [copy for copy in copies if part.lower() in copy[4].lower()]
    if not chosen:
        raise common.Stop(f"no copy matches {part!r}: `reflexion restore` lists them")
    several = len({copy[4] for copy in chosen})
    if several > 1:
        raise common.Stop(f"{part!r} matches copies of {several} entries: give more of the id")
    store, name, _stamp, why, entry_id = chosen[0]
    put_back(project, store, name, why, entry_id)


def put_back(project, store, name: str, why: str, entry_id: str) -> None:
    """Store the entry of a copy again, what it replaces kept; a rule that went stays out."""
    with store.lock():
        tidy.keep_copy(store, entry_id, "restore")
        entry = _copied(store, name, entry_id)
        gone = missing(project, [entry_id]).get(entry_id, ()) if entry["promoted"] else ()
        lost = bool(gone) and len(gone) == len(promoter.targets(project))  # in no file any more
        store.write({**entry, "promoted": entry["promoted"] and not lost}, store.get(entry_id))
    print(f"{entry_id} is back as it was before the {why}")
    if lost:
        again = f"`reflexion promote {entry_id}` writes it again"
        print(f"its rule does not stand any more, so it is recalled; {again}")


def _copied(store, name: str, entry_id: str) -> dict:
    try:
        data = tidy.read_copy(store, name)
        return heal(data, entry_id)
    except (OSError, ValueError) as error:
        raise common.Stop(f"{name} cannot be used: {error}") from None


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
        context.usage("say where to: --skill NAME, --category NAME, --auto, --global or --here")
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
        signs = "letters, digits, '-', '_', '.' or ':', beginning with one of the first two"
        raise common.Stop(f"{word!r} is no name: {signs}")


def transfer(project, store, name: str, everywhere: bool) -> tuple:
    """Move an entry to the other store, joined with what is known; (id, what was done)."""
    other = common.home_of(project) if everywhere else project.ready()
    if store.dir == other.dir:
        return name, f"{name} is there already"
    rule = ""
    if common.entry(store, name)["promoted"]:
        owner = project if store is project.store else HomeProject(project)
        with common.rules("nothing was moved: {}"):
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
    """Put an entry of elsewhere into the store; where its mistake is known, join(known, entry) of
    them. (the entry that was known or None, the entry as it is now)"""
    with store.lock():
        known = store.known(mark_of(entry), locked=True)
        if known:
            joined = join(known, entry)
            if encode(joined) != encode(known):
                tidy.keep_copy(store, known["id"], why)
                store.write(joined, known)
            return known, joined
        if "id" not in entry:
            return None, store.create(entry, mark_of(entry))
        if store.read(entry["id"]):
            return None, store.create(entry, mark_of(entry), entry["first_seen"])
        store.write(dict(entry))
        return None, entry


def rebuild_index(context) -> int:
    """The index anew, conflicts healed, duplicates joined, their rules too."""
    project, store, problems, settled = context.project, context.store, [], ""
    if not store.exists():
        print(f"there is no store in {store.root} yet: nothing to index")
        return 0
    healed, joined = tidy.heal(store), rules_follow(project, store, tidy.dedupe(store))
    if store is project.store and project.trusted:
        with suppress(promoter.Refused):  # `doctor` names it
            settled = promoter.settle(project)
    index.rebuild(store)
    entries = list(terminal.counting(store.all(problems), "read", sys.stderr))
    words = {word.lower() for entry in entries for word in entry["keywords"]}
    print(f"indexed {len(entries)} learnings under {len(words)} keywords in {store.dir}")
    for name in healed:
        print(f"{name} held conflict markers: its two sides are one again")
    for gone, kept in joined.items():
        print(f"{gone} was the same mistake as {kept} and is part of it now")
    if settled:
        print(f"{settled} held a conflict in its rules: those of both sides are one section now")
    for name, reason in common.presentable(problems):
        print(f"{name} was left out: {reason}")
    return 1 if problems else 0


def rules_follow(project, store, joined: dict) -> dict:
    """`joined`, {id that went: id that stayed}, once the rules are as well. Raises Stop."""
    has_rules = store is project.store and project.trusted
    with common.rules("duplicates were joined, but a rule still names one that went: {}"):
        for gone, kept in joined.items() if has_rules else ():
            if promoter.demote(project, gone) != "no file":
                promoter.promote(project, kept, force=True)
    return joined
