"""Where an insight can go beside an entry: tier A, the auto memory that loads with every session;
tier B, insight files that are read on demand. Pure: a file's text in, its new text out. Their front
matter is exactly the subset of YAML that they need; what uses more is Unfit, and left alone."""

from __future__ import annotations

import json
import re

from reflexion.text.clean import one_line

MEMORY_FILE, MAX_MEMORY = "MEMORY.md", 200  # lines of it that the host loads
TOPIC, MAX_SUMMARY = "Insights", 200
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
    line, heading = f"- {title}", f"## {one_line(topic or TOPIC, 60).strip('# ')}"
    lines = text.splitlines()
    if line in (row.strip() for row in lines):
        return text
    if heading in lines:
        start = lines.index(heading) + 1
        heads = (n for n in range(start, len(lines)) if re.match(r"#{1,6} ", lines[n]))
        at = next(heads, len(lines))
        while at > start and not lines[at - 1].strip():
            at -= 1
        lines[at:at] = ["", line] if at == start else [line]
    else:
        lines += ([""] if lines and lines[-1].strip() else []) + [heading, "", line]
    if len(lines) > MAX_MEMORY:
        many = f"{MEMORY_FILE} would have {len(lines)} lines, and only {MAX_MEMORY} are loaded"
        raise Unfit(f"{many}: shorten it, or choose tier B")
    newline = _newline(text)
    return newline.join(lines) + newline


def forget(text: str, first: int, last: int) -> str:
    """The text without the lines first to last (from 1)."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[: first - 1] + lines[last:])


def updated(text: str, insight: dict, session: str, date: str, tags=(), summary: str = "") -> str:
    """An insight file with one more section; a new one from "". Raises Unfit."""
    fields, body = split(text) if text else ({}, "")
    if fields is None:
        raise Unfit("it has no front matter")
    words, newline = insight["title"], _newline(text)
    title, sections = headline(words), fields.get("sections", [])
    if title in sections and words in text:
        return text
    section = title if title not in sections else f"{title} ({date})"
    old = fields.get("summary", "")
    both = f"{old.rstrip('. ')}. {words}" if old else words
    summary = summary or (both if len(both) <= MAX_SUMMARY else old or words)
    more = [session], [*tags, insight["type"]], insight["keywords"], [section]
    for name, added in zip(LISTS, more):
        fields[name] = dict.fromkeys([*fields.get(name, []), *added])
    fields.update(date=date, summary=one_line(summary, MAX_SUMMARY))
    how = f"{insight['type']}, confidence {insight['confidence']}"
    lines = [words, "", f"Seen on {date} in session {session} ({how}):", ""]
    for shown in insight["evidence"]:
        said = f': "{shown["quote"]}"' if shown.get("quote") else ""
        lines.append(f"- line {shown['line']}{said}")
    heading = f"\n\n## {section}" if text else f"\n# {section}"
    added = "\n".join([heading, "", *lines, ""]).replace("\n", newline)
    return render(fields, newline) + body.rstrip("\r\n") + added


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
    end, fields, name = rows.index(MARK), {}, ""
    for number, line in enumerate(rows[:end], 2):
        item = re.match(r"\s{0,8}- (.+)$", line)
        key, colon, text = line.partition(":")
        try:
            if item and name in LISTS:
                fields[name] += _texts(item[1].strip())
                continue
            if not colon or key not in FIELDS or key in fields or text[:1] not in ("", " "):
                form = f"{line.strip()[:40]!r} is more than insight files use"
                raise Unfit(f"{form} ({', '.join(FIELDS)}, each once)")
            name, texts = key, _texts(text.strip(), key in LISTS)
            fields[name] = texts if name in LISTS else "".join(texts)
            if name == "date" and not re.fullmatch(DATE, fields[name]):
                raise Unfit("the date must be YYYY-MM-DD")
        except Unfit as error:
            raise Unfit(f"line {number}: {error}") from None
    if "date" not in fields:
        raise Unfit("its front matter has no date: YYYY-MM-DD")
    return fields, "".join(lines[end + 2 :])


def _texts(text: str, is_list: bool = False) -> list:
    """The texts of a value: none, one, or those of [a, "b, c", 'd'] on one line."""
    listed = is_list and text[:1] == "["
    if listed and text[-1] != "]":
        raise Unfit("the list does not end on its line")
    texts, at, end = [], int(listed), len(text) - listed
    while at < end:
        item = ITEM.match(text, at, end)
        if not item or item.end() < end and not (listed and text[item.end()] == ","):
            quotes = "quotes that pair" if text[0] in "'\"" else "quotes"
            raise Unfit("not a plain list" if listed else f"{text[:40]!r} needs {quotes}")
        at, one = item.end() + 1, item[1].strip()
        if one[:1] == "'":
            one = one[1:-1].replace("''", "'")
        elif one[:1] == '"':
            try:
                one = json.loads(one)
            except ValueError:
                raise Unfit("its double quotes hold more than JSON's escapes") from None
        elif not re.fullmatch(PLAIN, one):
            raise Unfit(f"{one[:40]!r} needs quotes")
        texts.append(one)
    return texts
