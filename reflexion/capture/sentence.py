"""A sentence that a person or an agent stated: store it, or count the entry that says it."""

from __future__ import annotations

from reflexion.decision import Decision, Sighting
from reflexion.detect.prompts import to_remember
from reflexion.hosts.event import Event
from reflexion.learning.entry import MIN_DIGITS, Entry, digits_of
from reflexion.learning.failure import admit
from reflexion.learning.fields import MAX_RESOLUTION, USER
from reflexion.learning.identity import fingerprints_of
from reflexion.learning.revise import new_lesson
from reflexion.setup.command import for_person
from reflexion.store import paths
from reflexion.store.entries import Store
from reflexion.store.history import LEARNED
from reflexion.store.project import Project
from reflexion.text.clean import one_line


def sentence_in(event: Event, project: Project) -> Entry | None:
    """Return the learning that a prompt states; None unless it is plainly to be remembered."""
    if event.machine or not project.settings["capture_prompts"]:
        return None
    if paths.is_outside(event.cwd, project.root, project.environ, project.store.exists()):
        return None
    sentence = to_remember(event.prompt)
    if not sentence or len(sentence) > MAX_RESOLUTION:
        return None
    (clean,) = admit([sentence], project.settings["redact"])
    draft = new_lesson("correction", one_line(clean, MAX_RESOLUTION), USER)
    draft.cwd = paths.relative(event.cwd, project.root)
    return draft


def decide_prompt(event: Event, project: Project) -> Decision | None:
    """Return what to store of a prompt; None unless it is plainly meant to be remembered."""
    draft = sentence_in(event, project)
    if draft is None:
        return None
    decision = Decision()
    decision.sighting = sighting_of(project.store, draft)
    decision.rows.append({"what": LEARNED, "by": USER})
    known = decision.sighting.known
    digits = digits_of(known) if known else decision.sighting.fingerprint[:MIN_DIGITS]
    undo = f"undo: {for_person(project.environ)} remove --lesson {digits}"
    decision.lessons.append(f"kept your words: {draft.resolution} ({undo})")
    return decision


def find_known(store: Store, fingerprints: list[str]) -> str:
    """Return the id of the person's learning with one of these fingerprints; "" for none."""
    for fingerprint in fingerprints:
        known = store.index.find(fingerprint)
        if known and store.get(known):
            return known
    return ""


def sighting_of(store: Store, draft: Entry) -> Sighting:
    """Return the Sighting of a sentence, in the learning that says the same or in a new one."""
    fingerprints = fingerprints_of(draft)
    return Sighting(store, draft, fingerprints[0], find_known(store, fingerprints), once=True)
