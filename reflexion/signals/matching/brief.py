"""The brief: what matters most here, one line a learning, said when a session starts."""

from reflexion.shell.shape import shape
from reflexion.text.clean import one_line

OPEN, CLOSE = "<reflexion-brief>", "</reflexion-brief>"
HEAD = "What this project has taught so far (more is said when it matters):"
REQUEST = (
    "When the person corrects you or sets a rule, or a command only works another way, record it: "
    "`{command} learn '…'`"
)
LINE = 200  # characters of a line
COMMAND = 40  # of the command in front of its fix
RULE = " (a rule already, and not followed)"

# what a learning is worth: who said it, how often and lately it mattered, whether it helped
PERSON, AGENT = 3.0, 1.5
TYPES = {"correction": 1.2, "pattern": 1.0, "error": 0.9, "insight": 0.7}
SEEN, SESSION, MOST = 0.3, 0.2, 5  # for each sighting and session, at most MOST of them
WORKED, FAILED, IGNORED = 0.3, 0.6, 2.0
MONTH, QUARTER = 1.0, 0.5  # last met in this month or the one before; in the quarter


def value(entry: dict, today: str) -> float:
    """The worth of a learning in a brief; `today`: YYYY-MM-DD."""
    person = (entry.get("source") or "user") in ("user", "prompt")
    worth = (PERSON if person else AGENT) * TYPES.get(entry["type"], 0.7)
    worth += SEEN * min(MOST, entry["occurrences"] - 1)
    worth += SESSION * min(MOST, entry.get("sessions", 1) - 1)
    worth += WORKED * min(3, entry.get("worked", 0)) - FAILED * entry.get("failed", 0)
    worth += IGNORED * min(2, entry.get("ignored", 0))
    months = _months(today) - _months(entry["last_seen"])
    return worth + (MONTH if months <= 1 else QUARTER if months <= 3 else 0.0)


def brief(entries: list, settings: dict, today: str, command: str = "") -> tuple:
    """(the text, ids of what it says), the most valuable first and at most `brief_chars`; ("", [])
    for nothing to say. `command`: how the agent records a learning, "" not to ask for it."""
    request = [REQUEST.format(command=command)] if command else []
    room = settings["brief_chars"] - sum(len(line) + 1 for line in (OPEN, HEAD, CLOSE, *request))
    lines, ids, known = [], [], set()
    for entry in sorted(entries, key=lambda entry: (-value(entry, today), entry["id"])):
        words = line(entry)
        text = f"- {words}{RULE if entry.get('ignored') and entry['promoted'] else ''}"
        if len(text) + 1 > room:
            break
        if words not in known:
            room -= len(text) + 1
            known.add(words)
            lines.append(text)
            ids.append(entry["id"])
    return ("\n".join([OPEN, HEAD, *lines, *request, CLOSE]), ids) if lines else ("", [])


def line(entry: dict) -> str:
    """One learning as a line: what to do, and for a command's mistake when."""
    text = one_line(entry["resolution"], LINE)
    command = shape(entry["context"], COMMAND) if entry["type"] == "error" else ""
    if not command or "` instead of `" in text or f"`{command}`" in text:
        return text
    return one_line(f"`{one_line(command, COMMAND)}`: {text}", LINE)


def _months(date: str) -> int:
    year, month = date[:4], date[5:7]
    return int(year) * 12 + int(month) if (year + month).isdigit() and len(date) >= 7 else 0
