"""What `doctor` finds in the hosts: whether the hooks are there, are trusted and work."""

import os
from collections import namedtuple

from reflexion.setup import files, probe, settings_file
from reflexion.setup.program import HOLDS_OURS
from reflexion.setup.settings_file import Found
from reflexion.setup.site import HOSTS, Site
from reflexion.store import fs

GOOD = "good"
NOTE = "note"
BAD = "bad"
INIT = "reflexion init"

# grade: GOOD, NOTE or BAD; text: one line; remedy: a command or what to do, "" for GOOD
Finding = namedtuple("Finding", "grade text remedy", defaults=("",))

# a file with our hooks in it, and the scope that it is for; hooks: what `init` writes there, as
# Found, or [] if the file holds anything else
Installed = namedtuple("Installed", "path scope hooks")


def findings(root: str, environ, home: str) -> list:
    """Return a Finding for each thing that is to be said about the hosts of a project.

    `home` is the home store's folder.
    """
    here = Site(root, environ, home)
    rows = []
    for host in HOSTS.values():
        installed, problems = find_installed(host, here)
        rows += problems + _of_host(host, here, installed)
    return rows or [Finding(BAD, "no host has the hooks", INIT)]


def find_installed(host, here: Site) -> tuple:
    """Return ([Installed], [Finding about files that cannot be read]) of a host."""
    found = []
    problems = []
    for path, sites in here.every_settings(host).items():
        try:
            text = fs.read_text(path, files.MAX_BYTES, follow=True)
            if host.module or settings_file.find(text):
                found.append(_installed(host, path, sites, text))
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            problems.append(Finding(BAD, f"{path}: {error}", f"mend it, then `{INIT}`"))
    return found, problems


def _installed(host, path: str, sites: list, text: str) -> Installed:
    """Return the Installed of a file, which may serve several scopes.

    What `init` writes differs between them where one pins the program.
    """
    for site in sites:
        pairs = zip(host.hooks(), site.hooks(host))
        wanted = [Found(row.event, row.script, group["hooks"][0]) for row, (_, group) in pairs]
        if host.module:
            is_own = text == site.module_text(host)
        else:
            found = settings_file.find(text)
            is_own = len(found) == len(wanted) and all(each in wanted for each in found)
        if is_own:
            return Installed(path, site.scope, wanted)
    return Installed(path, sites[0].scope, [])


def _of_host(host, here: Site, installed: list) -> list:
    """Return what is to be said about the hooks of one host."""
    places = [each.path for each in installed]
    plugin = host.plugin_file(list(here.every_settings(host)), here.environ)
    if plugin:
        places.append(f"the plugin, switched on in {plugin}")
    if not places:
        return _absent(host, here)
    rows = _trust(host, here, installed)
    if len(places) > 1:
        text = f"{host.title}: hooks in {' and in '.join(places)}: each event is handled twice"
        remedy = f"{INIT} --uninstall --host {host.name} --{installed[-1].scope}"
        rows.append(Finding(BAD, text, remedy))
    for each in installed:
        rows += _tried(host, here, each)
    return rows or [Finding(GOOD, f"{host.title}: hooks in {places[0]}")]


def _absent(host, here: Site) -> list:
    sign = host.sign(here.root, here.environ)
    if not sign:
        return []
    text = f"{host.title}: no hooks, though there is {sign}"
    return [Finding(NOTE, text, f"`{INIT} --host {host.name}`, if you use it")]


def _trust(host, here: Site, installed: list) -> list:
    """Return whether the host trusts the folder, and the hooks."""
    rows = []
    is_local = any(each.scope != "user" for each in installed)
    if is_local and not host.is_trusted(here.root, here.environ):
        text = f"{host.title}: the project's folder is not trusted, so its hooks do not run"
        rows.append(Finding(BAD, text, f"start `{host.name}` here and trust the folder"))
    for each in installed:
        if not host.are_hooks_trusted(each.path, here.environ):
            text = f"{host.title}: the hooks in {each.path} were never trusted, so they do not run"
            remedy = f"start `{host.name}` here, type /hooks, look at them and trust them"
            rows.append(Finding(BAD, text, remedy))
    return rows


def _tried(host, here: Site, installed: Installed) -> list:
    """Run each command of a file once, if this copy of the program wrote all of them.

    Anything else may have come with a checkout, and is not run.
    """
    if not installed.hooks:
        text = (
            f"{host.title}: {installed.path} holds other hooks than this copy of Reflexion writes"
        )
        remedy = f"look at them; `{INIT} --host {host.name}` writes its own"
        return [Finding(NOTE, f"{text}, so they were not tried", remedy)]
    if _yields(host, here):
        return []
    by_command = {found.hook["command"]: found for found in installed.hooks}
    faults = {}
    for found in by_command.values():
        why = probe.try_hook(host, found, here)
        if why:
            faults.setdefault(why, f"{found.event} ({found.script})")
    if faults:
        return [Finding(BAD, f"{host.title} {name}: {why}", INIT) for why, name in faults.items()]
    return [Finding(GOOD, f"{host.title}: each hook in {installed.path} works")]


def _yields(host, here: Site) -> bool:
    """Return True if a host's hooks do nothing, for it runs those of another host as well."""
    paths = [os.path.join(here.root, name) for name in host.also_runs]
    return any(HOLDS_OURS.encode() in fs.peek(path, files.MAX_BYTES) for path in paths)
