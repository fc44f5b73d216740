"""`share`, `trust`, `config` and `rebuild-index`: what holds for a store as a whole."""

from __future__ import annotations

import json
import os
import re
from argparse import Namespace
from functools import partial
from operator import attrgetter

from reflexion.actions import acceptance
from reflexion.cli.context import Context
from reflexion.cli.sharing import ask_and_accept, ask_and_share, refuse, register_driver
from reflexion.cli.terminal import say, warn
from reflexion.errors import Stop, Unreadable, Usage
from reflexion.learning.entry import COUNTS, Entry, file_of, id_of, parse
from reflexion.learning.identity import fingerprints_of
from reflexion.store import fs, merge, settings, team
from reflexion.store.entries import Store
from reflexion.store.mine import SHARED
from reflexion.store.project import Project
from reflexion.text import plural
from reflexion.text.json_object import read_value

NONE = "none"
PULLED = {"on": "everything", NONE: "nothing"}  # by the word of `--pulls`
WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}  # for a setting
STAGES = (1, 2, 3)  # git's numbers for base, ours, theirs
# which of the two sides (ours, theirs) what stands below a marker belongs to: both, before the
# first one and behind the last
MARKER = re.compile(rb"(?m)^([<|=>])\1{6}(?: .*)?\r?\n")
SIDES = {b"<": (0,), b"|": (), b"=": (1,), b">": (0, 1)}


def run_share(args: Namespace, context: Context) -> int:
    context.require_trust()
    store = context.project.store
    if not store.is_shared():
        raise Stop(f"{store.dir} is private", "`reflexion init --team` lets git take it")
    wanted = [entry_id for _, entry_id in context.find_all(args.id)]
    ask_and_share(context, wanted, args.yes)
    return 0


def run_trust(args: Namespace, context: Context) -> int:
    store = context.project.store
    if store is context.project.home:
        say("the home store is always yours")
        return 0
    if args.revoke:
        store.trust.revoke_store()
        say(f"{store.dir} is refused: no agent is told of it")
        return 0
    items = acceptance.waiting(context.project, args.refused)  # before later pulls are accepted
    if args.pulls:
        acceptance.accept_pulls(store, args.pulls != NONE)
        say(f"of later pulls, accepted without a question: {PULLED[args.pulls]}")
    if args.no:
        refuse(store, items)
        return 0
    if not items:
        acceptance.open_store(store)
        say(f"nothing waits for your yes in {store.dir}")
    elif not ask_and_accept(store, items, args.yes):
        return 1
    if team.asks_for_driver(store) and not team.is_registered(store.root):
        register_driver(store)
    return 0


def run_config(args: Namespace, context: Context) -> int:
    names = [args.name] if args.name else list(settings.SETTINGS)
    if args.name not in ("", *settings.SETTINGS):
        raise Stop(f"there is no setting {args.name!r}: `reflexion config` lists them")
    if args.unset and (not args.name or args.value):
        raise Usage("config: --unset takes the NAME of a setting")
    if args.unset:
        _change(context, args.name, {})
    elif args.value:
        _change(context, args.name, {args.name: _value(args.name, args.value)})
    else:
        _show(context.any_project, names)
    return 0


def _value(name: str, words: list[str]) -> object:
    """Return the value that a person's words stand for. Raises Stop where it cannot be one."""
    setting = settings.SETTINGS[name]
    text = " ".join(words)
    value = text if isinstance(setting.default, str) else _as_json(text)
    if type(value) is not type(setting.default):
        value = words
    why = settings.wrong(name, value)
    if why:
        usual = json.dumps(setting.default)
        raise Stop(f"{name} {why}: {setting.what} (default {usual})")
    return value


def _as_json(text: str) -> object:
    try:
        return read_value(WORDS.get(text.lower(), text))
    except Unreadable:
        return None


def _change(context: Context, name: str, change: dict[str, object]) -> None:
    """Write a setting, {name: value} or {}, into the project's file or the home's; accept it."""
    store = context.store
    if not context.args.everywhere:
        context.require_trust()
        if context.project.settings_wait:
            raise Stop("config.json has changes that are not accepted yet: `reflexion trust`")
        context.project.ready()
    path = os.path.join(store.dir, settings.FILE)
    with context.acting("config", name) as act, store.lock():
        act.change.keep(path)
        try:
            values = settings.read(store.dir)
        except Unreadable as error:
            raise Stop(f"{path} {error}: mend it or remove it, then set again") from None
        values.pop(name, None)
        values.update(change)
        data = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
        fs.write_atomic(path, data.encode(), store.scratch)
        store.trust.accept_settings(values)
    now = f"= {json.dumps(change[name], ensure_ascii=False)}" if change else "is unset"
    say(f"{name} {now} in {path}")


def _show(project: Project, names: list[str]) -> None:
    layers = (
        ("project", project.layers[project.store.dir].values),
        ("home", project.layers[project.home.dir].values),
        ("default", settings.DEFAULTS),
    )
    for name in names:
        origin = next(where for where, values in layers if name in values)
        say(f"{name} = {json.dumps(project.settings[name], ensure_ascii=False)}  ({origin})")
        say(f"    {settings.SETTINGS[name].what}")
    if project.settings_wait:
        warn("changed settings are not accepted here yet: `reflexion trust`")
    for path, _, what in project.problems:
        warn(f"{path}: {what}")


def run_rebuild_index(args: Namespace, context: Context) -> int:
    store = context.project.store
    if not store.exists():
        raise Stop(f"there is no store in {store.root} yet: nothing to index")
    left: dict[str, str] = {}
    with store.lock():
        for entry_id in _conflicts(store):
            try:
                done = _heal(store, entry_id)
                path = os.path.relpath(store.mine.path(entry_id, SHARED), store.root)
                say(f"{entry_id}: {done}; tell git with: git add {path}")
            except Unreadable as error:
                left[entry_id] = str(error)
        store.index.rebuild()
        count = plural(len(store.index.lines()), "learning")
    say(f"indexed {count} in {store.dir}")
    unreadable = store.unreadable()
    for entry_id, why in unreadable.items():
        warn(f"{file_of(entry_id)} was left out: {left.get(entry_id, why)}")
    return int(bool(unreadable))


def _conflicts(store: Store) -> list[str]:
    """Return the ids of entries with conflict markers, or with two versions in git's index."""
    unmerged = map(os.path.basename, team.unmerged(store.root, store.entries_dir))
    marked = [each for each in store.ids() if team.is_conflicted(store, each)]
    return list(filter(None, dict.fromkeys([*marked, *map(id_of, unmerged)])))


def _heal(store: Store, entry_id: str) -> str:
    """Make one file of what git left of an entry; return what was done. Raises Unreadable.

    The sides are in git's index until somebody adds the file, then between the markers.
    """
    path = store.mine.path(entry_id, SHARED)
    sides = map(partial(team.stage, store.root, path), STAGES)
    base, *both = (parse(side, entry_id) if side else None for side in sides)
    found = list(filter(None, both))
    if not found:
        found = _marked_sides(fs.peek(path, team.MAX_FILE), entry_id)
        # what both had counted before is not known: nothing is counted twice
        base = Entry(**{name: min(map(attrgetter(name), found)) for name in COUNTS})
    if len(found) > 1:
        store.mine.save_shared(merge.merge(base, *found))
        return "its two sides are one again"
    if store.dropped.holds(*fingerprints_of(found[0])):
        fs.remove(path)
        return "it was removed on one side, and is gone"
    store.mine.save_shared(found[0])
    return "one side had lost it, and it stays"


def _marked_sides(data: bytes, entry_id: str) -> list[Entry]:
    """Return the two sides that stand between conflict markers. Raises Unreadable."""
    sides = [b"", b""]
    pieces = [b">", *re.split(MARKER, data)]
    for marker, text in zip(pieces[::2], pieces[1::2]):
        for side in SIDES[marker]:
            sides[side] += text
    return [parse(side, entry_id) for side in sides]
