"""Settings: the project's config.json, then the home store's, then the default of settings.tsv."""

from __future__ import annotations

import os

from reflexion.store.fs import read_text
from reflexion.text.lean_json import loads
from reflexion.text.tables import lines

FILE = "config.json"
MAX_BYTES = 64 * 1024
MAX_PATTERNS, MAX_PATTERN, MAX_ROUTE = 50, 200, 1000
MARKDOWN = (".md", ".mdc", ".markdown")

_rows = (row.split("\t") for row in lines("store/settings.tsv"))
# name -> (default, allowed: None, values, [least, most] or a kind, what it does)
SETTINGS = {name: (loads(default), loads(allowed), what) for name, default, allowed, what in _rows}
# settings that were true or false once, and what those stand for now
OLD = {"ask_agent": {True: 3, False: 0}}
RENAMED = {"citations": "cite"}  # old name -> the name now, which comes first


def load(folders, problems: list | None = None) -> dict:
    """All settings, each from the first of `folders` (the home store's is the last) that sets it;
    what is wrong goes to `problems` as (file, what)."""
    merged = {name: it[:] if isinstance(it, list) else it for name, (it, *_) in SETTINGS.items()}
    problems = [] if problems is None else problems
    for folder in reversed([folder for folder in folders if folder]):
        path = os.path.join(folder, FILE)
        for name, value in _renamed(read(path, problems)).items():
            if name not in SETTINGS:
                why = "unknown setting"
            elif SETTINGS[name][1] == "command" and folder != folders[-1]:
                why = "read from the home store's file only, for it names a program to run"
            else:
                why = wrong(name, value) and f"{wrong(name, value)}; the default is used"
            if why:
                problems.append((path, f"{name}: {why}"))
            else:
                old = name in OLD and isinstance(value, bool)
                merged[name] = OLD[name][value] if old else value
    return merged


def _renamed(found: dict) -> dict:
    """The settings of one file under the names that they have now."""
    return {
        RENAMED.get(name, name): value
        for name, value in found.items()
        if RENAMED.get(name, name) == name or RENAMED[name] not in found
    }


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
    default, allowed, _ = SETTINGS[name]
    if isinstance(value, bool) and (isinstance(default, bool) or name in OLD):
        return ""
    if isinstance(default, bool):
        why = f"must be true, false or {allowed[-1]}" if allowed else "must be true or false"
        return "" if allowed and value == allowed[-1] else why
    if isinstance(default, int):
        whole = type(value) is int
        why = "must be from {} to {}".format(*allowed) if whole else "must be a whole number"
        return "" if whole and allowed[0] <= value <= allowed[1] else why
    if isinstance(default, list):
        return _wrong_list(allowed, value)
    if allowed == "command":
        fine = isinstance(value, str) and len(value) <= MAX_PATTERN and value.isprintable()
        return "" if fine else "must be a command line"
    return "" if value in allowed else f"must be one of {', '.join(allowed)}"


def _wrong_list(kind, value) -> str:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    many, longest = len(value) > MAX_PATTERNS, max(map(len, value), default=0)
    if kind == "patterns" and (many or longest > MAX_PATTERN):
        return f"at most {MAX_PATTERNS} patterns of at most {MAX_PATTERN} characters"
    routes = all(text.partition(":")[2].strip() for text in value)
    if kind == "routes" and (many or longest > MAX_ROUTE or not routes):
        return "must be texts such as `payments: invoice, stripe`"
    if kind == "files" and not all(map(_is_inside, value)):
        return "must name Markdown files inside the project"
    return ""


def _is_inside(name: str) -> bool:
    parts = name.lower().replace("\\", "/").split("/")
    leads_out = os.path.isabs(name) or parts[0].startswith("~") or {"..", ".reflexion"} & {*parts}
    return not leads_out and parts[-1].endswith(MARKDOWN)
