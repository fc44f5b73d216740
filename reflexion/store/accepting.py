"""What its person accepts of a store that came along, or that this machine writes beside it."""

from __future__ import annotations

import os

from reflexion.store import index, settings, tidy, trust
from reflexion.store.fs import peek
from reflexion.store.schema import id_of


def accept(project) -> int:
    """Accept all learnings that the store holds now, and its settings, in the person's name;
    how many learnings. What comes later waits. Raises OSError."""
    project.ready()
    if project.listed.nonce:  # the home store, and one without it, stand on no list
        project.listed = trust.stands(project.listed, trust.MINE, project.home_dir)
    project.look_up()
    tidy.take_over(project.store)
    data = peek(os.path.join(project.store.dir, settings.FILE), settings.MAX_BYTES)
    if data and project.store.provenance:
        project.store.provenance.accept_file(settings.FILE, data)
    count = own(project, filter(None, map(id_of, project.store.names())))
    project.load(None)
    return count


def own(project, ids) -> int:
    """Accept learnings in the person's name, as they are now; how many there are. Raises
    OSError."""
    provenance = project.store.provenance
    entries = [project.store.get(entry_id, waiting=True) for entry_id in ids]
    entries = [entry for entry in entries if entry]
    if provenance:
        provenance.accept(entries)
        index.rebuild(project.store)
    return len(entries)


def takes_settings(project) -> bool:
    """Accept a config.json that git does not know, in a store that holds nothing else of
    somebody else's; whether that was done. Raises OSError."""
    provenance = project.store.provenance
    if not provenance or settings.FILE in provenance.names or project.may_read(settings.FILE):
        return False
    accept(project)
    return True


def own_insight(project, path: str) -> None:
    """Let recall name an insight file of the project that was just written. Raises OSError."""
    _own_files(project, [os.path.relpath(path, project.root).replace(os.sep, "/")])


def own_insights(project, folder: str) -> int:
    """Let recall name the insight files that a folder of the project holds now; how many were
    not named before. Raises OSError."""
    return _own_files(project, trust.insight_keys(project.root, folder))


def _own_files(project, keys: list) -> int:
    provenance = project.store.provenance
    new = [key for key in keys if not provenance.owned.has(key)] if provenance else []
    if new:
        provenance.owned.add([(key, "insight") for key in new])
    return len(new)
