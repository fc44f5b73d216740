"""What was learned, by subject and by kind, with its evidence. Pure."""

from reflexion.signals import topics
from reflexion.status.terminal import bar, cut, pad, plural, presentable, wrap
from reflexion.text import tables
from reflexion.text.grades import CANDIDATE, grade, is_lesson, is_person, level, seen

PREFERENCE = "preference"
UNTELLING = "general"
BLOCKS = 10
MAX_ABOUT = 70
MOST_SUBJECTS = 12
ROWS = tables.rows("status/subjects.tsv")
KINDS = [row[1:] for row in ROWS if row[0] == "kind"]
WHO = dict(row[1:] for row in ROWS if row[0] == "who")
CHANGE = dict(tables.rows("status/texts.tsv"))["change"]


def figures(here: list, shared: list, label_of, descriptions: dict, settings: dict) -> dict:
    """The view as a dict. `label_of(entry)` -> (kind, name); `descriptions`: skill -> words."""
    extra = settings["redact"]
    groups: dict = {}
    kinds: dict = {}
    for entry in here:
        kind, name = label_of(entry)
        kinds.setdefault(name, kind)  # a skill and a topic of one name are one subject
        groups.setdefault(name, []).append(entry)
    rows = [
        {
            "kind": kinds[name],
            "name": name,
            "count": len(entries),
            "share": len(entries) / len(here),
            "about": about(name, descriptions),
        }
        for name, entries in groups.items()
    ]
    rows.sort(key=lambda row: (-row["count"], row["name"] == UNTELLING, row["name"]))
    known = list(filter(is_lesson, here))
    known_of = {
        "preferences": [entry for entry in known if is_said(entry)],
        "project": [entry for entry in known if not is_said(entry)],
        "shared": list(filter(is_lesson, shared)),
    }
    return {
        "total": len(here),
        "summary": summary(rows, len(here)),
        "groups": presentable(rows),
        **{
            name: presentable(sorted(known_of[name], key=_use, reverse=True), extra)
            for name in known_of
        },
        "open": len(here) - len(known),
    }


def is_said(entry: dict) -> bool:
    """Is it a rule or a preference of a person, and no lesson of a failure?"""
    by_person = is_person(entry) and entry["type"] != "error"
    return by_person or entry.get("category") == PREFERENCE


def _use(entry: dict) -> tuple:
    used = entry.get("applied", 0) + entry.get("worked", 0)
    return used, seen(entry), entry["last_seen"], entry["id"]


def about(name: str, descriptions: dict) -> str:
    """What learnings of that name are about, in one line."""
    text = topics.descriptions().get(name) or descriptions.get(name, "").split(". ")[0].strip()
    return cut(text, MAX_ABOUT)


def summary(rows: list, total: int) -> str:
    """One plain sentence."""
    if not total:
        return "Nothing was learned yet."
    named = [row for row in rows if row["name"] not in (UNTELLING, PREFERENCE)][:3]
    if not named:
        return f"{plural(total, 'learning')}, about nothing in particular so far."
    if total == 1:
        return f"The one learning is about {named[0]['name']}."
    parts = ", ".join(f"{row['name']} ({row['share']:.0%})" for row in named)
    more = " and more." if len(rows) > len(named) else "."
    return f"The {total} learnings are about {parts}{more}"


def lines(f: dict, width: int, paint, limit: int = 0) -> list:
    """The view for a terminal; `limit`: learnings of a kind, 0 = all."""
    made = [paint("What the learnings are about", "bold"), *wrap(f["summary"], width, "  ")]
    wide = min(max([len(row["name"]) for row in f["groups"]], default=0), max(8, width - 40))
    for row in f["groups"][:MOST_SUBJECTS]:
        blocks = bar(row["share"], 1, BLOCKS).ljust(BLOCKS, "\u2591")
        head = f"  {pad(row['name'], wide)} {paint(blocks, 'cyan')} "
        room = width - wide - 26
        aside = paint(pad(row["about"], room).rstrip(), "dim") if room > 12 else ""
        made.append(f"{head}{row['count']:>4} {row['share']:>4.0%}  {aside}".rstrip())
    for name, title, empty in KINDS:
        made += ["", paint(f"{title} ({len(f[name])})", "bold")]
        for entry in f[name][: limit or None]:
            made += learning(entry, width, paint)
        made += [] if f[name] else wrap(empty, width, "  ")
    made.append("")
    if f["open"]:
        made += wrap(f"without a fix yet: {f['open']}; `reflexion list --unresolved`", width)
    return [*made, *wrap(CHANGE, width)]


def learning(entry: dict, width: int, paint) -> list:
    """What to do, why, and what speaks for it: two or three lines."""
    short = entry["id"].rpartition("-")[2]
    what = entry["resolution"] or entry["trigger"]
    why = entry["trigger"]
    first, *rows = wrap(what, width, " " * 10, f"  {short:<6}  ")
    below = []
    if what.rstrip(".").casefold() != why.rstrip(".").casefold():
        said = entry.get("source") == "prompt" or entry["type"] == "correction"
        below += wrap(f"{'said' if said else 'because'}: {why}", width, " " * 10)
    below += wrap(evidence(entry), width, " " * 10)
    first = first.replace(short, paint(short, "bold"), 1)
    return [first, *rows, *(paint(row, "dim") for row in below)]


def evidence(entry: dict) -> str:
    """What speaks for a learning, in a line."""
    subject = entry.get("skill") or entry.get("category")
    parts = [
        f"seen {seen(entry)}x, last {entry['last_seen'] or '?'}",
        f"applied {entry['applied']}x" if entry.get("applied") else "",
        *outcome(entry),
        trust(entry),
        f"about {subject}" if subject and subject != PREFERENCE else "",
        "a rule now" if entry["promoted"] else "",
    ]
    return ", ".join(filter(None, parts))


def trust(entry: dict) -> str:
    """How far the fix of a learning is trusted, and whom it is from; "" where there is none. With
    the key `in_git` (git holds it) a person's words may be a colleague's."""
    found = grade(entry)
    if not found:
        return ""
    source = entry.get("source") or "user"
    if is_person(entry) and entry.get("in_git"):
        source = "shared"
    how = "a draft" if found == CANDIDATE else f"{level(entry)} confidence"
    return f"{how}, from {WHO.get(source, source)}"


def outcome(entry: dict) -> list:
    """How often it worked, failed and was ignored, and whether it waits for a review, in words."""
    counts = {word: entry.get(word, 0) for word in ("worked", "failed", "ignored")}
    said = [f"{word} {count}x" for word, count in counts.items() if count or word != "ignored"]
    review = ["waits for a review"] if entry.get("needs_review") else []
    return [*said, *review] if any(counts.values()) else review
