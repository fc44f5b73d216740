"""What can be wrong with the place where things are kept: stores, home, rights, disk, clock."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

from reflexion.setup.check import Finding, finding
from reflexion.setup.command import quote
from reflexion.store import history
from reflexion.store.fs import is_inside
from reflexion.store.paths import checkout_top
from reflexion.store.project import ABSENT, Project
from reflexion.store.tracked import stores_below
from reflexion.text.clean import plural

VARIABLES = ("REFLEXION_DIR", "REFLEXION_HOME")
LEAST_FREE = 4 << 20  # bytes of a disk
AHEAD = 3600  # seconds that a record may be ahead of the clock


def stores(project: Project, folder: str) -> Iterator[Finding]:
    """Yield where the stores lie, for a command in `folder`."""
    for name in filter(project.environ.get, VARIABLES):
        value = project.environ[name]
        key = "store.elsewhere" if os.path.isabs(value) else "store.relative"
        yield finding(key, name=name, folder=value)
    if project.access == ABSENT:
        yield finding("store.nowhere" if project.has_home else "home.none", folder=folder)
    elif project.may_be_read and not project.store.exists():
        yield finding("store.none", folder=project.store.dir)
    elif project.may_be_read:
        count = plural(len(project.store.ids()), "learning")
        yield finding("store.there", folder=project.store.dir, count=count)


def closed(project: Project) -> Iterator[Finding]:
    """Yield what keeps the store from being read."""
    if project.why:
        path = project.blocker
        key = "store.link" if os.path.islink(path) else "store.repository"
        yield finding(key, path=path, quoted=quote(path))


def nested(project: Project) -> Iterator[Finding]:
    """Yield the stores in folders of the checkout that came along and were not accepted."""
    environ = {key: value for key, value in project.environ.items() if key not in VARIABLES[:1]}
    top = checkout_top(project.root)
    for root in stores_below(top) if top else ():
        own = Project(root, environ, is_named=True)
        if root != project.root and not own.trusted and not own.store.trust.is_revoked:
            yield finding("store.nested", folder=own.store.dir, quoted=quote(root))


def machine(project: Project) -> Iterator[Finding]:
    """Yield what keeps anything from being kept: rights, a full disk, a clock that jumped."""
    store = project.store
    folders = [_nearest(project.home.dir), store.dir, store.entries_dir, store.state_dir]
    folders = list(filter(os.path.isdir, folders)) if project.has_home else []
    denied = [folder for folder in folders if not os.access(folder, os.W_OK | os.X_OK)]
    if denied:
        is_own = not hasattr(os, "geteuid") or os.stat(denied[0]).st_uid == os.geteuid()
        change = "chmod -R u+rwX" if is_own else 'sudo chown -R "$(id -un)"'
        is_store = any(is_inside(denied[0], each.dir) for each in (store, project.home))
        command = f"{change if is_store else change.replace(' -R', '')} {quote(denied[0])}"
        yield finding("permissions.denied", folder=denied[0], command=command)
    full = [folder for folder in folders if shutil.disk_usage(folder).free < LEAST_FREE]
    if full:
        yield finding("disk.full", folder=full[0], quoted=quote(full[0]))
    last = max((row[0] for row in history.lines(project.state_dir(), history.RUNS)), default="")
    if last > history.stamp(-AHEAD):
        yield finding("clock.behind", when=last, now=history.stamp())


def _nearest(folder: str) -> str:
    while folder and not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return folder
