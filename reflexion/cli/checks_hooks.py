"""What `doctor` looks at in the hosts: are the hooks installed, trusted, working, and run?"""

from __future__ import annotations

import time

from reflexion.cli.doctor import finding
from reflexion.cli.setting_up import hooks_root
from reflexion.hosts import codex_trust, setup
from reflexion.hosts.installed import installed, missing, of_plugin, plugin_enabled
from reflexion.hosts.probe import probe
from reflexion.status import figures
from reflexion.status.board import ago
from reflexion.store import journal

SLOW_MS = 1000  # a person notices


def hooks(patient):
    project = patient.project
    site = setup.Site(hooks_root(project, patient.folder), "", project.environ)
    here, problems = installed(site)
    rows = [finding("hooks.unreadable", path=path, why=why) for path, why in problems]
    unread = {path for path, _ in problems}
    in_use = bool(here) or bool(journal.runs(project.state_dir()))
    for name in setup.HOSTS:
        of_host = [hook for hook in here if hook.host == name]
        if of_host or not unread & set(setup.host(name).settings_files(site).values()):
            rows += _of_host(name, site, of_host, in_use)
    yield from rows or [finding("hooks.none")]
    if patient.quick:
        return
    yield from tried(here, project, project.environ)
    if plugin_enabled(site) and not any(hook.host == "claude" for hook in here):
        plugins, home = of_plugin(site)
        environ = {**project.environ, "CLAUDE_PLUGIN_ROOT": home}
        yield from tried(plugins, project, environ, "the plugin's ")


def _of_host(name: str, site, here: list, in_use: bool) -> list:
    """Are all hooks of one host there, once each, and trusted?"""
    module = setup.host(name)
    plugin = plugin_enabled(site) if name == "claude" else ""
    if plugin and here:
        return [finding("hooks.both", host=module.TITLE, plugin=plugin, path=here[0].path)]
    if plugin:
        return [finding("hooks.plugin", host=module.TITLE, plugin=plugin)]
    if not here:
        sign = module.signs(site)
        key = "hooks.unused" if in_use else "hooks.absent"  # in use: with another host, by choice
        return [finding(key, host=module.TITLE, sign=sign)] if sign else []
    rows, files = [], list(dict.fromkeys(hook.path for hook in here))
    lacking = [f"{event} ({script})" for event, script in missing(site, name)][:4]
    if lacking:
        hooks, shown = ", ".join(lacking), ", ".join(files)
        rows.append(finding("hooks.lacking", host=module.TITLE, files=shown, hooks=hooks))
    if len(files) > 1:
        rows.append(finding("hooks.twice", host=module.TITLE, files=" and in ".join(files)))
    rows += _trusted(module, site, here) if name == "codex" else []
    return rows or [finding("hooks.all", host=module.TITLE, count=len(here), path=files[0])]


def _trusted(module, site, here: list):
    """Codex asks twice: for the folder, then for each hook."""
    config = codex_trust.read_config(codex_trust.config_file(site))
    local = any(hook.scope != "user" for hook in here)
    if local and not codex_trust.folder_trusted(site.root, config):
        yield finding("hooks.folder")
    states = [hook.trust for hook in here if hook.trust not in ("", codex_trust.TRUSTED)]
    for state in dict.fromkeys(states):
        counts = {"count": states.count(state), "total": len(here), "state": state}
        yield finding("hooks.untrusted", host=module.TITLE, **counts)


def tried(here: list, project, environ, whose: str = "") -> list:
    """Send a harmless event through each command, as its host would."""
    faults, took = {}, []
    for hook in here:
        call = (hook.command, hook.event, project.root, hook.host, hook.timeout, environ)
        works, seconds, why = probe(*call)
        took.append(seconds * 1000)
        if not works:
            faults.setdefault(why, []).append(f"{hook.host} {hook.event} ({hook.script})")
    if here and not faults:
        span = {"least": min(took), "most": max(took)}
        return [finding("try.works", whose=whose, count=len(here), **span)]
    more = {why: f" and {len(names) - 3} more" * (len(names) > 3) for why, names in faults.items()}
    shown = {why: ", ".join(names[:3]) + more[why] for why, names in faults.items()}
    return [finding("try.fails", hooks=names, why=why) for why, names in shown.items()]


def runs(patient):
    """When each hook ran last and what it costs."""
    rows = figures.hooks(journal.runs(patient.project.state_dir()))
    rows = [row for row in rows if row["runs"]]
    for row in rows:
        key = "runs.slow" if row["longest_ms"] > SLOW_MS else "runs.fine"
        yield finding(key, ago=ago(time.time() - row["last"]), **row)
    if not rows:
        yield finding("runs.none")


CHECKS = (hooks, runs)
