"""Read the fields of a payload or of a transcript's line, of whatever type they are."""

import json

DEPTH = 6  # nested blocks of a tool's answer
MAX_BLOCKS = 200
MAX_NAME = 200  # characters
MAX_PATH = 4096
# the keys under which a tool's answer holds text, in the order in which it is put together
TEXTS = ("stdout", "stderr", "output", "error", "content", "text", "message")


def text(payload: dict, key: str) -> str:
    """Return payload[key] if it is a string, else ""."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def mapping(payload: dict, key: str) -> dict:
    """Return payload[key] if it is an object, else {}."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def objects(values) -> list:
    """Return the objects of a list; [] for anything else."""
    if not isinstance(values, list):
        return []
    return [each for each in values if isinstance(each, dict)]


def record(line) -> dict:
    """Return the JSON object of a line (bytes or text); {} if it is none."""
    if isinstance(line, bytes):
        line = line.decode("utf-8", "replace")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def path_in(payload: dict, *keys: str) -> str:
    """Return the first path under one of the keys; "" for what no file system takes."""
    for key in keys:
        found = text(payload, key)
        if found:
            return found if len(found) <= MAX_PATH and "\0" not in found else ""
    return ""


def number(digits: str):
    """Return the whole number that a short text spells, else None."""
    try:
        return int(digits) if len(digits) < 12 else None
    except ValueError:
        return None


def whole_number(value):
    """Return `value` if it is an int and not a bool, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def merged(value, depth: int = DEPTH) -> str:
    """Return the text of a tool's answer: a string, a list of blocks, or an object."""
    if isinstance(value, str):
        return value
    parts = []
    if isinstance(value, list):
        parts = value[:MAX_BLOCKS]
    if isinstance(value, dict):
        parts = [value.get(key) for key in TEXTS]
    found = [merged(part, depth - 1) for part in parts] if depth else []
    if isinstance(value, dict):
        found = dict.fromkeys(found)  # some hosts give one text under two keys
    return "\n".join(each for each in found if each)
