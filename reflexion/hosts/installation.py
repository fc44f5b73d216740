"""What is installed for a host, and where: the shape of each host's `install.py`.

An `install.py` makes one instance, HOST, of a class that says what differs from the base.
"""

from __future__ import annotations

import os
import re
from collections import namedtuple
from collections.abc import Mapping

from reflexion.hosts.reading import record
from reflexion.store import fs
from reflexion.store.paths import home_folder
from reflexion.text import rows

SECONDS = 15  # a hook needs a fraction of one; sixteen at once on a slow disk need a few
MAX_BYTES = 8 << 20  # of a host's own records
SCOPES = ("shared", "local", "user")

# one hook: its event by the host's name and by ours, the script, the tools it is for
Hook = namedtuple("Hook", "event name script matcher")


class Installation:
    """How a host is set up.

    Folders end without a slash; files are relative to the host's folder in the project or, for
    the scope "user", in the home.
    """

    name = ""  # the folder here, and the host's program
    title = ""
    signs: tuple[
        str, ...
    ] = ()  # files of a project that tell that the host is in use; default: `folder`
    folder = ""
    home_below = ""  # its folder below the home, if not `folder` ...
    home_variable = ""  # ... or the variable that names it
    skills = ".agents"  # the folder of the project whose `skills` it reads

    settings = "settings.json"
    local_settings = ""  # the file of the scope "local", if that is another one
    own_settings: dict[str, object] = {}  # members that a settings file needs beside our hooks
    module = ""  # a file of ours that is installed as it is, instead of hooks in settings

    project_variable = ""  # names the project's folder in a hook's environment
    units = 1  # of its time-outs, in a second
    last_seconds = SECONDS  # the most that it grants at a session's end
    has_named_hooks = False
    runs_cmd_on_windows = False  # hooks run by cmd.exe instead of sh
    also_runs: tuple[str, ...] = ()  # settings files of another host whose hooks it runs as well

    rules_at: tuple[str, ...] = ()  # the keys in a settings file under which permissions stand
    rule = ""  # a permission for a command with any arguments; {call} is filled in
    exact_rule = ""  # a permission for a command without arguments
    rule_value: str | None = (
        None  # permissions are keys with this value; None: they are items of a list
    )

    commands = ""  # the file of a slash command, {name} filled in; "": it has none
    agents = ""  # the file of a sub-agent, {name} filled in; "": it has none
    steps: tuple[str, ...] = ()  # what the person does next

    def home(self, environ: Mapping[str, str]) -> str:
        """Return the host's own folder in the home."""
        named = environ.get(self.home_variable) if self.home_variable else ""
        return named or os.path.join(home_folder(environ), self.home_below or self.folder)

    def folder_of(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the host's folder for a scope: in the project, or in the home."""
        return self.home(environ) if scope == "user" else os.path.join(root, self.folder)

    def settings_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the file that the hooks of a scope stand in."""
        is_local = scope == "local" and self.local_settings
        file = self.local_settings if is_local else self.settings
        return os.path.join(self.folder_of(root, scope, environ), *file.split("/"))

    def hooks(self) -> list[Hook]:
        """Return every Hook, in the order in which they are written."""
        found = []
        for event, script, matcher, *name in rows(f"hosts/{self.name}/hooks.tsv"):
            ours = name[0] if name else event
            found.append(Hook(event, ours, script, "" if matcher == "*" else matcher))
        return found

    def sign(self, root: str, environ: Mapping[str, str]) -> str:
        """Return what tells that this host is in use here; "" when nothing does."""
        for name in self.signs or (self.folder,):
            if os.path.exists(os.path.join(root, name)):
                return f"{name} in the project"
        if os.path.isdir(self.home(environ)):
            return "its folder in your home"
        return f"`{self.name}` on the path" if self.is_on_path(environ) else ""

    def is_on_path(self, environ: Mapping[str, str]) -> bool:
        """Return True if the host's program is on the path."""
        endings = ("", ".exe", ".cmd") if os.name == "nt" else ("",)
        folders = filter(None, environ.get("PATH", "").split(os.pathsep))
        paths = (os.path.join(folder, self.name) + end for folder in folders for end in endings)
        return any(os.path.isfile(path) and os.access(path, os.X_OK) for path in paths)

    def is_trusted(self, root: str, environ: Mapping[str, str]) -> bool:
        """Return True if the host reads the project's own hooks, as far as its records tell."""
        return True

    def are_hooks_trusted(self, path: str, environ: Mapping[str, str]) -> bool:
        """Return True if the host runs the hooks of this file, as far as its records tell."""
        return True

    def plugin_file(self, settings: list[str], environ: Mapping[str, str]) -> str:
        """Return the file that switches our plugin on; "" for none. `settings` are its files."""
        return ""

    def rules(self, call: str, commands: tuple[str, ...], exact: tuple[str, ...]) -> list[str]:
        """Return the permissions that let an agent run `call` with each of the commands.

        Those in `exact` are allowed without arguments only.
        """
        forms = [self.exact_rule if command in exact else self.rule for command in commands]
        pairs = zip(forms, commands)
        return [form.replace("{call}", f"{call} {command}") for form, command in pairs if form]

    def rules_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the file of permissions; "" if they stand in that of the hooks, or nowhere."""
        return ""

    def rules_text(self, call: str, commands: tuple[str, ...], exact: tuple[str, ...]) -> str:
        """Return the text of that file if all of it is ours; "" if it is a settings file."""
        return ""

    def command_text(self, name: str, head: dict[str, str], body: str) -> str:
        """Return a slash command's file; `head` holds what Claude Code's begins with."""
        return f"---\ndescription: {head['description']}\n---\n\n{body}"

    def agent_text(self, name: str, head: dict[str, str], body: str) -> str:
        """Return a sub-agent's file."""
        return f"---\nname: {name}\ndescription: {head['description']}\n---\n\n{body}"


def switches_plugin_on(path: str) -> bool:
    """Return True if a settings file of a host switches our plugin on."""
    text = read_text(path)
    return bool(re.search(r'"reflexion@[^"\n]*"\]?\s{0,9}(:|enabled\s{0,9}=)\s{0,9}true', text))


def with_braces(body: str) -> str:
    """Return a command's text with Claude Code's marks as Gemini CLI writes them."""
    body = re.sub(r"^!`(.*)`$", r"!{\1}", body, flags=re.MULTILINE)
    return body.replace("$ARGUMENTS", "{{args}}")


def holds(folder: object, root: str) -> bool:
    """Return True if the project is this folder or lies in it."""
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return False
    return fs.is_inside(os.path.realpath(root), os.path.realpath(folder))


def read_text(path: str) -> str:
    """Return the text of a host's own file; "" if there is none."""
    try:
        return fs.read_text(path, MAX_BYTES, follow=True)
    except (OSError, ValueError):
        return ""


def read_records(path: str) -> dict[str, object]:
    """Return the JSON object of a host's own file, whose lines may begin with //; else {}."""
    lines = [line for line in read_text(path).splitlines() if not line.lstrip().startswith("//")]
    return record("\n".join(lines))
