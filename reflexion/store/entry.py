"""One learning as a dict: its fields, read from what a person may have edited, and written."""

from __future__ import annotations

from reflexion.store.files import utf8
from reflexion.text.lean_json import loads, pretty

REQUIRED = "id type trigger context resolution keywords occurrences first_seen last_seen".split()
REQUIRED += ["promoted", "cwd"]
OPTIONAL = "confidence source sessions worked failed ignored aliases notes needs_review".split()
OPTIONAL += ["skill", "category", "applied", "rev"]
FIELDS = (*REQUIRED, *OPTIONAL)
TYPES = ("error", "correction", "insight", "pattern")
LEVELS = ("low", "medium", "high")
DIGITS, HEX = frozenset("0123456789"), frozenset("0123456789abcdef")
MAX_BYTES = 64 * 1024
MAX_FILE = 4 * MAX_BYTES  # of a file that git left with several sides
MARKER = b"<<<<<<<"  # begins the line where git could not merge
MAX_TRIGGER, MAX_CONTEXT, MAX_RESOLUTION, MAX_KEYWORDS, MAX_NOTES = 200, 500, 500, 12, 20
MAX_ALIASES = 20  # fingerprints of the same mistake in other guises
MAX_COUNT = 1_000_000
COUNTERS = ("occurrences", "sessions", "worked", "failed", "ignored", "applied")
AGAINST = ("judged", "needs_review", "confidence", "failed", "ignored", "false_alarms", "votes")
LABELS = ("skill", "category")  # what a learning is about, where somebody said so
MAX_LABEL = 64
TEXTS = ("trigger", "context", "resolution", "cwd", "first_seen", "last_seen")
NOT_AN_ENTRY = "its name is not of the form RFX-YYYYMMDD-xxxxxx.json"
DEFAULTS = {"context": "", "resolution": "", "keywords": (), "occurrences": 1}
DEFAULTS |= {"first_seen": "", "last_seen": "", "promoted": False, "cwd": "."}


class Unreadable(ValueError):
    """An entry file that cannot be used; its text says why, for a person."""


def is_id(name: str) -> bool:
    """Is it RFX-, eight digits, and 3 to 16 hex digits? Nothing else ever becomes a path."""
    date, dash, digits = name[4:12], name[12:13], name[13:]
    shape = name[:4] == "RFX-" and dash == "-" and 3 <= len(digits) <= 16
    return shape and DIGITS.issuperset(date) and HEX.issuperset(digits)


def id_of(file_name: str) -> str:
    """The id of the entry in a file of this name; "" for a file that is none."""
    return file_name[:-5] if file_name.endswith(".json") and is_id(file_name[:-5]) else ""


def is_label(name) -> bool:
    """May this name a skill or a category? It becomes a file's name: no separator, no dot first."""
    if not isinstance(name, str) or not 0 < len(name) <= MAX_LABEL or not name[0].isalnum():
        return False
    return "".join(letter for letter in name if letter not in "-_.:").isalnum()


def decode(data: bytes) -> object:
    """The JSON value in data (UTF-8, with or without a byte-order mark). Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable(f"larger than {MAX_BYTES // 1024} KiB")
    try:
        return loads(utf8(data))
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8 text") from None
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"not valid JSON: {error}") from None


def parse(data: bytes, name: str) -> dict:
    """The entry in a file's bytes; `name` is the file name without `.json`. Missing fields get
    defaults, what a person plausibly meant is mended. Raises Unreadable."""
    value = decode(data) if is_id(name) else NOT_AN_ENTRY
    if not isinstance(value, dict):
        raise Unreadable(value if value is NOT_AN_ENTRY else "not a JSON object")
    entry = {**DEFAULTS, "id": name, "type": "error", **value}
    words, aliases = entry["keywords"], entry.get("aliases", [])
    words = words.split(",") if isinstance(words, str) else words
    why = _wrong(entry, name, words, aliases)
    if why:
        raise Unreadable(why)
    entry["keywords"] = [word.strip() for word in words if word.strip()]
    if aliases:
        entry["aliases"] = list(dict.fromkeys(aliases))[:MAX_ALIASES]
    for field in COUNTERS:
        if field in entry:
            entry[field] = _count(field, entry[field])
    if entry.get("judged", entry["resolution"]) != entry["resolution"]:
        # a person wrote another one than counting spoke against: it starts afresh, in their name
        for field in AGAINST:
            entry.pop(field, None)
        entry["source"] = "user"
    return entry


def _wrong(entry: dict, name: str, words, aliases) -> str:
    """What makes the entry unusable, for a person; "" when nothing does."""
    if entry["id"] != name:
        return f"its id {str(entry['id'])[:40]!r} is not its file name"
    if entry["type"] not in TYPES:
        return f"type must be one of {', '.join(TYPES)}"
    for field in TEXTS:
        if not isinstance(entry.get(field), str):
            return f"{field} must be text"
    if not entry["trigger"].strip():
        return "trigger is empty"
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        return "keywords must be a list of words"
    if not isinstance(entry["promoted"], bool):
        return "promoted must be true or false"
    if entry.get("confidence") not in (None, *LEVELS):
        return "confidence must be high, medium or low"
    if not isinstance(entry.get("notes", []), list):
        return "notes must be a list"
    if not isinstance(aliases, list) or not all(map(_is_fingerprint, aliases)):
        return "aliases must be a list of fingerprints (hex digits)"
    labels = [field for field in LABELS if not is_label(entry.get(field) or "none")]
    names = "must be a name of letters, digits, '-', '_', '.' or ':'"
    return f"{labels[0]} {names}" if labels else ""


def _is_fingerprint(word) -> bool:
    return isinstance(word, str) and 6 <= len(word) <= 64 and HEX.issuperset(word)


def _count(field: str, value) -> int:
    if isinstance(value, str) and value.strip().isdigit() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COUNT:
        raise Unreadable(f"{field} must be a whole number from 0 to {MAX_COUNT:,}")
    return max(1, value) if field == "occurrences" else value


def mark_of(entry: dict) -> str:
    """The fingerprint of its mistake."""
    from reflexion.text.fingerprint import fingerprint

    return fingerprint(entry["type"], entry["trigger"], entry["context"])


def encode(entry: dict) -> bytes:
    """The file's bytes: UTF-8, two-space indent, known fields in their order, then unknown ones;
    optional ones that say nothing are left out."""
    fields = dict.fromkeys([*FIELDS, *entry])
    said = {field: entry[field] for field in fields if field in entry}
    for field in OPTIONAL:
        if said.get(field) in (None, "", 0, False, []):
            said.pop(field, None)
    return (pretty(said) + "\n").encode("utf-8", "replace")


def lower(level: str) -> str:
    """The confidence a step down; "low" stays "low"."""
    return LEVELS[max(0, LEVELS.index(level) - 1)]
