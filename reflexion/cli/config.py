"""Show and change settings."""

from __future__ import annotations

import difflib
import json
import os
import re

from reflexion.cli import common
from reflexion.store import settings
from reflexion.store.files import write_atomic

SUMMARY = "show and change settings"
EXAMPLES = """
reflexion config                              every setting, its value, and where that comes from
reflexion config get promote_after
reflexion config set announce all
reflexion config set ignore '^make fuzz' 'terraform plan'
reflexion config set promote_to '["CLAUDE.md"]'
reflexion config set --global capture_prompts false
reflexion config unset announce
"""
ENVIRONMENT = (
    ("REFLEXION_DISABLED", "`1`: the hooks do nothing"),
    (
        "REFLEXION_DIR",
        "the project's folder, or its `.reflexion` folder, instead of looking for it",
    ),
    ("REFLEXION_HOME", "the global store's folder instead of `~/.reflexion`"),
    ("REFLEXION_DEBUG", "`1`: a command that fails unexpectedly shows where"),
    ("NO_COLOR", "any value: no colour on the terminal"),
    ("COLUMNS", "the width to write for"),
    ("VISUAL, EDITOR", "the editor that `edit` starts"),
)


def build():
    made = common.parser(
        "config",
        "Show and change settings. The project's .reflexion/config.json comes first, then the one in the home store, then the default.",
        EXAMPLES,
    )
    made.add_argument(
        "action",
        nargs="?",
        choices=("show", "get", "set", "unset"),
        default="show",
        help="default: show",
    )
    made.add_argument("name", metavar="NAME", nargs="?", help="the setting")
    made.add_argument(
        "value", metavar="VALUE", nargs="*", help="as JSON or plain; several values make a list"
    )
    common.with_global(made, "change the settings in the home store, which hold for every project")
    made.add_argument("--json", action="store_true", help="for programs")
    made.add_argument(
        "--table",
        action="store_true",
        help="print the table of settings and environment variables in Markdown",
    )
    return made


def main(argv: list) -> int:
    parser = build()
    arguments = parser.parse_intermixed_args(argv)
    if arguments.table:
        print(table())
        return 0
    if arguments.action != "show" and not arguments.name:
        parser.error(f"{arguments.action} needs the NAME of a setting")
    if arguments.action == "set" and not arguments.value:
        parser.error("set needs a VALUE")
    if arguments.name:
        known(arguments.name)
    problems = []
    found = common.project(arguments, problems)
    if arguments.action in ("set", "unset"):
        return _write(found, arguments)
    if arguments.action == "get":
        value = found.settings[arguments.name]
        print(
            json.dumps(value, ensure_ascii=False)
            if arguments.json or not isinstance(value, str)
            else value
        )
        return 0
    _show(found, problems, arguments.json)
    return 0


def known(name: str) -> None:
    """Raises Stop for a name that is no setting."""
    if name not in settings.SETTINGS:
        close = difflib.get_close_matches(name, settings.SETTINGS, 1)
        raise common.Stop(
            f"there is no setting {name!r}: "
            + (f"did you mean {close[0]}?" if close else "`reflexion config` lists them")
        )


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
        raise common.Stop(
            f"{name} {why}: {settings.SETTINGS[name][2]} (default {json.dumps(default)})"
        )
    return value


def table() -> str:
    """The settings and environment variables as Markdown tables; README.md embeds this."""
    rows = ["| setting | default | what it does |", "|---|---|---|"]
    for name, (default, allowed, what) in settings.SETTINGS.items():
        limits = f" ({_limits(allowed)})" if _limits(allowed) else ""
        rows.append(f"| `{name}` | `{json.dumps(default)}` | {what}{limits} |")
    rows += ["", "| environment variable | what it does |", "|---|---|"]
    return "\n".join(
        [
            *rows,
            *(
                f"| {', '.join(f'`{part}`' for part in name.split(', '))} | {what} |"
                for name, what in ENVIRONMENT
            ),
        ]
    )


def _limits(allowed) -> str:
    if not isinstance(allowed, tuple):
        return ""
    return (
        f"{allowed[0]:,} to {allowed[1]:,}"
        if type(allowed[0]) is int
        else ", ".join(
            f"`{value if isinstance(value, str) else json.dumps(value)}`" for value in allowed
        )
    )


def _plain(word: str):
    try:
        return json.loads(
            {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(word.lower(), word)
        )
    except ValueError:
        return word


def _bad_pattern(name: str, value) -> str:
    for pattern in value if settings.SETTINGS[name][1] == "patterns" else ():
        try:
            re.compile(pattern)
        except re.error as error:
            return f"holds {pattern!r}, which is no regular expression ({error})"
    return ""


def _write(found, arguments) -> int:
    store = common.store_of(found, arguments.everywhere)
    if settings.SETTINGS[arguments.name][1] == "command" and store is found.store:
        raise common.Stop(
            f"{arguments.name} names a program to run, so it is read from your own settings only: add --global"
        )
    path = os.path.join(store.dir, settings.FILE)
    value = value_of(arguments.name, arguments.value) if arguments.action == "set" else None
    if store is found.store:
        found.ready()
    with store.lock():
        problems = []
        current = settings.read(path, problems)
        if problems:
            raise common.Stop(f"{path} {problems[0][1]}: mend it or remove it, then set again")
        new = {key: item for key, item in current.items() if key != arguments.name}
        if arguments.action == "set":
            new = {**current, arguments.name: value}
        write_atomic(
            path, (json.dumps(new, indent=2, ensure_ascii=False) + "\n").encode(), store.scratch
        )
    print(
        f"{arguments.name} = {json.dumps(value, ensure_ascii=False)}"
        if arguments.action == "set"
        else f"{arguments.name} is no longer set",
        f"in {path}",
    )
    if store is found.store and not found.trusted:
        print(
            "this store came with the project and is not trusted yet, so its settings are not read: `reflexion trust`"
        )
    return 0


def _show(found, problems, as_json: bool) -> None:
    here = settings.read(os.path.join(found.store.dir, settings.FILE)) if found.trusted else {}
    home = settings.read(os.path.join(found.home.dir, settings.FILE)) if found.home else {}
    if as_json:
        return common.print_json(found.settings)
    for name, value in found.settings.items():
        origin = next(
            (
                where
                for where, given in (("project", here), ("home", home))
                if name in given and given[name] == value and not settings.wrong(name, value)
            ),
            "default",
        )
        print(f"{name:<26} {json.dumps(value, ensure_ascii=False):<28} {origin}")
    for path, what in common.presentable(problems):
        print(f"! {path}: {what}")
    if not found.trusted:
        print(
            "! the project's own settings are not read: its store is not trusted yet (`reflexion trust`)"
        )
