"""Where an insight can go beside an entry: tier A, the auto memory that loads with every session;
tier B, insight files that are read on demand. Pure: a file's text in, its new text out."""

from __future__ import annotations

import re

from reflexion.reflect.front_matter import LISTS, Unfit, newline_of, render, split
from reflexion.text.clean import one_line

MEMORY_FILE = "MEMORY.md"  # lines of it that the host loads
MAX_MEMORY = 200
TOPIC = "Insights"
MAX_SUMMARY = 200


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
    newline = newline_of(text)
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
    newline = newline_of(text)
    section = headline(words)
    is_taken = section in fields.get("sections", [])
    if is_taken and words in text:
        now = _gained(fields, insight, session, tags, "")
        if now == {**dict.fromkeys(LISTS, []), **fields}:
            return text
        summary = summary or fields.get("summary")
    else:
        section = f"{section} ({date})" if is_taken else section
        now = _gained(fields, insight, session, tags, section)
        summary = summary or _summary(fields, words)
        heading = f"\n\n## {section}" if text else f"\n# {section}"
        told = "\n".join([heading, "", *_told(insight, session, date), ""])
        body = body.rstrip("\r\n") + told.replace("\n", newline)
    now.update(date=date, summary=one_line(summary or words, MAX_SUMMARY))
    return render(now, newline) + body


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
