"""The importable API: `from reflexion import open_store`; read, add and recall learnings.

    store = open_store("~/shop")
    store.add("Use `make dist`.", trigger="make: No rule to make target 'release'")
    for learning in store.recall("make says there is no rule for release"):
        print(learning["id"], learning["resolution"])

A learning is a dict with the fields of `reflexion help entry-format`."""

from __future__ import annotations

import os

from reflexion.capture.record import draft
from reflexion.recall.search import search
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.project import Project
from reflexion.store.sighting import record


def open_store(folder: str = ".") -> Learnings:
    """The learnings of the project that `folder` lies in; nothing is written by opening it.

    Raises ValueError where there can be none (the home folder, `/`)."""
    project = Project(os.path.abspath(os.path.expanduser(folder)), os.environ)
    if project.store is None:
        raise ValueError(f"{folder} is in no project: the home folder and / have no store")
    project.guard(redact)
    return Learnings(project)


class Learnings:
    """The learnings of one project, as `open_store` gives them."""

    def __init__(self, project: Project):
        self._project = project

    def __iter__(self):
        """Every learning that can be read, oldest id first."""
        return self._project.store.all()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def read(self, part: str) -> dict | None:
        """The learning of this id, or of the only id that holds `part`; None otherwise."""
        ids = self._project.store.find(part)
        return self._project.store.read(ids[0]) if len(ids) == 1 else None

    def add(self, resolution: str, trigger: str = "", context: str = "", kind: str = "") -> dict:
        """Store a learning, its texts redacted and cut; as it is now. What is known is not counted
        again.

        `resolution`: what to do, as a directive. `trigger`: the error line, or what was said.
        `context`: the command. `kind`: `error`, `correction`, `insight` or `pattern` (default:
        `error` with a trigger, else `insight`). Raises Full at the limits, OSError."""
        kind = kind or ("error" if trigger else "insight")
        words = (kind, trigger or resolution, context, resolution)
        extra = self._project.settings["redact"]
        entry = draft(*words, extra=extra, typed=kind != "error", source="user", confidence="high")
        now, known = record(self._project, None, entry)
        if self._project.trusted and not known:
            journal.happened(self._project.store.state_dir, "", "learned", now["id"])
        return now

    def recall(self, words: str) -> list[dict]:
        """What the recall hook would tell at a prompt of these words, best first; often nothing."""
        found = search(self._project.speaking(), words, self._project.settings)
        return [candidate.entry for candidate in found if not candidate.verdict]
