"""Change a JSON file as a person would: a value put in or taken out, every other byte as it is."""

from __future__ import annotations

import json

BLANK = " \t\r\n"


class BrokenJson(ValueError):
    """The text is not JSON of the expected shape; the message names the line."""


class Node:
    """A value's place in the text; `items` of an object or array: (key or None, start, Node)."""

    def __init__(self, start: int, end: int = 0):
        self.start, self.end, self.items = start, end, []

    def index(self, key) -> int:
        """Which item a key names (the last one counts where it stands twice), or an index; -1."""
        if isinstance(key, int):
            return key
        return max((n for n, item in enumerate(self.items) if item[0] == key), default=-1)


def load(text: str):
    """The value of a JSON text. Raises BrokenJson with the line and what is wrong there."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BrokenJson("line 1: nested too deeply") from None


def put(text: str, path: tuple, value) -> str:
    """The text with `value` appended to the array at `path` (keys), made where it is missing."""
    node = _scan(text)
    for depth, key in enumerate(path):
        if node.index(key) < 0:
            value = [value]
            for inner in reversed(path[depth + 1 :]):
                value = {inner: value}
            return _append(text, node, key, value)
        node = node.items[node.index(key)][2]
    return _append(text, node, None, value)


def cut(text: str, path: tuple) -> str:
    """The text without the item at `path`, and without what that leaves empty; the root stays."""
    node, cuts = _scan(text), []
    for key in path:
        at = node.index(key)
        cuts.append((node, at))
        node = node.items[at][2]
    while len(cuts) > 1 and len(cuts[-1][0].items) == 1:
        cuts.pop()
    node, at = cuts[-1]
    starts, ends = [item[1] for item in node.items], [item[2].end for item in node.items]
    if len(node.items) == 1:
        return text[: node.start + 1] + text[node.end - 1 :]
    if at > 0:
        return text[: ends[at - 1]] + text[ends[at] :]
    return text[: starts[0]] + text[starts[1] :]


def _append(text: str, node: Node, key, value) -> str:
    """The text with an item more at the end of an object or array, laid out like what is there."""
    newline = "\r\n" if "\r\n" in text else "\n"
    steps = [_blank(line) for line in text.splitlines()[1:] if line.strip()]
    unit = next(filter(None, steps), "  ")
    outer = _blank(text[text.rfind("\n", 0, node.start) + 1 : node.start])
    flat, inner = "\n" not in text.strip() and bool(node.items), newline + outer + unit
    item = json.dumps(value, indent=None if flat else unit, ensure_ascii=False)
    item = item.replace("\n", inner)
    if key is not None:
        item = f"{json.dumps(key, ensure_ascii=False)}: {item}"
    if not node.items:
        return text[: node.start + 1] + inner + item + newline + outer + text[node.end - 1 :]
    _, first, last = node.items[-1]
    before = text[text.rfind("\n", 0, first) + 1 : first]
    own_line = not before.strip() and "\n" in text[:first]
    return f"{text[: last.end]},{newline + before if own_line else ' '}{item}{text[last.end :]}"


def _blank(line: str) -> str:
    """What a line is indented by."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _scan(text: str) -> Node:
    """Where everything is in a text that `load` accepted."""
    return _value(text, _skip(text, 0), json.JSONDecoder())


def _value(text: str, at: int, decoder) -> Node:
    if text[at] not in "{[":
        return Node(at, decoder.raw_decode(text, at)[1])
    node, closing = Node(at), "}" if text[at] == "{" else "]"
    at = _skip(text, at + 1)
    while text[at] != closing:
        start, key = at, None
        if closing == "}":
            key, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # past the colon
        child = _value(text, at, decoder)
        node.items.append((key, start, child))
        at = _skip(text, child.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    node.end = at + 1
    return node


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANK:
        at += 1
    return at
