"""What is installed for a host, and where: SETUPS, made of each host's `install.tsv`.

Trust is asked of what a host keeps on record.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections import namedtuple
from collections.abc import Mapping

from reflexion.hosts import NAMES
from reflexion.hosts.reading import EVENTS, mapping, objects, text
from reflexion.store import fs
from reflexion.store.paths import home_folder
from reflexion.text import rows
from reflexion.text.json_object import object_or_empty

SECONDS = 15  # a hook needs a fraction of one; sixteen at once on a slow disk need a few
MAX_BYTES = 8 << 20  # of a host's own records
SCOPES = ("shared", "local", "user")
PARENT = "TRUST_PARENT"
TRUSTED_WORDS = {"TRUST_FOLDER", PARENT}  # of Gemini CLI

SWITCHED_ON = re.compile(
    r'"reflexion@[^"\n]*"\]?\s{0,9}(:|enabled\s{0,9}=)\s{0,9}true'
)  # our plugin

# one hook: its event by the host's name and by ours, the script, the group that names its tools
Hook = namedtuple("Hook", "event name script group")


class Installation:
    """How a host is set up.

    Folders end without a slash; files are relative to the host's folder in the project or, for
    the scope "user", in the home.
    """

    title: str = ""
    folder: str = ""
    signs: tuple[str, ...] = ()  # that the host is in use in a project
    steps: tuple[str, ...] = ()  # what the person does next
    # its folder: below the home, if not as in a project; or below what a variable names
    below_home: str = ""
    home_variable: str = ""
    below_variable: str = ""
    skills: str = ".agents"  # the folder of the project whose `skills` it reads

    settings: str = "settings.json"
    local_settings: str = ""  # the file of the scope "local", if another
    own_settings: str = "{}"  # a new one without our hooks
    module: str = ""  # a file of ours that runs the hooks, instead of settings
    project_variable: str = ""  # of a hook, names the project's folder
    units: int = 1  # of its time-outs, in a second
    last_seconds: int = SECONDS  # at a session's end
    names_hooks: bool = False
    runs_cmd: bool = False  # by cmd.exe instead of sh, on Windows
    also_runs: tuple[str, ...] = ()  # settings of another host whose hooks it runs as well
    ranks: tuple[str, ...] = ("", "", "3")  # of its hooks, by scope: the lowest handle an event
    trust_variable: str = ""  # "true" in it: the host asks about no folder

    # permissions: the keys in a settings file that lead to them, the form of one and of one
    # without arguments, and its value where they are keys
    rules_at: tuple[str, ...] = ()
    rule: str = ""
    exact_rule: str = ""
    rule_value: str = ""
    rules_file: str = ""  # where they stand, if not beside the hooks
    rules_form: str = ""  # a file of ours: the text of one in that file
    # slash commands and sub-agents: the file, and which lines of the plugin's begin it ("*":
    # all); "": it has none
    commands: str = ""
    command_head: str = "description"
    has_braces: bool = False  # around what a slash command runs and is given
    agents: str = ""
    agent_head: str = "name description"

    def __init__(self, name: str):
        self.name = name  # the folder here, and the host's program
        for key, *values in rows(f"hosts/{name}/install.tsv"):
            field = key.replace(" ", "_")
            kind = type(getattr(self, field))
            setattr(self, field, kind(values if kind is tuple else values[0]))

    def home(self, environ: Mapping[str, str]) -> str:
        """Return the host's own folder in the home."""
        named = environ.get(self.home_variable)
        if named:
            return os.path.normpath(os.path.join(named, self.below_variable))
        return os.path.join(home_folder(environ), self.below_home or self.folder)

    def folder_of(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the host's folder for a scope: in the project, or in the home."""
        return self.home(environ) if scope == "user" else os.path.join(root, self.folder)

    def settings_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the file that the hooks of a scope stand in."""
        file = (scope == "local" and self.local_settings) or self.settings
        return os.path.join(self.folder_of(root, scope, environ), *file.split("/"))

    def settings_files(self, root: str, environ: Mapping[str, str]) -> dict[str, str]:
        """Return {file: scope} of those that hooks may stand in; "local" for one of two scopes."""
        return {self.settings_path(root, scope, environ): scope for scope in SCOPES}

    def rank(self, scope: str) -> str:
        """Return the rank of the hooks of a scope: a digit, or "" for the first."""
        return self.ranks[SCOPES.index(scope)]

    def rules_path(self, root: str, scope: str, environ: Mapping[str, str]) -> str:
        """Return the file of permissions; "" if they stand in that of the hooks, or nowhere."""
        home = self.home(environ)
        return self.rules_file.format(
            home=home,
            folder=self.folder_of(root, scope, environ),
            top=home if scope == "user" else root,
            mark=scope if scope == "user" else f"{zlib.crc32(os.fsencode(root)):08x}",
        )

    def hooks(self) -> list[Hook]:
        """Return every Hook, in the order in which they are written."""
        return [
            Hook(
                event, EVENTS.get(event, event), script, {} if tools == "*" else {"matcher": tools}
            )
            for event, script, tools in rows(f"hosts/{self.name}/hooks.tsv")
        ]

    def is_trusted(self, path: str, root: str, environ: Mapping[str, str]) -> bool:
        """Return True if the host runs the hooks of a file, as far as its records tell.

        It may ask for trust in a project's folder. Codex trusts each hook by a hash over its
        command, so these stay the same across upgrades. What an option allows for one run, and a
        hook that changed since, are not known here.
        """
        home = self.home(environ)
        is_asked = fs.is_inside(path, root) and environ.get(self.trust_variable) != "true"
        is_read = not is_asked or self.name not in TRUST or TRUST[self.name](root, home)
        return is_read and (self.name != "codex" or _codex_trusts_hooks(path, home))

    def plugin_skills(self, environ: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return (plugin, folder of its skills) of the plugins that Claude Code has installed."""
        path = os.path.join(self.home(environ), "plugins", "installed_plugins.json")
        return [
            (key.partition("@")[0], folder)
            for key, places in mapping(_read_record(path), "plugins").items()
            for place in objects(places)
            for folder in _skill_folders(text(place, "installPath"))
        ]

    def plugin_file(self, root: str, environ: Mapping[str, str]) -> str:
        """Return the file that switches our plugin on; "" for none, or where it is not told."""
        config = os.path.join(self.home(environ), "config.toml")  # of Codex
        places = [*self.settings_files(root, environ), config]
        return next((path for path in places if SWITCHED_ON.search(read_text(path))), "")


def read_text(path: str) -> str:
    """Return the text of a host's own file; "" if there is none."""
    try:
        return fs.read_text(path, MAX_BYTES, follow=True)
    except (OSError, ValueError):
        return ""


def _skill_folders(plugin: str) -> list[str]:
    """Return the folders that hold skills of a plugin: `skills`, and those that it lists."""
    listed = _read_record(os.path.join(plugin, ".claude-plugin", "plugin.json")).get("skills")
    names = ["skills", *(listed if isinstance(listed, list) else ())]
    places = [os.path.normpath(os.path.join(plugin, str(name))) for name in names]
    found = [
        os.path.dirname(place) if os.path.isfile(os.path.join(place, "SKILL.md")) else place
        for place in places
        if plugin and fs.is_inside(place, plugin)
    ]
    return list(dict.fromkeys(found))


def _codex_trusts(root: str, home: str) -> bool:
    config = "\n" + read_text(os.path.join(home, "config.toml"))
    names = (json.dumps(root), f"'{root}'")
    tables = [config.partition(f"\n[projects.{name}]")[2] for name in names]
    told = [table.partition("\n[")[0].replace(" ", "") for table in tables]
    return any('\ntrust_level="trusted"' in each for each in told)


def _codex_trusts_hooks(path: str, home: str) -> bool:
    config = read_text(os.path.join(home, "config.toml"))
    quoted = f"[hooks.state.{json.dumps(path)[:-1]}:"
    return f"[hooks.state.'{path}:" in config or quoted in config


def _copilot_trusts(root: str, home: str) -> bool:
    listed = _read_record(os.path.join(home, "config.json")).get("trustedFolders")
    return isinstance(listed, list) and any(_holds(folder, root) for folder in listed)


def _gemini_trusts(root: str, home: str) -> bool:
    """Return True if trustedFolders.json lists the folder, or trust is switched off."""
    settings = _read_record(os.path.join(home, "settings.json"))
    asks = mapping(mapping(settings, "security"), "folderTrust").get("enabled")
    listed = _read_record(os.path.join(home, "trustedFolders.json"))
    words = {
        str(word)
        for folder, word in listed.items()
        if _holds(os.path.dirname(folder) if word == PARENT else folder, root)
    }
    return asks is False or set() < words <= TRUSTED_WORDS


def _holds(folder: object, root: str) -> bool:
    """Return True if the project is this folder or lies in it."""
    if not isinstance(folder, str) or not os.path.isabs(folder):
        return False
    return fs.is_inside(os.path.realpath(root), os.path.realpath(folder))


def _read_record(path: str) -> dict[str, object]:
    """Return the JSON object of a host's own file, whose lines may begin with //; else {}."""
    lines = [line for line in read_text(path).splitlines() if not line.lstrip().startswith("//")]
    return object_or_empty("\n".join(lines), MAX_BYTES)


TRUST = {"codex": _codex_trusts, "copilot": _copilot_trusts, "gemini": _gemini_trusts}
SETUPS = {name: Installation(name) for name in NAMES}
