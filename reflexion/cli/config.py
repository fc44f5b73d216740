"""`config`: show and change settings."""

import json
import os
import re

from reflexion.cli.context import UNUSED, open_project
from reflexion.cli.output import Stop, print_json, print_paged, say
from reflexion.cli.parser import nearest
from reflexion.status import terminal
from reflexion.status.terminal import presentable
from reflexion.store import index, settings
from reflexion.store.fs import peek, write_atomic

ACTIONS = ("show", "get", "set", "unset")
WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
OWN_ONLY = "names a program to run, so it is read from your own settings only: add --global"
UNREAD = UNUSED.format("its settings are not read")


def config(context) -> None:
    """Show, change or unset a setting. Raises Stop."""
    action, name, values = _asked(context.options)
    if action == "show":
        _show(context)
    elif not name or (action == "set" and not values):
        context.usage(f"{action} needs {'a VALUE' if name else 'the NAME of a setting'}")
    elif name not in settings.SETTINGS:
        meant = nearest(name, settings.SETTINGS) or ": `reflexion config` lists them"
        raise Stop(f"there is no setting {name!r}{meant}")
    elif action == "get":
        value = context.project.settings[name]
        is_plain = isinstance(value, str) and not context.options.json
        print(value if is_plain else _json(value))
    else:
        change(context, name, value_of(name, values) if action == "set" else None)


def _asked(options) -> tuple:
    """(what to do, the setting's name or "", the words of its value)."""
    name = options.name
    values = options.value
    action = "unset" if options.unset else ""
    if name in ACTIONS:
        action = action or name
        name = values[0] if values else ""
        values = values[1:]
    if not action:
        action = "set" if values else "get" if name else "show"
    return action, name, values


def value_of(name: str, words: list):
    """The value that a person's words stand for. Raises Stop when it cannot be that setting's."""
    default = settings.SETTINGS[name].default
    what = settings.SETTINGS[name].what
    if words == ["default"]:
        back = f"`reflexion config --unset {name}` sets it back"
        raise Stop(f"default is no value of {name}: {back} to {json.dumps(default)}")
    try:
        value = json.loads(WORDS.get(words[0].lower(), words[0])) if len(words) == 1 else words
    except ValueError:
        value = words[0]
    if isinstance(default, list) and not isinstance(value, list):
        value = words
    if isinstance(default, str) and not isinstance(value, str):
        value = " ".join(words)
    why = settings.wrong(name, value) or "".join(bad_patterns(name, value)[:1])
    if why:
        raise Stop(f"{name} {why}: {what} (default {json.dumps(default)})")
    return value


def change(context, name: str, value) -> None:
    """Write a setting into the project's file, with --global the home's; None takes it out."""
    store = context.store
    project = context.project
    problems = []
    of_project = store is project.store
    path = os.path.join(store.dir, settings.FILE)
    if settings.SETTINGS[name].allowed == "command" and of_project:
        raise Stop(f"{name} {OWN_ONLY}")
    if of_project:
        project.ready()
    context.changes.file(path)
    with store.lock():
        new = {**settings.read(path, problems), name: value}
        if problems:
            raise Stop(f"{path} {problems[0][1]}: mend it or remove it, then set again")
        if value is None:
            del new[name]
        write_atomic(path, (_json(new, 2) + "\n").encode(), store.scratch)
    if name == "trust_pulls" and of_project:
        _accept_pulls(context, path)
    what = f"{name} = {_json(value)}" if value is not None else f"{name} is unset"
    say(f"{what} in {path}")
    if of_project and not project.trusted:
        say(UNREAD)


def _accept_pulls(context, path: str) -> None:
    """Take the file that says what becomes of pulls for the person's own; others may speak now."""
    store = context.store
    if context.project.trusted and store.provenance:
        store.provenance.accept_file(settings.FILE, peek(path, settings.MAX_BYTES))
    index.rebuild(open_project(context.folder).store)


def _show(context) -> None:
    """Every setting with its value, where that comes from, and what it means."""
    project = context.project
    if context.options.json:
        print_json(project.settings)
        return
    files = _files(project)
    lines = []
    for name, value in project.settings.items():
        origin = next((where for where, given in files if given.get(name) == value), "default")
        lines.append(f"{name:<25} {_json(value):<26} {origin}")
        what = terminal.wrap(meaning(name), context.width, "    ")
        lines += [context.paint(line, "dim") for line in what]
    lines += [f"! {path}: {what}" for path, what in presentable(context.problems)]
    if not project.trusted:
        lines.append(f"! {UNREAD}")
    print_paged(lines)


def _files(project) -> list:
    """[(where, what the file there says)] of the files that are read, the project's first."""
    stores = [("project", project.store)] if project.trusted else []
    if project.home:
        stores.append(("home", project.home))
    return [
        (where, settings.read(os.path.join(store.dir, settings.FILE))) for where, store in stores
    ]


def meaning(name: str) -> str:
    """What a setting does, with the values it takes."""
    allowed = settings.SETTINGS[name].allowed
    what = settings.SETTINGS[name].what
    if not isinstance(allowed, list):
        return what
    if type(allowed[0]) is int and len(allowed) == 2:
        return f"{what} ({allowed[0]:,} to {allowed[1]:,})"
    words = [_json(value).strip('"') for value in allowed]
    return f"{what} ({', '.join(words)})"


def _json(value, indent=None) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False)


def bad_patterns(name: str, value) -> list:
    """What is wrong with each pattern of a setting that cannot be used."""
    found = []
    if settings.SETTINGS[name].allowed != "patterns":
        return found
    for pattern in value:
        try:
            re.compile(pattern)
        except re.error as error:
            found.append(f"holds {pattern!r}, which is no regular expression ({error})")
    return found
