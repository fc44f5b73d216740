"""`config`: show and change settings."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterable

from reflexion.cli.context import Context
from reflexion.cli.terminal import say, warn
from reflexion.errors import Stop, Unreadable, Usage
from reflexion.store import fs, settings
from reflexion.store.project import Project
from reflexion.text.json_object import read_value

WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def run(args: Namespace, context: Context) -> int:
    if args.name and args.name not in settings.SETTINGS:
        raise Stop(f"there is no setting {args.name!r}: `reflexion config` lists them")
    if args.unset and (not args.name or args.value):
        raise Usage("config: --unset takes the NAME of a setting")
    if args.unset or args.value:
        value = None if args.unset else _value(args.name, args.value)
        _change(context, args.name, value)
    else:
        _show(context.any_project, [args.name] if args.name else settings.SETTINGS)
    return 0


def _value(name: str, words: list[str]) -> object:
    """Return the value that a person's words stand for. Raises Stop where it cannot be one."""
    setting = settings.SETTINGS[name]
    text = " ".join(words)
    value: object = text
    if not isinstance(setting.default, str):
        try:
            value = read_value(WORDS.get(text.lower(), text))
        except Unreadable:
            value = words
    if isinstance(setting.default, list) and not isinstance(value, list):
        value = words
    why = settings.wrong(name, value)
    if why:
        usual = json.dumps(setting.default)
        raise Stop(f"{name} {why}: {setting.what} (default {usual})")
    return value


def _change(context: Context, name: str, value: object) -> None:
    """Write a setting into the project's file or the home's, and accept it; None unsets it."""
    store = context.store
    is_own = not context.args.everywhere
    if is_own:
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
        if value is not None:
            values[name] = value
        data = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
        fs.write_atomic(path, data.encode(), store.scratch)
        if is_own:
            store.trust.accept_settings(values)
    now = "is unset" if value is None else f"= {json.dumps(value, ensure_ascii=False)}"
    say(f"{name} {now} in {path}")


def _show(project: Project, names: Iterable[str]) -> None:
    places = {project.home.dir: "home", project.store.dir: "project"}
    for name in names:
        value = project.settings[name]
        given = [where for where, own in project.layers.items() if own.values.get(name) == value]
        origin = places[given[-1]] if given else "default"
        say(f"{name} = {json.dumps(value, ensure_ascii=False)}  ({origin})")
        say(f"    {settings.SETTINGS[name].what}")
    if project.settings_wait:
        warn("changed settings are not accepted here yet: `reflexion trust`")
    for path, what in project.problems:
        warn(f"{path}: {what}")
