"""What `doctor` finds in the hosts: whether the hooks are there, are trusted and work."""

import os
from collections import namedtuple

from reflexion.setup import files, probe, settings_file
from reflexion.setup.program import HOLDS_OURS
from reflexion.setup.site import HOSTS, Site
from reflexion.store import fs

GOOD = "good"
NOTE = "note"
BAD = "bad"
NAMED = 3  # hooks that a finding names
INIT = "reflexion init"

# grade: GOOD, NOTE or BAD; text: one line; remedy: a command or what to do, "" for GOOD
Finding = namedtuple("Finding", "grade text remedy", defaults=("",))

# one of our hooks in a file: which host's, the file and its scope, what stands there, and
# whether `init` writes exactly that
Installed = namedtuple("Installed", "host path scope event script hook is_own", defaults=(True,))


def findings(root: str, environ, home: str, quick: bool = False) -> list:
    """Return a Finding for each thing that is to be said about the hosts of a project.

    `home` is the home store's folder; `quick` leaves out running the hooks.
    """
    here = Site(root, environ, home)
    found = []
    rows = []
    for host in HOSTS.values():
        installed, problems = find_installed(host, here)
        found += installed
        rows += problems + _of_host(host, here, installed)
    if not rows:
        rows.append(Finding(BAD, "no host has the hooks", INIT))
    return rows if quick else rows + _tried(found, here)


def find_installed(host, here: Site) -> tuple:
    """Return ([Installed], [Finding about files that cannot be read]) of a host."""
    found = []
    problems = []
    for path, scopes in here.every_settings(host).items():
        try:
            text = fs.read_text(path, files.MAX_BYTES, follow=True)
            read = _of_module if host.module else _of_settings
            found += read(host, here, path, scopes, text)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            problems.append(Finding(BAD, f"{path}: {error}", f"mend it, then `{INIT}`"))
    return found, problems


def _of_settings(host, here: Site, path: str, scopes: list, text: str) -> list:
    """Return what is Installed by a settings file, which may serve several scopes.

    What `init` writes differs between them where one pins the program.
    """
    hooks = settings_file.find(text)
    rows = []
    for each in hooks:
        own = [scope for scope in scopes if _writes(host, here, scope, each)]
        scope = (own or scopes)[0]
        rows.append(Installed(host, path, scope, *each, is_own=bool(own)))
    return rows


def _writes(host, here: Site, scope: str, found) -> bool:
    """Return True if a hook is, byte for byte, what `init` writes for this scope."""
    every = here.hooks(host, scope)
    return any(event == found.event and group["hooks"] == [found.hook] for event, group in every)


def _of_module(host, here: Site, path: str, scopes: list, text: str) -> list:
    """Return what is Installed by a module of ours, which stands for all hooks."""
    own = [scope for scope in scopes if text == here.module_text(host, scope)]
    scope = (own or scopes)[0]
    pairs = zip(host.hooks(), here.hooks(host, scope))
    hooks = [(row.event, row.script, group["hooks"][0]) for row, (_, group) in pairs]
    return [Installed(host, path, scope, *each, is_own=bool(own)) for each in hooks]


def _of_host(host, here: Site, installed: list) -> list:
    """Return what is to be said about the hooks of one host."""
    paths = list(dict.fromkeys(each.path for each in installed))
    plugin = host.plugin_file(list(here.every_settings(host)), here.environ)
    if plugin:
        paths.append(f"the plugin, switched on in {plugin}")
    if not paths:
        return _absent(host, here)
    rows = []
    if len(paths) > 1:
        text = f"{host.title}: hooks in {' and in '.join(paths)}: each event is handled twice"
        last = installed[-1]
        remedy = f"{INIT} --uninstall --host {host.name} --{last.scope}"
        rows.append(Finding(BAD, text, remedy))
    if installed:
        rows += _lacking(host, installed) + _trust(host, here, installed)
    return rows or [Finding(GOOD, f"{host.title}: hooks in {paths[0]}")]


def _absent(host, here: Site) -> list:
    sign = host.sign(here.root, here.environ)
    if not sign:
        return []
    text = f"{host.title}: no hooks, though there is {sign}"
    return [Finding(NOTE, text, f"`{INIT} --host {host.name}`, if you use it")]


def _lacking(host, installed: list) -> list:
    have = {(each.event, each.script) for each in installed}
    wanted = dict.fromkeys((row.event, row.script) for row in host.hooks())
    lacking = [f"{event} ({script})" for event, script in wanted if (event, script) not in have]
    if not lacking:
        return []
    text = f"{host.title}: {installed[0].path} lacks {_listed(lacking)}"
    return [Finding(BAD, text, f"{INIT} --host {host.name}")]


def _trust(host, here: Site, installed: list) -> list:
    """Return whether the host trusts the folder, and the hooks."""
    rows = []
    is_local = any(each.scope != "user" for each in installed)
    if is_local and not host.is_trusted(here.root, here.environ):
        text = f"{host.title}: the project's folder is not trusted, so its hooks do not run"
        rows.append(Finding(BAD, text, f"start `{host.name}` here and trust the folder"))
    for path in dict.fromkeys(each.path for each in installed):
        if not host.are_hooks_trusted(path, here.environ):
            text = f"{host.title}: the hooks in {path} were never trusted, so they do not run"
            remedy = f"start `{host.name}` here, type /hooks, look at them and trust them"
            rows.append(Finding(BAD, text, remedy))
    return rows


def _tried(installed: list, here: Site) -> list:
    """Run each command that this copy of the program wrote, once; name the others.

    What stands in a settings file may have come with a checkout, and is not run.
    """
    commands = {}
    others = {}
    for each in installed:
        if not each.is_own:
            others.setdefault(each.path, []).append(f"{each.event} ({each.script})")
        elif not _yields(each.host, here):
            commands.setdefault(each.hook["command"], each)
    rows = [_not_tried(path, names) for path, names in others.items()]
    wrong = {}
    for each in commands.values():
        why = probe.try_hook(each, here)
        if why:
            name = f"{each.host.title} {each.event} ({each.script})"
            wrong.setdefault(why, []).append(name)
    rows += [Finding(BAD, f"{_listed(names)}: {why}", INIT) for why, names in wrong.items()]
    if commands and not wrong:
        rows.append(Finding(GOOD, f"each of {len(commands)} hook commands works"))
    return rows


def _not_tried(path: str, names: list) -> Finding:
    text = f"{path}: not tried, for this copy of Reflexion did not write it: {_listed(names)}"
    return Finding(NOTE, text, f"look at the commands; `{INIT}` writes its own")


def _yields(host, here: Site) -> bool:
    """Return True if a host's hooks do nothing, for it runs those of another host as well."""
    paths = [os.path.join(here.root, name) for name in host.also_runs]
    return any(HOLDS_OURS.encode() in fs.peek(path, files.MAX_BYTES) for path in paths)


def _listed(names: list) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
