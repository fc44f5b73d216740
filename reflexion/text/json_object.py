"""The one reader of JSON from outside: an object, or an Unreadable that says why not."""

from __future__ import annotations

import json

from reflexion.errors import Unreadable

BOM = b"\xef\xbb\xbf"
MAX_DEPTH = 100  # objects and lists in each other
MOST = 4 << 20  # bytes


def read_object(data: bytes | str, most: int = MOST, errors: str = "strict") -> dict[str, object]:
    """Return the object in a JSON text of at most `most` bytes, in UTF-8 with or without BOM.

    `errors` is what happens to other bytes, as in `bytes.decode`. Raises Unreadable, also for
    deep nesting, a member that stands twice, and numbers that JSON does not know.
    """
    value = read_value(data, most, errors)
    if not isinstance(value, dict):
        raise Unreadable("not a JSON object")
    return value


def object_or_empty(data: bytes | str, most: int = MOST) -> dict[str, object]:
    """Like `read_object`, but return {} for anything else; bytes are taken as they come."""
    try:
        return read_object(data or b"{}", most, "replace")
    except Unreadable:
        return {}


def read_value(data: bytes | str, most: int = MOST, errors: str = "strict") -> object:
    """Like `read_object`, but return any value."""
    if len(data) > most:
        raise Unreadable(f"larger than {most // 1024} KiB")
    try:
        text = data if isinstance(data, str) else data.removeprefix(BOM).decode("utf-8", errors)
        value: object = DECODER.decode(text)
        if text.count("[") + text.count("{") > MAX_DEPTH and _depth(value) > MAX_DEPTH + 1:
            raise RecursionError
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8 text") from None
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"not valid JSON: {error}") from None
    return value


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"{twice[:40]!r} stands twice in it")
    return found


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no number")


DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_refuse)


def _depth(value: object) -> int:
    """Return how many objects and lists lie in each other, at most in a branch."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0)
