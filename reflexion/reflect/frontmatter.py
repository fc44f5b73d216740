"""The front matter of insight files: exactly the subset of YAML that they need. What uses more is
Unsupported, and left alone.
"""

from __future__ import annotations

import json
import re

FIELDS = ("date", "session", "tags", "keywords", "summary", "sections")
LISTS = ("session", "tags", "keywords", "sections")
MAX_LINES = 200
MARK = "---"
# a plain scalar that every YAML reader takes for the same text: no sign with a meaning, no number,
# no word for true, false or null
PLAIN = r"[A-Za-z0-9_./](?:[A-Za-z0-9_./ +()-]*[A-Za-z0-9_./+()-])?"
DATE = r"\d{4}-\d{2}-\d{2}"
SPECIAL = frozenset(["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"])


class Unsupported(ValueError):
    """The front matter uses more than the subset; the text names the line."""


def split(text: str) -> tuple[dict | None, str]:
    """(the fields, the text after the front matter); (None, text) when there is none. Raises
    Unsupported.
    """
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != MARK:
        return None, text
    for n, line in enumerate(lines[1 : MAX_LINES + 1], 1):
        if line.rstrip() == MARK:
            return _fields([row.rstrip() for row in lines[1:n]]), "".join(lines[n + 1 :])
    raise Unsupported(f"its front matter does not end within {MAX_LINES} lines")


def render(fields: dict, newline: str = "\n") -> str:
    """The front matter of the fields, in their order, every text in double quotes."""
    lines = [MARK]
    for name in FIELDS:
        value = fields.get(name, [] if name in LISTS else "")
        if name == "date":
            lines.append(f"date: {value}")
        elif name in LISTS:
            lines.append(f"{name}: [{', '.join(_quoted(item) for item in value)}]")
        else:
            lines.append(f"{name}: {_quoted(value)}")
    return newline.join([*lines, MARK]) + newline


def _quoted(text: str) -> str:
    return json.dumps(" ".join(str(text).split()), ensure_ascii=False)


def _fields(lines: list) -> dict:
    found, name = {}, ""
    for number, line in enumerate(lines, 2):
        item = re.match(r"\s{0,8}- (.+)$", line)
        if item and name and isinstance(found.get(name), list):
            found[name].append(_scalar(item.group(1).strip(), number))
            continue
        key, colon, rest = line.partition(":")
        if not colon or key not in FIELDS or key in found or (rest and rest[0] != " "):
            raise Unsupported(f"line {number}: {_why(line, key, found)}")
        rest, name = rest.strip(), key
        found[key] = _value(key, rest, number)
    if not re.fullmatch(DATE, found.get("date", "")):
        raise Unsupported("its front matter has no date: YYYY-MM-DD")
    return found


def _why(line: str, key: str, found) -> str:
    if not line.strip():
        return "an empty line in the front matter"
    if key in found:
        return f"{key} stands there twice"
    return f"{line.strip()[:40]!r} is more than insight files use (fields: {', '.join(FIELDS)})"


def _value(key: str, rest: str, number: int):
    if key in LISTS:
        if not rest:
            return []
        return _flow(rest, number) if rest[0] == "[" else [_scalar(rest, number)]
    if not rest:
        return ""
    if key == "date" and not re.fullmatch(DATE, rest.strip("\"'")):
        raise Unsupported(f"line {number}: the date must be YYYY-MM-DD")
    return rest.strip("\"'") if key == "date" else _scalar(rest, number)


def _flow(rest: str, number: int) -> list:
    """[a, "b, c", 'd'] on one line."""
    items, at, end = [], 1, len(rest)
    if rest[-1] != "]":
        raise Unsupported(f"line {number}: the list does not end on its line")
    while at < end - 1:
        match = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\[\]{}\"']+)\s*").match(
            rest, at, end - 1
        )
        if not match:
            raise Unsupported(f"line {number}: not a plain list")
        items.append(_scalar(match.group(1).strip(), number))
        at = match.end()
        if at < end - 1:
            if rest[at] != ",":
                raise Unsupported(f"line {number}: not a plain list")
            at += 1
    return items


def _scalar(text: str, number: int) -> str:
    if text[:1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            raise Unsupported(
                f"line {number}: its double quotes hold more than JSON's escapes"
            ) from None
        return value
    if text[:1] == "'":
        if len(text) < 2 or text[-1] != "'" or "'" in text[1:-1].replace("''", ""):
            raise Unsupported(f"line {number}: its single quotes do not pair")
        return text[1:-1].replace("''", "'")
    if (
        not re.fullmatch(PLAIN, text)
        or text.lower() in SPECIAL
        or re.fullmatch(r"[0-9][0-9._eExXobOB+-]*", text)
        and not re.fullmatch(DATE, text)
    ):
        raise Unsupported(f"line {number}: {text[:40]!r} needs quotes")
    return text
