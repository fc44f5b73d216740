"""Where things go: a project or the home, and the toolkit as it is called there."""

from __future__ import annotations

import os

from reflexion.setup import command
from reflexion.store.fs import inside


class Site:
    """Where things go: the project's `root`, `scope` ("shared", "local", "user"), `environ`, the
    `home` store's folder, and `relative`: the toolkit's folder seen from the root, "" when it lies
    elsewhere."""

    def __init__(self, root: str, scope: str, environ, toolkit: str = command.TOOLKIT, home=""):
        self.root = root
        self.environ = environ
        self.toolkit = toolkit
        self.home = home
        self.relative = relative_toolkit(toolkit, root)
        self.scope = scope or ("shared" if self.relative else "local")
        if self.scope == "user":
            self.relative = ""

    @property
    def caller(self) -> str:
        """The words by which an agent calls the toolkit here."""
        return command.by_hand(self.relative or self.toolkit)


def relative_toolkit(toolkit: str, root: str) -> str:
    """The toolkit's folder from the root, "." for the root; "" when a team cannot share it."""
    toolkit = os.path.realpath(toolkit)
    root = os.path.realpath(root)
    clone = os.path.isfile(os.path.join(toolkit, "scripts", "capture.py"))
    shared = clone and inside(toolkit, root) and "site-packages" not in toolkit
    return os.path.relpath(toolkit, root).replace(os.sep, "/") if shared else ""
