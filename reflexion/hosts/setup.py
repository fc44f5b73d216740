"""What all hosts' set-ups share: where the toolkit lies in relation to the project, the skill's
text, the registry of hosts.
"""

from __future__ import annotations

import os

from reflexion.hosts import command, hooks, jsonedit
from reflexion.store.files import names, read_text
from reflexion.store.paths import inside

HOSTS = (
    "claude",
    "codex",
    # each is a module claude_setup, codex_setup, ... of this package, in the shape CONTRIBUTING
    # describes
)
SKILL = os.path.join(command.PACKAGE, "hosts", "plugin", "skills", "reflexion", "SKILL.md")
PLUGIN_COMMAND = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us


class Site:
    """Where things go: `root` of the project's files, `scope` ("shared", "local", "user"), the
    `environ`, and `relative`:
    the toolkit's folder seen from the root with forward slashes, "" when it lies elsewhere (or is
    an installed package).
    """

    __slots__ = ("root", "scope", "environ", "toolkit", "relative")

    def __init__(self, root: str, scope: str, environ, toolkit: str = command.TOOLKIT):
        self.root, self.environ, self.toolkit = root, environ, toolkit
        self.relative = relative_toolkit(toolkit, root)
        self.scope = scope or ("shared" if self.relative else "local")
        if self.scope == "user":
            self.relative = ""

    def home(self, variable: str, folder: str) -> str:
        """The host's folder in the user's home; the environment variable moves it."""
        home = (
            self.environ.get("HOME") or self.environ.get("USERPROFILE") or os.path.expanduser("~")
        )
        return self.environ.get(variable) or os.path.join(home, folder)


def host(name: str):
    """The set-up module of a host."""
    from importlib import import_module

    return import_module(f"reflexion.hosts.{name}_setup")


def relative_toolkit(toolkit: str, root: str) -> str:
    """The toolkit's folder from the root, "." for the root; "" when a team cannot share it."""
    toolkit, root = os.path.realpath(toolkit), os.path.realpath(root)
    clone = os.path.isfile(os.path.join(toolkit, "scripts", "capture.py"))
    if not clone or not inside(toolkit, root) or "site-packages" in toolkit:
        return ""
    return os.path.relpath(toolkit, root).replace(os.sep, "/")


def python(settings: str) -> str:
    """The interpreter to name in the hooks of a settings file: the one that ours there name already
    while it exists (so that a
    command stays the same whichever Python runs init), else this one."""
    try:
        have = hooks.ours(jsonedit.load(read_text(settings, 1 << 20, follow=True)))
    except (OSError, ValueError, jsonedit.BrokenJson):
        have = []
    for found in have:
        named = command.interpreter_of(found.command)
        if os.path.isabs(named) and os.access(named, os.X_OK):
            return named
    return command.interpreter()


def caller(site: Site) -> str:
    """How the agent calls us, as its permission has it: from the project's root where the toolkit
    lies in the project.
    """
    return command.by_hand(site.relative or site.toolkit)


def skill_files(skill_file: str, site: Site) -> dict:
    """path -> text of the skill's files, SKILL.md (at `skill_file`) first, with the command as it
    is called in this project.
    """
    source, target = os.path.dirname(SKILL), os.path.dirname(skill_file)
    references = os.path.join(source, "references")
    paths = [SKILL, *(os.path.join(references, name) for name in names(references))]
    return {
        os.path.join(target, os.path.relpath(path, source)): _as_called(path, site)
        for path in paths
    }


def _as_called(path: str, site: Site) -> str:
    text = read_text(path, 1 << 20, follow=True)
    if site.relative:
        folder = "reflexion" if site.relative == "." else f"{site.relative}/reflexion"
        by_hand = f'python3 "$(git rev-parse --show-toplevel)"{command.quote("/" + folder)}'
    else:
        by_hand = command.by_hand(site.toolkit)
    return text.replace(PLUGIN_COMMAND, by_hand)
