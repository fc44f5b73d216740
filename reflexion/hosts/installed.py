"""Which of our hooks are installed, where, and what keeps them from running: for `doctor` and
`status`.
"""

from __future__ import annotations

import os

from reflexion.hosts import codex_trust, hooks, setup
from reflexion.hosts.jsonedit import BrokenJson
from reflexion.store.files import read_text

PLUGIN = "reflexion@"
HOOKS_OF_PLUGIN = ("reflexion", "hosts", "plugin", "hooks.json")


class Installed:
    """One installed hook: `host`, `scope`, the settings `path`, `event`, `script`, `matcher`,
    `command`, `timeout` (seconds),
    and `trust`: what Codex has on record about it ("" for a host that asks for none)."""

    __slots__ = (
        "host",
        "scope",
        "path",
        "event",
        "script",
        "matcher",
        "command",
        "timeout",
        "trust",
    )

    def __init__(self, host: str, scope: str, path: str, found, trust: str = ""):
        self.host, self.scope, self.path, self.trust = host, scope, path, trust
        self.event, self.script, self.matcher, self.command = (
            found.event,
            found.script,
            found.matcher,
            found.command,
        )
        timeout = found.hook.get("timeout")
        self.timeout = (
            timeout if isinstance(timeout, (int, float)) and timeout > 0 else hooks.TIMEOUT
        )


def installed(site) -> tuple:
    """([Installed], [(file, what is wrong)]) over all hosts and scopes of a setup.Site."""
    found, problems = [], []
    for name in setup.HOSTS:
        for path, scope in _files(name, site).items():
            try:
                found += _in_file(name, scope, path, site)
            except BrokenJson as error:
                problems.append((path, str(error)))
            except (OSError, UnicodeDecodeError) as error:
                problems.append((path, f"cannot be read: {error}"))
    return found, problems


def missing(site, name: str) -> list:
    """[(event, script)] of the hooks that a set-up host should have and has not, wherever they may
    stand.
    """
    have = {(one.event, one.script) for one in installed(site)[0] if one.host == name}
    table = hooks.CODEX if name == "codex" else hooks.CLAUDE
    return [(event, script) for event, script, _ in table if (event, script) not in have]


def plugin_enabled(site) -> str:
    """The settings file of Claude Code that switches our plugin on; "" when none does. With hooks
    set up as well, each event is handled twice.
    """
    for path in _files("claude", site):
        try:
            plugins = _load(path).get("enabledPlugins")
        except (BrokenJson, OSError, UnicodeDecodeError):
            continue
        if isinstance(plugins, dict) and any(
            name.startswith(PLUGIN) and on for name, on in plugins.items()
        ):
            return path
    return ""


def of_plugin(site) -> tuple:
    """([Installed], the plugin's folder) of our plugin, as Claude Code has it on record; ([], "")
    when it has not.
    """
    record = os.path.join(
        site.home("CLAUDE_CONFIG_DIR", ".claude"), "plugins", "installed_plugins.json"
    )
    try:
        plugins = _read(record).get("plugins")
        copies = [
            copy for name, found in plugins.items() if name.startswith(PLUGIN) for copy in found
        ]
        folder = next(copy["installPath"] for copy in copies if os.path.isdir(copy["installPath"]))
        path = os.path.join(folder, *HOOKS_OF_PLUGIN)
        return [
            Installed("claude", "user", path, found) for found in hooks.ours(_read(path))
        ], folder
    except (
        BrokenJson,
        OSError,
        UnicodeDecodeError,
        AttributeError,
        KeyError,
        TypeError,
        StopIteration,
    ):
        return [], ""


def _read(path: str) -> dict:
    return hooks.jsonedit.load(read_text(path, 8 << 20, follow=True))


def _files(name: str, site) -> dict:
    """path -> scope, each path once."""
    found = {}
    for scope, path in setup.host(name).settings_files(site).items():
        found.setdefault(path, scope)
    return found


def _load(path: str) -> dict:
    text = read_text(path, 8 << 20, follow=True)
    return hooks.checked(text) if text.strip() else {}


def _in_file(name: str, scope: str, path: str, site) -> list:
    try:
        settings = _load(path)
    except FileNotFoundError:
        return []
    if name == "codex":
        config = codex_trust.read_config(codex_trust.config_file(site))
        return [
            Installed(name, scope, path, found, trust)
            for found, trust in codex_trust.trust_of(path, config)
        ]
    return [Installed(name, scope, path, found) for found in hooks.ours(settings)]
