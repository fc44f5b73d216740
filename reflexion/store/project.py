"""What a hook or a command works with: stores, settings, and whether they may speak."""

from __future__ import annotations

import os

from reflexion.store import git, paths, settings, trust
from reflexion.store.entries import Store
from reflexion.store.fs import escapes, inside, peek
from reflexion.store.provenance import Owned, Provenance

SCRATCH = ("state", "state/sessions", "state/runs", "state/backups", "state/index", "state/tmp")


class Project:
    """`root` and `store` of the project (None where there may be none), `home` the global Store,
    `trusted`: is the store's state ours, so that what is known to be ours may speak? `settings`.
    `patience`: seconds that the locks of the stores are waited for. `session`: the id of the
    session that changes are made in, "" while none is known."""

    session = ""

    def __init__(self, cwd: str, environ, problems: list | None = None, patience: float = 0.0):
        self.environ = environ
        self.root, folder = paths.locate(cwd, environ)
        home = paths.home_store(environ)
        self.home = Store(home, os.path.dirname(home), private=True) if home else None
        link, what = _misleading(folder, self.root) if folder else ("", "")
        if link:
            if problems is not None:
                problems.append((link, f"{what}: nothing is read or written through it; remove it"))
            self.root = ""
            folder = ""
        self.store = Store(folder, self.root) if folder else None
        for store in filter(None, (self.store, self.home)):
            store.patience = patience or store.patience
        self.trusted = False
        self.listed = trust.STRANGER
        self.settings = {}
        if self.store:
            self.look_up()
        self.load(problems)
        if self.listed.standing in trust.OLD_LISTS.values():
            self._carry_over()

    def guard(self, redact) -> None:
        """Let `redact(text, patterns)` take secrets out of what the stores write and index."""

        def guarded(text: str) -> str:
            return redact(text, self.settings["redact"])

        for store in filter(None, (self.store, self.home)):
            store.redact = guarded

    @property
    def home_dir(self) -> str:
        """The folder of the home store; "" without one."""
        return self.home.dir if self.home else ""

    def look_up(self) -> None:
        """Find out whose the store is, and close it, unread, where it is a stranger's."""
        store = self.store
        home = self.home_dir
        if home and os.path.realpath(store.dir) == os.path.realpath(home):
            self.trusted = True
            self.home = store  # by one path, whichever link it was reached through
            store.private = True
            return
        if trust.has_old_lists(home):
            from reflexion.store.old_lists import carry_over

            carry_over(home)
        self.listed = trust.look_up(store.dir, self.root, home)
        names = git.tracked(self.root, home) if self.listed.standing else frozenset()
        brought = any(name.startswith("state/") for name in names or ())
        if names is None or brought:  # it cannot be told, or git brought the state itself
            self._close()
        elif self.listed.standing:
            store.provenance = self._provenance(names)
            store.state_dir = os.path.join(store.dir, "state")
            self.trusted = True
        elif trust.arrived(store.dir):
            self._close()
        else:
            self.trusted = True
            self._begin()

    def _begin(self) -> None:
        """List a store that holds nothing yet, so that what is put there first is ours."""
        if not self.home or not self.store.exists():
            return
        try:
            self.listed = trust.begin(self.store.dir, self.home.dir)
        except OSError:
            return  # it is done when the store is written
        self.store.provenance = self._provenance()

    def _provenance(self, names=frozenset()) -> Provenance:
        """What decides about the entries of a store that is listed; `names`: what git tracks."""
        owned = Owned(trust.owned_file(self.listed, self.home_dir))
        return Provenance(self.root, owned, names, self.listed.standing == trust.GUEST)

    def _close(self) -> None:
        """Let nothing of the store be read: its entries wait, its state is looked for elsewhere."""
        self.trusted = False
        self.store.provenance = Provenance(self.root, Owned(""), guest=True)
        if self.home:
            from binascii import crc32

            place = crc32(os.fsencode(os.path.realpath(self.store.dir)))
            self.store.state_dir = os.path.join(self.home.state_dir, "strangers", f"{place:08x}")

    def load(self, problems: list | None) -> None:
        folder = self.store.dir if self.store and self.may_read(settings.FILE) else ""
        self.settings = settings.load([folder, self.home_dir], problems)
        if self.store and self.store.provenance and self.trusted:
            self.store.provenance.pulls = self._trusts_pulls(problems)

    def _trusts_pulls(self, problems: list | None) -> bool:
        """Is `trust_pulls` on by the home store's settings, or by a file that a command
        wrote or its person accepted? A patch may have brought any other."""
        said = self.settings["trust_pulls"]
        if not said or self.store.provenance.owned.has(settings.FILE):
            return said
        if settings.load([self.home_dir])["trust_pulls"]:
            return True
        if problems is not None:
            path = os.path.join(self.store.dir, settings.FILE)
            problems.append((path, "trust_pulls: set it by `reflexion config`"))
        return False

    def may_read(self, name: str) -> bool:
        """May this file of the store be used: is it ours, or does git not know it?"""
        provenance = self.store.provenance
        if provenance is None or provenance.is_open():
            return True
        data = peek(os.path.join(self.store.dir, name), settings.MAX_BYTES)
        return not data or provenance.knows_file(name, data)

    def _carry_over(self) -> None:
        """Take over what is ours of a store on the lists of old. Done once."""
        from reflexion.store.old_lists import accept_ours  # few stores stand on such a list

        if not self.trusted:
            return
        try:
            self.listed = accept_ours(self.store, self.listed, self.home_dir)
        except OSError:
            pass  # tried again the next time

    def is_begun(self) -> bool:
        """Is the store on the list of the home store, where there is one?"""
        return bool(self.listed.standing) or not self.home or self.home.dir == self.store.dir

    def ready(self) -> Store:
        """The store, made (private, ours from the start) where it is missing. One that came along
        is taken as a guest: what it holds waits, what is learned from now on is ours. Raises
        OSError."""
        if not self.is_begun():
            self.store.create_folders(state=False)
            trust.begin(self.store.dir, self.home.dir)
            self.look_up()
        self.store.create_folders()
        return self.store

    def owns(self, entry_id: str) -> bool:
        """Did this machine write this learning, or its person accept it? Only such a one becomes a
        rule by itself, retires a rule or fills a fix."""
        if not self.trusted:
            return False
        provenance = self.store.provenance
        if not os.path.lexists(self.store.path(entry_id)):  # it may hold for every project
            return bool(self.home) and os.path.lexists(self.home.path(entry_id))
        if provenance is None:
            return True
        if provenance.is_open():
            return provenance.owned.has(entry_id)
        entry = self.store.get(entry_id)
        return bool(entry) and provenance.owns(entry)

    def refers_to(self, path: str) -> bool:
        """May recall name this insight file of the project: was it written or accepted here?"""
        provenance = self.store.provenance if self.store else None
        below = os.path.relpath(path, self.root).replace(os.sep, "/")
        return bool(provenance and provenance.owned.has(below))

    def waiting(self) -> list:
        """The ids of learnings that wait for the person, known by their names alone."""
        return self.store.waiting() if self.store else []

    def speaking(self) -> list:
        """The stores whose learnings may be said: the project's if trusted, and the global."""
        found = [self.store] if self.trusted and self.store.exists() else []
        other = self.home and (not self.store or self.home.dir != self.store.dir)
        if self.settings["use_global"] and other and self.home.exists():
            found.append(self.home)
        return found

    def known_everywhere(self, mark: str) -> dict | None:
        """The learning for all projects of this fingerprint: one is counted in one place."""
        home = self.home if self.settings["use_global"] else None
        other = home and home.dir != self.store.dir and home.exists()
        return home.known(mark) if other else None

    def state_dir(self) -> str:
        """Where faults go: to the project's store, else the home store; "" without either."""
        ours = self.trusted and self.is_begun() and self.store.exists()
        store = self.store if ours else self.home
        return store.state_dir if store else ""

    def outside(self, cwd: str) -> bool:
        """Did a command in cwd run outside this project (a temporary folder, another checkout)?"""
        if cwd and not paths.is_path(cwd):
            return True
        cwd = os.path.realpath(cwd or self.root)
        root = os.path.realpath(self.root)
        started = self.environ.get("CLAUDE_PROJECT_DIR")
        if started:
            started = os.path.realpath(started)
            if inside(cwd, started):
                return False
            if not inside(started, root) and not self.store.exists():
                return True
        return not (inside(cwd, root) or _is_checkout_of(cwd, root))


def _is_checkout_of(cwd: str, root: str) -> bool:
    """Does a folder lie in another working tree of the root's checkout?"""
    top = paths.checkout_top(cwd)
    return bool(top) and os.path.realpath(paths.main_checkout(top)) == root


def _misleading(folder: str, root: str) -> tuple:
    """(a link in the place of the store or its scratch, what is wrong with it), or ("", "")."""
    for path in (folder, os.path.join(folder, "entries")):
        if escapes(path, root):
            return path, "a symbolic link that leads out of the project"
    links = filter(os.path.islink, (os.path.join(folder, name) for name in SCRATCH))
    return next(((path, "a symbolic link in the place of a folder") for path in links), ("", ""))
