"""One learning as a dict: its fields, read from what a person may have edited, and written."""

from reflexion.store.fs import utf8
from reflexion.text.grades import HOOK_SOURCES, LEVELS
from reflexion.text.grades import grade as grade
from reflexion.text.lean_json import loads, pretty

REQUIRED = "id type trigger context resolution keywords occurrences first_seen last_seen".split()
REQUIRED += ["promoted", "cwd"]
OPTIONAL = "confidence source sessions worked failed ignored aliases notes needs_review".split()
OPTIONAL += ["skill", "category", "applied", "proposed", "taken_out", "rev"]
FIELDS = (*REQUIRED, *OPTIONAL)
TYPES = ("error", "correction", "insight", "pattern")
DIGITS = frozenset("0123456789")
HEX = frozenset("0123456789abcdef")
MAX_BYTES = 64 * 1024
MAX_FILE = 4 * MAX_BYTES  # of a file that git left with several sides
MARKER = b"<<<<<<<"  # begins the line where git could not merge
MAX_TRIGGER = 200
MAX_CONTEXT = 500
MAX_RESOLUTION = 500
MAX_KEYWORDS = 12
MAX_NOTES = 20
MAX_ALIASES = 20  # fingerprints of the same mistake in other guises
MAX_COUNT = 1_000_000
COUNTERS = ("occurrences", "sessions", "worked", "failed", "ignored", "applied")
AGAINST = ("judged", "needs_review", "confidence", "failed", "ignored", "false_alarms", "votes")
TEXTS = ("trigger", "context", "resolution", "cwd", "first_seen", "last_seen")
# what is redacted before an entry is written: all in which a person's text may stand
WRITTEN_TEXTS = frozenset("trigger context resolution judged cwd keywords notes".split())
DEFAULTS = {"context": "", "resolution": "", "keywords": (), "occurrences": 1}
DEFAULTS |= {"first_seen": "", "last_seen": "", "promoted": False, "cwd": "."}


class Unreadable(ValueError):
    """An entry file that cannot be used; its text says why, for a person."""


def is_id(name: str) -> bool:
    """Is it RFX-, eight digits, and 3 to 16 hex digits?"""
    date = name[4:12]
    dash = name[12:13]
    digits = name[13:]
    shape = name[:4] == "RFX-" and dash == "-" and 3 <= len(digits) <= 16
    return shape and DIGITS.issuperset(date) and HEX.issuperset(digits)


def id_of(file_name: str) -> str:
    """The id of the entry in a file of this name; "" for a file that is none."""
    name = file_name.removesuffix(".json")
    return name if name != file_name and is_id(name) else ""


def file_of(id: str) -> str:
    """The name of an entry's file. Raises Unreadable for what is no id: it never becomes a path."""
    if not is_id(id):
        raise Unreadable("its name is not of the form RFX-YYYYMMDD-xxxxxx.json")
    return id + ".json"


def is_label(name) -> bool:
    """May this name a skill or a category? It becomes a file's name: no separator, no dot first."""
    if not isinstance(name, str) or not 0 < len(name) <= 64 or not name[0].isalnum():
        return False
    return "".join(letter for letter in name if letter not in "-_.:").isalnum()


def parse(data: bytes, name: str) -> dict:
    """The entry in a file's bytes (JSON in UTF-8); `name` is the file name without `.json`. Missing
    fields get defaults, what a person plausibly meant is mended. Raises Unreadable."""
    file_of(name)
    if len(data) > MAX_BYTES:
        raise Unreadable(f"larger than {MAX_BYTES // 1024} KiB")
    value = _object(data)
    entry = {**DEFAULTS, "id": name, "type": "error", **value}
    if isinstance(entry["keywords"], str):
        entry["keywords"] = entry["keywords"].split(",")
    for field in COUNTERS:
        if field in entry:
            entry[field] = _as_number(entry[field])
    why = _wrong(entry, name)
    if why:
        raise Unreadable(why)
    entry["occurrences"] = max(1, entry["occurrences"])
    entry["keywords"] = [word.strip() for word in entry["keywords"] if word.strip()]
    if entry.get("aliases"):
        entry["aliases"] = list(dict.fromkeys(entry["aliases"]))[:MAX_ALIASES]
    if _is_edited(entry):  # it starts afresh, in that person's name
        for field in AGAINST:
            entry.pop(field, None)
        entry["source"] = "user"
    return entry


def _as_number(value):
    """A count as a number where a person wrote it in quotes; else as it is."""
    is_number = isinstance(value, str) and value.strip().isdecimal() and len(value) < 10
    return int(value) if is_number else value


def _object(data: bytes) -> dict:
    """The JSON object in a file's bytes. Raises Unreadable."""
    try:
        value = loads(utf8(data))
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8 text") from None
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unreadable("not a JSON object")
    return value


def _is_edited(entry: dict) -> bool:
    """Return True if a person wrote the resolution into the file: it differs from the one that a
    hook wrote or counting spoke against, or stands in a failure for which no hook wrote any."""
    if "judged" in entry:
        return entry["judged"] != entry["resolution"]
    failure = entry["type"] == "error" and entry.get("source") in HOOK_SOURCES
    return failure and bool(entry["resolution"].strip())


def _wrong(entry: dict, name: str) -> str:
    """What makes the entry unusable, for a person; "" when nothing does."""
    if entry["id"] != name:
        return f"its id {str(entry['id'])[:40]!r} is not its file name"
    return next(filter(None, (check(entry) for check in CHECKS)), "")


def _wrong_texts(entry: dict) -> str:
    for field in TEXTS:
        if not isinstance(entry.get(field), str):
            return f"{field} must be text"
    return "" if entry["trigger"].strip() else "trigger is empty"


def _wrong_choice(entry: dict) -> str:
    if entry["type"] not in TYPES:
        return f"type must be one of {', '.join(TYPES)}"
    if not isinstance(entry["promoted"], bool):
        return "promoted must be true or false"
    if entry.get("confidence") not in (None, *LEVELS):
        return "confidence must be high, medium or low"
    return ""


def _wrong_lists(entry: dict) -> str:
    words = entry["keywords"]
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        return "keywords must be a list of words"
    if not isinstance(entry.get("notes", []), list):
        return "notes must be a list"
    aliases = entry.get("aliases", [])
    if not isinstance(aliases, list) or not all(map(_is_fingerprint, aliases)):
        return "aliases must be a list of fingerprints (hex digits)"
    return ""


def _is_fingerprint(word) -> bool:
    return isinstance(word, str) and 6 <= len(word) <= 64 and HEX.issuperset(word)


def _wrong_labels(entry: dict) -> str:
    for field in ("skill", "category"):
        if not is_label(entry.get(field) or "none"):
            return f"{field} must be a name of letters, digits, '-', '_', '.' or ':'"
    return ""


def _wrong_counters(entry: dict) -> str:
    for field in COUNTERS:
        value = entry.get(field, 0)
        if type(value) is not int or not 0 <= value <= MAX_COUNT:
            return f"{field} must be a whole number from 0 to {MAX_COUNT:,}"
    return ""


CHECKS = (_wrong_choice, _wrong_texts, _wrong_lists, _wrong_labels, _wrong_counters)


def redacted(value, redact):
    """A field's value with each text in it, alone or in a list, as `redact(text)` gives it back."""
    if isinstance(value, list):
        return [redacted(item, redact) for item in value]
    return redact(value) if isinstance(value, str) else value


def widen(entry: dict, keywords, context: str) -> None:
    """What a new sighting adds, within limits: a command that reads differently, and keywords that
    stand in the entry's texts then (others are those that a person gave it)."""
    both = f"{entry['context']} | {context}" if entry["context"] else context
    if context not in entry["context"] and len(both) <= MAX_CONTEXT:
        entry["context"] = both
    texts = f"{entry['trigger']} {entry['context']} {entry['resolution']}".lower()
    new = [word for word in keywords if word.lower() in texts]
    entry["keywords"] = list(dict.fromkeys([*entry["keywords"], *new]))[:MAX_KEYWORDS]


def counted(known: dict, entry: dict, when: str, counts: bool, new_session: bool) -> dict:
    """A known entry after one sighting more, which `counts`, and is the first of its session."""
    now = dict(known, keywords=list(known["keywords"]))
    now["occurrences"] = known["occurrences"] + counts
    now["last_seen"] = max(when, known["last_seen"])
    now["first_seen"] = min(when, known["first_seen"] or when)
    if new_session:
        now["sessions"] = known.get("sessions", 0) + 1
    now["resolution"] = known["resolution"] or entry["resolution"]
    widen(now, entry["keywords"], entry["context"])
    return now


def mark_of(entry: dict) -> str:
    """The fingerprint of its mistake."""
    from reflexion.text.normalise import fingerprint

    trigger = entry["trigger"][:MAX_TRIGGER]
    return fingerprint(entry["type"], trigger, entry["context"][:MAX_CONTEXT], _caller)


def _caller(context: str) -> str:
    from reflexion.shell.compare import caller  # most error lines need no command to be told apart

    return caller(context)


def encode(entry: dict) -> bytes:
    """The file's bytes: UTF-8, two-space indent, known fields in their order, then unknown ones;
    optional ones that say nothing (a count of 0 is False, too) are left out."""
    silent = {field for field in OPTIONAL if entry.get(field) in (None, "", False, [])}
    if entry.get("judged") != entry.get("resolution"):
        silent.add("judged")  # a command replaced the resolution, and named its source
    fields = (field for field in dict.fromkeys([*FIELDS, *entry]) if field in entry)
    said = {field: entry[field] for field in fields if field not in silent}
    return (pretty(said) + "\n").encode("utf-8", "replace")
