"""What a hook wants written and said: made without touching a file, carried out by `apply`."""

from __future__ import annotations


class Sighting:
    """A mistake or a sentence that was met: a draft of its entry, counted if it is known.

    store   the Store that it goes to
    draft   the fields of a new entry
    mark    its fingerprint
    known   the id of the entry that it is counted in; "" for a new one
    once    True: counted once in a session (sentences); False: each time (failures)
    """

    __slots__ = ("store", "draft", "mark", "known", "once")

    def __init__(self, store, draft: dict, mark: str, known: str = "", once: bool = False):
        self.store = store
        self.draft = draft
        self.mark = mark
        self.known = known
        self.once = once


class Decision:
    """What comes of one event.

    sighting   a Sighting, or None
    context    what the model is told
    question   what the agent shall see to before its turn ends
    notices    lines that the person is shown
    rows       rows for the session's log; the id of a sighting is filled in where it is missing
    history    (what, id) pairs for the history
    flagged    ids of entries that wait for review from now on
    due        ids of entries whose rule may have to be written, beside that of the sighting
    """

    __slots__ = ("sighting", "context", "question", "notices", "rows", "history", "flagged", "due")

    def __init__(self):
        self.sighting = None
        self.context = ""
        self.question = ""
        self.notices = []
        self.rows = []
        self.history = []
        self.flagged = []
        self.due = []
