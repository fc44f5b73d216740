"""The hosts that can be set up, and what is installed for them now."""

import os

from reflexion.hosts.registry import NAMES
from reflexion.setup import codex_trust, hooks, skills
from reflexion.setup.host import Host
from reflexion.setup.jsonedit import BrokenJson
from reflexion.store.fs import peek

HOSTS = {name: Host(name) for name in NAMES}
OUR_PLUGIN = "reflexion@"
PLUGIN_HOOKS = ("reflexion", "hosts", "plugin", "hooks.json")


def installed(site) -> tuple:
    """([OwnHook], [(file, what is wrong)]) over all hosts and scopes of a Site.

    A host whose hooks are a file of ours has an OwnHook for each row of its table, where that
    file is there."""
    found = []
    problems = []
    places = {}
    for host in HOSTS.values():
        for scope, path in host.settings_files(site).items():
            places.setdefault(path, (host, scope))
    for path, (host, scope) in places.items():
        try:
            here = _in_file(host, site, scope, path)
        except (OSError, ValueError) as error:
            known = isinstance(error, BrokenJson)
            problems.append((path, str(error) if known else f"cannot be read: {error}"))
            continue
        if host.name == "codex":
            config = codex_trust.read_config(site.environ)
            for hook in here:
                hook.trust = codex_trust.trust_of(path, hook, config)
        found += here
    return found, problems


def _in_file(host, site, scope: str, path: str) -> list:
    """The OwnHooks of a host in a file for this scope. Raises OSError, ValueError."""
    place = (host.name, scope, path)
    if not host.module:
        return hooks.every(hooks.load(path), place)
    if not os.path.isfile(path):
        return []
    found = []
    for row in host.table:
        hook = {"command": host.plain_command(row.script, site)}
        found.append(hooks.OwnHook(row.event, 0, 0, row.matcher, hook, place))
    return found


def missing(site, name: str) -> list:
    """[(event, script)] of the hooks that a host should have and has not, in whichever file."""
    have = {(one.event, one.script) for one in installed(site)[0] if one.host == name}
    wanted = [(row.event, row.script) for row in HOSTS[name].table]
    return [row for row in wanted if row not in have]


def is_as_written(hook, site) -> bool:
    """Is a hook's command, byte for byte, what `init` would write there for this toolkit?

    Whatever else stands in a settings file may have come with a checkout and is never run."""
    host = HOSTS[hook.host]
    if host.module:
        return peek(hook.path, hooks.MAX_BYTES) == host.module_text(site, hook.path).encode()
    wanted = host.wanted(site, hook.scope)
    return (hook.event, hook.command) in [
        (event, one["hooks"][0]["command"]) for event, one in wanted
    ]


def plugin_enabled(site, name: str = "claude") -> str:
    """The file that switches our plugin on in a host (hooks beside it run twice); "" for none."""
    if name == "codex":
        is_on = codex_trust.plugin_in(codex_trust.read_config(site.environ), OUR_PLUGIN)
        return codex_trust.config_file(site.environ) if is_on else ""
    return _enabled_in_claude(site) if name == "claude" else ""


def _enabled_in_claude(site) -> str:
    for path in HOSTS["claude"].settings_files(site).values():
        try:
            plugins = hooks.load(path).get("enabledPlugins")
        except (OSError, ValueError):
            continue
        if not isinstance(plugins, dict):
            continue
        if any(on and name.startswith(OUR_PLUGIN) for name, on in plugins.items()):
            return path
    return ""


def of_plugin(site) -> tuple:
    """([OwnHook], the folder) of our plugin, as Claude Code has it on record; else ([], "")."""
    plugins = skills.plugins(HOSTS["claude"].home_folder(site))
    for name, folder in plugins.items():
        if name.startswith(OUR_PLUGIN):
            found = hooks.in_file(os.path.join(folder, *PLUGIN_HOOKS), "claude", "user")
            return (found, folder) if found else ([], "")
    return [], ""


def written_by_plugin() -> set:
    """The commands of this copy's own plugin file."""
    return {hook.command for hook in _of_own_plugin("")}


def of_codex_plugin(site) -> list:
    """The OwnHooks of our plugin as Codex runs them, with whether they were ever trusted."""
    config = codex_trust.read_config(site.environ)
    path = ":".join([codex_trust.plugin_in(config, OUR_PLUGIN), "/".join(PLUGIN_HOOKS)])
    known = {row.event for row in HOSTS["codex"].table}
    found = [hook for hook in _of_own_plugin("codex") if hook.event in known]
    for hook in found:
        trust = codex_trust.trust_of(path, hook, config)
        # the installed copy may be another version than this one
        hook.trust = "" if trust == codex_trust.CHANGED else trust
    return found


def _of_own_plugin(name: str) -> list:
    from reflexion.setup.command import TOOLKIT

    return hooks.in_file(os.path.join(TOOLKIT, *PLUGIN_HOOKS), name, "user")
