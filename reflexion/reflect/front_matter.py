"""The front matter of insight files: exactly the subset of YAML that they need. What uses more is
Unfit, and left alone. Pure."""

from __future__ import annotations

import json
import re

FIELDS = ("date", "session", "tags", "keywords", "summary", "sections")
LISTS = ("session", "tags", "keywords", "sections")
MARK = "---"
DATE = r"\d{4}-\d{2}-\d{2}"
# a plain scalar that every YAML reader takes for the same text: no sign with a meaning, no number,
# no word for true, false or null
NO_TEXT = rf"(?!{DATE}$)(?i:true|false|yes|no|on|off|null|y|n|~|[0-9][0-9._exob+-]*)"
PLAIN = rf"(?!{NO_TEXT}$)[A-Za-z0-9_./](?:[A-Za-z0-9_./ +()-]*[A-Za-z0-9_./+()-])?"
ITEM = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\[\]{}\"']+)\s*")


class Unfit(ValueError):
    """A file is full, or its front matter uses more than the subset; the text says what or
    where."""


def newline_of(text: str) -> str:
    """How most lines of a text end."""
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def render(fields: dict, newline: str = "\n") -> str:
    """The front matter of the fields, in their order, every text in double quotes."""
    lines = [MARK, f"date: {fields['date']}"]
    for name in FIELDS[1:]:
        texts = fields.get(name, ()) if name in LISTS else [fields.get(name, "")]
        folded = [" ".join(str(text).split()) for text in texts]
        quoted = ", ".join(json.dumps(text, ensure_ascii=False) for text in folded)
        lines.append(f"{name}: [{quoted}]" if name in LISTS else f"{name}: {quoted}")
    return newline.join([*lines, MARK, ""])


def split(text: str) -> tuple[dict | None, str]:
    """(fields of the front matter or None, the text after it). Raises Unfit."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != MARK:
        return None, text
    rows = [line.rstrip() for line in lines[1:201]]
    if MARK not in rows:
        raise Unfit("its front matter does not end within 200 lines")
    end = rows.index(MARK)
    fields: dict = {}
    name = ""
    for number, line in enumerate(rows[:end], 2):
        try:
            name = _read_line(fields, name, line)
        except Unfit as error:
            raise Unfit(f"line {number}: {error}") from None
    if "date" not in fields:
        raise Unfit("its front matter has no date: YYYY-MM-DD")
    return fields, "".join(lines[end + 2 :])


def _read_line(fields: dict, name: str, line: str) -> str:
    """Take one line of front matter into the fields; the name of the field that it belongs to.
    `name`: that of the line before. Raises Unfit."""
    item = re.match(r"\s{0,8}- (.+)$", line)
    if item and name in LISTS:
        fields[name] += _texts(item[1].strip())
        return name
    key, colon, text = line.partition(":")
    is_field = colon and key in FIELDS and key not in fields
    if not is_field or text[:1] not in ("", " "):
        form = f"{line.strip()[:40]!r} is more than insight files use"
        raise Unfit(f"{form} ({', '.join(FIELDS)}, each once)")
    texts = _texts(text.strip(), key in LISTS)
    fields[key] = texts if key in LISTS else "".join(texts)
    if key == "date" and not re.fullmatch(DATE, fields[key]):
        raise Unfit("the date must be YYYY-MM-DD")
    return key


def _texts(text: str, is_list: bool = False) -> list:
    """The texts of a value: none, one, or those of [a, "b, c", 'd'] on one line. Raises Unfit."""
    listed = is_list and text[:1] == "["
    if listed and text[-1] != "]":
        raise Unfit("the list does not end on its line")
    texts = []
    at = int(listed)
    end = len(text) - listed
    while at < end:
        item = ITEM.match(text, at, end)
        ends = item and (item.end() >= end or listed and text[item.end()] == ",")
        if not ends:
            quotes = "quotes that pair" if text[0] in "'\"" else "quotes"
            raise Unfit("not a plain list" if listed else f"{text[:40]!r} needs {quotes}")
        at = item.end() + 1
        texts.append(_scalar(item[1].strip()))
    return texts


def _scalar(text: str) -> str:
    """A scalar without its quotes. Raises Unfit."""
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    if text[:1] == '"':
        try:
            return json.loads(text)
        except ValueError:
            raise Unfit("its double quotes hold more than JSON's escapes") from None
    if not re.fullmatch(PLAIN, text):
        raise Unfit(f"{text[:40]!r} needs quotes")
    return text
