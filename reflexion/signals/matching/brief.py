"""The brief: what matters most here, one line a learning, said when a session starts."""

from reflexion.shell.shape import shape
from reflexion.text.clean import advice, one_line
from reflexion.text.grades import WRITTEN, grade, is_person

OPEN = "<reflexion-brief>"
CLOSE = "</reflexion-brief>"
HEAD = "What this project has taught so far (you are told more when it matters):"
REQUEST = (
    "When the person corrects you or sets a rule, or a command only works another way, record it: "
    "`{command} learn '…'`"
)
LINE = 300  # characters of a line
SHORTEST = 12  # characters of a line that says something
COMMAND = 40  # of the command in front of its fix
RULE = " (a rule already, and not followed)"

# words of a sentence that says itself when it holds, and how else such a one begins
CONDITIONS = frozenset("when whenever if before after unless until".split())
BEGINNINGS = ("for ", "in ", "on ", "to ")

# what a learning is worth beside who wrote it: how often and lately it mattered, whether it helped
KIND = 3.0
TYPES = {"correction": 1.2, "pattern": 1.0, "error": 0.9, "insight": 0.7}
SEEN = 0.3  # for each sighting and session, at most MOST of them
SESSION = 0.2
MOST = 5
WORKED = 0.3
FAILED = 0.6
IGNORED = 2.0
MONTH = 1.0  # last met in this month or the one before; in the quarter
QUARTER = 0.5


def value(entry: dict, today: str) -> float:
    """The worth of a learning among those of one rank; `today`: YYYY-MM-DD."""
    worth = KIND * TYPES.get(entry["type"], 0.7)
    worth += SEEN * min(MOST, entry["occurrences"] - 1)
    worth += SESSION * min(MOST, entry.get("sessions", 1) - 1)
    worth += WORKED * min(3, entry.get("worked", 0)) - FAILED * entry.get("failed", 0)
    worth += IGNORED * min(2, entry.get("ignored", 0))
    months = _months(today) - _months(entry["last_seen"])
    return worth + (MONTH if months <= 1 else QUARTER if months <= 3 else 0.0)


def rank(entry: dict) -> int:
    """0: a person wrote it, 1: an agent did, 2: it was inferred and proven."""
    if grade(entry) != WRITTEN:
        return 2
    return 0 if is_person(entry) else 1


def brief(entries: list, settings: dict, today: str, command: str = "", cleaned=str) -> tuple:
    """(the text, ids of what it says), by rank, the most valuable first, at most `brief_chars`,
    without their reasons where not all fit with them; ("", []) for nothing to say. `command`: how
    the agent records a learning; "" asks for none. `cleaned(text)`: the last guard on what the
    learnings say."""
    request = [REQUEST.format(command=command)] if command else []
    room = settings["brief_chars"] - sum(len(line) + 1 for line in (OPEN, HEAD, CLOSE, *request))
    order = {entry["id"]: (rank(entry), -value(entry, today), entry["id"]) for entry in entries}
    ordered = sorted(entries, key=lambda entry: order[entry["id"]])
    shortest = sum(min(LINE, len(entry["resolution"])) for entry in ordered)
    # where not even the bare sentences fit, their commands need not be put into words twice
    said = _fitting(ordered, room, line) if shortest < room else []
    if len(said) < len(ordered):
        said = _fitting(ordered, room, _line_without_reason)
    if not said:
        return "", []
    text = cleaned("\n".join(text for text, _ in said))
    return "\n".join([OPEN, HEAD, text, *request, CLOSE]), [entry_id for _, entry_id in said]


def _fitting(entries: list, room: int, words_of) -> list:
    """[(line, id)] of what fits into so many characters, the same words once; `words_of(entry)`:
    what is said of an entry."""
    found: dict = {}
    for entry in entries:
        if room < SHORTEST:
            break
        words = words_of(entry)
        text = f"- {words}{RULE if entry.get('ignored') and entry['promoted'] else ''}"
        if words not in found and len(text) < room:
            room -= len(text) + 1
            found[words] = (text, entry["id"])
    return list(found.values())


def _line_without_reason(entry: dict) -> str:
    return advice(line(entry))


def line(entry: dict) -> str:
    """One learning as a line: what to do, and for a command's mistake when. What somebody wrote
    stands in their own words where these say when, or name the command."""
    text = one_line(entry["resolution"], LINE)
    command = shape(entry["context"], COMMAND) if entry["type"] == "error" else ""
    if not command or "` instead of `" in text or f"`{command}`" in text:
        return text
    if grade(entry) == WRITTEN and _says_when(text, command):
        return text
    return one_line(f"`{one_line(command, COMMAND)}`: {text}", LINE)


def _says_when(text: str, command: str) -> bool:
    words = [word.strip("`'\",;:.!?()") for word in text.lower().split()]
    if not CONDITIONS.isdisjoint(words) or text.lower().startswith(BEGINNINGS):
        return True
    return f" {command.lower()} " in f" {' '.join(words)} "


def _months(date: str) -> int:
    year = date[:4]
    month = date[5:7]
    return int(year) * 12 + int(month) if (year + month).isdigit() and len(date) >= 7 else 0
