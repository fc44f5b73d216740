"""A host as it is set up. What differs between hosts is declared in `hosts/<name>/install.py`.

Each declaration is a module of constants; DEFAULTS names them all and says what each means."""

import json
import os
import re
import zlib
from collections import namedtuple
from functools import partial

from reflexion.hosts.registry import homes, install_of
from reflexion.setup import command, hooks, install, permissions
from reflexion.setup.hooks import MAX_BYTES, NO_RULES, SECONDS, Allow
from reflexion.setup.site import Site
from reflexion.store.fs import peek, read_text
from reflexion.text.tables import rows

DEFAULTS = {
    "TITLE": "",  # its name for a person
    "PROGRAM": "",  # what it is called on the path
    "PROGRAM_IS_SIGN": True,  # does the program on the path say that this host is in use?
    "TRIED": "",  # the version that this declaration was tried with
    "PROJECT": "",  # its folder in a project
    "SIGNS": (),  # files and folders of a project that say it is in use; default: PROJECT
    "SETTINGS": {},  # scope -> the file that its hooks go to, below PROJECT or HOME
    "OWN_FILE": None,  # what else stands in that file when it holds nothing but our hooks
    "ADDED_BY_HOST": (),  # members that the host itself adds to that file
    "MODULE": "",  # a file of ours that is installed whole instead of hooks in a settings file
    "UNITS_PER_SECOND": 1,  # of its time-outs
    "LAST_SECONDS": SECONDS,  # the most that it gives a hook at a session's end
    "HOOK_NAME": "",  # the name that a hook carries; {script} is filled in
    "PROJECT_VARIABLE": "",  # names the project's folder in a hook's environment; "" = none does
    "YIELDS_TO": (),  # settings files of another host that it runs as well
    "WINDOWS_LINE": False,  # does it run cmd.exe on Windows?
    "LOGIN_SHELL": False,  # does it run hooks by the user's own shell?
    "ALLOW_FILE": {},  # scope -> the file for permissions, where it is not that of the hooks
    "ALLOW_AT": (),  # where rules stand in that file
    "ALLOW_RULE": "",  # a rule that allows a command with any arguments; {call} is filled in
    "ALLOW_EXACT": "",  # a rule that allows a command without arguments
    "ALLOW_VALUE": None,  # rules are keys with this value; None: they are items of a list
    "RULES_FILE": "",  # rules stand in a file of their own; {mark}: one for each project
    "RULES_IN_HOME": False,  # does that file stand below HOME, for a project's hooks, too?
    "SKILLS": "",  # the folder of the project that holds its skills
    "COMMANDS": "",  # the file of a slash command, below PROJECT or HOME; "" = it has none
    "NEXT_STEPS": (),  # (scope, text): "any", or "project": not in the home; {n}: its number
}

Wanted = namedtuple("Wanted", "event script matcher name")  # name: the event in the toolkit


class Host:
    """A declaration with its defaults: an attribute in small letters for each of DEFAULTS."""

    def __init__(self, name: str):
        self.name = name
        declaration = install_of(name)
        for key, default in DEFAULTS.items():
            setattr(self, key.lower(), getattr(declaration, key, default))
        self.table = [
            Wanted(row[0], row[1], None if row[2] == "*" else row[2], [*row, row[0]][3])
            for row in rows(f"hosts/{name}/hooks.tsv")
        ]

    def home_folder(self, site: Site) -> str:
        """The host's own folder in the home."""
        return homes(site.environ)[self.name]

    def folder(self, site: Site, scope: str = "") -> str:
        """Its folder for a scope (default: the site's): in the project, or in the home."""
        in_home = (scope or site.scope) == "user"
        return self.home_folder(site) if in_home else os.path.join(site.root, self.project)

    def why_in_use(self, site: Site) -> str:
        """What says that this host is in use here; "" when nothing does."""
        for name in self.signs or (self.project,):
            if os.path.exists(os.path.join(site.root, name)):
                return f"{name} in the project"
        if os.path.isdir(self.home_folder(site)):
            return "its folder in your home"
        on_path = self.program_is_sign and self.program_path(site)
        return f"`{self.program}` on the path" if on_path else ""

    def program_path(self, site: Site) -> str:
        """Where the host's program is; "" when it is not on the path."""
        from shutil import which

        return which(self.program, path=site.environ.get("PATH")) or ""

    def settings_files(self, site: Site) -> dict:
        """scope -> the file that its hooks go to."""
        return {
            scope: os.path.normpath(os.path.join(self.folder(site, scope), file))
            for scope, file in self.settings.items()
        }

    def settings_file(self, site: Site) -> str:
        """The file that its hooks go to here."""
        return self.settings_files(site)[site.scope]

    def yields(self, site: Site) -> str:
        """The file of another host whose hooks this one runs as well; "" when there is none.

        Its own hooks do nothing then."""
        for name in self.yields_to:
            path = os.path.join(site.root, name)
            if re.search(command.HOLDS_OURS, peek(path, MAX_BYTES).decode("utf-8", "replace")):
                return path
        return ""

    def permission_file(self, site: Site) -> str:
        """The file that holds the rules of what the agent may run unasked; "" when there is none.

        It is a settings file, or with RULES_FILE a file of ours."""
        if self.rules_file:
            folder = self.home_folder(site) if self.rules_in_home else self.folder(site)
            mark = "user" if site.scope == "user" else f"{zlib.crc32(site.root.encode()):08x}"
            return os.path.normpath(os.path.join(folder, self.rules_file.format(mark=mark)))
        if site.scope in self.allow_file:
            name = self.allow_file[site.scope]
            return os.path.normpath(os.path.join(self.folder(site), name))
        return self.settings_file(site) if self.allow_rule else ""

    def allow(self, site: Site) -> Allow:
        """The rules for its settings: the agent records what it learned without a dialogue."""
        wanted = permissions.rules(self, site.caller)
        is_ours = partial(permissions.is_ours, self)
        return Allow(self.allow_at, wanted, self.allow_value, is_ours)

    def skill_file(self, site: Site) -> str:
        project = os.path.join(site.root, self.skills)
        folder = self.home_folder(site) if site.scope == "user" else project
        return os.path.join(folder, "skills", "reflexion", "SKILL.md")

    def wanted(self, site: Site, scope: str = "") -> list:
        """The hooks as (event, matcher group). They stay the same across upgrades."""
        python = interpreter_for(self.settings_files(site)[scope or site.scope], site)
        found = []
        rows_here = [] if self.module else self.table
        for row in rows_here:
            hook = {"type": "command"}
            if self.hook_name:
                hook["name"] = self.hook_name.format(script=row.script)
            hook.update(self._commands(row.script, site, python))
            seconds = self.last_seconds if row.name == "SessionEnd" else SECONDS
            hook["timeout"] = seconds * self.units_per_second
            group = {"matcher": row.matcher} if row.matcher else {}
            found.append((row.event, {**group, "hooks": [hook]}))
        return found

    def _commands(self, script: str, site: Site, python: str) -> dict:
        """The command line for a script, as the members of a hook that hold it."""
        if site.relative:  # it serves the whole team
            path = os.path.normpath(f"{site.relative}/scripts/{script}.py").replace(os.sep, "/")
            variable = self.project_variable
            word = f'"${variable}"' + command.quote("/" + path) if variable else command.quote(path)
            upwards = not variable
            line = command.command_line(script, [word], upwards=upwards, yields=self.yields_to)
            return {"command": line}
        words = command.entry_point(script, site.toolkit)
        quoted = [command.quote(word) for word in words]
        line = command.command_line(script, quoted, python, yields=self.yields_to)
        if os.name == "nt" and self.windows_line:
            return {"command": line, "commandWindows": command.windows_line(words, python)}
        return {"command": line}

    def module_text(self, site: Site, path: str = "") -> str:
        """The text of MODULE as it is installed at `path` (default: where the site has it)."""
        source = os.path.join(command.PACKAGE, "hosts", self.name, self.module)
        python = "" if site.relative else interpreter_for(path or self.settings_file(site), site)
        pythons = [name for name in dict.fromkeys([python, "python3", "python"]) if name]
        text = read_text(source, MAX_BYTES, follow=True)
        text = text.replace("@PYTHONS@", json.dumps(pythons))
        return text.replace("@TARGET@", json.dumps(self._target(site)))

    def _target(self, site: Site) -> list:
        """The words that run a hook, {script} in place of its name; below the project's root where
        they serve a team."""
        if site.relative:
            path = os.path.normpath(f"{site.relative}/scripts/{{script}}.py")
            return [path.replace(os.sep, "/")]
        path, *arguments = command.entry_point("capture", site.toolkit)
        if arguments:
            return [path, "{script}"]
        return [f"{path.rpartition('/')[0]}/{{script}}.py"]

    def plain_command(self, script: str, site: Site) -> str:
        """The command line by which a file of ours runs a hook, in effect."""
        words = [command.quote(word) for word in command.entry_point(script, site.toolkit)]
        return command.command_line(script, words, command.interpreter())

    def changed(self, text: str, site: Site) -> str:
        """The text of its settings file with what is ours in it. Raises BrokenJson."""
        if self.module:
            return self.module_text(site)
        return hooks.merged(text, self.wanted(site), self._allow_here(site), self.own_file)

    def restored(self, text: str, site: Site) -> str:
        """The text of its settings file without what is ours. Raises BrokenJson."""
        return hooks.without(text, self._allow_here(site))

    @property
    def of_no_value(self) -> tuple:
        """Members that do not keep a settings file of ours alive once our hooks are out of it."""
        return (*self.added_by_host, *(self.own_file or ()))

    def _allow_here(self, site: Site) -> Allow:
        """The rules that stand in the same file as the hooks."""
        return self.allow(site) if not self.allow_file else NO_RULES

    def steps(self, site: Site) -> list:
        """What the person does next, a line each."""
        given = [text for scope, text in self.next_steps if scope == "any" or site.scope != "user"]
        return [text.format(n=n) for n, text in enumerate(given, 1)]


def interpreter_for(settings: str, site: Site) -> str:
    """The interpreter to name in the hooks of a settings file.

    It is the one that an earlier `init` recorded for this file, while it exists, so that a command
    stays the same whichever Python runs `init`; else the running one. What a settings file names
    is never taken: it may have come with a checkout."""
    python = install.recorded(settings, site.home).get("python", "")
    usable = isinstance(python, str) and os.path.isabs(python) and os.access(python, os.X_OK)
    return python if usable else command.interpreter()
