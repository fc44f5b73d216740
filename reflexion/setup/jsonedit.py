"""Change a JSON file as a person would: a value put in or taken out, every other byte as it is."""

from __future__ import annotations

import json

from reflexion.store.fs import read_text

MAX_BYTES = 1 << 20  # of a file that is only read
BLANK = " \t\r\n"
decode = json.JSONDecoder().raw_decode


class BrokenJson(ValueError):
    """The text is not JSON of the expected shape; the message names the line."""


def load(text: str):
    """The value of a JSON text. Raises BrokenJson with the line and what is wrong there."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BrokenJson("line 1: nested too deeply") from None


def read_object(path: str) -> dict:
    """The JSON object in a host's file, whose lines may begin with //; {} when there is none."""
    try:
        lines = read_text(path, MAX_BYTES, follow=True).splitlines()
        kept = [line for line in lines if not line.lstrip().startswith("//")]
        found = json.loads("\n".join(kept))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def put(text: str, path: tuple, value, key: str | None = None) -> str:
    """The text with `value` as the last item of the array at `path` (keys), or with `key: value` as
    the last member of the object there; made where it is missing."""
    at = _skip(text, 0)
    for depth, name in enumerate(path):
        found = [item for item in _items(text, at) if item[0] == name]
        if not found:
            value = [value] if key is None else {key: value}
            for inner in reversed(path[depth + 1 :]):
                value = {inner: value}
            return _append(text, at, name, value)
        at = found[-1][2]  # the last one counts where it stands twice
    return _append(text, at, key, value)


def dump(value) -> str:
    """A value as the text of a new file."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def cut(text: str, path: tuple) -> str:
    """The text without the item at `path` (keys, indexes) and what that leaves empty, but the
    root."""
    at = _skip(text, 0)
    cuts = []
    for key in path:
        items = _items(text, at)
        keys = range(len(items)) if isinstance(key, int) else [item[0] for item in items]
        index = max(n for n, other in enumerate(keys) if other == key)
        cuts.append((at, items, index))
        at = items[index][2]
    while len(cuts) > 1 and len(cuts[-1][1]) == 1:
        cuts.pop()
    at, items, index = cuts[-1]
    if len(items) == 1:
        return text[: at + 1] + text[decode(text, at)[1] - 1 :]
    if index > 0:
        return text[: items[index - 1][3]] + text[items[index][3] :]
    return text[: items[0][1]] + text[items[1][1] :]


def _append(text: str, at: int, key, value) -> str:
    """The text with an item more in the object or array at `at`, laid out like what is there."""
    items = _items(text, at)
    newline = "\r\n" if "\r\n" in text else "\n"
    steps = [_blank(line) for line in text.splitlines()[1:] if line.strip()]
    unit = next(filter(None, steps), "  ")
    outer = _blank(text[text.rfind("\n", 0, at) + 1 : at])
    flat = "\n" not in text.strip() and bool(items)
    inner = newline + outer + unit
    item = json.dumps(value, indent=None if flat else unit, ensure_ascii=False)
    item = item.replace("\n", inner)
    if key is not None:
        item = f"{json.dumps(key, ensure_ascii=False)}: {item}"
    if not items:
        return text[: at + 1] + inner + item + newline + outer + text[decode(text, at)[1] - 1 :]
    _, first, _, end = items[-1]
    before = text[text.rfind("\n", 0, first) + 1 : first]
    own_line = not before.strip() and "\n" in text[:first]
    return f"{text[:end]},{newline + before if own_line else ' '}{item}{text[end:]}"


def _blank(line: str) -> str:
    """What a line is indented by."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _items(text: str, at: int) -> list:
    """[(key or None, where the item starts, where its value does, its end)] of the object or array
    at `at`, in a text that `load` accepted."""
    items = []
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        start = at
        key = None
        if is_object:
            key, at = decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # past the colon
        end = decode(text, at)[1]
        items.append((key, start, at, end))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return items


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANK:
        at += 1
    return at
