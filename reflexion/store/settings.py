"""Settings: what may be set, its default, and what is wrong with a value."""

from __future__ import annotations

import importlib
import json
import os
from collections import namedtuple
from collections.abc import Iterator

from reflexion.errors import Unreadable
from reflexion.store import fs
from reflexion.store.trust import YOURS, setting_as_entry
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
        self._store = store
        self.path = os.path.join(store.dir, FILE)
        self.problems: list[str] = []
        self._before = store.trust.settings()
        found = self._read()
        self.waiting: dict[str, object] = {}
        if not store.is_private:
            changed = [name for name in SETTINGS if found.get(name) != self._before.get(name)]
            waiting = [name for name in changed if not self._is_own(name, found.get(name))]
            self.waiting = {name: found.get(name) for name in waiting}
        held = {**found, **{name: self._before.get(name) for name in self.waiting}}
        self.values = {name: held[name] for name in SETTINGS if held.get(name) is not None}

    def keep(self) -> None:
        """Keep the values that hold now, for the time when a change waits, and what waits."""
        trust = self._store.trust
        try:
            if self.values != self._before:
                trust.keep_settings(self.values)
            for name, value in self.waiting.items():
                trust.settle(setting_as_entry(name, value), self._own_path())
        except OSError:
            pass  # they are worked out again the next time

    def _read(self) -> dict[str, object]:
        try:
            found = read(self._store.dir)
        except Unreadable as error:
            self.problems.append(f"{error}; what it said before holds")
            return self._before
        self.problems += complaints(found)
        return found

    def _is_own(self, name: str, value: object) -> bool:
        """Return True if a setting was changed by the person: it holds without a yes.

        A file that is gone changes nothing, and nothing protective goes without a yes.
        """
        path = self._own_path()
        if not path or loses(name, self._before.get(name), value):
            return False
        return self._store.trust.standing(setting_as_entry(name, value), path) == YOURS

    def _own_path(self) -> str:
        return self.path if os.path.exists(self.path) and self._store.is_made_here() else ""


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


def complaints(values: dict[str, object]) -> Iterator[str]:
    """Yield a sentence for each setting that is unknown or has a wrong value."""
    for name, value in values.items():
        why = wrong(name, value)
        if why:
            yield f"{name}: {why}; the default is used"


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
