"""Where an insight can go beside an entry: tier A, the auto memory that loads with every session;
tier B, insight files that are read on demand. Pure: a file's text in, its new text out."""

from __future__ import annotations

import re

from reflexion.reflect import frontmatter
from reflexion.text.clean import one_line

MEMORY_FILE, MAX_MEMORY = "MEMORY.md", 200  # lines of it that the host loads
TOPIC = "Insights"
MAX_SUMMARY = 200


class NoRoom(ValueError):
    """The file is full; the text says what to do."""


def remember(text: str, title: str, topic: str = "") -> str:
    """MEMORY.md with one more line under its topic, made where missing. Raises NoRoom."""
    line, heading = f"- {title}", f"## {one_line(topic or TOPIC, 60).strip('# ')}"
    lines = text.splitlines()
    if line in (row.strip() for row in lines):
        return text
    if heading in lines:
        start = at = lines.index(heading) + 1
        while at < len(lines) and not re.match(r"#{1,6} ", lines[at]):
            at += 1
        while at > start and not lines[at - 1].strip():
            at -= 1
        lines[at:at] = ["", line] if at == start else [line]
    else:
        lines += ([""] if lines and lines[-1].strip() else []) + [heading, "", line]
    if len(lines) > MAX_MEMORY:
        raise NoRoom(
            f"{MEMORY_FILE} would have {len(lines)} lines, and only {MAX_MEMORY} are loaded: "
            "shorten it, or choose tier B"
        )
    newline = _newline(text)
    return newline.join(lines) + newline


def forget(text: str, first: int, last: int) -> str:
    """The text without the lines first to last (from 1)."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[: first - 1] + lines[last:])


def new_file(insight: dict, session: str, date: str, tags=()) -> str:
    """An insight file of its own."""
    title = headline(insight["title"])
    fields = {
        "date": date,
        "session": [session],
        "tags": _unite(tags, [insight["type"]]),
        "keywords": insight["keywords"],
        "summary": one_line(insight["title"], MAX_SUMMARY),
        "sections": [title],
    }
    return frontmatter.render(fields) + f"\n# {title}\n\n" + _body(insight, session, date)


def merged(text: str, insight: dict, session: str, date: str, tags=(), summary: str = "") -> str:
    """An insight file with one more section; its front matter brought up to date. Raises
    frontmatter.Unsupported."""
    fields, body = frontmatter.split(text)
    if fields is None:
        raise frontmatter.Unsupported("it has no front matter")
    title, newline = headline(insight["title"]), _newline(text)
    sections = fields.get("sections", [])
    if title in sections and insight["title"] in text:
        return text
    section = title if title not in sections else f"{title} ({date})"
    summary = summary or _revised(fields.get("summary", ""), insight["title"])
    more = {
        "session": [session],
        "tags": [*tags, insight["type"]],
        "keywords": insight["keywords"],
        "sections": [section],
    }
    fields.update({name: _unite(fields.get(name, []), rows) for name, rows in more.items()})
    fields.update(date=date, summary=one_line(summary, MAX_SUMMARY))
    added = f"\n\n## {section}\n\n{_body(insight, session, date)}".replace("\n", newline)
    return frontmatter.render(fields, newline) + body.rstrip("\r\n") + added


def headline(title: str) -> str:
    """What an insight is called: its first clause, without "Keep in mind"."""
    bare = re.sub(r"^Keep in mind(?: the cause)?(?: that|:)?\s+", "", title).rstrip(".")
    clause = re.split(r"(?<=\w{3})(?:[,;:]\s|\s(?:because|since|so that)\s)", bare, maxsplit=1)[0]
    bare = clause if len(clause.split()) > 2 else bare
    return (bare[:1].upper() + bare[1:])[:80].replace('"', "'").strip()


def slug(title: str) -> str:
    """A file name for an insight."""
    words = re.findall(r"[a-z0-9]+", headline(title).lower())
    return "-".join(words)[:60].strip("-") or "insight"


def _newline(text: str) -> str:
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def _body(insight: dict, session: str, date: str) -> str:
    how = f"{insight['type']}, confidence {insight['confidence']}"
    lines = [insight["title"], "", f"Seen on {date} in session {session} ({how}):", ""]
    for shown in insight["evidence"]:
        words = f': "{shown["quote"]}"' if shown.get("quote") else ""
        lines.append(f"- line {shown['line']}{words}")
    return "\n".join(lines) + "\n"


def _revised(summary: str, title: str) -> str:
    """The summary with what is new, as long as it fits."""
    joined = f"{summary.rstrip('. ')}. {title}" if summary else title
    return joined if len(joined) <= MAX_SUMMARY else summary or title


def _unite(rows, more) -> list:
    return list(dict.fromkeys([*rows, *more]))
