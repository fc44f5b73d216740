"""One learning: its fields, how a file is read that a person may have edited, and how it is
written. A new field is a row in `fields.tsv`, an annotation in `Entry`, a row of the manual.
"""

from __future__ import annotations

import json
import re
from collections import namedtuple
from collections.abc import Callable

from reflexion.errors import Unreadable
from reflexion.text import rows
from reflexion.text.json_object import read_object

TYPES = ("error", "correction", "insight", "pattern")
LEVELS = ("low", "medium", "high")
USER = "user"
AGENT = "agent"
IMPORT = "import"
CHOICES = {"type": TYPES, "confidence": ("", *LEVELS)}

Field = namedtuple("Field", "name kind most default marks merge about")
FIELDS = tuple(
    Field(name, kind, int(most), json.loads(default), marks, merge, about)
    for name, kind, most, default, marks, merge, about in rows("learning/fields.tsv")
)
NAMES = tuple(field.name for field in FIELDS)
DEFAULTS = {field.name: field.default for field in FIELDS}
MOST = {field.name: field.most for field in FIELDS}
MAX_COUNT = MOST["occurrences"]
MAX_TRIGGER = MOST["trigger"]
MAX_CONTEXT = MOST["context"]
MAX_RESOLUTION = 300
MAX_PATTERN = MOST["resolution"]  # of a `pattern`
MAX_NOTE = 600
A_COUNT = "a whole number from 0 to 1,000,000"
A_DATE = "a date such as 2026-03-30"
DAY = 10  # characters of a date
COUNTS = tuple(field.name for field in FIELDS if field.kind == A_COUNT)
STEERING = tuple(field.name for field in FIELDS if "s" in field.marks)
# counts and dates: what anybody may change, since it is read from everybody and makes no rule
UNSTEERED = tuple(field.name for field in FIELDS if "s" not in field.marks)
REDACTED = tuple(field for field in FIELDS if "r" in field.marks)
REDACTED_TEXTS = tuple(field.name for field in REDACTED if field.default != [])
REDACTED_LISTS = tuple(field.name for field in REDACTED if field.default == [])
MAX_BYTES = 64 * 1024
MIN_DIGITS = 6  # of a fingerprint, in a new id
ID = re.compile(r"RFX-[0-9]{8}-[0-9a-f]{3,16}")
NAME = r"[^\W_][\w.:-]{0,63}"
CONFLICT = b"<<<<<<< "
ANY = "(?s).*"
# what a value must look like, by the name of its field or by its kind, if not like any text
FORMS = {
    **{name: "|".join(words) for name, words in CHOICES.items()},
    A_COUNT: rf"[0-9]{{1,6}}|{MAX_COUNT}",
    A_DATE: r"|[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
    "a list of hex digits": "[0-9a-f]{6,64}",
    "a name of letters, digits and -_.:": "|" + NAME,
}


class Entry:
    """One learning. What each field means stands in `fields.tsv`.

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
    as_rule: bool
    different: list[str]
    skill: str
    category: str
    rev: str
    extra: dict[str, object]

    __slots__ = (*NAMES, "extra")

    def __init__(self, /, **given: object):
        """Make an entry of these fields; the others have their defaults."""
        self.extra = {}
        self.update(**{**DEFAULTS, **given})

    def update(self, /, **given: object) -> None:
        """Set these fields, to copies of lists; unknown ones become `extra`."""
        for name, value in given.items():
            if name in MOST:
                setattr(self, name, list(value) if isinstance(value, list) else value)
            else:
                self.extra[name] = value

    def copy(self, /, **changes: object) -> Entry:
        """Return an entry that is alike but for these fields."""
        return Entry(**{**self.fields(), **changes})

    def fields(self) -> dict[str, object]:
        """Return {name: value} of all fields in their order, then those of `extra`."""
        return {**{name: getattr(self, name) for name in NAMES}, **self.extra}

    def __eq__(self, other: object) -> bool:
        """Return True if all fields are equal."""
        return isinstance(other, Entry) and self.fields() == other.fields()


def is_id(name: object) -> bool:
    """Return True for `RFX-`, eight digits, and 3 to 16 hex digits."""
    return isinstance(name, str) and bool(ID.fullmatch(name))


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
    return isinstance(name, str) and bool(re.fullmatch(NAME, name))


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
    said.setdefault("trigger", said.get("resolution", ""))
    for field in FIELDS:
        if field.name in said:
            said[field.name] = _checked(field, said[field.name])
    entry = Entry(**said)
    if entry.id != name:
        raise Unreadable(f"its id {entry.id[:40]!r} is not its file name")
    if not entry.trigger.strip():
        raise Unreadable("trigger is empty")
    entry.occurrences = max(1, entry.occurrences)
    return entry


def or_none(read: Callable[..., Entry | None], *given: object) -> Entry | None:
    """Return the entry that `read(*given)` returns; None for what it cannot read."""
    try:
        return read(*given)
    except Unreadable:
        return None


def _checked(field: Field, given: object) -> object:
    """Return a value of the field's kind, as a person plausibly meant it. Raises Unreadable."""
    value = _as_meant(field, given) if isinstance(given, str) else given
    form = FORMS.get(field.name, FORMS.get(field.kind, ANY))
    items = value if isinstance(value, list) else [value]
    kind = type(field.default)
    item_kind = str if kind is list else kind
    are_right = (type(each) is item_kind and re.fullmatch(form, str(each)) for each in items)
    if type(value) is not kind or not all(are_right):
        allowed = " or ".join(filter(None, CHOICES.get(field.name, [field.kind])))
        raise Unreadable(f"{field.name} must be {allowed}")
    return list(filter(None, map(str.strip, items))) if kind is list else value


def _as_meant(field: Field, text: str) -> object:
    """Return what a text stands for: words with commas, a number in quotes, a date with a time."""
    if isinstance(field.default, list):
        return text.split(",")
    if field.kind == A_COUNT and text.isdecimal():
        return int(text[:DAY])
    return text[:DAY] if field.kind == A_DATE and text[DAY:][:1] in ("T", " ") else text


def as_object(entry: Entry) -> dict[str, object]:
    """Return the JSON object of an entry's file: known fields in their order, then the others.

    Optional fields that say nothing are left out.
    """
    said = {}
    for field in FIELDS:
        value = getattr(entry, field.name)
        if "a" in field.marks or value != field.default:
            said[field.name] = value
    return {**said, **entry.extra}


def encode(entry: Entry) -> bytes:
    """Return the bytes of an entry's file."""
    text = json.dumps(as_object(entry), indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "replace")
