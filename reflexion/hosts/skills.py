"""The skills that the hosts would load here: of the project, of the home, of installed plugins.
Reads only, bounded.
"""

from __future__ import annotations

import os

from reflexion.store import files
from reflexion.store.entry import is_label
from reflexion.text.lean_json import loads

FILE = "SKILL.md"
MAX_BYTES, MAX_SKILLS, MAX_DESCRIPTION = 64 * 1024, 300, 2000
OURS = "reflexion"  # its description is about everything


class Skill:
    """`name`, `description` (one line), `folder`, `scope`: "project", "home" or "plugin"; `plugin`:
    its name and marketplace.
    """

    __slots__ = ("name", "description", "folder", "scope", "plugin")

    def __init__(self, name: str, description: str, folder: str, scope: str, plugin: str = ""):
        self.name, self.description, self.folder, self.scope, self.plugin = (
            name,
            description,
            folder,
            scope,
            plugin,
        )


def folders(root: str, environ) -> list:
    """(folder that holds skill folders, scope, plugin), the project's first."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    claude = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    codex = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    found = [
        (os.path.join(root, *parts, "skills"), "project", "")
        for parts in ((".claude",), (".agents",), (".codex",))
        if root
    ]
    found += [
        (os.path.join(folder, "skills"), "home", "")
        for folder in (claude, codex, os.path.join(home, ".agents"))
    ]
    for plugin, install in plugins(claude).items():
        found += [(folder, "plugin", plugin) for folder in _of_plugin(install)]
    return found


def installed(root: str, environ) -> list:
    """Every Skill, one a name: the project's goes before the home's, and that before a plugin's."""
    found = {}
    for folder, scope, plugin in folders(root, environ):
        for name in _names(folder):
            skill = read(os.path.join(folder, name), scope, plugin)
            if skill and skill.name != OURS and skill.name not in found and len(found) < MAX_SKILLS:
                found[skill.name] = skill
    return list(found.values())


def names(root: str, environ) -> list:
    """Names of the installed skills as their folders are called: no file is opened, for hooks."""
    return list(
        dict.fromkeys(
            name
            for folder, _, _ in folders(root, environ)
            for name in _names(folder)
            if name != OURS
        )
    )


def read(folder: str, scope: str, plugin: str = "") -> Skill | None:
    """The Skill in a folder; None when there is none, or its name is none."""
    try:
        text = files.read_bounded(os.path.join(folder, FILE), MAX_BYTES, follow=True).decode(
            "utf-8", "replace"
        )
    except (OSError, ValueError):
        return None
    head = front_matter(text)
    name = head.get("name") or os.path.basename(folder)
    return (
        Skill(name, head.get("description", "")[:MAX_DESCRIPTION], folder, scope, plugin)
        if is_label(name)
        else None
    )


def front_matter(text: str) -> dict:
    """The plain and folded values between the first two `---` lines."""
    lines = text.lstrip("\ufeff").splitlines()
    found, key = {}, ""
    if not lines or lines[0].strip() != "---":
        return found
    for line in lines[1:200]:
        if line.strip() == "---":
            return found
        name, colon, value = line.partition(":")
        if colon and not line[:1].isspace() and name.strip():
            key = name.strip().lower()
            value = value.strip()
            found[key] = "" if value in (">", "|", ">-", "|-", ">+", "|+") else value.strip("'\"")
        elif key and line[:1].isspace():
            found[key] = f"{found[key]} {line.strip()}".strip()
    return {}


def plugins(claude: str) -> dict:
    """name@marketplace -> the folder of the version in use, of Claude Code's plugins."""
    try:
        listed = loads(
            files.read_bounded(
                os.path.join(claude, "plugins", "installed_plugins.json"), 1 << 20, follow=True
            )
        )["plugins"]
        items = sorted(listed.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    found = {}
    for name, value in items:
        for row in value if isinstance(value, list) else [value]:
            path = row.get("installPath") if isinstance(row, dict) else None
            if isinstance(path, str) and os.path.isdir(path) and not name.startswith(OURS + "@"):
                found[name] = path
    return found


def _of_plugin(install: str) -> list:
    """The folders of a plugin that hold skill folders: `skills/`, and those that its manifest
    names.
    """
    found = [os.path.join(install, "skills")]
    try:
        named = loads(
            files.read_bounded(
                os.path.join(install, ".claude-plugin", "plugin.json"), 1 << 20, follow=True
            )
        ).get("skills", [])
    except (OSError, ValueError, AttributeError, RecursionError):
        named = []
    for path in [named] if isinstance(named, str) else named if isinstance(named, list) else []:
        folder = os.path.normpath(os.path.join(install, path)) if isinstance(path, str) else ""
        if folder.startswith(install + os.sep):
            found.append(
                os.path.dirname(folder) if os.path.isfile(os.path.join(folder, FILE)) else folder
            )
    return list(dict.fromkeys(found))


def _names(folder: str) -> list:
    found = (
        name for name in files.names(folder) if os.path.isfile(os.path.join(folder, name, FILE))
    )
    return list(found)[:MAX_SKILLS]
