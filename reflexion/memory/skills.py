"""The skills that hosts would load here: of the project, of the home, of installed plugins."""

from __future__ import annotations

import json
import os
from collections import namedtuple

from reflexion import hosts
from reflexion.store import fs
from reflexion.store.paths import home_folder

FILE = "SKILL.md"
PROJECT = "project"
HOME = "home"
PLUGIN = "plugin"
IN_PROJECT = (".claude", ".agents", ".codex")
PLUGINS = os.path.join("plugins", "installed_plugins.json")
MAX_LIST = 1 << 20

# folder: that of its SKILL.md; limit: the folder that its files must not lead out of
Skill = namedtuple("Skill", "name folder scope limit")


def installed(project) -> list:
    """Return every Skill, those of the project first; a skill is called as its folder is."""
    found = []
    for name in IN_PROJECT:
        found += _in(os.path.join(project.root, name, "skills"), PROJECT, project.root)
    for folder in _home_folders(project.environ):
        found += _in(os.path.join(folder, "skills"), HOME)
    for folder in _plugins(_home_of("claude", project.environ)):
        found += _in(os.path.join(folder, "skills"), PLUGIN)
    return found


def _in(folder: str, scope: str, limit: str = "") -> list:
    paths = [(name, os.path.join(folder, name)) for name in fs.names(folder)]
    return [
        Skill(name, path, scope, limit or path)
        for name, path in paths
        if os.path.isfile(os.path.join(path, FILE))
    ]


def _home_folders(environ) -> list:
    own = [_home_of(name, environ) for name in hosts.NAMES]
    home = home_folder(environ)
    return list(dict.fromkeys([*own, os.path.join(home, ".agents")])) if home else []


def _home_of(host: str, environ) -> str:
    return hosts.part_of(host, "install").HOST.home(environ)


def _plugins(claude: str) -> list:
    """Return the folders of the plugins that Claude Code has installed."""
    try:
        listed = json.loads(fs.read_text(os.path.join(claude, PLUGINS), MAX_LIST, follow=True))
        plugins = listed["plugins"].values()
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return []
    found = []
    for rows in plugins:
        for row in rows if isinstance(rows, list) else [rows]:
            path = row.get("installPath") if isinstance(row, dict) else None
            if isinstance(path, str) and os.path.isabs(path):
                found.append(path)
    return found
