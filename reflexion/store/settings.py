"""Settings: what may be set, its default, and what is wrong with a value."""

from __future__ import annotations

import importlib
import json
import os
from collections import namedtuple

from reflexion.errors import Unreadable
from reflexion.store import fs
from reflexion.store.tracked import may_be_tracked
from reflexion.store.trust import WAITING
from reflexion.text import rows
from reflexion.text.json_object import read_object

TYPE_CHECKING = False  # of which no hook loads what it is named after
if TYPE_CHECKING:
    from typing import Any

    from reflexion.store.entries import Store

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


class OwnSettings:
    """What a store's config.json sets, as far as it is the person's.

    path      of the file
    values    what holds; where the file cannot be read, what held before
    waiting   {name: value} of changes that may be somebody else's
    problems  what is wrong with the file
    """

    def __init__(self, store: Store):
        self._trust = store.trust
        self.path = os.path.join(store.dir, FILE)
        self._before = before = store.trust.settings()
        try:
            found = read(store.dir)
            self.problems = complaints(found)
        except Unreadable as error:
            found = before
            self.problems = [f"{error}; what it said before holds"]
        changed = [name for name in SETTINGS if found.get(name) != before.get(name)]
        self.waiting: dict[str, object] = {}
        if changed and not store.is_private:
            self.waiting = self._waiting(store, {name: found.get(name) for name in changed})
        held = {**found, **{name: before.get(name) for name in self.waiting}}
        self.values = {name: held[name] for name in SETTINGS if held.get(name) is not None}

    def _waiting(self, store: Store, changes: dict[str, object]) -> dict[str, object]:
        """Return the changes that hold after a yes alone: those that git tracks, those of a setting
        that waited before, whatever became of the repository, and less that protects.

        A file that is gone changes nothing.
        """
        waited = store.trust.settings(WAITING)
        is_made_here = store.trust.is_accepted and store.is_made_here()
        is_here = is_made_here and os.path.exists(self.path)
        is_own = is_here and not may_be_tracked(self.path)
        found = {
            name: value
            for name, value in changes.items()
            if not is_own or name in waited or loses(name, self._before.get(name), value)
        }
        self._waited = {**waited, **changes} if is_here and not is_own else waited
        return found

    def keep(self) -> None:
        """Keep the values that hold now, for the time when a change waits, and what waits."""
        try:
            if self.values != self._before:
                self._trust.keep_settings(self.values)
            if self.waiting and self._waited != self._trust.settings(WAITING):
                self._trust.keep_settings(self._waited, WAITING)
        except OSError:
            pass  # they are worked out again the next time


def read(folder: str) -> dict[str, object]:
    """Return the raw settings in a store's file; {} when it is missing. Raises Unreadable."""
    path = os.path.join(folder, FILE)
    try:
        return read_object(fs.read_bytes(path, MAX_BYTES), MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, Unreadable) as error:
        raise Unreadable(f"cannot be used: {error}") from None


def merge(layers: list[dict[str, object]]) -> dict[str, Any]:
    """Return every setting, as the last layer has it, else the one before, else its default.

    A value that is wrong counts as not set; see `complaints`.
    """
    merged = {name: setting.default for name, setting in SETTINGS.items()}
    for values in layers:
        merged.update((name, value) for name, value in values.items() if not wrong(name, value))
    return merged


def complaints(values: dict[str, object]) -> list[str]:
    """Return a sentence for each setting that is unknown or has a wrong value."""
    found = {name: wrong(name, value) for name, value in values.items()}
    return [f"{name}: {why}; the default is used" for name, why in found.items() if why]


def wrong(name: str, value: object) -> str:
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


def loses(name: str, before: object, after: object) -> bool:
    """Return True if a setting that protects would have fewer items than before."""
    kept = after if isinstance(after, list) and not wrong(name, after) else []
    had = before if isinstance(before, list) else []
    return name in PROTECTIVE and any(item not in kept for item in had)


def _wrong_number(allowed: list[int], value: object) -> str:
    least, most = allowed
    if type(value) is not int:
        return "must be a whole number"
    return "" if least <= value <= most else f"must be from {least} to {most}"


def _wrong_list(kind: str, value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return "must be a list of texts"
    if len(value) > MAX_ITEMS:
        return f"must have at most {MAX_ITEMS} items"
    if kind == "patterns":
        secrets = importlib.import_module("reflexion.detect.secrets")  # for few stores
        return str(secrets.check_patterns(value))
    if kind == "files":
        return _wrong_files(value)
    return "" if all(0 < len(item) <= MAX_NAME for item in value) else "must be names"


def _wrong_files(value: list[str]) -> str:
    for name in value:
        parts = name.replace("\\", "/").split("/")
        is_below = not os.path.isabs(name) and ":" not in name and ".." not in parts
        in_git = any(fs.is_git_folder(part) for part in parts)
        is_plain = name.isprintable() and is_below and not in_git
        if not is_plain or not name.lower().endswith(MARKDOWN):
            return f"{name[:60]!r} is no Markdown file inside the project"
    return "" if value else "must name a file"
