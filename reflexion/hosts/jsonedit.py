"""Change a JSON file as a person would: put a value in, take one out, leave every other byte as it
is.
"""

from __future__ import annotations

import json

BLANK = " \t\r\n"


class BrokenJson(Exception):
    """The text is not JSON of the expected shape; the message names the line."""


class Node:
    """A value's place in the text: `start` and `end`, and for an object or array its `items` as
    (key or None, start of the item, Node).
    """

    __slots__ = ("start", "end", "items")

    def __init__(self, start: int, end: int = 0, items=()):
        self.start, self.end, self.items = start, end, list(items)

    def child(self, key) -> Node | None:
        """The value of a key (the last one counts where it stands twice), or of an index of an
        array.
        """
        if isinstance(key, int):
            return self.items[key][2] if key < len(self.items) else None
        return next((node for name, _, node in reversed(self.items) if name == key), None)


def load(text: str):
    """The value of a JSON text. Raises BrokenJson with the line and what is wrong there."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BrokenJson("line 1: nested too deeply") from None


def scan(text: str) -> Node:
    """Where everything is in a text that `load` accepted."""
    return _value(text, _skip(text, 0), json.JSONDecoder())


def put(text: str, path: tuple, value) -> str:
    """The text with `value` appended to the array at `path` (keys); objects and the array on the
    way are made where missing.
    """
    for depth in range(len(path)):
        node = scan(text)
        for key in path[:depth]:
            node = node.child(key)
        if node.child(path[depth]) is None:
            for key in reversed(path[depth + 1 :]):
                value = {key: value} if key != path[-1] else {key: [value]}
            if depth == len(path) - 1:
                value = [value]
            return _append(text, node, path[depth], value)
    node = scan(text)
    for key in path:
        node = node.child(key)
    return _append(text, node, None, value)


def cut(text: str, path: tuple) -> str:
    """The text without the item at `path` (keys and indexes), and without the objects and arrays
    that it leaves empty; the root stays.
    """
    while path:
        node = scan(text)
        for key in path[:-1]:
            node = node.child(key)
        if len(node.items) > 1 or len(path) == 1:
            return _remove(text, node, path[-1])
        path = path[:-1]
    return text


def _append(text: str, node: Node, key, value) -> str:
    newline, unit = _style(text)
    inner = _indent(text, node.start) + unit
    flat = "\n" not in text.strip() and bool(node.items)
    item = json.dumps(value, ensure_ascii=False) if flat else _pretty(value, inner, unit, newline)
    item = f"{json.dumps(key, ensure_ascii=False)}: {item}" if key is not None else item
    if not node.items:
        opening, closing = text[node.start], text[node.end - 1]
        if flat:
            return text[: node.start] + opening + item + closing + text[node.end :]
        return (
            text[: node.start]
            + opening
            + newline
            + inner
            + item
            + newline
            + inner[: len(inner) - len(unit)]
            + closing
            + text[node.end :]
        )
    _, first, _ = node.items[-1]
    before = text[text.rfind("\n", 0, first) + 1 : first]
    gap = newline + before if not before.strip() and "\n" in text[:first] else " "
    end = node.items[-1][2].end
    return text[:end] + "," + gap + item + text[end:]


def _remove(text: str, node: Node, key) -> str:
    at = (
        key
        if isinstance(key, int)
        else max(n for n, item in enumerate(node.items) if item[0] == key)
    )
    if len(node.items) == 1:
        return text[: node.start + 1] + text[node.end - 1 :]
    if at > 0:
        return text[: node.items[at - 1][2].end] + text[node.items[at][2].end :]
    return text[: node.items[0][1]] + text[node.items[1][1] :]


def _pretty(value, indent: str, unit: str, newline: str) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (newline + indent).join(lines)


def _style(text: str) -> tuple:
    """(line end, one step of indentation) as the text has them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    for line in text.splitlines()[1:]:
        blank = line[: len(line) - len(line.lstrip(" \t"))]
        if blank and line.strip():
            return newline, blank
    return newline, "  "


def _indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANK:
        at += 1
    return at


def _value(text: str, at: int, decoder) -> Node:
    if text[at] not in "{[":
        return Node(at, decoder.raw_decode(text, at)[1])
    node, in_object, closing = Node(at), text[at] == "{", "}" if text[at] == "{" else "]"
    at = _skip(text, at + 1)
    while text[at] != closing:
        start, key = at, None
        if in_object:
            key, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # past the colon
        child = _value(text, at, decoder)
        node.items.append((key, start, child))
        at = _skip(text, child.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    node.end = at + 1
    return node
