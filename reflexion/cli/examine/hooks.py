"""The hooks: are they installed, for which host, does each command work, when did they last run and how long did they take?"""

from __future__ import annotations

import time

from reflexion.cli.examine.finding import bad, note, ok
from reflexion.hosts import codex_trust, setup
from reflexion.hosts.installed import installed, missing, plugin_enabled
from reflexion.hosts.installed import of_plugin as installed_by_plugin
from reflexion.hosts.probe import probe
from reflexion.status import figures
from reflexion.status.board import ago
from reflexion.store import journal
from reflexion.store.paths import checkout_top, main_checkout

SLOW_MS = 1000  # a person notices
INIT = "reflexion init"
TRUST_REMEDY = "start `codex` here, type /hooks, look at them and trust them"


def look(found, folder: str, quick: bool = False) -> list:
    """`folder`: where the person is. `quick`: look at the settings only, without running each command once."""
    site = setup.Site(hooks_root(found, folder), "", found.environ)
    here, problems = installed(site)
    rows = [
        bad("hooks", f"{path}: {what}", f"mend the file, then `{INIT}`") for path, what in problems
    ]
    unread = {path for path, _ in problems}
    for name in setup.HOSTS:
        of_host = [one for one in here if one.host == name]
        if of_host or not unread & set(
            setup.host(name).settings_files(site).values()
        ):  # else it was said already
            rows += _host(name, site, of_host, bool(here or journal.runs(found.state_dir())))
    if not rows:
        rows = [bad("hooks", "no host has them, and there is no sign of a host", INIT)]
    if not quick:
        rows += tried(here, found, found.environ)
        if plugin_enabled(site) and not any(one.host == "claude" for one in here):
            of_plugin, folder = installed_by_plugin(site)
            rows += tried(
                of_plugin, found, {**found.environ, "CLAUDE_PLUGIN_ROOT": folder}, "the plugin's "
            )
    return [*rows, *ran(found)]


def hooks_root(found, folder: str) -> str:
    """Where a host looks for its settings: the project's root; in a linked worktree the worktree's top, though its store is the main checkout's."""
    top = checkout_top(folder)
    return top if top and top != found.root and main_checkout(top) == found.root else found.root


def _host(name: str, site, here: list, in_use: bool) -> list:
    """Are all hooks of one host there, once each, and trusted?"""
    module = setup.host(name)
    plugin = plugin_enabled(site) if name == "claude" else ""
    if plugin and here:
        return [
            bad(
                "hooks",
                f"{module.TITLE}: the plugin is on in {plugin}, and {here[0].path} holds the hooks as well: each event is handled twice",
                "switch the plugin off, or `reflexion init --uninstall`",
            )
        ]
    if plugin:
        return [ok("hooks", f"{module.TITLE}: by the plugin, switched on in {plugin}")]
    if not here:
        return _absent(module, site, in_use)
    rows, files = [], list(dict.fromkeys(one.path for one in here))
    lacking = [f"{event} ({script})" for event, script in missing(site, name)]
    if lacking:
        rows.append(
            bad("hooks", f"{module.TITLE}: {', '.join(files)} lacks {', '.join(lacking[:4])}", INIT)
        )
    if len(files) > 1:
        rows.append(
            bad(
                "hooks",
                f"{module.TITLE}: they stand in {' and in '.join(files)}: each event is handled twice",
                "`reflexion init --uninstall` with --shared, --local or --user takes one set out",
            )
        )
    rows += _trusted(module, site, here) if name == "codex" else []
    return rows or [ok("hooks", f"{module.TITLE}: all {len(here)} in {files[0]}")]


def _absent(module, site, in_use: bool) -> list:
    sign = module.signs(site)
    if not sign:
        return []
    if in_use:  # with another host, by choice
        return [
            note("hooks", f"{module.TITLE}: none in its settings", f"`{INIT}` if you use it here")
        ]
    return [bad("hooks", f"{module.TITLE}: not installed, though there is {sign}", INIT)]


def _trusted(module, site, here: list) -> list:
    """Codex asks twice: for the folder, then for each hook."""
    rows = []
    config = codex_trust.read_config(codex_trust.config_file(site))
    if any(one.scope != "user" for one in here) and not codex_trust.folder_trusted(
        site.root, config
    ):
        rows.append(
            bad(
                "hooks",
                "Codex: the project's folder is not trusted, so it does not read the hooks",
                "start `codex` in the project and say that you trust it",
            )
        )
    for state in dict.fromkeys(
        one.trust for one in here if one.trust not in ("", codex_trust.TRUSTED)
    ):
        count = sum(one.trust == state for one in here)
        rows.append(
            bad("hooks", f"{module.TITLE}: {count} of {len(here)} hooks are {state}", TRUST_REMEDY)
        )
    return rows


def tried(here: list, found, environ, whose: str = "") -> list:
    """Send a harmless event through each command, as its host would."""
    faults, took = {}, []
    for one in here:
        works, seconds, wrong = probe(
            one.command, one.event, found.root, one.host, one.timeout, environ
        )
        took.append(seconds)
        if not works:
            faults.setdefault(wrong, []).append(f"{one.host} {one.event} ({one.script})")
    rows = [
        bad(
            "try",
            f"{', '.join(names[:3])}{f' and {len(names) - 3} more' if len(names) > 3 else ''}: {wrong}",
            INIT,
        )
        for wrong, names in faults.items()
    ]
    if here and not rows:
        rows.append(
            ok(
                "try",
                f"each of {whose}{len(here)} hook commands works: {min(took) * 1000:.0f} to {max(took) * 1000:.0f} ms",
            )
        )
    return rows


def ran(found) -> list:
    rows = [row for row in figures.hooks(journal.runs(found.state_dir())) if row["runs"]]
    if not rows:
        return [
            note(
                "runs",
                "no hook has run in this project yet",
                "start a new session of your agent here",
            )
        ]
    last, longest = (
        max(rows, key=lambda row: row["last"]),
        max(rows, key=lambda row: row["longest_ms"]),
    )
    text = f"last {last['hook']} {ago(time.time() - last['last'])}; longest {longest['hook']} {longest['longest_ms']:.0f} ms"
    if longest["longest_ms"] > SLOW_MS:
        return [
            note(
                "runs",
                text,
                "a slow disk, or another process that held the lock; the host gives up after the time in its settings",
            )
        ]
    return [ok("runs", text)]
