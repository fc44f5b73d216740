"""What `doctor` looks at in the hosts: their hooks, trust, time-outs and versions."""

import os

from reflexion.cli.findings import finding
from reflexion.cli.host_files import hooks_root
from reflexion.setup import codex_trust, trusting, versions
from reflexion.setup.hosts import (
    HOSTS,
    installed,
    is_as_written,
    missing,
    of_codex_plugin,
    of_plugin,
    plugin_enabled,
    written_by_plugin,
)
from reflexion.setup.probe import probe, script_file
from reflexion.setup.site import Site
from reflexion.store import journal

SHORTEST = 1  # seconds; what is less was meant in another unit
NAMED = 3  # hooks that a finding names


def hooks(patient):
    """Are the hooks installed, trusted, and do they work?"""
    project = patient.project
    site = Site(hooks_root(project, patient.folder), "", project.environ, home=project.home_dir)
    here, problems = installed(site)
    in_use = bool(here or journal.runs(project.state_dir()))
    yield from _in_files(site, here, problems, in_use) or [finding("hooks.none")]
    if not patient.quick:
        yield from _tried_here(here, site, project)
        if plugin_enabled(site) and not any(hook.host == "claude" for hook in here):
            yield from _tried_plugin(site, project)


def _in_files(site, here: list, problems: list, in_use: bool) -> list:
    """What the settings files of all hosts tell; `problems`: [(file, why it cannot be read)]."""
    rows = [finding("hooks.unreadable", path=path, why=why) for path, why in problems]
    for host in HOSTS.values():
        of_host = [hook for hook in here if hook.host == host.name]
        files = host.settings_files(site).values()
        if of_host or not any(path in files for path, _ in problems):
            rows += _of_host(host, site, of_host, in_use)
    return rows


def _tried_here(here: list, site, project):
    """Try the hooks that this copy of the toolkit wrote; name the others."""
    safe = [hook for hook in here if not hook.plain and is_as_written(hook, site)]
    yield from _not_tried([hook for hook in here if hook not in safe], site)
    loud = [hook for hook in safe if not HOSTS[hook.host].yields(site)]
    yield from tried(loud, project, project.environ)


def _tried_plugin(site, project):
    """The same for the hooks of Claude Code's plugin."""
    plugins, folder = of_plugin(site)
    known = written_by_plugin()
    yield from _not_tried([hook for hook in plugins if hook.command not in known], site)
    ours = [hook for hook in plugins if hook.command in known]
    environ = {**project.environ, "CLAUDE_PLUGIN_ROOT": folder}
    yield from tried(ours, project, environ, "the plugin's ")


def _of_host(host, site, here: list, in_use: bool) -> list:
    """Are all hooks of one host there, once each, trusted, with time enough?"""
    plugin = plugin_enabled(site, host.name)
    files = list(dict.fromkeys(hook.path for hook in here))
    if plugin:
        key = "hooks.both" if files else "hooks.plugin"
        row = finding(key, host=host.title, plugin=plugin, path="".join(files[:1]))
        return [row] + (_trust(host, site, of_codex_plugin(site)) if host.name == "codex" else [])
    if not here:
        return _absent(host, site, in_use)
    rows = _lacking(host, site, files) + _trust(host, site, here) + _timeouts(host, here)
    if not rows and host.yields(site):
        rows = [finding("hooks.yields", host=host.title, path=host.yields(site))]
    if not rows:
        by_hand = sum(hook.plain for hook in here)
        key = "hooks.by_hand" if by_hand == len(here) else "hooks.all"
        rows = [finding(key, host=host.title, count=len(here), path=files[0])]
    return rows + _version(host, site)


def _absent(host, site, in_use: bool) -> list:
    """A host without hooks is worth a word where something says that it is used."""
    sign = host.why_in_use(site)
    key = "hooks.unused" if in_use else "hooks.absent"  # in use: with another host, by choice
    return [finding(key, host=host.title, sign=sign)] if sign else []


def _lacking(host, site, files: list) -> list:
    lacking = [f"{event} ({script})" for event, script in missing(site, host.name)]
    rows = []
    if lacking:
        shown = {"files": ", ".join(files), "hooks": ", ".join(lacking[:4])}
        rows.append(finding("hooks.lacking", host=host.title, **shown))
    if len(files) > 1:
        rows.append(finding("hooks.twice", host=host.title, files=" and in ".join(files)))
    return rows


def _trust(host, site, here: list) -> list:
    """A host may ask for trust in the folder; Codex then asks for each hook, too."""
    rows = []
    local = any(hook.scope != "user" for hook in here)
    if local and not trusting.folder_trusted(host, site):
        rows.append(finding("hooks.folder", host=host.title, program=host.program))
    states = [hook.trust for hook in here if hook.trust not in ("", codex_trust.TRUSTED)]
    for state in dict.fromkeys(states):
        counts = {"count": states.count(state), "total": len(here)}
        rows.append(finding("hooks.untrusted", host=host.title, state=state, **counts))
    return rows


def _timeouts(host, here: list) -> list:
    """Time-outs in another host's unit end every hook before it has begun."""
    short = [hook for hook in here if hook.seconds(host.units_per_second) < SHORTEST]
    if not short:
        return []
    unit = "milliseconds" if host.units_per_second == 1000 else "seconds"
    names = ", ".join(hook.event for hook in short[:NAMED])
    given = {"count": len(short), "hooks": names, "unit": unit, "path": short[0].path}
    return [finding("hooks.timeout", host=host.title, **given)]


def _version(host, site) -> list:
    """Which version is installed, and whether it is older than the one that was tried."""
    path = host.program_path(site)
    if not path:
        return [finding("host.none", host=host.title)]
    version = versions.of_program(path)
    if not version:
        return []
    older = versions.order(version) < versions.order(host.tried)
    key = "host.older" if older else "host.fine"
    return [finding(key, host=host.title, version=version, tried=host.tried)]


def _not_tried(others: list, site):
    """Commands that this copy of the toolkit did not write are named, and never run."""
    for hook in others:
        script = script_file(hook.command, site.environ, site.root)
        if script and not os.path.isfile(script):
            yield finding("try.gone", script=script, path=hook.path)
            others = [other for other in others if other.path != hook.path]
            break
    for path in dict.fromkeys(hook.path for hook in others):
        names = [f"{hook.event} ({hook.script})" for hook in others if hook.path == path]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield finding("try.left", path=path, hooks=", ".join(names[:NAMED]) + more)


def tried(here: list, project, environ, whose: str = ""):
    """Send a harmless event through each command, as its host would."""
    faults = {}
    took = []
    for hook in here:
        host = HOSTS[hook.host]
        timeout = hook.seconds(host.units_per_second)
        call = (hook.command, hook.event, project.root, hook.host, timeout, environ)
        works, seconds, why = probe(*call)
        took.append(seconds * 1000)
        if not works:
            faults.setdefault(why, []).append(f"{hook.host} {hook.event} ({hook.script})")
    for why, names in faults.items():
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield finding("try.fails", hooks=", ".join(names[:NAMED]) + more, why=why)
    if here and not faults:
        yield finding("try.works", whose=whose, count=len(here), least=min(took), most=max(took))
