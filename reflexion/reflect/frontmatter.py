"""The front matter of insight files: exactly the subset of YAML that they need. What uses more is
Unsupported, and left alone."""

from __future__ import annotations

import json
import re

FIELDS = ("date", "session", "tags", "keywords", "summary", "sections")
LISTS = ("session", "tags", "keywords", "sections")
FORM = f"{', '.join(FIELDS)}, each once"
MAX_LINES = 200
MARK = "---"
# a plain scalar that every YAML reader takes for the same text: no sign with a meaning, no number,
# no word for true, false or null
PLAIN = r"[A-Za-z0-9_./](?:[A-Za-z0-9_./ +()-]*[A-Za-z0-9_./+()-])?"
NO_TEXT = r"(?i:true|false|yes|no|on|off|null|y|n|~|[0-9][0-9._exob+-]*)"
DATE = r"\d{4}-\d{2}-\d{2}"
ITEM = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\[\]{}\"']+)\s*")


class Unsupported(ValueError):
    """The front matter uses more than the subset; the text names the line."""


def split(text: str) -> tuple[dict | None, str]:
    """(the fields, the text after them); (None, text) without any. Raises Unsupported."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != MARK:
        return None, text
    rows = [line.rstrip() for line in lines[1 : MAX_LINES + 1]]
    if MARK not in rows:
        raise Unsupported(f"its front matter does not end within {MAX_LINES} lines")
    end = rows.index(MARK)
    return _fields(rows[:end]), "".join(lines[end + 2 :])


def render(fields: dict, newline: str = "\n") -> str:
    """The front matter of the fields, in their order, every text in double quotes."""
    lines = [MARK]
    for name in FIELDS:
        value = fields.get(name, "")
        if name in LISTS:
            lines.append(f"{name}: [{', '.join(_quoted(item) for item in value)}]")
        else:
            lines.append(f"{name}: {value if name == 'date' else _quoted(value)}")
    return newline.join([*lines, MARK]) + newline


def _quoted(text: str) -> str:
    return json.dumps(" ".join(str(text).split()), ensure_ascii=False)


def _fields(lines: list) -> dict:
    fields, name = {}, ""
    for number, line in enumerate(lines, 2):
        item = re.match(r"\s{0,8}- (.+)$", line)
        key, colon, rest = line.partition(":")
        try:
            if item and name in LISTS:
                fields[name].append(_scalar(item[1].strip()))
            elif not colon or key not in FIELDS or key in fields or rest[:1] not in ("", " "):
                what = repr(line.strip()[:40])
                raise Unsupported(f"{what} is more than insight files use ({FORM})")
            else:
                fields[key], name = _value(key, rest.strip()), key
        except Unsupported as error:
            raise Unsupported(f"line {number}: {error}") from None
    if "date" not in fields:
        raise Unsupported("its front matter has no date: YYYY-MM-DD")
    return fields


def _value(key: str, text: str):
    if key == "date":
        if not re.fullmatch(DATE, text.strip("\"'")):
            raise Unsupported("the date must be YYYY-MM-DD")
        return text.strip("\"'")
    if key not in LISTS:
        return _scalar(text) if text else ""
    return _flow(text) if text[:1] == "[" else [_scalar(text)] if text else []


def _flow(text: str) -> list:
    """[a, "b, c", 'd'] on one line."""
    items, at, end = [], 1, len(text) - 1
    if text[-1] != "]":
        raise Unsupported("the list does not end on its line")
    while at < end:
        match = ITEM.match(text, at, end)
        if not match or match.end() < end and text[match.end()] != ",":
            raise Unsupported("not a plain list")
        items.append(_scalar(match[1].strip()))
        at = match.end() + 1
    return items


def _scalar(text: str) -> str:
    inner = text[1:-1]
    if text[:1] == '"':
        try:
            return json.loads(text)
        except ValueError:
            raise Unsupported("its double quotes hold more than JSON's escapes") from None
    if text[:1] == "'":
        if len(text) < 2 or text[-1] != "'" or "'" in inner.replace("''", ""):
            raise Unsupported("its single quotes do not pair")
        return inner.replace("''", "'")
    is_text = re.fullmatch(DATE, text) or not re.fullmatch(NO_TEXT, text)
    if not is_text or not re.fullmatch(PLAIN, text):
        raise Unsupported(f"{text[:40]!r} needs quotes")
    return text
