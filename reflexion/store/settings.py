"""Settings: the project's config.json, then the home store's, then the default of settings.tsv."""

from __future__ import annotations

import os

from reflexion.store.fs import read_text
from reflexion.text.lean_json import loads
from reflexion.text.tables import lines

FILE = "config.json"
MAX_BYTES = 64 * 1024
MAX_PATTERNS = 50
MAX_PATTERN = 200
MAX_ROUTE = 1000
MARKDOWN = (".md", ".mdc", ".markdown")


class Setting:
    """A row of settings.tsv: its `default`, `what` it does, and the `allowed` values: None for any,
    a list of them, [least, most], or the name of a kind."""

    def __init__(self, default: str, allowed: str, what: str):
        self.default = loads(default)
        self.what = what
        self._allowed = allowed

    @property
    def allowed(self):
        """Read when it is asked for: a hook holds few values against it."""
        return loads(self._allowed)


_rows = (row.split("\t") for row in lines("store/settings.tsv"))
SETTINGS = {name: Setting(*fields) for name, *fields in _rows}
# settings that were true or false once, and what those stand for now
OLD = {"ask_agent": {True: 3, False: 0}}
RENAMED = {"citations": "cite"}  # old name -> the name now, which comes first


def load(folders, problems: list | None = None) -> dict:
    """All settings, each from the first of `folders` (the home store's is the last) that sets it;
    what is wrong goes to `problems` as (file, what)."""
    merged = {name: _copied(setting.default) for name, setting in SETTINGS.items()}
    problems = [] if problems is None else problems
    for folder in reversed([folder for folder in folders if folder]):
        path = os.path.join(folder, FILE)
        for name, value in _renamed(read(path, problems)).items():
            why = _unusable(name, value, folder == folders[-1])
            if why:
                problems.append((path, f"{name}: {why}"))
            else:
                old = name in OLD and isinstance(value, bool)
                merged[name] = OLD[name][value] if old else value
    return merged


def _copied(default):
    return default[:] if isinstance(default, list) else default


def _unusable(name: str, value, at_home: bool) -> str:
    """Why a setting of one file does not count; "" when it does."""
    if name not in SETTINGS:
        return "unknown setting"
    if SETTINGS[name].allowed == "command" and not at_home:
        return "read from the home store's file only, for it names a program to run"
    why = wrong(name, value)
    return f"{why}; the default is used" if why else ""


def _renamed(found: dict) -> dict:
    """The settings of one file under the names that they have now."""
    now = dict(found)
    for old, name in RENAMED.items():
        if old in now:
            value = now.pop(old)
            now.setdefault(name, value)
    return now


def read(path: str, problems: list | None = None) -> dict:
    """The raw settings in one file, {} when it is missing or cannot be used."""
    try:
        value = loads(read_text(path, MAX_BYTES))
        why = "" if isinstance(value, dict) else "not a JSON object; the defaults are used"
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        why = f"cannot be used: {error}"
    if why and problems is not None:
        problems.append((path, why))
    return {} if why else value


def wrong(name: str, value) -> str:
    """What is wrong with the value of a known setting; "" when it is fine."""
    default = SETTINGS[name].default
    allowed = SETTINGS[name].allowed
    if isinstance(value, bool) and (isinstance(default, bool) or name in OLD):
        return ""
    if isinstance(default, bool):
        return _wrong_switch(allowed, value)
    if isinstance(default, int):
        return _wrong_number(allowed, value)
    if isinstance(default, list):
        return _wrong_list(allowed, value)
    if allowed == "command":
        return _wrong_command(value)
    return "" if value in allowed else f"must be one of {', '.join(allowed)}"


def _wrong_switch(allowed, value) -> str:
    """`value` is neither true nor false; the last one `allowed` may stand beside these."""
    if not allowed:
        return "must be true or false"
    return "" if value == allowed[-1] else f"must be true, false or {allowed[-1]}"


def _wrong_number(allowed: list, value) -> str:
    if type(value) is not int:
        return "must be a whole number"
    least, most = allowed
    return "" if least <= value <= most else f"must be from {least} to {most}"


def _wrong_command(value) -> str:
    fine = isinstance(value, str) and len(value) <= MAX_PATTERN and value.isprintable()
    return "" if fine else "must be a command line"


def _wrong_list(kind, value) -> str:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    check = LISTS.get(kind)
    return check(value) if check else ""


def _wrong_patterns(value: list) -> str:
    if _is_within(value, MAX_PATTERN):
        return ""
    return f"at most {MAX_PATTERNS} patterns of at most {MAX_PATTERN} characters"


def _wrong_routes(value: list) -> str:
    named = all(text.partition(":")[2].strip() for text in value)
    fine = named and _is_within(value, MAX_ROUTE)
    return "" if fine else "must be texts such as `payments: invoice, stripe`"


def _wrong_files(value: list) -> str:
    return "" if all(map(_is_inside, value)) else "must name Markdown files inside the project"


def _is_within(value: list, longest: int) -> bool:
    return len(value) <= MAX_PATTERNS and all(len(text) <= longest for text in value)


def _is_inside(name: str) -> bool:
    parts = name.lower().replace("\\", "/").split("/")
    leads_out = os.path.isabs(name) or parts[0].startswith("~") or {"..", ".reflexion"} & {*parts}
    return not leads_out and parts[-1].endswith(MARKDOWN)


# what a list may hold
LISTS = {"patterns": _wrong_patterns, "routes": _wrong_routes, "files": _wrong_files}
