"""The hooks: installed, trusted, working? When did they run, and for how long?"""

from __future__ import annotations

import time

from reflexion.cli.examine.finding import bad, note, ok
from reflexion.hosts import codex_trust, setup
from reflexion.hosts.installed import installed, missing, of_plugin, plugin_enabled
from reflexion.hosts.probe import probe
from reflexion.status import figures
from reflexion.status.board import ago
from reflexion.store import journal
from reflexion.store.paths import checkout_top, main_checkout

SLOW_MS = 1000  # a person notices
INIT = "reflexion init"
TWICE = "each event is handled twice"
SLOW = "a slow disk, or another process that held the lock; the host gives up after a while"


def look(project, folder: str, quick: bool = False) -> list:
    """`folder`: where the person is. `quick`: read the settings only, run no command."""
    site = setup.Site(hooks_root(project, folder), "", project.environ)
    here, problems = installed(site)
    rows = [bad("hooks", f"{path}: {what}", f"mend it, then `{INIT}`") for path, what in problems]
    unread, in_use = {path for path, _ in problems}, bool(journal.runs(project.state_dir()))
    for name in setup.HOSTS:
        of_host = [hook for hook in here if hook.host == name]
        files = set(setup.host(name).settings_files(site).values())
        if of_host or not unread & files:  # else it was said already
            rows += _host(name, site, of_host, bool(here) or in_use)
    if not rows:
        rows = [bad("hooks", "no host has them, and there is no sign of a host", INIT)]
    if not quick:
        rows += tried(here, project, project.environ)
        if plugin_enabled(site) and not any(hook.host == "claude" for hook in here):
            hooks, home = of_plugin(site)
            environ = {**project.environ, "CLAUDE_PLUGIN_ROOT": home}
            rows += tried(hooks, project, environ, "the plugin's ")
    return [*rows, *ran(project)]


def hooks_root(project, folder: str) -> str:
    """Where a host looks: the project's root, in a linked worktree the worktree's top."""
    top = checkout_top(folder)
    linked = top and top != project.root and main_checkout(top) == project.root
    return top if linked else project.root


def _host(name: str, site, here: list, in_use: bool) -> list:
    """Are all hooks of one host there, once each, and trusted?"""
    module = setup.host(name)
    plugin = plugin_enabled(site) if name == "claude" else ""
    if plugin and here:
        both = f"the plugin is on in {plugin}, and {here[0].path} holds the hooks as well"
        remedy = "switch the plugin off, or `reflexion init --uninstall`"
        return [bad("hooks", f"{module.TITLE}: {both}: {TWICE}", remedy)]
    if plugin:
        return [ok("hooks", f"{module.TITLE}: by the plugin, switched on in {plugin}")]
    if not here:
        return _absent(module, site, in_use)
    rows, files = [], list(dict.fromkeys(hook.path for hook in here))
    lacking = [f"{event} ({script})" for event, script in missing(site, name)][:4]
    if lacking:
        text = f"{module.TITLE}: {', '.join(files)} lacks {', '.join(lacking)}"
        rows.append(bad("hooks", text, INIT))
    if len(files) > 1:
        text = f"{module.TITLE}: they stand in {' and in '.join(files)}: {TWICE}"
        remedy = "`reflexion init --uninstall` with --shared, --local or --user takes one set out"
        rows.append(bad("hooks", text, remedy))
    rows += _trusted(module, site, here) if name == "codex" else []
    return rows or [ok("hooks", f"{module.TITLE}: all {len(here)} in {files[0]}")]


def _absent(module, site, in_use: bool) -> list:
    sign = module.signs(site)
    if not sign:
        return []
    if in_use:  # with another host, by choice
        return [note("hooks", f"{module.TITLE}: none in its settings", f"`{INIT}`, if you use it")]
    return [bad("hooks", f"{module.TITLE}: not installed, though there is {sign}", INIT)]


def _trusted(module, site, here: list) -> list:
    """Codex asks twice: for the folder, then for each hook."""
    rows, config = [], codex_trust.read_config(codex_trust.config_file(site))
    local = any(hook.scope != "user" for hook in here)
    if local and not codex_trust.folder_trusted(site.root, config):
        text = "Codex: the project's folder is not trusted, so it does not read the hooks"
        remedy = "start `codex` in the project and say that you trust it"
        rows.append(bad("hooks", text, remedy))
    states = [hook.trust for hook in here if hook.trust not in ("", codex_trust.TRUSTED)]
    for state in dict.fromkeys(states):
        text = f"{module.TITLE}: {states.count(state)} of {len(here)} hooks are {state}"
        remedy = "start `codex` here, type /hooks, look at them and trust them"
        rows.append(bad("hooks", text, remedy))
    return rows


def tried(here: list, project, environ, whose: str = "") -> list:
    """Send a harmless event through each command, as its host would."""
    faults, took = {}, []
    for hook in here:
        call = (hook.command, hook.event, project.root, hook.host, hook.timeout, environ)
        works, seconds, wrong = probe(*call)
        took.append(seconds)
        if not works:
            faults.setdefault(wrong, []).append(f"{hook.host} {hook.event} ({hook.script})")
    rows = []
    for wrong, names in faults.items():
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        rows.append(bad("try", f"{', '.join(names[:3])}{more}: {wrong}", INIT))
    if here and not rows:
        span = f"{min(took) * 1000:.0f} to {max(took) * 1000:.0f} ms"
        rows = [ok("try", f"each of {whose}{len(here)} hook commands works: {span}")]
    return rows


def ran(project) -> list:
    """When each hook ran last and what it costs."""
    rows = [row for row in figures.hooks(journal.runs(project.state_dir())) if row["runs"]]
    if not rows:
        remedy = "start a new session of your agent here"
        return [note("runs", "no hook has run in this project yet", remedy)]
    found, now = [], time.time()
    for row in rows:
        cost = f"median {row['median_ms']:.1f} ms, longest {row['longest_ms']:.0f} ms"
        text = f"{row['hook']} {row['runs']:,}x, last {ago(now - row['last'])}, {cost}"
        slow = row["longest_ms"] > SLOW_MS
        found.append(note("runs", text, SLOW) if slow else ok("runs", text))
    return found
