"""One learning: its fields, how a file is read that a person may have edited, and how it is
written."""

from __future__ import annotations

import json

from reflexion.errors import Unreadable
from reflexion.learning.fields import (
    CHOICE,
    CHOICES,
    COUNT,
    DATE,
    FIELDS,
    FINGERPRINTS,
    FLAG,
    LABEL,
    MAX_COUNT,
    MAX_PATTERN,
    MAX_RESOLUTION,
    NAMES,
    TEXT,
    TEXTS,
    Field,
)
from reflexion.text.json_object import read_object

MAX_BYTES = 64 * 1024
MIN_DIGITS = 6  # of a fingerprint, in a new id
DAY = 10  # characters of a date
HEX = frozenset("0123456789abcdef")
CONFLICT = b"<<<<<<< "


class Entry:
    """One learning. What each field means stands in `fields.FIELDS`.

    extra  {name: value} of fields in the file that are somebody's own; they are kept
    """

    id: str
    type: str
    trigger: str
    context: str
    resolution: str
    keywords: list[str]
    occurrences: int
    first_seen: str
    last_seen: str
    promoted: bool
    cwd: str
    confidence: str
    source: str
    sessions: int
    aliases: list[str]
    notes: list[str]
    needs_review: bool
    proposed: str
    proposed_by: str
    everywhere: bool
    different: list[str]
    skill: str
    category: str
    rev: str
    extra: dict[str, object]

    __slots__ = (*NAMES, "extra")

    def __init__(self, /, **given: object):
        """Make an entry of these fields; the others have their defaults."""
        for field in FIELDS:
            default = field.default
            setattr(self, field.name, list(default) if isinstance(default, list) else default)
        self.extra = {}
        self.update(**given)

    def update(self, /, **given: object) -> None:
        """Set these fields; unknown ones become `extra`."""
        for name, value in given.items():
            if name in NAMES:
                setattr(self, name, value)
            else:
                self.extra[name] = value

    def copy(self, /, **changes: object) -> Entry:
        """Return an entry that is alike but for these fields."""
        return Entry(**{**self.fields(), **changes})

    def fields(self) -> dict[str, object]:
        """Return {name: value} of all fields in their order, then those of `extra`.

        Its lists are copies.
        """
        values = {name: getattr(self, name) for name in NAMES}
        apart = {name: list(value) for name, value in values.items() if isinstance(value, list)}
        return {**values, **apart, **self.extra}

    def __eq__(self, other: object) -> bool:
        """Return True if all fields are equal."""
        return isinstance(other, Entry) and self.fields() == other.fields()

    def __repr__(self) -> str:
        """Return the entry as its file has it."""
        return f"Entry({as_object(self)})"


def is_id(name: object) -> bool:
    """Return True for `RFX-`, eight digits, and 3 to 16 hex digits."""
    if not isinstance(name, str):
        return False
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


def is_label(name: object) -> bool:
    """Return True if `name` may name a skill or category; such names become file names."""
    if not isinstance(name, str) or not 0 < len(name) <= 64 or not name[0].isalnum():
        return False
    return all(letter.isalnum() or letter in "-_.:" for letter in name)


def parse(data: bytes, name: str) -> Entry:
    """Return the entry in a file's bytes (JSON in UTF-8).

    `name` is the file's name without `.json`. Missing fields get defaults; unknown fields
    are kept. Raises Unreadable.
    """
    file_of(name)
    if CONFLICT in data:
        raise Unreadable("git left a conflict in it: run `reflexion rebuild-index`")
    given = read_object(data, MAX_BYTES)
    said = {key: value for key, value in given.items() if value is not None}
    if not is_id(said.get("id", "")):
        said["id"] = name  # a file that was made by hand may hold a placeholder
    entry = Entry(**{"trigger": said.get("resolution", ""), **said})
    for field in FIELDS:
        value = _plausible(field, getattr(entry, field.name))
        _check(field, value)
        setattr(entry, field.name, value)
    if entry.id != name:
        raise Unreadable(f"its id {entry.id[:40]!r} is not its file name")
    if not entry.trigger.strip():
        raise Unreadable("trigger is empty")
    entry.occurrences = max(1, entry.occurrences)
    return entry


def _plausible(field: Field, value: object) -> object:
    """Return what a person plausibly meant: words with commas between, a count in quotes."""
    if field.kind == TEXTS and isinstance(value, str):
        value = value.split(",")
    if field.kind == TEXTS and isinstance(value, list) and _are_texts(value):
        return [word.strip() for word in value if word.strip()]
    if field.kind == COUNT and isinstance(value, str) and value.strip().isdecimal():
        return int(value) if len(value) < 10 else value
    if field.kind == DATE and isinstance(value, str) and value[DAY:][:1] in ("T", " "):
        return value[:DAY]  # it had the time, too
    return value


def _check(field: Field, value: object) -> None:
    """Raise Unreadable if a value is not of the field's kind."""
    if field.kind != CHOICE:
        is_right = CHECKS[field.kind](value)
        kind = field.kind
    else:
        is_right = value in CHOICES[field.name]
        kind = CHOICE + ", ".join(filter(None, CHOICES[field.name]))
    if not is_right:
        raise Unreadable(f"{field.name} must be {kind}")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_COUNT


def _is_date(value: object) -> bool:
    """Return True for YYYY-MM-DD, and for nothing at all."""
    if not isinstance(value, str):
        return False
    year, month, day = ([*value.split("-"), "", ""])[:3]
    is_digits = value.isascii() and (year + month + day).isdigit()
    lengths = (len(year), len(month), len(day), len(value))
    is_near = "01" <= month <= "12" and "01" <= day <= "31"
    return value == "" or (is_digits and lengths == (4, 2, 2, DAY) and is_near)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_fingerprints(value: object) -> bool:
    if not isinstance(value, list) or not _are_texts(value):
        return False
    return all(6 <= len(word) <= 64 and HEX.issuperset(word) for word in value)


def _is_label_or_none(value: object) -> bool:
    return value == "" or is_label(value)


CHECKS = {
    TEXT: _is_text,
    FLAG: _is_flag,
    COUNT: _is_count,
    DATE: _is_date,
    TEXTS: _are_texts,
    FINGERPRINTS: _are_fingerprints,
    LABEL: _is_label_or_none,
}


def as_object(entry: Entry) -> dict[str, object]:
    """Return the JSON object of an entry's file: known fields in their order, then the others.

    Optional fields that say nothing are left out.
    """
    said = {}
    for field in FIELDS:
        value = getattr(entry, field.name)
        if field.always or value != field.default:
            said[field.name] = value
    return {**said, **entry.extra}


def encode(entry: Entry) -> bytes:
    """Return the bytes of an entry's file."""
    text = json.dumps(as_object(entry), indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "replace")
