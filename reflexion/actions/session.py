"""The project that an agent's session is about, as the records of its hooks tell it."""

from __future__ import annotations

import os
import time
from collections import namedtuple

from reflexion.errors import Refused
from reflexion.store import fs, trust
from reflexion.store.ages import latest_session
from reflexion.store.history import SessionLog
from reflexion.store.project import PLACES, Project

RECENT_SECONDS = 12 * 3600  # since the last record of a session that may still run
NO_HOOK = "no hook ran in this session, so no project is known to be its own"
A_GUESS = "{host} does not name its session, and the last one on record is about {where}"
NOT_ACCEPTED = "a project whose store was never accepted"

# root: of a project, "" if it is not known; records: the folder of what happened in it
Place = namedtuple("Place", "root records")


def own_root(project: Project, host: str, session: str) -> str:
    """Return the root of the project whose hooks run in an agent's session. Raises Refused.

    `project` is the one in which the agent stands; `host` and `session` are what its shell says,
    "" where that does not say it. A session without a name counts as the last one of its host.
    """
    places = _places(project)
    own = _first_place(places, session) if session else _last_place(places, host)
    if not own.root:
        raise Refused(f"this session is about {NOT_ACCEPTED}")
    if not session and own.root != project.root:
        raise Refused(A_GUESS.format(host=host, where=own.root))
    return own.root


def _last_place(places: list[Place], host: str) -> Place:
    """Return the Place where a host ran a session last, not long ago. Raises Refused."""
    found = [(latest_session(each.records, host)[0], each) for each in places if host]
    when, own = max(found, key=lambda pair: pair[0], default=(0, None))
    if own is None or time.time() - when / 1e9 > RECENT_SECONDS:
        raise Refused(NO_HOOK)
    return own


def _first_place(places: list[Place], session: str) -> Place:
    """Return the Place where a session came first, wherever it went later. Raises Refused."""
    logs = [(SessionLog(each.records, session).rows(), each) for each in places]
    found = [(rows[0].get("when", 0), each) for rows, each in logs if rows]
    if not found:
        raise Refused(NO_HOOK)
    return min(found, key=lambda pair: pair[0])[1]


def _places(project: Project) -> list[Place]:
    """Return where the projects of this machine lie, the given one first."""
    home = project.home.dir
    records = os.path.join(project.home.state_dir, PLACES)
    found = [Place(project.root, project.store.state_dir)]
    for key in dict.fromkeys([*fs.names(os.path.join(home, trust.FOLDER)), *fs.names(records)]):
        root = trust.place_of(os.path.join(home, trust.FOLDER, key))
        found.append(Place(root, os.path.join(records, key)))
    return found
