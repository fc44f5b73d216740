"""Settings: what may be set, its default, and what is wrong with a value."""

from __future__ import annotations

import json
import os
from collections import namedtuple

from reflexion.detect import secrets
from reflexion.errors import Unreadable
from reflexion.store import fs
from reflexion.text import rows
from reflexion.text.json_object import read_object

FILE = "config.json"
MAX_BYTES = 64 * 1024
MAX_ITEMS = 50
MAX_NAME = 200  # characters
MARKDOWN = (".md", ".mdc", ".markdown")

Setting = namedtuple("Setting", "default allowed what")
SETTINGS = {
    name: Setting(json.loads(default), json.loads(allowed), what)
    for name, default, allowed, what in rows("store/settings.tsv")
}
# settings that may hold fewer items only after a person said yes
PROTECTIVE = ("redact", "ignore")


def read(folder: str) -> dict:
    """Return the raw settings in a store's file; {} when it is missing. Raises Unreadable."""
    path = os.path.join(folder, FILE)
    try:
        return read_object(fs.read_bytes(path, MAX_BYTES), MAX_BYTES)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, Unreadable) as error:
        raise Unreadable(f"cannot be used: {error}") from None


def merge(project: dict, home: dict) -> dict:
    """Return every setting: the project's value, else the home store's, else the default.

    A value that is wrong counts as not set; see `complaints`.
    """
    merged = {}
    for name, setting in SETTINGS.items():
        merged[name] = setting.default
        for values in (home, project):
            if name in values and not wrong(name, values[name]):
                merged[name] = values[name]
    return merged


def complaints(values: dict):
    """Yield a sentence for each setting that is unknown or has a wrong value."""
    for name, value in values.items():
        why = wrong(name, value)
        if why:
            yield f"{name}: {why}; the default is used"


def wrong(name: str, value) -> str:
    """Return what is wrong with the value of a setting; "" when it is fine."""
    if name not in SETTINGS:
        return "unknown setting"
    default, allowed, _ = SETTINGS[name]
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "must be true or false"
    if isinstance(default, int):
        return _wrong_number(allowed, value)
    if isinstance(default, list):
        return _wrong_list(allowed, value)
    return "" if value in allowed else f"must be one of {', '.join(allowed)}"


def loses(name: str, before, after) -> bool:
    """Return True if a setting that protects would have fewer items than before."""
    kept = [] if wrong(name, after) else after
    return name in PROTECTIVE and any(item not in kept for item in before or [])


def _wrong_number(allowed: list, value) -> str:
    least, most = allowed
    if type(value) is not int:
        return "must be a whole number"
    return "" if least <= value <= most else f"must be from {least} to {most}"


def _wrong_list(kind: str, value) -> str:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    if len(value) > MAX_ITEMS:
        return f"must have at most {MAX_ITEMS} items"
    if kind == "patterns":
        return secrets.check_patterns(value)
    if kind == "files":
        return _wrong_files(value)
    return "" if all(0 < len(item) <= MAX_NAME for item in value) else "must be names"


def _wrong_files(value: list) -> str:
    for name in value:
        parts = name.replace("\\", "/").split("/")
        is_below = not os.path.isabs(name) and ":" not in name and ".." not in parts
        in_git = any(fs.is_git_folder(part) for part in parts)
        is_plain = name.isprintable() and is_below and not in_git
        if not is_plain or not name.lower().endswith(MARKDOWN):
            return f"{name[:60]!r} is no Markdown file inside the project"
    return "" if value else "must name a file"
