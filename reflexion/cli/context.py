"""What every command works with: the project, the caller, and one learning by part of its id."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property

from reflexion import hosts
from reflexion.actions import lessons
from reflexion.actions.lessons import Act
from reflexion.apply import catch_up
from reflexion.detect.secrets import redact_all
from reflexion.errors import Refused, Stop
from reflexion.learning.entry import AGENT, USER
from reflexion.store import changes, fs, history, rule_files, trust
from reflexion.store.ages import latest_session
from reflexion.store.entries import Store
from reflexion.store.history import SessionLog
from reflexion.store.project import PLACES, Project
from reflexion.text import one_line

MAX_TYPED = 100  # characters of a command in the journal
NEW_SESSION = "go to its project, start a new session, or a person runs it in a terminal"
HERE = "go to a project, or name one with --project FOLDER"
NO_HOOK = "no hook ran in this session, or its project's store was never accepted"
A_GUESS = "{host} does not name its session, and the last one on record is about {where}"
RECENT_SECONDS = 12 * 3600  # since the last record of a session that may still run
NO_HOME = "there is no home folder: set HOME or REFLEXION_HOME"


class Context:
    """The caller and what they work with.

    args      the parsed arguments
    environ   the variables of the process
    is_agent  True if a host's agent runs the command, False for a person or their script
    host      the name of that host; "" if not known
    """

    def __init__(self, args: Namespace, environ: Mapping[str, str]):
        self.args = args
        self.environ = environ
        self.is_agent = hosts.is_agent(environ)
        self.host, self._told_session = hosts.session_of(environ)

    @property
    def folder(self) -> str:
        """The folder that --project names, else the current one. Raises Stop."""
        folder = os.path.abspath(self.args.project or os.getcwd())
        if not os.path.isdir(folder):
            raise Stop(f"{folder} is not a folder: {HERE}")
        return folder

    @cached_property
    def project(self) -> Project:
        """The project that the command is about. Raises Stop where there can be none.

        For an agent it is the session's own project, wherever the agent went by `cd`.
        """
        project = self.any_project
        if not project.may_be_read:
            raise Stop(project.why or f"no store can be in {self.folder}: {HERE}")
        project.settle(is_start=True)  # edits by hand since
        catch_up(project)
        fs.sweep(project.store.scratch)  # what killed processes left
        return project

    @cached_property
    def any_project(self) -> Project:
        """Like `project`, but with an empty store where there can be none. Raises Stop."""
        is_named = bool(self.args.project)
        project = Project(self.folder, self.environ, is_named=is_named and not self.is_agent)
        if not project.has_home:
            raise Stop(NO_HOME)
        if not self.is_agent:
            return project
        here = Project(os.getcwd(), self.environ) if is_named else project
        own = own_root(here, self.host, self._told_session)
        if own == project.root:
            return project
        if is_named:
            raise Stop(f"this session is about {own}: an agent changes no other project")
        return Project(own, {**self.environ, "REFLEXION_DIR": own})

    @property
    def store(self) -> Store:
        """The project's store; with --global the home store, which an agent only proposes for."""
        if self.is_agent or not getattr(self.args, "everywhere", False):
            return self.project.store
        home = self.any_project.home
        home.index.settle()
        return home

    @cached_property
    def session(self) -> str:
        """The session: the host's, else the newest one here; a person's is one for each day."""
        if not self.is_agent:
            return history.TERMINAL + time.strftime("%Y%m%d")
        if self._told_session:
            return self._told_session
        return latest_session(self.project.store.state_dir, self.host)[1]

    def find(self, part: str) -> tuple[Store, str]:
        """Return (store, id) of the one learning that `part` of an id names. Raises Stop."""
        if self.any_project.why:
            raise Stop(self.any_project.why)
        return lessons.find(self.any_project.both_stores, part)

    def find_all(self, parts: list[str]) -> list[tuple[Store, str]]:
        """Return (store, id) of the learnings that these parts of ids name, each once."""
        return list(dict.fromkeys(map(self.find, parts)))

    def clean(self, text: str) -> str:
        """Return a text without secrets and control characters."""
        return redact_all([text], self.any_project.settings["redact"])[0]

    @contextmanager
    def acting(self, *words: str) -> Iterator[Act]:
        """Yield what an action works with; what it changes is on record for `undo`.

        `words` are the command as the journal names it. The rule files are kept as they are now;
        what is changed in the home store stands on record there.
        """
        what = one_line(self.clean(" ".join(words)), MAX_TYPED)
        who = AGENT if self.is_agent else USER
        by = "agent" if self.is_agent else "person"
        project, home = self.any_project, self.any_project.home
        is_own = project.may_be_read and project.store is not home
        recorded = project.store if is_own else home
        with changes.Change(recorded, what, by, home if is_own else None) as change:
            with suppress(Refused):
                change.keep(*(rule_files.targets(self.project) if is_own else ()))
            log = SessionLog(recorded.state_dir, self.session)
            yield Act(project, who, log, change)

    def require_trust(self) -> None:
        """Raise Stop if the store came along with the project and was never accepted."""
        if not self.project.trusted:
            who = "a person runs `reflexion trust`" if self.is_agent else "`reflexion trust`"
            raise Stop(f"{self.project.store.dir} is not accepted here yet: {who}")


def own_root(project: Project, host: str, session: str) -> str:
    """Return the root of the project whose hooks run in an agent's session. Raises Stop.

    `project` is the one in which the agent stands; `host` and `session` are what its shell says,
    "" where that does not say it. A named session is where it came first, wherever it went later;
    one without a name counts as the last one of its host, if that ran not long ago.
    """
    roots = _roots(project)
    place = _began_in(list(roots), session) if session else _ran_last_in(list(roots), host)
    if not roots.get(place):
        raise Stop(NO_HOOK, NEW_SESSION)
    if not session and roots[place] != project.root:
        raise Stop(A_GUESS.format(host=host, where=roots[place]), NEW_SESSION)
    return roots[place]


def _began_in(places: list[str], session: str) -> str:
    """Return the folder whose records of a session are the oldest; "" without any."""
    logs = ((SessionLog(place, session).rows(), place) for place in places)
    began = [(float(str(rows[0].get("when", 0))), place) for rows, place in logs if rows]
    return min(began, default=(0.0, ""))[1]


def _ran_last_in(places: list[str], host: str) -> str:
    """Return the folder with the last session of a host; "" if that is long ago."""
    ran = [(latest_session(place, host)[0] / 1e9, place) for place in places if host]
    when, place = max(ran, default=(0.0, ""))
    return place if when >= time.time() - RECENT_SECONDS else ""


def _roots(project: Project) -> dict[str, str]:
    """Return {folder of its records: root of a project}.

    The root is "" where the store was never accepted.
    """
    records = os.path.join(project.home.state_dir, PLACES)
    lists = os.path.join(project.home.dir, trust.FOLDER)
    found = {
        os.path.join(records, key): trust.place_of(os.path.join(lists, key))
        for key in fs.names(records)
    }
    return {**found, project.store.state_dir: project.root}
