"""The skills that the hosts would load here: of the project, the home, installed plugins."""

import os
from collections import namedtuple

from reflexion.hosts.fields import mapping, text
from reflexion.hosts.registry import home, homes
from reflexion.setup.jsonedit import read_object
from reflexion.store import fs
from reflexion.store.schema import is_label

FILE = "SKILL.md"
PROJECT = (".claude", ".agents", ".codex")
MAX_BYTES = 64 * 1024
MAX_SKILLS = 300
MAX_DESCRIPTION = 2000
OURS = "reflexion"  # its description is about everything
FOLDED = (">", "|", ">-", "|-", ">+", "|+")  # the value follows on indented lines


# scope: "project", "home" or "plugin"; plugin: its name@marketplace, or ""
Skill = namedtuple("Skill", "name description folder scope plugin")


def folders(root: str, environ) -> list:
    """(folder that holds skill folders, scope, plugin), the project's first."""
    own = homes(environ)
    places = [(os.path.join(root, name), "project") for name in PROJECT if root]
    places += [(folder, "home") for folder in (*own.values(), f"{home(environ)}/.agents")]
    found = [(os.path.join(folder, "skills"), scope, "") for folder, scope in places]
    for plugin, install in plugins(own["claude"]).items():
        if not plugin.startswith(OURS + "@"):
            found += [(folder, "plugin", plugin) for folder in _of_plugin(install)]
    return found


def installed(root: str, environ) -> list:
    """Every Skill, one a name: the project's goes before the home's, and that before a plugin's."""
    found = {}
    for top, scope, plugin in folders(root, environ):
        for folder in _names(top):
            path = os.path.join(top, folder)
            try:
                data = fs.read_bounded(os.path.join(path, FILE), MAX_BYTES, follow=True)
            except (OSError, ValueError):
                continue
            head = front_matter(data.decode("utf-8", "replace"))
            name = head.get("name") or folder
            about = head.get("description", "")[:MAX_DESCRIPTION]
            if is_label(name) and name != OURS and len(found) < MAX_SKILLS:
                found.setdefault(name, Skill(name, about, path, scope, plugin))
    return list(found.values())


def names(root: str, environ) -> list:
    """Names of the installed skills as their folders are called: no file is opened, for hooks."""
    every = [name for folder, _, _ in folders(root, environ) for name in _names(folder)]
    return [name for name in dict.fromkeys(every) if name != OURS]


def front_matter(text: str) -> dict:
    """The plain and folded values between the first two `---` lines."""
    lines = text.lstrip("\ufeff").splitlines()
    found = {}
    key = ""
    if not lines or lines[0].strip() != "---":
        return found
    for line in lines[1:200]:
        if line.strip() == "---":
            return found
        name, colon, value = line.partition(":")
        if colon and not line[:1].isspace() and name.strip():
            key = name.strip().lower()
            value = value.strip()
            found[key] = "" if value in FOLDED else value.strip("'\"")
        elif key and line[:1].isspace():
            found[key] = f"{found[key]} {line.strip()}".strip()
    return {}


def plugins(claude: str) -> dict:
    """name@marketplace -> the folder of the version in use, of Claude Code's plugins."""
    found = {}
    listed = read_object(os.path.join(claude, "plugins", "installed_plugins.json"))
    for name, rows in sorted(mapping(listed, "plugins").items()):
        for row in rows if isinstance(rows, list) else [rows]:
            path = text(row, "installPath") if isinstance(row, dict) else ""
            if path and os.path.isdir(path):
                found[name] = path
    return found


def _of_plugin(install: str) -> list:
    """The folders of a plugin that hold skills: `skills/`, and those that its manifest names."""
    found = [os.path.join(install, "skills")]
    named = read_object(os.path.join(install, ".claude-plugin", "plugin.json")).get("skills")
    for path in named if isinstance(named, list) else [named]:
        folder = os.path.normpath(os.path.join(install, path)) if isinstance(path, str) else ""
        if folder.startswith(install + os.sep):
            is_skill = os.path.isfile(os.path.join(folder, FILE))
            found.append(os.path.dirname(folder) if is_skill else folder)
    return list(dict.fromkeys(found))


def _names(folder: str) -> list:
    every = fs.names(folder)
    return [it for it in every if os.path.isfile(os.path.join(folder, it, FILE))][:MAX_SKILLS]
