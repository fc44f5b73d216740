"""Where an insight can go beside an entry: tier A, the auto memory that loads with every session;
tier B, insight files that are read on demand. Pure: a file's text in, its new text out. Their front
matter is exactly the subset of YAML that they need; what uses more is Unfit, and left alone."""

from __future__ import annotations

import json
import re

from reflexion.text.clean import one_line

MEMORY_FILE = "MEMORY.md"  # lines of it that the host loads
MAX_MEMORY = 200
TOPIC = "Insights"
MAX_SUMMARY = 200
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


def remember(text: str, title: str, topic: str = "") -> str:
    """MEMORY.md with one more line under its topic, made where missing. Raises Unfit."""
    line = f"- {title}"
    heading = f"## {one_line(topic or TOPIC, 60).strip('# ')}"
    lines = text.splitlines()
    if line in [row.strip() for row in lines]:
        return text
    if heading in lines:
        lines = _below(lines, heading, line)
    else:
        gap = [""] if lines and lines[-1].strip() else []
        lines += [*gap, heading, "", line]
    if len(lines) > MAX_MEMORY:
        many = f"{MEMORY_FILE} would have {len(lines)} lines, and only {MAX_MEMORY} are loaded"
        raise Unfit(f"{many}: shorten it, or choose tier B")
    newline = _newline(text)
    return newline.join(lines) + newline


def _below(lines: list, heading: str, line: str) -> list:
    """The lines with one more at the end of what stands below a heading."""
    start = lines.index(heading) + 1
    heads = [n for n in range(start, len(lines)) if re.match(r"#{1,6} ", lines[n])]
    at = heads[0] if heads else len(lines)
    while at > start and not lines[at - 1].strip():
        at -= 1
    added = ["", line] if at == start else [line]
    return [*lines[:at], *added, *lines[at:]]


def forget(text: str, first: int, last: int) -> str:
    """The text without the lines first to last (from 1)."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[: first - 1] + lines[last:])


def updated(text: str, insight: dict, session: str, date: str, tags=(), summary: str = "") -> str:
    """An insight file with one more section; a new one from "". What it says already is not said
    again: then its front matter gains session and tags. Raises Unfit."""
    fields, body = split(text) if text else ({}, "")
    if fields is None:
        raise Unfit("it has no front matter")
    words = insight["title"]
    newline = _newline(text)
    section = _free_section(fields, words, date)
    is_known = section != headline(words) and words in text
    now = _gained(fields, insight, session, tags, "" if is_known else section)
    if is_known and all(now[name] == list(fields.get(name, ())) for name in LISTS):
        return text
    summary = summary or (fields.get("summary") if is_known else _summary(fields, words))
    now.update(date=date, summary=one_line(summary or words, MAX_SUMMARY))
    if is_known:
        return render(now, newline) + body
    heading = f"\n\n## {section}" if text else f"\n# {section}"
    lines = [heading, "", *_told(insight, session, date), ""]
    return render(now, newline) + body.rstrip("\r\n") + "\n".join(lines).replace("\n", newline)


def _gained(fields: dict, insight: dict, session: str, tags, section: str) -> dict:
    """The fields, their lists with what an insight adds to them."""
    added = {
        "session": [session],
        "tags": [*tags, insight["type"]],
        "keywords": insight["keywords"],
        "sections": [section] if section else [],
    }
    lists = {name: list(dict.fromkeys([*fields.get(name, []), *added[name]])) for name in LISTS}
    return {**fields, **lists}


def _free_section(fields: dict, words: str, date: str) -> str:
    """The heading of a new section: one that is taken gets the date."""
    title = headline(words)
    return f"{title} ({date})" if title in fields.get("sections", []) else title


def _summary(fields: dict, words: str) -> str:
    """The file's summary with these words, as long as both have room."""
    old = fields.get("summary", "")
    both = f"{old.rstrip('. ')}. {words}" if old else words
    return both if len(both) <= MAX_SUMMARY else old


def _told(insight: dict, session: str, date: str) -> list:
    """The lines of a section: the insight, its own sentence where it has another title, and what
    shows it."""
    own = insight.get("sentence", "")
    lines = [insight["title"], ""]
    if own:
        lines += [own, ""]
    how = f"{insight['type']}, confidence {insight['confidence']}"
    lines += [f"Seen on {date} in session {session} ({how}):", ""]
    for shown in insight["evidence"]:
        said = f': "{shown["quote"]}"' if shown.get("quote") else ""
        lines.append(f"- line {shown['line']}{said}")
    return lines


def headline(title: str) -> str:
    """What an insight is called: its first clause, without "Keep in mind"."""
    bare = re.sub(r"^Keep in mind(?: the cause)?(?: that|:)?\s+", "", title).rstrip(".")
    clause = re.split(r"(?<=\w{3})(?:[,;:]\s|\s(?:because|since|so that)\s)", bare, maxsplit=1)[0]
    bare = clause if len(clause.split()) > 2 else bare
    return (bare[:1].upper() + bare[1:])[:80].replace('"', "'").strip()


def slug(title: str) -> str:
    """A file name for an insight."""
    return (
        re.sub(r"[^a-z0-9]+", "-", headline(title).lower()).strip("-")[:60].strip("-") or "insight"
    )


def _newline(text: str) -> str:
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
        if not item or not _ends_well(text, item.end(), end, listed):
            quotes = "quotes that pair" if text[0] in "'\"" else "quotes"
            raise Unfit("not a plain list" if listed else f"{text[:40]!r} needs {quotes}")
        at = item.end() + 1
        texts.append(_scalar(item[1].strip()))
    return texts


def _ends_well(text: str, at: int, end: int, listed: bool) -> bool:
    """Does a value stop at the end, or at a comma between the items of a list?"""
    return at >= end or listed and text[at] == ","


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
