"""Where things go: a project or the home, the hosts in it, and the files that each gets.

The skill, slash commands and sub-agents have one source, the files of the plugin. What differs
is how the program is called and the form that a host takes.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections import namedtuple
from functools import partial
from pathlib import Path

from reflexion.hosts.installation import SECONDS, Installation
from reflexion.hosts.reading import text
from reflexion.setup import files, program, settings_file
from reflexion.setup.command import ALLOWED, EXACT, PACKAGE
from reflexion.setup.line import hook_line, windows_line
from reflexion.setup.settings_file import Groups, Rules
from reflexion.store import fs, paths
from reflexion.store.tracked import tracks_inside

HOOKS = "hooks"
RULES = "permissions"
SKILL = "skill"
COMMANDS = "commands"
AGENTS = "sub-agents"
PRIVATE = "private"
PLUGIN = os.path.join(PACKAGE, "hosts", "plugin")
PLUGIN_CALL = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us

# A file that is put in: `change(text)` gives its new text, `back(text)` takes ours out (None: the
# whole file is ours).
Part = namedtuple("Part", "kind path change back", defaults=(None,))


class Site(namedtuple("Site", "root environ home scope", defaults=("",))):
    """Where things go.

    root      the project's root, or the worktree's
    environ   the variables
    home      the home store's folder
    scope     "shared", "local" or "user"; "" where none is named
    """

    __slots__ = ()

    def sign(self, host: Installation) -> str:
        """Return what tells that a host is in use here; "" when nothing does."""
        for name in host.signs:
            if os.path.exists(os.path.join(self.root, name)):
                return f"{name} in the project"
        if os.path.isdir(host.home(self.environ)):
            return "its folder in your home"
        is_there = shutil.which(host.name, path=self.environ.get("PATH", ""))
        return f"`{host.name}` on the path" if is_there else ""

    def program(self, host: Installation) -> program.Program:
        """Return how the program is called here, by the Python that was set up before."""
        settings = host.settings_path(self.root, self.scope, self.environ)
        python = text(files.recorded(settings, self.home), "python")
        return program.choose(self.scope, self.environ, python)

    def hooks(self, host: Installation) -> Groups:
        """Return a host's hooks as (event, group) pairs of its settings."""
        chosen = self.program(host)
        rank = host.rank(self.scope)
        found = []
        for row in host.hooks():
            hook: dict[str, object] = {"type": "command"}
            if host.names_hooks:
                hook["name"] = f"reflexion-{row.script}"
            fetch = chosen.fetch if row.name == "SessionStart" else ""
            target = chosen.target(row.script)
            hook["command"] = hook_line(row.script, target, chosen.python, fetch, rank)
            if os.name == "nt" and host.runs_cmd and not chosen.fetch:
                hook["commandWindows"] = windows_line(chosen.words(row.script), chosen.python, rank)
            seconds = host.last_seconds if row.name == "SessionEnd" else SECONDS
            hook["timeout"] = seconds * host.units
            found.append((row.event, {**row.group, "hooks": [hook]}))
        return found

    def parts(self, host: Installation) -> list[Part]:
        """Return every Part that a host gets here, that of its hooks first."""
        call = self.program(host).call
        folder = host.folder_of(self.root, self.scope, self.environ)
        skills = folder if self.scope == "user" else os.path.join(self.root, host.skills)
        found = self._settings_parts(host, call)
        for name, words in _of_plugin("skills/reflexion", call).items():
            found.append(_whole(SKILL, os.path.join(skills, name), words))
        kinds = (COMMANDS, "commands", host.commands), (AGENTS, "agents", host.agents)
        for kind, source, place in kinds:
            for file, words in _of_plugin(source, call).items() if place else ():
                name = os.path.basename(file).partition(".")[0]
                path = os.path.join(folder, place.format(name=name))
                found.append(_whole(kind, path, in_form(host, kind, words)))
        return found

    def private_parts(self, parts: list[Part]) -> list[Part]:
        """Return the Part by which git leaves files that name paths of this machine alone."""
        names = [part.path for part in parts if not tracks_inside(part.path)]
        # in a shared store git leaves it alone by a file that older commits do not have
        names.append(os.path.join(self.root, paths.FOLDER, "index.txt"))
        file, change, back = files.exclusion(self.root, names)
        return [Part(PRIVATE, file, change, back)] if file else []

    def _settings_parts(self, host: Installation, call: str) -> list[Part]:
        """Return the Parts of the hooks and of the permissions."""
        path = host.settings_path(self.root, self.scope, self.environ)
        rules_path = host.rules_path(self.root, self.scope, self.environ)
        rules = Rules(host.rules_at, permissions(host, call), host.rule_value)
        hooks = self.hooks(host)
        if host.module:
            held = settings_file.put_in("", hooks)
            text = _read(host.name, host.module).replace("@SETTINGS@\n", held)
            found = [_whole(HOOKS, path, text)]
        else:
            found = [_merged(HOOKS, path, hooks, rules, host.own_settings)]
        if host.rules_form:
            found.append(_whole(RULES, rules_path, permissions_text(host, call)))
        elif rules_path:
            found.append(_merged(RULES, rules_path, [], rules))
        return found


def permissions(host: Installation, call: str) -> list[str]:
    """Return the permissions that let an agent run `call` with each of the ALLOWED commands."""
    forms = [(host.exact_rule if each in EXACT else host.rule, each) for each in ALLOWED]
    return [form.replace("{call}", f"{call} {each}") for form, each in forms if form]


def permissions_text(host: Installation, call: str) -> str:
    """Return the file of a host whose permissions are prefixes, none of EXACT among them."""
    form = _read(host.name, host.rules_form)
    calls = [f"{call} {each}" for each in ALLOWED if each not in EXACT]
    rules = [form.format(prefix=json.dumps(it), words=json.dumps(shlex.split(it))) for it in calls]
    return "".join(["# Reflexion: recording a learning needs no approval\n", *rules])


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Return ({key: value} of the lines between the first two `---`, the text behind them)."""
    _, head, body = text.split("---\n", 2)
    pairs = [line.partition(": ") for line in head.splitlines()]
    return {key: value for key, _, value in pairs}, body.lstrip("\n")


def in_form(host: Installation, kind: str, text: str) -> str:
    """Return a slash command or a sub-agent of the plugin in the form of a host."""
    place, keys = host.commands, host.command_head
    if kind == AGENTS:
        place, keys = host.agents, host.agent_head
    head, body = split_front_matter(text)
    if "reflexion-{name}" in place:  # a colon cannot stand in a file's name
        body = body.replace("/reflexion:", "/reflexion-")
    if host.has_braces:
        body = re.sub(r"^!`(.*)`$", r"!{\1}", body, flags=re.MULTILINE)
        body = body.replace("$ARGUMENTS", "{{args}}")
    if place.endswith(".toml"):  # in its literal text nothing is escaped
        return f"description = {json.dumps(head['description'])}\nprompt = '''\n{body}'''\n"
    named = {**head, "mode": "subagent"}
    lines = [f"{key}: {named[key]}\n" for key in (head if keys == "*" else keys.split())]
    return f"---\n{''.join(lines)}---\n\n{body}"


def _of_plugin(folder: str, call: str) -> dict[str, str]:
    """Return {path below the plugin: text} of its Markdown files in and below a folder."""
    found = Path(PLUGIN, folder).rglob("*.md")
    names = sorted(path.relative_to(PLUGIN).as_posix() for path in found)
    return {name: _read("plugin", name).replace(PLUGIN_CALL, call) for name in names}


def _read(folder: str, path: str) -> str:
    """Return the text of a file of ours, by its folder below `hosts`."""
    return fs.read_text(os.path.join(PACKAGE, "hosts", folder, path), files.MAX_BYTES, follow=True)


def _merged(kind: str, path: str, hooks: Groups, rules: Rules, new: str = "{}") -> Part:
    """Return the Part of a settings file of the host, which others write to as well."""
    change = partial(settings_file.put_in, hooks=hooks, rules=rules, new=new)
    return Part(kind, path, change, partial(settings_file.take_out, rules=rules))


def _whole(kind: str, path: str, text: str) -> Part:
    """Return the Part of a file that is ours as a whole; what stood there before is replaced."""
    return Part(kind, path, lambda old: text)
