"""`reflexion config`, `on` and `off`: show and change settings."""

from __future__ import annotations

import json
import os
import re

from reflexion.cli import common, frame
from reflexion.status import terminal
from reflexion.store import settings
from reflexion.store.files import append, make_folders, remove, write_atomic

ACTIONS = ("show", "get", "set", "unset")
NAME_COLUMNS = 26
ENVIRONMENT = (
    ("REFLEXION_DISABLED", "`1`: the hooks do nothing"),
    ("REFLEXION_DIR", "the project's folder, or its `.reflexion`, instead of looking for it"),
    ("REFLEXION_HOME", "the global store's folder instead of `~/.reflexion`"),
    ("REFLEXION_DEBUG", "`1`: a command that fails unexpectedly shows where"),
    ("NO_COLOR", "any value: no colour on the terminal"),
    ("COLUMNS", "the width to write for"),
    ("VISUAL, EDITOR", "the editor that `edit` starts"),
)
SESSIONS = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")  # set by hosts for their agents' shells
WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def config(context) -> None:
    options = context.options
    if options.table:
        print(table())
        return
    name, values = options.name, options.value
    action = "unset" if options.unset else ""
    if name in ACTIONS:
        action, name, values = action or name, *(values[:1] or [""]), values[1:]
    action = action or ("set" if values else "get" if name else "show")
    if action == "show":
        _show(context)
        return
    if not name or (action == "set" and not values):
        context.usage(f"{action} needs {'a VALUE' if name else 'the NAME of a setting'}")
    _require_known(name)
    if action == "get":
        value = context.project.settings[name]
        print(value if isinstance(value, str) and not options.json else _json(value))
    else:
        change(context, name, value_of(name, values) if action == "set" else None)


def on(context) -> None:
    _switch(context, True)


def off(context) -> None:
    _switch(context, False)


def _switch(context, value: bool) -> None:
    if context.options.session:
        _switch_session(context, value)
        return
    name = "auto_reflect" if context.options.reflect else "enabled"
    change(context, name, value)
    if name == "enabled":
        print("the hooks learn and speak" if value else "the hooks do nothing until `reflexion on`")


def _switch_session(context, value: bool) -> None:
    from reflexion.fast_path import OFF, is_plain

    running = next(filter(None, (os.environ.get(name) for name in SESSIONS)), "")
    if not is_plain(running) or not running:
        hint = f"run it in an agent's session ({' or '.join(SESSIONS)} names it)"
        raise common.Stop(f"no session runs here: {hint}")
    home = common.store_of(context.project, True)
    mark = os.path.join(home.dir, *f"{OFF}{running}".split("/"))
    if value:
        remove(mark)
    else:
        make_folders(os.path.dirname(mark), mode=0o700)
        append(mark, b"off\n", 1024)
    print(f"Reflexion is {'on again' if value else 'silent'} in this session")


def _require_known(name: str) -> None:
    if name not in settings.SETTINGS:
        meant = frame.nearest(name, settings.SETTINGS) or ": `reflexion config` lists them"
        raise common.Stop(f"there is no setting {name!r}{meant}")


def value_of(name: str, words: list):
    """The value that a person's words stand for. Raises Stop when it cannot be that setting's."""
    default = settings.SETTINGS[name][0]
    value = _plain(words[0]) if len(words) == 1 else list(words)
    if isinstance(default, list) and not isinstance(value, list):
        value = list(words)
    if isinstance(default, str) and not isinstance(value, str):
        value = " ".join(words)
    why = settings.wrong(name, value) or _bad_pattern(name, value)
    if why:
        what = settings.SETTINGS[name][2]
        raise common.Stop(f"{name} {why}: {what} (default {json.dumps(default)})")
    return value


def change(context, name: str, value) -> None:
    """Write a setting into the project's file, with --global the home's; None takes it out."""
    store, project = context.store, context.project
    if settings.SETTINGS[name][1] == "command" and store is project.store:
        why = "names a program to run, so it is read from your own settings only: add --global"
        raise common.Stop(f"{name} {why}")
    path = os.path.join(store.dir, settings.FILE)
    if store is project.store:
        project.ready()
    with store.lock():
        problems = []
        current = settings.read(path, problems)
        if problems:
            raise common.Stop(f"{path} {problems[0][1]}: mend it or remove it, then set again")
        new = {**current, name: value}
        if value is None:
            del new[name]
        write_atomic(path, (_json(new, 2) + "\n").encode(), store.scratch)
    print(f"{name} = {_json(value)}" if value is not None else f"{name} is unset", f"in {path}")
    if store is project.store and not project.trusted:
        print(common.UNUSED.format("its settings are not read"))


def _show(context) -> None:
    project = context.project
    if context.options.json:
        common.print_json(project.settings)
        return
    stores = [("project", project.store if project.trusted else None), ("home", project.home)]
    files = [(where, settings.read(_file(store))) for where, store in stores if store]
    lines = []
    for name, value in project.settings.items():
        origin = next((where for where, given in files if given.get(name) == value), "default")
        lines.append(f"{name:<{NAME_COLUMNS}} {_json(value):<28} {origin}")
        what = terminal.wrap(_meaning(name), context.width, "    ")
        lines += [context.paint(line, "dim") for line in what]
    lines += [f"! {path}: {what}" for path, what in common.presentable(context.problems)]
    if not project.trusted:
        lines.append("! " + common.UNUSED.format("its settings are not read"))
    common.page(lines)


def _file(store) -> str:
    return os.path.join(store.dir, settings.FILE)


def _meaning(name: str) -> str:
    _, allowed, what = settings.SETTINGS[name]
    return f"{what} ({_limits(allowed)})" if _limits(allowed) else what


def table() -> str:
    """The settings and environment variables as Markdown tables, for the manual."""
    rows = ["| setting | default | what it does |", "|---|---|---|"]
    for name, (default, _, _) in settings.SETTINGS.items():
        rows.append(f"| `{name}` | `{json.dumps(default)}` | {_meaning(name)} |")
    rows += ["", "| environment variable | what it does |", "|---|---|"]
    for names, what in ENVIRONMENT:
        rows.append(f"| {', '.join(f'`{name}`' for name in names.split(', '))} | {what} |")
    return "\n".join(rows)


def _limits(allowed) -> str:
    if not isinstance(allowed, tuple):
        return ""
    if isinstance(allowed[0], int) and not isinstance(allowed[0], bool) and len(allowed) == 2:
        return f"{allowed[0]:,} to {allowed[1]:,}"
    return ", ".join(_json(value).strip('"') for value in allowed)


def _json(value, indent: int | None = None) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False)


def _plain(word: str):
    try:
        return json.loads(WORDS.get(word.lower(), word))
    except ValueError:
        return word


def _bad_pattern(name: str, value) -> str:
    for pattern in value if settings.SETTINGS[name][1] == "patterns" else ():
        try:
            re.compile(pattern)
        except re.error as error:
            return f"holds {pattern!r}, which is no regular expression ({error})"
    return ""
