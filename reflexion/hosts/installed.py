"""Which of our hooks are installed, and where: for `doctor` and `status`."""

from __future__ import annotations

import os

from reflexion.hosts import codex_trust, hooks, setup, skills

PLUGIN = "reflexion@"


def installed(site) -> tuple:
    """([OwnHook], [(file, what is wrong)]) over all hosts and scopes of a setup.Site."""
    found, problems, places = [], [], {}
    for host in setup.HOSTS.values():
        for scope, path in host.settings_files(site).items():
            places.setdefault(path, (host.name, scope, path))
    config = codex_trust.read_config(site.environ)
    for path, place in places.items():
        try:
            here = hooks.ours(hooks.load(path), place)
        except (OSError, ValueError) as error:
            known = isinstance(error, hooks.jsonedit.BrokenJson)
            problems.append((path, str(error) if known else f"cannot be read: {error}"))
            continue
        for hook in here if place[0] == "codex" else ():
            hook.trust = codex_trust.trust_of(path, hook, config)
        found += here
    return found, problems


def missing(site, name: str) -> list:
    """[(event, script)] of the hooks that a host should have and has not, in whichever file."""
    have = {(one.event, one.script) for one in installed(site)[0] if one.host == name}
    return [row[:2] for row in setup.HOSTS[name].table if row[:2] not in have]


def plugin_enabled(site) -> str:
    """The settings file that switches our plugin on (hooks beside it run twice); "" for none."""
    for path in setup.HOSTS["claude"].settings_files(site).values():
        try:
            plugins = hooks.load(path).get("enabledPlugins")
        except (OSError, ValueError):
            continue
        rows = plugins.items() if isinstance(plugins, dict) else ()
        if any(name.startswith(PLUGIN) and on for name, on in rows):
            return path
    return ""


def of_plugin(site) -> tuple:
    """([OwnHook], the folder) of our plugin, as Claude Code has it on record; else ([], "")."""
    plugins = skills.plugins(setup.HOSTS["claude"].home(site))
    folder = next((path for name, path in plugins.items() if name.startswith(PLUGIN)), "")
    path = os.path.join(folder, "reflexion", "hosts", "plugin", "hooks.json")
    found = hooks.in_file(path, "claude", "user") if folder else []
    return (found, folder) if found else ([], "")
