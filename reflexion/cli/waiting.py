"""What waits for a person, and why: the one answer of `status`, `review` and `list --review`."""

from reflexion.promote import rule
from reflexion.status.history import times
from reflexion.store.entries import today
from reflexion.text.clean import one_line
from reflexion.text.grades import CANDIDATE, grade, seen

OFTEN = 2  # sightings from which a mistake without a lesson is worth a person's time
MAX_PROPOSAL = 200
# reason -> how `status` counts it
KINDS = {
    "proposed": "with other words that an agent proposes",
    "rule": "ready to be a rule",
    "heard": "perhaps meant to last",
    "failed": "whose fix failed or that were marked",
    "open": "seen again without a fix",
    "draft": "seen again with a draft of a fix",
    "low": "of low confidence",
}


def reason(entry: dict, project) -> tuple:
    """(a kind of KINDS, why in words) of a learning that waits for a person; two empty texts when
    it does not."""
    owned = project.owns(entry["id"])
    if entry.get("proposed"):
        proposed = one_line(str(entry["proposed"]), MAX_PROPOSAL)
        return "proposed", f"an agent proposes instead: {proposed}"
    if rule.decide(entry, project.settings, today(), owned) == rule.ASK:
        return "rule", "it would be a rule, and waits for your yes (p)"
    if is_question(entry):
        kept = "keep? word it with f, or keep it as it stands"
        return "heard", f"typed on {entry['first_seen']}: {kept}"
    if entry.get("needs_review"):
        return "failed", "its fix failed" if entry.get("failed") else "it was marked for a review"
    return _unproven(entry)


def _unproven(entry: dict) -> tuple:
    """The same for what nobody has said yet: a mistake is named once it came again."""
    often = seen(entry) >= OFTEN
    found = grade(entry)
    if not found:
        return ("open", f"seen {seen(entry)} times, no fix is known") if often else ("", "")
    if found == CANDIDATE:
        return ("draft", why_draft(entry)) if often else ("", "")
    return ("low", "its confidence is low") if entry.get("confidence") == "low" else ("", "")


def why_draft(entry: dict) -> str:
    """What a person is asked about a draft."""
    return f"seen {times(seen(entry))}; its fix is a draft: is it right?"


def waits(entry: dict, project) -> str:
    """Why a learning waits for a person; "" when it does not."""
    return reason(entry, project)[1]


def waiting_in(project) -> int:
    """How many learnings of the project wait for a person."""
    return sum(bool(waits(entry, project)) for entry in project.store.all())


def is_question(entry: dict) -> bool:
    """Is it a prompt of a past session that may have been a correction?"""
    asked = entry.get("source") == "transcript" and entry["type"] == "correction"
    return asked and not entry["resolution"] and entry.get("needs_review") is True
