"""The texts that are installed for an agent: the skill and the slash commands of each host.

Both have one source, the files of the plugin. What differs is how the toolkit is called and the
form in which a host takes a command."""

import json
import os
import re

from reflexion.setup import command
from reflexion.setup.greeting import typed
from reflexion.setup.hooks import MAX_BYTES
from reflexion.setup.skills import front_matter
from reflexion.store.fs import names, read_text

PLUGIN = os.path.join(command.PACKAGE, "hosts", "plugin")
SKILL = os.path.join(PLUGIN, "skills", "reflexion", "SKILL.md")
PLUGIN_COMMAND = 'python3 "${CLAUDE_PLUGIN_ROOT}/reflexion"'  # how the plugin's files call us
BANG = r"^!`(.*)`$"  # a line whose output the host puts in its place
NAMED = "/reflexion:"
SWITCHES = ("on", "off")  # the hooks follow these themselves, by the words of the prompt


def caller(site) -> str:
    """How the installed texts call the toolkit: from anywhere in the project."""
    if not site.relative:
        return command.by_hand(site.toolkit)
    folder = "reflexion" if site.relative == "." else f"{site.relative}/reflexion"
    return f'python3 "$(git rev-parse --show-toplevel)"{command.quote("/" + folder)}'


def skill_files(skill_file: str, site) -> dict:
    """path -> text of the skill's files, SKILL.md first, with the command as it is called here."""
    source = os.path.dirname(SKILL)
    more = [os.path.join("references", name) for name in names(os.path.join(source, "references"))]
    texts = {}
    for name in (os.path.basename(SKILL), *more):
        path = os.path.join(os.path.dirname(skill_file), name)
        texts[path] = _read(os.path.join(source, name)).replace(PLUGIN_COMMAND, caller(site))
    return texts


def command_files(host, site) -> dict:
    """path -> text of a host's slash commands; {} for a host that has none."""
    if not host.commands:
        return {}
    form = FORMS.get(host.name)
    texts = {}
    for file in names(os.path.join(PLUGIN, "commands")):
        name = file.partition(".")[0]
        text = _read(os.path.join(PLUGIN, "commands", file)).replace(PLUGIN_COMMAND, caller(site))
        path = host.commands.format(name=name).split("/")
        texts[os.path.join(host.folder(site), *path)] = form(name, text) if form else text
    return texts


def folders(host, site) -> list:
    """The folders or files, as few as name all of a host's slash commands."""
    files = command_files(host, site)
    together = "/reflexion/" in host.commands
    return sorted({os.path.dirname(path) for path in files}) if together else list(files)


def named(host, name: str) -> str:
    """How a slash command is typed in a host: "/reflexion:off"; "" where there is none."""
    return typed(host.commands, name) if host.commands else ""


def _qwen(name: str, text: str) -> str:
    return _head(text) + _with_braces(_body(name, text))


def _gemini(name: str, text: str) -> str:
    """TOML; the prompt is a literal text, in which nothing is escaped."""
    about = json.dumps(front_matter(text)["description"])
    body = _with_braces(_body(name, text))
    return f"description = {about}\nprompt = '''\n{body}'''\n"


def _opencode(name: str, text: str) -> str:
    return _head(text) + _body("", text).replace(NAMED, "/reflexion-")


def _head(text: str) -> str:
    return f"---\ndescription: {front_matter(text)['description']}\n---\n\n"


def _body(name: str, text: str) -> str:
    """The prompt without its head.

    In hosts that hand the hooks this text instead of what was typed, a switch begins with what
    was typed."""
    body = text.split("---\n", 2)[2].lstrip("\n")
    return f"{NAMED}{name}\n\n{body}" if name in SWITCHES else body


def _with_braces(text: str) -> str:
    """Claude Code's marks for the arguments and for a command's output, as Gemini writes them."""
    text = re.sub(BANG, r"!{\1}", text, flags=re.MULTILINE)
    return text.replace("$ARGUMENTS", "{{args}}")


def _read(path: str) -> str:
    return read_text(path, MAX_BYTES, follow=True)


FORMS = {"qwen": _qwen, "gemini": _gemini, "opencode": _opencode}
