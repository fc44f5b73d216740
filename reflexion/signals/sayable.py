"""May a learning be said to the agent at all, whatever it is about? Pure."""

from reflexion.text.grades import CANDIDATE, LEVELS, grade, is_person, level


def sayable(entry: dict, settings: dict) -> bool:
    """Return True if this learning may be said."""
    return not why_not(entry, settings)


def why_not(entry: dict, settings: dict) -> str:
    """Why a learning stays unsaid whatever is asked; "" when it may be said."""
    if entry["promoted"]:
        return "promoted: its rule stands in the instructions file"
    unproven = why_unproven(entry, settings)
    if unproven or is_person(entry):
        return unproven
    from reflexion.signals.risk import risk_of  # not before: most learnings are a person's

    return "risky: told only where a person wrote it" if risk_of(entry["resolution"]) else ""


def why_unproven(entry: dict, settings: dict) -> str:
    """Why nothing may be made of what a learning advises: it is not known, doubted, or a draft;
    "" when it is written or proven."""
    found = grade(entry)
    if not found:
        return "its fix is not known yet"
    if entry.get("needs_review"):
        return "under review: its fix failed" if entry.get("failed") else "under review"
    if found == CANDIDATE:
        return "a draft: inferred, and nobody has confirmed it"
    if LEVELS.index(level(entry)) < LEVELS.index(settings["confidence_threshold"]):
        return f"confidence {level(entry)}: below the setting confidence_threshold"
    return ""
