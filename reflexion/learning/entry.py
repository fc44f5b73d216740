"""One learning as a dict: its fields, how a file is read that a person may have edited, and
how it is written."""

from __future__ import annotations

import json

from reflexion.errors import Unreadable
from reflexion.text.json_object import read_object

TYPES = ("error", "correction", "insight", "pattern")
LEVELS = ("low", "medium", "high")
SOURCES = ("user", "agent", "import")
REQUIRED = (
    *("id", "type", "trigger", "context", "resolution", "keywords", "occurrences"),
    *("first_seen", "last_seen", "promoted", "cwd"),
)
OPTIONAL = (
    *("confidence", "source", "sessions", "aliases", "notes", "needs_review"),
    *("proposed", "proposed_by", "skill", "category", "rev"),
)
COUNTERS = ("occurrences", "sessions")
TEXTS = ("trigger", "context", "resolution", "cwd", "first_seen", "last_seen")
DEFAULTS = {
    "type": "error",
    "context": "",
    "resolution": "",
    "keywords": [],
    "occurrences": 1,
    "first_seen": "",
    "last_seen": "",
    "promoted": False,
    "cwd": ".",
}
MAX_BYTES = 64 * 1024
MAX_TRIGGER = 200
MAX_CONTEXT = 500
MAX_RESOLUTION = 300
MAX_PATTERN = 500  # of the resolution of a `pattern`
MAX_KEYWORDS = 12
MAX_NOTES = 20
MAX_NOTE = 600
MAX_ALIASES = 20
MAX_COUNT = 1_000_000
HEX = frozenset("0123456789abcdef")
CONFLICT = b"<<<<<<< "
# what an older version wrote as the source of text that no person or agent wrote
GUESSED = ("inferred", "hook", "transcript")


def is_id(name: str) -> bool:
    """Return True for `RFX-`, eight digits, and 3 to 16 hex digits."""
    head, _, digits = name.rpartition("-")
    date = head[4:]
    is_dated = head.startswith("RFX-") and len(date) == 8 and date.isascii() and date.isdigit()
    return is_dated and 3 <= len(digits) <= 16 and HEX.issuperset(digits)


def id_of(file_name: str) -> str:
    """Return the id of the entry in a file of this name; "" for any other file."""
    name = file_name.removesuffix(".json")
    return name if name != file_name and is_id(name) else ""


def file_of(entry_id: str) -> str:
    """Return the name of an entry's file. Raises Unreadable: what is no id is never a path."""
    if not is_id(entry_id):
        raise Unreadable("its name is not of the form RFX-YYYYMMDD-xxxxxx.json")
    return entry_id + ".json"


def digits_of(entry_id: str) -> str:
    """Return the hex digits at the end of an id, by which people name an entry."""
    return entry_id.rpartition("-")[2]


def limit_of(kind: str) -> int:
    """Return how many characters the resolution of a learning of this type may have."""
    return MAX_PATTERN if kind == "pattern" else MAX_RESOLUTION


def is_label(name) -> bool:
    """Return True if `name` may name a skill or category; such names become file names."""
    if not isinstance(name, str) or not 0 < len(name) <= 64 or not name[0].isalnum():
        return False
    return all(letter.isalnum() or letter in "-_.:" for letter in name)


def parse(data: bytes, name: str) -> dict:
    """Return the entry in a file's bytes (JSON in UTF-8).

    `name` is the file's name without `.json`. Missing fields get defaults; unknown fields
    are kept. Raises Unreadable.
    """
    file_of(name)
    if CONFLICT in data:
        raise Unreadable("git left a conflict in it: run `reflexion rebuild-index`")
    entry = {**DEFAULTS, "id": name, **read_object(data, MAX_BYTES)}
    entry.setdefault("trigger", entry["resolution"])
    entry["keywords"] = _as_list(entry["keywords"])
    for field in COUNTERS:
        if field in entry:
            entry[field] = _as_number(entry[field])
    for check in (_check_texts, _check_choices, _check_lists, _check_numbers):
        check(entry, name)
    entry["occurrences"] = max(1, entry["occurrences"])
    return _without_guesses(entry)


def _as_list(words):
    """Return words that a person wrote with commas between them as a list."""
    if isinstance(words, str):
        words = words.split(",")
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return [word.strip() for word in words if word.strip()]
    return words


def _as_number(value):
    """Return a count that a person wrote in quotes as a number; anything else as it is."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return value


def _check_texts(entry: dict, name: str) -> None:
    if entry["id"] != name:
        raise Unreadable(f"its id {str(entry['id'])[:40]!r} is not its file name")
    for field in TEXTS:
        if not isinstance(entry[field], str):
            raise Unreadable(f"{field} must be text")
    if not entry["trigger"].strip():
        raise Unreadable("trigger is empty")


def _check_choices(entry: dict, name: str) -> None:
    if entry["type"] not in TYPES:
        raise Unreadable(f"type must be one of {', '.join(TYPES)}")
    if not isinstance(entry["promoted"], bool):
        raise Unreadable("promoted must be true or false")
    if entry.get("confidence") not in (None, *LEVELS):
        raise Unreadable("confidence must be high, medium or low")
    for field in ("skill", "category"):
        if entry.get(field) and not is_label(entry[field]):
            allowed = "a name of letters, digits, '-', '_', '.' or ':'"
            raise Unreadable(f"{field} must be {allowed}")


def _check_lists(entry: dict, name: str) -> None:
    for field in ("keywords", "notes", "aliases"):
        value = entry.get(field, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Unreadable(f"{field} must be a list of texts")
    if not all(_is_fingerprint(word) for word in entry.get("aliases", [])):
        raise Unreadable("aliases must be a list of fingerprints (hex digits)")


def _is_fingerprint(word: str) -> bool:
    return 6 <= len(word) <= 64 and HEX.issuperset(word)


def _check_numbers(entry: dict, name: str) -> None:
    for field in COUNTERS:
        value = entry.get(field, 0)
        if type(value) is not int or not 0 <= value <= MAX_COUNT:
            raise Unreadable(f"{field} must be a whole number from 0 to {MAX_COUNT:,}")


def _without_guesses(entry: dict) -> dict:
    """Read an entry of an older version: what a hook had inferred becomes a note."""
    source = entry.get("source")
    inferred = entry.get("judged", "" if source == "hook" else entry["resolution"])
    if source == "prompt" or (source in GUESSED and inferred != entry["resolution"]):
        entry["source"] = "user"  # typed, or written over what a hook had inferred
    elif source in GUESSED:
        del entry["source"]
        if entry["resolution"].strip():
            note = f"inferred, never confirmed: {entry['resolution']}"
            entry["notes"] = [*entry.get("notes", []), note][-MAX_NOTES:]
            entry["resolution"] = ""
            entry.pop("confidence", None)
    entry.pop("judged", None)
    return entry


def encode(entry: dict) -> bytes:
    """Return the file's bytes: known fields in their order, then unknown ones.

    Optional fields that say nothing are left out.
    """
    order = dict.fromkeys([*REQUIRED, *OPTIONAL, *entry])
    said = {}
    for field in order:
        if field in entry and not (field in OPTIONAL and entry[field] in (None, "", False, [], 0)):
            said[field] = entry[field]
    text = json.dumps(said, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "replace")
