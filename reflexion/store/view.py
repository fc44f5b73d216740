"""What a decision may look at, read when first asked for and never written."""

from __future__ import annotations

from reflexion.store import index
from reflexion.store.session import Session, said_ids


class View:
    """A project as one event finds it: `project`, `settings`, `trusted`, `stores` (those whose
    learnings may be said) and the `session` whose records are read."""

    def __init__(self, project, session_id: str, store=None):
        """`store`: whose scratch is the session's; the project's when not given."""
        self.project, self.settings, self.trusted = project, project.settings, project.trusted
        self.stores = project.speaking()
        self.session = Session(store or project.store, session_id)
        self._records = None

    def records(self) -> list:
        """The session's records, oldest first."""
        if self._records is None:
            self._records = self.session.records() if self.session.exists() else []
        return self._records

    def said(self) -> set:
        """Ids of what was said in this session since its last compaction."""
        return said_ids(self.records())

    def entry(self, entry_id) -> dict | None:
        """A learning that may be said, from whichever store."""
        known = isinstance(entry_id, str)
        found = (store.readable([entry_id]) for store in self.stores if known)
        return next((entry for entries in found for entry in entries), None)


class Sharing:
    """The entries of one store that share terms with something; a context manager."""

    def __init__(self, store, weights: dict):
        """`weights`: term -> what an entry that has it gains, times the term's rarity."""
        from reflexion.text.tokens import rare

        self.store, self.weights, self._rare = store, weights, rare
        index.refresh(store.dir, deep=False)
        self.index = index.OpenIndex(store.dir)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.index.__exit__(*exc)

    def known(self, mark: str) -> dict | None:
        """The entry with this fingerprint; the oldest id of several."""
        ids = sorted(self.index.find("#" + mark)[1] or ())
        return next(self.store.readable(ids), None)

    def ids(self, most: int, least: float = 0.0, beside: float = 0.0) -> list:
        """At most `most` ids, those that share the rarest terms first. `least`: votes from which
        an entry counts; `beside`: the share of the best one's votes that the others need."""
        votes: dict = {}
        for term, weight in self.weights.items():
            number, ids = self.index.find(term)
            for entry_id in ids or ():
                votes[entry_id] = votes.get(entry_id, 0.0) + weight * self._rare(
                    number, self.index.count
                )
        least = max(least, beside * max(votes.values(), default=0.0))
        ranked = sorted(votes, key=lambda entry_id: (-votes[entry_id], entry_id))
        return [entry_id for entry_id in ranked if votes[entry_id] >= least][:most]

    def entries(self, most: int, least: float = 0.0, beside: float = 0.0):
        """The same, read."""
        return self.store.readable(self.ids(most, least, beside))

    def rarity(self, word: str) -> float:
        """0 (in every entry) to 1."""
        return self._rare(max(1, self.index.find(word)[0]), max(1, self.index.count))
