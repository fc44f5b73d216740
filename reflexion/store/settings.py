"""Settings: what may be set, its default, and what is wrong with a value."""

from __future__ import annotations

import importlib
import json
import os
from collections import namedtuple

from reflexion.errors import Unreadable
from reflexion.store import fs
from reflexion.store.tracked import may_be_tracked
from reflexion.store.trust import HELD, WAITING
from reflexion.text import rows
from reflexion.text.json_object import read_object

TYPE_CHECKING = False  # True for the type checker alone: `typing` is slow to import
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
DEFAULTS = {name: setting.default for name, setting in SETTINGS.items()}
# settings that may hold fewer items only after a person said yes
PROTECTIVE = ("redact", "ignore")
KINDS = {bool: "true or false", int: "a whole number", list: "a list of texts"}


class OwnSettings:
    """What a store's config.json sets, as far as it is the person's.

    path      of the file
    values    what holds; where the file cannot be read, what held before
    waiting   names of settings whose change may be somebody else's
    problems  {name of a setting, "" for the whole file: what is wrong with it, in a sentence}
    """

    def __init__(self, store: Store):
        self._trust = store.trust
        self.path = os.path.join(store.dir, FILE)
        before, _ = checked(store.trust.settings())
        try:
            found, self.problems = checked(read(store.dir))
        except Unreadable as error:
            found = before
            self.problems = {"": f"{error}; what it said before holds"}
        self._unkept: dict[str, dict[str, object]] = {}  # {kind: what `keep` has to write}
        changed = {name for name in SETTINGS if found.get(name) != before.get(name)}
        self.waiting: set[str] = set()
        if changed and not store.is_private:
            self.waiting = self._waiting(store, changed, before, found)
        held = {name: before[name] for name in sorted(self.waiting & before.keys())}
        others = {name: found[name] for name in sorted(found.keys() - self.waiting)}
        self.values = {**others, **held}
        if self.values != before:
            self._unkept[HELD] = self.values

    def _waiting(
        self, store: Store, changed: set[str], before: dict[str, Any], found: dict[str, Any]
    ) -> set[str]:
        """Return the changes that hold after a yes alone: those that git tracks, those of a setting
        that waited before, whatever became of the repository, and less that protects.

        A file that is gone changes nothing.
        """
        if not (store.is_made_here() and os.path.exists(self.path)):
            return changed
        waiting = store.trust.settings(WAITING)
        if may_be_tracked(self.path) and not changed.issubset(waiting):
            waiting.update(dict.fromkeys(changed))
            self._unkept[WAITING] = waiting
        less = [name for name in PROTECTIVE if {*before.get(name, ())} - {*found.get(name, ())}]
        return changed & {*waiting, *less}

    def keep(self) -> None:
        """Keep the values that hold now, for the time when a change waits, and what waits."""
        try:
            for kind, values in self._unkept.items():
                self._trust.keep_settings(kind, values)
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


def checked(values: dict[str, object]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the settings that are right, and {name: a sentence} of those that are unknown or
    wrong: such a one counts as not set.
    """
    faults = {name: wrong(name, value) for name, value in values.items()}
    right = {name: value for name, value in values.items() if not faults[name]}
    said = {name: f"{name}: {why}; the default is used" for name, why in faults.items() if why}
    return right, said


def wrong(name: str, value: object) -> str:
    """Return what is wrong with the value of a setting; "" when it is fine."""
    if name not in SETTINGS:
        return "unknown setting"
    default, allowed, _ = SETTINGS[name]
    if isinstance(default, str):
        return "" if value in allowed else f"must be one of {', '.join(allowed)}"
    if type(value) is not type(default):
        return f"must be {KINDS[type(default)]}"
    if isinstance(value, list):
        return _wrong_list(allowed, value)
    least, most = allowed
    return "" if least <= value <= most else f"must be from {least} to {most}"


def _wrong_list(kind: str, value: list[str]) -> str:
    if not all(isinstance(item, str) for item in value):
        return f"must be {KINDS[list]}"
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
        is_odd = any(part in ("", "..") or fs.is_git_folder(part) for part in parts)
        is_plain = name.isprintable() and ":" not in name and not is_odd
        if not is_plain or not name.lower().endswith(MARKDOWN):
            return f"{name[:60]!r} is no Markdown file inside the project"
    return "" if value else "must name a file"
