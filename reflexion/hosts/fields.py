"""How the fields of a payload or of a transcript's line are read, of whatever type they are."""

from __future__ import annotations

from reflexion.text.lean_json import loads

DEPTH = 6  # nested blocks of a tool's answer
MAX_NAME = 200  # characters
MAX_PATH = 4096
# the keys of an answer that hold its text, in the order in which it is put together
TEXTS = ("stdout", "stderr", "output", "error", "content", "text", "message")


def text(payload: dict, key: str) -> str:
    """payload[key] if it is a string, else ""."""
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def mapping(payload: dict, key: str) -> dict:
    """payload[key] if it is an object, else {}."""
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def objects(values) -> list:
    """The objects of a list; [] for anything else."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def record(line) -> dict:
    """The JSON object of a line (bytes or text); {} when it is none."""
    try:
        found = loads(line.decode("utf-8", "replace") if isinstance(line, bytes) else line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def path_in(payload: dict, *keys: str) -> str:
    """The first path under one of the keys; "" for none, and for one that no file system takes."""
    found = next(filter(None, (text(payload, key) for key in keys)), "")
    return found if len(found) <= MAX_PATH and "\0" not in found else ""


def number(digits: str) -> int | None:
    """The whole number that a short text spells; None for any other."""
    try:
        return int(digits) if len(digits) < 12 else None
    except ValueError:
        return None


def merged(value, depth: int = DEPTH) -> str:
    """The text of a tool's answer: a string, a list of blocks, or an object that holds one."""
    if isinstance(value, str):
        return value
    parts = value[:200] if isinstance(value, list) else []
    if isinstance(value, dict):
        parts = [value.get(key) for key in TEXTS]
    found = [merged(part, depth - 1) for part in parts] if depth else []
    if isinstance(value, dict):
        found = dict.fromkeys(found)  # some give one text under two keys
    return "\n".join(text for text in found if text)
