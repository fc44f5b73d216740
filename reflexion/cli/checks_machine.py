"""What `doctor` looks at on this machine: Python, folders, the lock, and the hooks of the hosts."""

import errno
import os
import pkgutil
import sys
import time
from functools import partial
from importlib import import_module

from reflexion import __version__
from reflexion.cli.findings import finding
from reflexion.cli.setting_up import hooks_root
from reflexion.setup import codex_trust, host_setup
from reflexion.setup.command import PACKAGE
from reflexion.setup.host_setup import installed, missing, of_plugin, plugin_enabled
from reflexion.setup.probe import probe
from reflexion.status import figures
from reflexion.status.board import ago
from reflexion.store import journal, tidy
from reflexion.store.entries import Busy, Lock
from reflexion.store.fs import STALE_SECONDS, remove, scan, write_atomic
from reflexion.store.paths import escapes

OLDEST = (3, 9)
LOCK_SECONDS = 1.0
SLOW_MS = 1000  # a person notices
# what a module that is cut, or of another version, raises
DAMAGE = (ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError, LookupError)
FULL = (errno.EROFS, errno.ENOSPC, getattr(errno, "EDQUOT", None))


def python(_patient, version=sys.version_info, executable=sys.executable):
    key = "python.fine" if tuple(version[:2]) >= OLDEST else "python.old"
    shown = ".".join(map(str, version[:3]))
    yield finding(key, version=shown, where=executable or "unknown", oldest="%d.%d" % OLDEST)


def toolkit(_patient):
    """Is this copy whole? A hook keeps quiet about a module that it cannot load."""
    broken = []
    every = pkgutil.walk_packages([PACKAGE], "reflexion.", onerror=lambda name: None)
    for name in [module.name for module in every if not module.name.endswith("__main__")]:
        try:
            import_module(name)
        except (*DAMAGE, OSError) as error:
            broken.append(f"{getattr(error, 'filename', None) or name}: {error}")
    key, first = ("toolkit.damaged", broken[0]) if broken else ("toolkit.whole", "")
    yield finding(key, count=len(broken), first=first, folder=PACKAGE, version=__version__)


def store(patient):
    key = "store.there" if patient.store.exists() else "store.none"
    count = sum(name.endswith(".json") for name in patient.store.names())
    yield finding(key, folder=patient.store.dir, count=count)


def switches(patient):
    environ = patient.project.environ
    if environ.get("REFLEXION_DISABLED", "") not in ("", "0"):
        yield finding("switch.environment")
    if not patient.project.settings["enabled"]:
        yield finding("switch.setting")
    for name in filter(environ.get, ("REFLEXION_DIR", "REFLEXION_HOME")):
        yield finding("paths.elsewhere", name=name, folder=environ[name])


def permissions(patient):
    wrong = []
    for place in filter(None, (patient.store, patient.project.home)):
        for folder in (place.dir, place.entries_dir, place.state_dir) if place.exists() else ():
            if os.path.islink(folder) and escapes(folder, place.root):
                wrong.append(finding("permissions.link", folder=folder))
            elif os.path.isdir(folder) and (error := denied(folder)):
                key = "permissions.full" if error.errno in FULL else "permissions.denied"
                wrong.append(finding(key, folder=folder, why=error.strerror, store=place.dir))
                break  # one word for all that lies below
    return wrong or [finding("permissions.fine")] * patient.store.exists()


def denied(folder: str):
    """Why no file can be made here (an OSError, else None), found by trying: it may be
    read-only."""
    path = os.path.join(folder, f".tmp-doctor-{os.getpid()}")
    try:
        write_atomic(path, b"")
        remove(path)
    except OSError as error:
        return error
    return None


def lock(patient):
    folder = patient.store.state_dir
    path = os.path.join(folder, "lock")
    if not os.path.isdir(folder) or denied(folder):
        return
    try:
        with Lock(path, LOCK_SECONDS):
            yield finding("lock.free")
    except Busy:
        yield finding("lock.held")
    except OSError as error:
        yield finding("lock.broken", why=error, path=path)


def leftovers(patient):
    """Temporaries that no living process can own."""
    scratch, then = patient.store.scratch, time.time() - STALE_SECONDS
    try:
        items = [item for item in scan(scratch) if item.name.startswith(".tmp-")]
        old = [item for item in items if item.stat(follow_symlinks=False).st_mtime < then]
    except OSError:
        return
    if old:
        fix = partial(tidy.sweep, patient.store)
        yield finding("temporaries.old", fix, count=len(old), folder=scratch)


def hooks(patient):
    """Are the hooks installed, trusted, and do they work?"""
    project = patient.project
    site = host_setup.Site(hooks_root(project, patient.folder), "", project.environ)
    here, problems = installed(site)
    rows = [finding("hooks.unreadable", path=path, why=why) for path, why in problems]
    unread = {path for path, _ in problems}
    in_use = bool(here or journal.runs(project.state_dir()))
    for host in host_setup.HOSTS.values():
        of_host = [hook for hook in here if hook.host == host.name]
        if of_host or not unread & set(host.settings_files(site).values()):
            rows += _of_host(host, site, of_host, in_use)
    yield from rows or [finding("hooks.none")]
    if patient.quick:
        return
    yield from tried(here, project, project.environ)
    if plugin_enabled(site) and not any(hook.host == "claude" for hook in here):
        plugins, home = of_plugin(site)
        environ = {**project.environ, "CLAUDE_PLUGIN_ROOT": home}
        yield from tried(plugins, project, environ, "the plugin's ")


def _of_host(known, site, here: list, in_use: bool) -> list:
    """Are all hooks of one host there, once each, and trusted?"""
    name, host = known.name, known.title
    plugin = plugin_enabled(site) if name == "claude" else ""
    files = list(dict.fromkeys(hook.path for hook in here))
    if plugin:
        key = "hooks.both" if files else "hooks.plugin"
        return [finding(key, host=host, plugin=plugin, path="".join(files[:1]))]
    if not here:
        sign = known.signs(site)
        key = "hooks.unused" if in_use else "hooks.absent"  # in use: with another host, by choice
        return [finding(key, host=host, sign=sign)] if sign else []
    lacking = [f"{event} ({script})" for event, script in missing(site, name)]
    shown, twice, hooks = ", ".join(files), " and in ".join(files), ", ".join(lacking[:4])
    rows = [finding("hooks.lacking", host=host, files=shown, hooks=hooks)] if lacking else []
    rows += [finding("hooks.twice", host=host, files=twice)] if len(files) > 1 else []
    if name == "codex":  # asks twice: for the folder, then for each hook
        config = codex_trust.read_config(site.environ)
        local = any(hook.scope != "user" for hook in here)
        if local and not codex_trust.folder_trusted(site.root, config):
            rows.append(finding("hooks.folder"))
        states = [hook.trust for hook in here if hook.trust not in ("", codex_trust.TRUSTED)]
        for state in dict.fromkeys(states):
            counts = {"count": states.count(state), "total": len(here)}
            rows.append(finding("hooks.untrusted", host=host, state=state, **counts))
    return rows or [finding("hooks.all", host=host, count=len(here), path=files[0])]


def tried(here: list, project, environ, whose: str = ""):
    """Send a harmless event through each command, as its host would."""
    faults, took = {}, []
    for hook in here:
        call = (hook.command, hook.event, project.root, hook.host, hook.timeout, environ)
        works, seconds, why = probe(*call)
        took.append(seconds * 1000)
        if not works:
            faults.setdefault(why, []).append(f"{hook.host} {hook.event} ({hook.script})")
    for why, names in faults.items():
        more = f" and {len(names) - 3} more" * (len(names) > 3)
        yield finding("try.fails", hooks=", ".join(names[:3]) + more, why=why)
    if here and not faults:
        yield finding("try.works", whose=whose, count=len(here), least=min(took), most=max(took))


def runs(patient):
    """When each hook ran last and what it costs."""
    rows = figures.hooks(journal.runs(patient.project.state_dir()))
    for row in [row for row in rows if row["runs"]]:
        key = "runs.slow" if row["longest_ms"] > SLOW_MS else "runs.fine"
        yield finding(key, ago=ago(time.time() - row["last"]), **row)
    if not any(row["runs"] for row in rows):
        yield finding("runs.none")


CHECKS = (python, toolkit, store, switches, permissions, lock, leftovers, hooks, runs)
