"""What a hook decided to write and to say; `apply` carries it out."""

from __future__ import annotations


class Sighting:
    """A mistake or a sentence that was met: stored as a new entry, or counted if it is known.

    store   the Store that it goes to
    draft   the fields of a new entry
    mark    its fingerprint
    known   the id of the entry that it is counted in; "" for a new one
    once    True if it is counted once a session (sentences), not each time (failures)
    """

    __slots__ = ("store", "draft", "mark", "known", "once")

    def __init__(self, store, draft: dict, mark: str, known: str = "", once: bool = False):
        self.store = store
        self.draft = draft
        self.mark = mark
        self.known = known
        self.once = once


class Decision:
    """What to write and to say because of one event.

    sighting   a Sighting, or None
    context    what the model is told
    question   what the agent is asked as its turn ends
    lessons    lines for the person about lessons that were recorded
    notices    other lines for the person
    rows       rows for the session's log; one without an id is about the sighting
    flagged    ids of entries that need review from now on
    due        ids of further entries whose rule may have to be written
    """

    __slots__ = (
        *("sighting", "context", "question", "lessons", "notices"),
        *("rows", "flagged", "due"),
    )

    def __init__(self):
        self.sighting = None
        self.context = ""
        self.question = ""
        self.lessons = []
        self.notices = []
        self.rows = []
        self.flagged = []
        self.due = []
