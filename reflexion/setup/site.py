"""Where things go: a project or the home, the hosts in it, and the files that each gets."""

import json
import os
from collections import namedtuple
from functools import partial

from reflexion.hosts import NAMES, part_of
from reflexion.hosts.installation import SCOPES, SECONDS
from reflexion.setup import files, permissions, program, settings_file, texts
from reflexion.setup.command import PACKAGE, TOOLKIT, is_shared
from reflexion.setup.hook_line import hook_line, unless_in, windows_line
from reflexion.setup.settings_file import NO_RULES, Rules
from reflexion.store import fs

HOSTS = {name: part_of(name, "install").HOST for name in NAMES}
HOOKS = "hooks"
RULES = "permissions"
SKILL = "skill"
COMMANDS = "commands"
AGENTS = "sub-agents"

# A file that is put in: `change(text)` gives its new text, `back(text)` takes ours out (None: the
# whole file is ours), `added` names members that do not keep it alive.
Part = namedtuple("Part", "kind path change back added", defaults=(None, ()))


class Site:
    """Where things go.

    root      the project's root, or the worktree's
    scope     "shared", "local" or "user"; by default shared for a toolkit inside of the project
    environ   the variables
    home      the home store's folder
    """

    def __init__(self, root: str, environ, home: str, scope: str = ""):
        self.root = root
        self.environ = environ
        self.home = home
        self.scope = scope or ("shared" if is_shared(TOOLKIT, root) else "local")
        self.bound = "" if self.scope == "user" else root  # no link may lead out of it

    def folder(self, host, scope: str = "") -> str:
        """Return a host's folder for a scope: in the project, or in the home."""
        return host.folder_of(self.root, scope or self.scope, self.environ)

    def settings(self, host, scope: str = "") -> str:
        """Return the file that a host's hooks go to."""
        scope = scope or self.scope
        is_local = scope == "local" and host.local_settings
        file = host.local_settings if is_local else host.settings
        return os.path.join(self.folder(host, scope), os.path.normpath(file))

    def every_settings(self, host) -> dict:
        """Return {file: [the scopes that it is for]}."""
        found = {}
        for scope in SCOPES:
            found.setdefault(self.settings(host, scope), []).append(scope)
        return found

    def program(self, host, scope: str = "") -> program.Program:
        """Return how the program is called here, by the Python that was set up before."""
        scope = scope or self.scope
        python = files.recorded(self.settings(host, scope), self.home).get("python", "")
        if not isinstance(python, str) or not os.access(python, os.X_OK):
            python = ""
        return program.choose(self.root, scope, self.environ, python)

    def parts(self, host) -> list:
        """Return every Part that a host gets here, that of its hooks first."""
        chosen = self.program(host)
        found = [self._hooks_part(host, chosen)]
        found += self._rules_parts(host, chosen.call)
        found += self._text_parts(host, chosen.call)
        return found

    def hooks(self, host, scope: str = "") -> list:
        """Return a host's hooks as (event, group) pairs of its settings."""
        chosen = self.program(host, scope)
        found = []
        for row in host.hooks():
            hook = {"type": "command"}
            if host.has_named_hooks:
                hook["name"] = f"reflexion-{row.script}"
            hook.update(_commands(host, chosen, row))
            seconds = host.last_seconds if row.name == "SessionEnd" else SECONDS
            hook["timeout"] = seconds * host.units
            group = {"matcher": row.matcher} if row.matcher else {}
            found.append((row.event, {**group, "hooks": [hook]}))
        return found

    def module_text(self, host, scope: str = "") -> str:
        """Return the text of a host's module as it is installed."""
        chosen = self.program(host, scope)
        source = os.path.join(PACKAGE, "hosts", host.name, host.module)
        pythons = list(dict.fromkeys(filter(None, [chosen.python, "python3", "python"])))
        text = fs.read_text(source, files.MAX_BYTES, follow=True)
        text = text.replace("@PYTHONS@", json.dumps(pythons))
        return text.replace("@TARGET@", json.dumps(chosen.words("{script}")))

    def _hooks_part(self, host, chosen) -> Part:
        path = self.settings(host)
        if host.module:
            return Part(HOOKS, path, partial(_whole, self.module_text(host)))
        is_elsewhere = host.rules_path(self.root, self.scope, self.environ)
        rules = NO_RULES if is_elsewhere else _rules(host, chosen.call)
        hooks = self.hooks(host)
        change = partial(settings_file.put_in, hooks=hooks, rules=rules, own=host.own_settings)
        back = partial(settings_file.take_out, rules=rules)
        return Part(HOOKS, path, change, back, (*host.added_by_host, *host.own_settings))

    def _rules_parts(self, host, call: str) -> list:
        path = host.rules_path(self.root, self.scope, self.environ)
        if not path:
            return []
        text = host.rules_text(call, permissions.ALLOWED, permissions.EXACT)
        if text:
            return [Part(RULES, path, partial(_whole, text))]
        rules = _rules(host, call)
        change = partial(settings_file.put_in, hooks=[], rules=rules)
        back = partial(settings_file.take_out, rules=rules)
        return [Part(RULES, path, change, back, host.added_by_host)]

    def _text_parts(self, host, call: str) -> list:
        project = os.path.join(self.root, host.skills)
        skills = self.folder(host) if self.scope == "user" else project
        written = (
            (SKILL, skills, texts.skill_files(call)),
            (COMMANDS, self.folder(host), texts.command_files(host, call)),
            (AGENTS, self.folder(host), texts.agent_files(host, call)),
        )
        found = []
        for kind, folder, every in written:
            for path, text in every.items():
                found.append(Part(kind, os.path.join(folder, path), partial(_whole, text)))
        return found


def _commands(host, chosen, row) -> dict:
    """Return the members of a hook that hold its command line."""
    target, upwards = chosen.target(row.script, host.project_variable)
    first = unless_in(host.also_runs, host.project_variable) + upwards
    if row.name == "SessionStart":
        first += chosen.fetch
    found = {"command": hook_line(row.script, target, chosen.python, first)}
    if os.name == "nt" and host.runs_cmd_on_windows and chosen.python:
        found["commandWindows"] = windows_line(chosen.words(row.script), chosen.python)
    return found


def _rules(host, call: str) -> Rules:
    """Return the permissions by which an agent records what it learned without a dialogue."""
    if not host.rules_at:
        return NO_RULES
    wanted = host.rules(call, permissions.ALLOWED, permissions.EXACT)
    return Rules(host.rules_at, wanted, host.rule_value, partial(permissions.is_ours, host))


def _whole(text: str, _old: str) -> str:
    return text
