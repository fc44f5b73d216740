"""What each learning is about: a Router over skills that are installed or were named before."""

from __future__ import annotations

from reflexion.hosts import skills
from reflexion.signals.prompts.subject import candidates
from reflexion.signals.prompts.topics import Router

NAMED_TWICE = 2  # a name that two learnings speak of as a skill is one, installed or not


def installed(project) -> list:
    """The Skills that the hosts would load in this project."""
    return skills.installed(project.root, project.environ)


def router(project, entries: list, found: list | None = None) -> Router:
    """The Router for these learnings. `found`: the installed skills, where known already."""
    found = installed(project) if found is None else found
    known = {skill.name: skill.description for skill in found}
    for name in before(entries):
        known.setdefault(name, "")
    return Router(known.items(), project.settings["routes"])


def before(entries: list) -> list:
    """Skills that learnings were filed under, or that two of them name."""
    times, filed = {}, []
    for entry in entries:
        if entry.get("skill"):
            filed.append(entry["skill"])
        for name in candidates(f"{entry['trigger']} {entry['resolution']}"):
            if name.islower() and "." not in name:
                times[name] = times.get(name, 0) + 1
    return list(
        dict.fromkeys([*filed, *(name for name, count in times.items() if count >= NAMED_TWICE)])
    )
