"""Where things go: a project or the home, the hosts in it, and the files that each gets.

The skill, slash commands and sub-agents have one source, the files of the plugin. What differs
is how the program is called and the form that a host takes.
"""

from __future__ import annotations

import json
import os
from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import partial

from reflexion.hosts import NAMES, part_of
from reflexion.hosts.installation import SCOPES, SECONDS, Hook, Installation
from reflexion.setup import command, files, program, settings_file
from reflexion.setup.beside import rank_of
from reflexion.setup.command import PACKAGE
from reflexion.setup.line import hook_line, windows_line
from reflexion.setup.settings_file import Groups, Rules
from reflexion.store import fs

HOSTS = {name: part_of(name, "install").HOST for name in NAMES}
HOOKS = "hooks"
RULES = "permissions"
SKILL = "skill"
COMMANDS = "commands"
AGENTS = "sub-agents"
PLUGIN = os.path.join(PACKAGE, "hosts", "plugin")
PLUGIN_CALL = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us

# A file that is put in: `change(text)` gives its new text, `back(text)` takes ours out (None: the
# whole file is ours).
Part = namedtuple("Part", "kind path change back", defaults=(None,))


class Site:
    """Where things go.

    root      the project's root, or the worktree's
    scope     "shared", "local" or "user"; by default shared for a toolkit inside of the project
    environ   the variables
    home      the home store's folder
    """

    def __init__(self, root: str, environ: Mapping[str, str], home: str, scope: str = ""):
        self.root = root
        self.environ = environ
        self.home = home
        self.scope = scope or ("shared" if command.is_shared(command.TOOLKIT, root) else "local")

    def folder(self, host: Installation) -> str:
        """Return a host's folder."""
        return host.folder_of(self.root, self.scope, self.environ)

    def settings(self, host: Installation) -> str:
        """Return the file that a host's hooks go to."""
        return host.settings_path(self.root, self.scope, self.environ)

    def every_settings(self, host: Installation) -> dict[str, list[Site]]:
        """Return {file: [the Sites, of one scope each, that it is for]}."""
        found: dict[str, list[Site]] = {}
        for scope in SCOPES:
            site = Site(self.root, self.environ, self.home, scope)
            found.setdefault(site.settings(host), []).append(site)
        return found

    def program(self, host: Installation) -> program.Program:
        """Return how the program is called here, by the Python that was set up before."""
        python = files.recorded(self.settings(host), self.home).get("python") or ""
        known = python if os.access(python, os.X_OK) else ""
        return program.choose(self.root, self.scope, self.environ, known)

    def hooks(self, host: Installation) -> Groups:
        """Return a host's hooks as (event, group) pairs of its settings."""
        chosen = self.program(host)
        found = []
        for row in host.hooks():
            hook: dict[str, object] = {"type": "command"}
            if host.has_named_hooks:
                hook["name"] = f"reflexion-{row.script}"
            hook.update(_commands(host, chosen, row, rank_of(host, self.scope)))
            seconds = host.last_seconds if row.name == "SessionEnd" else SECONDS
            hook["timeout"] = seconds * host.units
            group = {"matcher": row.matcher} if row.matcher else {}
            found.append((row.event, {**group, "hooks": [hook]}))
        return found

    def module_text(self, host: Installation) -> str:
        """Return the text of a host's module as it is installed."""
        chosen = self.program(host)
        pythons = list(dict.fromkeys(filter(None, [chosen.python, "python3", "python"])))
        text = _read(host.name, host.module).replace("@PYTHONS@", json.dumps(pythons))
        return text.replace("@TARGET@", json.dumps(chosen.words("{script}")))

    def parts(self, host: Installation) -> list[Part]:
        """Return every Part that a host gets here, that of its hooks first."""
        call = self.program(host).call
        folder = self.folder(host)
        skills = folder if self.scope == "user" else os.path.join(self.root, host.skills)
        commands = _written("commands", host.commands, host.command_text, call)
        agents = _written("agents", host.agents, host.agent_text, call)
        return [
            *self._settings_parts(host, call),
            *_whole_parts(SKILL, skills, skill_files(call)),
            *_whole_parts(COMMANDS, folder, commands),
            *_whole_parts(AGENTS, folder, agents),
        ]

    def _settings_parts(self, host: Installation, call: str) -> list[Part]:
        """Return the Parts of the hooks and of the permissions."""
        path = self.settings(host)
        rules_path = host.rules_path(self.root, self.scope, self.environ)
        wanted = host.rules(call, command.ALLOWED, command.EXACT)
        rules = Rules(host.rules_at, wanted, host.rule_value) if wanted else None
        if host.module:
            found = _whole_parts(HOOKS, "", {path: self.module_text(host)})
        else:
            found = [_merged(HOOKS, host, path, self.hooks(host), None if rules_path else rules)]
        text = host.rules_text(call, command.ALLOWED, command.EXACT)
        if text:
            found += _whole_parts(RULES, "", {rules_path: text})
        elif rules_path:
            found.append(_merged(RULES, host, rules_path, [], rules))
        return found


def skill_files(call: str) -> dict[str, str]:
    """Return {path below a folder that holds `skills`: text} of the skill."""
    found = {}
    for folder in ("skills/reflexion", "skills/reflexion/references"):
        for name in fs.names(os.path.join(PLUGIN, folder)):
            path = os.path.join(*folder.split("/"), name)
            if name.endswith(".md"):
                found[path] = _read_plugin(path, call)
    return found


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Return ({key: value} of the lines between the first two `---`, the text behind them)."""
    _, head, body = text.split("---\n", 2)
    pairs = [line.partition(": ") for line in head.splitlines()]
    return {key: value for key, _, value in pairs}, body.lstrip("\n")


def _written(
    kind: str, place: str, form: Callable[[str, dict[str, str], str], str], call: str
) -> dict[str, str]:
    """Return {path below a host's folder: text} of the plugin's files of a kind.

    `place` is the path with {name}, "" if the host has none; `form(name, head, body)` words one.
    """
    found = {}
    for file in fs.names(os.path.join(PLUGIN, kind)) if place else []:
        name = file.partition(".")[0]
        head, body = split_front_matter(_read_plugin(os.path.join(kind, file), call))
        path = os.path.join(*place.format(name=name).split("/"))
        found[path] = form(name, head, body)
    return found


def _read_plugin(path: str, call: str) -> str:
    return _read("plugin", path).replace(PLUGIN_CALL, call)


def _read(folder: str, path: str) -> str:
    """Return the text of a file of ours, by its folder below `hosts`."""
    return fs.read_text(os.path.join(PACKAGE, "hosts", folder, path), files.MAX_BYTES, follow=True)


def _commands(host: Installation, chosen: program.Program, row: Hook, rank: int) -> dict[str, str]:
    """Return the members of a hook that hold its command line."""
    target, first = chosen.target(row.script, host.project_variable)
    if row.name == "SessionStart":
        first += chosen.fetch
    found = {"command": hook_line(row.script, target, chosen.python, first, rank)}
    if os.name == "nt" and host.runs_cmd_on_windows and chosen.python:
        words = chosen.words(row.script)
        found["commandWindows"] = windows_line(words, chosen.python, rank)
    return found


def _merged(
    kind: str,
    host: Installation,
    path: str,
    hooks: Groups,
    rules: Rules | None,
) -> Part:
    """Return the Part of a settings file of the host, which others write to as well."""
    own = host.own_settings if kind == HOOKS else {}
    change = partial(settings_file.put_in, hooks=hooks, rules=rules, own=own)
    back = partial(settings_file.take_out, rules=rules)
    return Part(kind, path, change, back)


def _whole_parts(kind: str, folder: str, texts: dict[str, str]) -> list[Part]:
    """Return the Parts of files that are ours as a whole, from {path below the folder: text}."""
    # whatever stood in such a file before is replaced
    return [
        Part(kind, os.path.join(folder, path), lambda old, text=text: text)
        for path, text in texts.items()
    ]
