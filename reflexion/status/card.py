"""A learning as the page shows it: what to do, what it was about, its story, and the rest. Pure."""

from reflexion.status.board import short
from reflexion.status.subjects import trust
from reflexion.status.terminal import plural
from reflexion.store.schema import TYPES
from reflexion.text.grades import CANDIDATE, grade, is_lesson, seen

# the words that the page can be filtered by
TAGS = ("rule", "review", "open", "draft", "again", *TYPES)
# steps of a learning's life: the number of its history, words for it, style
STEPS = (
    ("repeats", "came back", "warn"),
    ("told", "told then", ""),
    ("worked", "worked then", "good"),
)
# the same of what the entry itself counts
COUNTED = (
    ("applied", "applied", ""),
    ("ignored", "not followed", "warn"),
    ("failed", "failed", "bad"),
)


def card(row: dict) -> dict:
    """The values that page.html fills in for a learning; `row`: as gather.history has it."""
    return {
        **row,
        "short": short(row),
        "fix": row["resolution"] if is_lesson(row) else "",
        "draft": row["resolution"] if grade(row) == CANDIDATE else "",
        "seen": seen(row),
        "tags": " ".join(tag for holds, tag in _tags(row) if holds),
        "why": _why(row),
        "steps": [{"style": style, "text": text} for style, text in _steps(row)],
        "told_times": row["counts"].get("said", 0),
        "words": ", ".join(row["keywords"]),
        "notes": [{"note": note} for note in row.get("notes") or [] if note],
        **_particulars(row),
    }


def _why(row: dict) -> str:
    """What went wrong or was said; "" where the directive says the same."""
    directive = row["resolution"].rstrip(".").casefold()
    said = row["trigger"].rstrip(".").casefold()
    return "" if directive == said else row["trigger"]


def _particulars(row: dict) -> dict:
    """Where a learning belongs, since when, and how far it is trusted."""
    return {
        "folder": "" if row["cwd"] == "." else row["cwd"],
        "about": row.get("skill") or row.get("category") or "",
        "dates": f"{row['first_seen'] or '?'} to {row['last_seen'] or '?'}",
        "trust": trust(row),
        "rule": "in the rule file" if row["promoted"] else row["waits"] or "qualifies",
    }


def _tags(row: dict) -> list:
    """[(whether it holds, the word of a filter)]."""
    return [
        (row["promoted"], "rule"),
        (row["asks"], "review"),
        (not is_lesson(row), "open"),
        (grade(row) == CANDIDATE, "draft"),
        (seen(row) > 1, "again"),
        (True, row["type"]),
    ]


def _steps(row: dict) -> list:
    """[(style, words)] of the story of a learning."""
    sessions = row.get("sessions", 0)
    times = f" in {plural(sessions, 'session')}" if sessions > 1 else ""
    steps = [("", f"seen {seen(row):,}x{times}")]
    for name, words, style in STEPS:
        if row["counts"].get(name):
            steps.append((style, f"{words} {row['counts'][name]:,}x"))
    for name, words, style in COUNTED:
        if row.get(name):
            steps.append((style, f"{words} {row[name]:,}x"))
    if row["promoted"]:
        steps.append(("good", "a rule now"))
    if row["asks"]:
        steps.append(("warn", "waits for you"))
    return steps
