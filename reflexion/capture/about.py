"""What a person's words are about: the skill that they name, or how one works here (a preference)."""

from __future__ import annotations

from reflexion.capture.similar import candidates as alike
from reflexion.signals.preferences import introduces, preference

OF_SPEECH = ("correction", "rule")


def told(prompt: str, extra=()):
    """The Heard in a prompt that says who the user is; None for nearly all."""
    if not introduces(prompt):
        return None
    from reflexion.signals.secrets import redact

    found = preference(prompt) and preference(redact(prompt, extra))
    if not found:
        return None
    from reflexion.signals.speech.heard import Heard

    return Heard("rule", "high", *found)


def file_under(entry: dict, heard, prompt: str, project) -> None:
    """Put the label on a draft: the skill it names, else `preference` for what tells of habits (an insight then)."""
    from reflexion.signals.routing import MENTIONS, candidates, named

    if any(mark in prompt for mark in MENTIONS):
        from reflexion.hosts.skills import names

        text = f"{entry['trigger']} {prompt[:2000]}"
        skill = named(text, names(project.root, project.environ)) or _named_before(
            candidates(text), entry, project
        )
        if skill:
            entry["skill"] = skill
            return
    from reflexion.signals.preferences import is_preference

    if heard.kind in OF_SPEECH and is_preference(entry["trigger"]):
        entry.update(type="insight", category="preference")


def _named_before(asked: list, entry: dict, project) -> str:
    """The first of the names that an earlier learning was filed under, or that it names as a skill."""
    if not asked:
        return ""
    from reflexion.signals.routing import candidates

    for other in alike(project.store, entry):
        known = {other.get("skill"), *candidates(other["trigger"])}
        for name in asked:
            if name in known:
                return name
    return ""
