"""What `init` and `uninstall` share: the files of a host with what puts ours in and out."""

import os
from collections import namedtuple
from functools import partial

from reflexion.cli import output
from reflexion.setup import hooks, permissions, texts
from reflexion.setup.site import Site
from reflexion.store import paths
from reflexion.store.fs import inside

# A file that is put in: `change(text)` gives its new text, `back` what takes ours out (None: the
# whole file is ours), `kind` is hooks, allowed, skill or command, `added` names members that others
# put into it and that do not keep it.
Part = namedtuple("Part", "path change back kind added", defaults=((),))


def hooks_root(project, folder: str) -> str:
    """Where a host looks: the project's root, in a linked worktree the worktree's top."""
    top = paths.checkout_top(folder)
    linked = top and top != project.root and paths.main_checkout(top) == project.root
    return top if linked else project.root


def parts_of(host, site) -> list:
    """Every Part that a host gets here, the file of its hooks first."""
    settings = host.settings_file(site)
    back = None if host.module else partial(host.restored, site=site)
    change = partial(host.changed, site=site)
    found = [Part(settings, change, back, "hooks", host.of_no_value)]
    allowed = host.permission_file(site)
    if host.rules_file:
        text = permissions.rules_text(host, site.caller)
        found.append(Part(allowed, partial(_whole, text), None, "allowed"))
    elif allowed not in ("", settings):
        rules = host.allow(site)
        merge = partial(hooks.merged, wanted=[], allow=rules)
        back = partial(hooks.without, allow=rules)
        found.append(Part(allowed, merge, back, "allowed", host.of_no_value))
    for path, text in texts.skill_files(host.skill_file(site), site).items():
        found.append(Part(path, partial(_whole, text), None, "skill"))
    for path, text in texts.command_files(host, site).items():
        found.append(Part(path, partial(_whole, text), None, "command"))
    return found


def _whole(text: str, _old: str) -> str:
    return text


class HostWork:
    """Work on the files of hosts in one project, or in the home; what goes wrong is said and
    counted."""

    def __init__(self, project, folder: str, options):
        self.project = project
        self.options = options
        self.failures = 0
        self.home = project.home.dir if project.home else ""
        root = hooks_root(project, folder) or os.getcwd()
        self.site = Site(root, options.scope, os.environ, home=self.home)
        self.user = self.site.scope == "user"
        self.root = "" if self.user else root  # no link may lead out of it

    def short(self, path: str) -> str:
        """A path as a person reads it: from the project's root, or from the home, where it lies
        inside."""
        root = self.site.root
        if inside(path, root) and path != root:
            return os.path.relpath(path, root)
        home = os.path.expanduser("~").rstrip(os.sep) + os.sep
        return "~" + os.sep + path[len(home) :] if path.startswith(home) else path

    def others(self, host) -> list:
        """[(file, does it hold plain lines alone)]: other files of this host with our hooks."""
        files = host.settings_files(self.site)
        found = []
        for path in dict.fromkeys(files.values()):
            here = hooks.in_file(path) if path != files[self.site.scope] else []
            if host.module and path != files[self.site.scope] and os.path.isfile(path):
                found.append((path, False))
            elif here:
                found.append((path, all(hook.plain for hook in here)))
        return found

    def fail(self, text) -> None:
        self.failures += 1
        output.warn(str(text))

    def _bound(self, path: str) -> str:
        """The folder out of which no link may lead: the project's, for what lies in it."""
        return self.root if self.root and inside(path, self.root) else ""
