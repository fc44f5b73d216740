"""The texts that are installed for an agent: the skill, the slash commands, the sub-agents.

They have one source, the files of the plugin. What differs is how the program is called and the
form that a host takes.
"""

import os

from reflexion.setup.command import PACKAGE
from reflexion.store import fs

PLUGIN = os.path.join(PACKAGE, "hosts", "plugin")
PLUGIN_CALL = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us
SKILL = os.path.join("skills", "reflexion")
MAX_BYTES = 1 << 20


def skill_files(call: str) -> dict:
    """Return {path below a folder that holds `skills`: text} of the skill."""
    found = {}
    for folder in (SKILL, os.path.join(SKILL, "references")):
        for name in fs.names(os.path.join(PLUGIN, folder)):
            path = os.path.join(folder, name)
            if name.endswith(".md"):
                found[path] = _read(path, call)
    return found


def command_files(host, call: str) -> dict:
    """Return {path below a host's folder: text} of its slash commands; {} if it has none."""
    return _written("commands", host.commands, host.command_text, call)


def agent_files(host, call: str) -> dict:
    """Return {path below a host's folder: text} of the sub-agents; {} if it has none."""
    return _written("agents", host.agents, host.agent_text, call)


def _written(kind: str, place: str, form, call: str) -> dict:
    found = {}
    for file in fs.names(os.path.join(PLUGIN, kind)) if place else []:
        name = file.partition(".")[0]
        head, body = split_front_matter(_read(os.path.join(kind, file), call))
        path = os.path.join(*place.format(name=name).split("/"))
        found[path] = form(name, head, body)
    return found


def split_front_matter(text: str) -> tuple:
    """Return ({key: value} of the lines between the first two `---`, the text behind them)."""
    _, head, body = text.split("---\n", 2)
    pairs = [line.partition(": ") for line in head.splitlines()]
    return {key: value for key, _, value in pairs}, body.lstrip("\n")


def _read(path: str, call: str) -> str:
    text = fs.read_text(os.path.join(PLUGIN, path), MAX_BYTES, follow=True)
    return text.replace(PLUGIN_CALL, call)
