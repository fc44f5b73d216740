"""What a person changed inside a block, compared with the learnings."""

from __future__ import annotations

import os
from collections import namedtuple

from reflexion.memory.section import read, sentence_of
from reflexion.memory.skills import installed
from reflexion.memory.sync import FILE, Page

# id: of the learning, "" for a line that was added; old: what it says now
Correction = namedtuple("Correction", "store id old new")


def page_of(project, path: str) -> Page | None:
    """Return the Page at a path (a MEMORY.md, or its skill's folder); None for any other."""
    wanted = {os.path.realpath(path), os.path.realpath(os.path.join(path, FILE))}
    for page in map(Page, installed(project)):
        if os.path.realpath(page.path) in wanted:
            return page
    return None


def corrections(project, page: Page) -> list:
    """Return a Correction for each line that says something else than its learning.

    A line that is gone is none: the next sync brings it back. Raises OSError, ValueError.
    """
    found = []
    for line in read(page.block()):
        if not line.id:
            found.append(Correction(project.store, "", "", line.sentence))
            continue
        for store in project.stores():
            entry = store.get(line.id)
            if entry and sentence_of(entry) != line.sentence:
                found.append(Correction(store, line.id, entry["resolution"], line.sentence))
    return found
