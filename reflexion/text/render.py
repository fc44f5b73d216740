"""What a learning looks like when the agent reads it: short single lines that stay in a frame."""

from reflexion.text.clean import one_line
from reflexion.text.grades import seen

MAX_LINE = 200  # characters
OPEN = "<reflexion-recall>"
CLOSE = "</reflexion-recall>"


def block(entries: list, settings: dict) -> str:
    """The entries as the agent reads them, as many as fit `recall_chars`; "" for none."""
    room = settings["recall_chars"] - len(OPEN) - len(CLOSE) - 2
    parts = []
    digits = []
    asked = []
    for entry in entries[: settings["max_recalled"]]:
        lines = [f"Past learning [{entry['id']}] (seen {seen(entry)}x):"]
        if entry["trigger"] != entry["resolution"]:  # else one sentence of a person is both
            lines.append("  Trigger: " + one_line(entry["trigger"], MAX_LINE - 11))
        lines.append("  Resolution: " + one_line(entry["resolution"], MAX_LINE - 14))
        text = "\n".join(lines)
        ids = [*digits, entry["id"].rpartition("-")[2]]
        words = [citation(ids)] if settings.get("cite") else []
        if len("\n".join([text, *words])) + 1 > room:
            break
        room -= len(text) + 1
        parts.append(text)
        digits = ids
        asked = words
    return "\n".join([OPEN, *parts, *asked, CLOSE]) if parts else ""


def citation(digits: list) -> str:
    """A dozen words that ask for a marker at the end of a reply; `digits`: the ends of the ids."""
    what = "1 reflexion learning" if len(digits) == 1 else "N reflexion learnings"
    which = "it" if len(digits) == 1 else "any"
    ids = ",".join(digits)
    return f"If {which} helped, end your reply: \u2728 {what} applied [rfx:{ids}]"


def warning(entries: list, settings: dict) -> str:
    """One line for a command that breaks a rule."""
    entry = entries[0]
    return f"{OPEN}Past learning [{entry['id']}] about this command: {_in_short(entry)}{CLOSE}"


def refusal(entries: list, settings: dict) -> str:
    """Why a command is refused, for the agent: the fix, and how to run the command all the same."""
    entry = entries[0]
    why = "this is not done here"
    if entry["type"] == "error":
        why = f"this failed in {entry.get('sessions', 2)} sessions and has not worked since"
    fix = one_line(entry["resolution"], 200)
    return f"Past learning [{entry['id']}]: {why}. {fix} Sent again, it runs."


def skill_lines(entries: list, settings: dict) -> str:
    """A line each for the learnings about a skill that is activated."""
    lines = [f"- [{entry['id']}] {one_line(entry['resolution'], 160)}" for entry in entries]
    return "\n".join([OPEN, "Past learnings about this skill:", *lines, CLOSE])


def perhaps_same(entries: list, settings: dict) -> str:
    """One line at a failure that is like a known one, but for something that may matter."""
    entry = entries[0]
    return f"{OPEN}This is perhaps the same as [{entry['id']}]: {_in_short(entry)}{CLOSE}"


def _in_short(entry: dict) -> str:
    resolution = one_line(entry["resolution"], 160)
    trigger = one_line(entry["trigger"], 90)
    return f"{trigger} - {resolution}" if entry["trigger"] != entry["resolution"] else resolution
