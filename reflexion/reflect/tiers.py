"""Where an insight can go beside an entry: tier A, the auto memory that loads with every session;
tier B, insight files that are read on demand.
Pure: a file's text in, its new text out."""

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
    """MEMORY.md with one more line under its topic's heading (made where missing). What stands
    there stays as it is. Raises NoRoom.
    """
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    line, heading = f"- {title}", f"## {one_line(topic or TOPIC, 60).strip('# ')}"
    lines = text.splitlines()
    if line in (row.strip() for row in lines):
        return text
    if heading in lines:
        at = lines.index(heading) + 1
        after = next(
            (n for n in range(at, len(lines)) if re.match(r"#{1,6} ", lines[n])), len(lines)
        )
        while after > at and not lines[after - 1].strip():
            after -= 1
        new = [*lines[:after], *([""] if after == at else []), line, *lines[after:]]
    else:
        new = [*lines, *([""] if lines and lines[-1].strip() else []), heading, "", line]
    if len(new) > MAX_MEMORY:
        raise NoRoom(
            f"{MEMORY_FILE} has {len(lines)} lines, and only {MAX_MEMORY} are loaded: shorten it, or choose tier B"
        )
    return newline.join(new) + newline


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
    frontmatter.Unsupported.
    """
    fields, body = frontmatter.split(text)
    if fields is None:
        raise frontmatter.Unsupported("it has no front matter")
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    title = headline(insight["title"])
    had = fields.get("sections", [])
    if title in had and insight["title"] in text:
        return text
    section = title if title not in had else f"{title} ({date})"
    fields.update(
        date=date,
        session=_unite(fields.get("session", []), [session]),
        tags=_unite(fields.get("tags", []), [*tags, insight["type"]]),
        keywords=_unite(fields.get("keywords", []), insight["keywords"]),
        sections=[*had, section],
        summary=one_line(summary, MAX_SUMMARY)
        if summary
        else _revised(fields.get("summary", ""), insight["title"]),
    )
    added = f"\n## {section}\n\n" + _body(insight, session, date)
    return (
        frontmatter.render(fields, newline)
        + body.rstrip("\r\n")
        + newline
        + added.replace("\n", newline)
    )


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


def title_of(text: str, name: str) -> str:
    """What an insight file is called: its first heading, else its name."""
    heading = re.search(r"^# (\S.{0,200})$", text[:8000], flags=re.MULTILINE)
    return one_line(heading.group(1), 120) if heading else name.rpartition(".")[0].replace("-", " ")


def _body(insight: dict, session: str, date: str) -> str:
    lines = [
        insight["title"],
        "",
        f"Seen on {date} in session {session} ({insight['type']}, confidence {insight['confidence']}):",
        "",
    ]
    lines += [
        f"- line {one['line']}" + (f': "{one["quote"]}"' if one.get("quote") else "")
        for one in insight["evidence"]
    ]
    return "\n".join(lines) + "\n"


def _revised(summary: str, title: str) -> str:
    """The summary, with what is new; what no longer fits is left out."""
    joined = f"{summary.rstrip('. ')}. {title}" if summary else title
    return joined if len(joined) <= MAX_SUMMARY else summary or one_line(title, MAX_SUMMARY)


def _unite(have, more) -> list:
    return list(dict.fromkeys([*have, *more]))
