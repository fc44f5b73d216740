"""A prompt that begins with "remember" or its like: kept in the person's own words."""

from __future__ import annotations

from reflexion.capture.record import decide_sentence, sentence_entry
from reflexion.decision import Decision
from reflexion.detect.prompts import to_remember
from reflexion.learning.entry import MAX_RESOLUTION
from reflexion.learning.failure import admit
from reflexion.store import history, paths
from reflexion.store.events import LEARNED
from reflexion.text.clean import one_line


def decide_prompt(event, project) -> Decision | None:
    """Return what becomes of a prompt; None for nearly all: it is the agent's to judge."""
    if event.machine or event.agent or not project.settings["capture_prompts"]:
        return None
    if paths.is_outside(event.cwd, project.root, project.environ, project.store.exists()):
        return None
    sentence = to_remember(event.prompt)
    if not sentence or len(sentence) > MAX_RESOLUTION:
        return None
    (clean,) = admit([sentence], project.settings["redact"])
    draft = sentence_entry("correction", one_line(clean, MAX_RESOLUTION))
    draft.update(source="user", confidence="high")
    draft["cwd"] = paths.relative(event.cwd, project.root)
    decision = decide_sentence(project.store, draft)
    decision.rows.append({"what": LEARNED, "by": "user"})
    decision.history.append((history.LEARNED, ""))
    decision.notices.append(f"kept your words: {draft['resolution']}")
    return decision
