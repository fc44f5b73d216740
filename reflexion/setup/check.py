"""What `doctor` finds in the hosts: whether the hooks are there, are trusted and work."""

from __future__ import annotations

import json
import re
from collections import namedtuple
from collections.abc import Mapping

from reflexion.errors import Unreadable
from reflexion.hosts.installation import Installation
from reflexion.setup import beside, files, probe, settings_file
from reflexion.setup.command import quote
from reflexion.setup.line import Line, hook_line, read_line
from reflexion.setup.settings_file import Found
from reflexion.setup.site import HOSTS, Site
from reflexion.store import fs
from reflexion.store.tracked import tracks_inside

GOOD = "good"
NOTE = "note"
BAD = "bad"
INIT = "reflexion init"
HOOKS = "hooks"

# check: what was looked at; grade: GOOD, NOTE or BAD; text: one line; remedy: a command or ""
Finding = namedtuple("Finding", "check grade text remedy", defaults=("",))


class Installed:
    """A file with our hooks in it.

    path    the file
    scope   the scope that it is for
    hooks   every hook of ours in it, as Found; of a module one for each that it calls
    lines   the Line of each that has the form of ours
    is_own  True if this copy of the program would write just these
    lacks   (event, script) of those that `init` would add
    """

    def __init__(self, path: str, scope: str, hooks: list[Found], wanted: list[Found], here: Site):
        self.path = path
        self.scope = scope
        self.hooks = hooks
        self.is_own = len(hooks) == len(wanted) and all(each in wanted for each in hooks)
        there = {(each.event, each.script) for each in hooks}
        self.lacks = [each for each in wanted if (each.event, each.script) not in there]
        read = [
            read_line(each.hook["command"], here.root, _variables(here, each)) for each in hooks
        ]
        self.lines = [line for line in read if line]

    @property
    def works(self) -> bool:
        """True if the programs of its hooks are there, or are fetched by the next session."""
        return bool(self.lines) and all(beside.runs(each) or each.fetches for each in self.lines)

    @property
    def missing(self) -> list[Line]:
        """The Lines whose program is not there."""
        return [line for line in self.lines if not beside.runs(line)]

    def is_only_wanted(self) -> bool:
        """Return True if all of its hooks have the form of ours."""
        return len(self.lines) == len(self.hooks)


def findings(root: str, environ: Mapping[str, str], home: str) -> list[Finding]:
    """Return a Finding for each thing that is to be said about the hosts of a project.

    `home` is the home store's folder.
    """
    here = Site(root, environ, home)
    rows = []
    for host in HOSTS.values():
        installed, problems = find_installed(host, here)
        rows += problems + _of_host(host, here, installed)
    return rows or [Finding(HOOKS, BAD, "no host has the hooks", INIT)]


def find_installed(host: Installation, here: Site) -> tuple[list[Installed], list[Finding]]:
    """Return the files that hold hooks of ours, and what is to be said of those unreadable."""
    found = []
    problems = []
    for path, sites in here.every_settings(host).items():
        try:
            text = fs.read_text(path, files.MAX_BYTES, follow=True)
            hooks = _module_hooks(text, host) if host.module else settings_file.find(text)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, Unreadable) as error:
            edit = f"${{EDITOR:-vi}} {quote(path)}"
            problems.append(Finding(HOOKS, BAD, f"{path}: {error}", edit))
            continue
        if hooks:
            each = [Installed(path, site.scope, hooks, _wanted(host, site), site) for site in sites]
            found.append(next((one for one in each if one.is_own), each[0]))
    return found, problems


def _variables(here: Site, found: Found) -> dict[str, str]:
    """Return the variables for the words of a hook's command line."""
    named = re.findall(r"\$\{?(\w+_PROJECT_DIR)\b", found.hook["command"])
    return {**here.environ, **dict.fromkeys(named, here.root)}


def _wanted(host: Installation, site: Site) -> list[Found]:
    """Return the hooks that `init` writes into the settings of a scope."""
    if host.module:
        return _module_hooks(site.module_text(host), host)
    return settings_file.find(settings_file.put_in("", site.hooks(host)))


def _module_hooks(text: str, host: Installation) -> list[Found]:
    """Return what a module calls, as command lines; [] for a module that is not ours."""
    words = re.search(r"^const TARGET = (\[.*\])", text, re.MULTILINE)
    pythons = re.search(r"^const PYTHONS = (\[.*\])", text, re.MULTILINE)
    if not words or not pythons:
        return []
    target = json.loads(words[1])
    python = json.loads(pythons[1])[0]
    return [
        Found(row.event, row.script, {"command": module_line(row.script, target, python)})
        for row in host.hooks()
    ]


def _of_host(host: Installation, here: Site, installed: list[Installed]) -> list[Finding]:
    """Return what is to be said about the hooks of one host."""
    plugin = host.plugin_file(list(here.every_settings(host)), here.environ)
    if not installed and not plugin:
        return _absent(host, here)
    rows = _trust(host, here, installed) + _doubled(host, installed)
    for each in installed:
        rows += _of_file(host, here, each, any(other.works for other in installed) or bool(plugin))
    return rows or [Finding(HOOKS, GOOD, f"{host.title}: the plugin, switched on in {plugin}")]


def _absent(host: Installation, here: Site) -> list[Finding]:
    sign = host.sign(here.root, here.environ)
    if not sign:
        return []
    text = f"{host.title}: no hooks, though there is {sign}"
    return [Finding(HOOKS, NOTE, text, f"{INIT} --host {host.name}")]


def _trust(host: Installation, here: Site, installed: list[Installed]) -> list[Finding]:
    """Return whether the host trusts the folder, and the hooks."""
    rows = []
    is_local = any(each.scope != "user" for each in installed)
    if is_local and not host.is_trusted(here.root, here.environ):
        text = f"{host.title}: the project's folder is not trusted, so its hooks do not run"
        remedy = f"start `{host.name}` here and trust the folder"
        rows.append(Finding(HOOKS, BAD, text, remedy))
    for each in installed:
        if not host.are_hooks_trusted(each.path, here.environ):
            text = f"{host.title}: the hooks in {each.path} were never trusted, so they do not run"
            remedy = f"start `{host.name}` here, type /hooks, look at them and trust them"
            rows.append(Finding(HOOKS, BAD, text, remedy))
    return rows


def _doubled(host: Installation, installed: list[Installed]) -> list[Finding]:
    """Return where two files handle an event, and neither keeps quiet for the other."""
    first: dict[tuple[int, str, str], list[Installed]] = {}
    for each in installed:
        pairs = zip(each.hooks, each.lines) if each.is_only_wanted() and not host.module else ()
        for found, line in pairs:
            if beside.runs(line):
                first.setdefault((line.rank, found.event, found.script), []).append(each)
    for key in sorted(first):
        both = first[key]
        if len(both) > 1:
            text = f"hooks in {' and in '.join(each.path for each in both)}"
            remedy = _way_out(host, both)
            return [
                Finding(HOOKS, BAD, f"{host.title}: {text}: each event is handled twice", remedy)
            ]
    return []


def _way_out(host: Installation, both: list[Installed]) -> str:
    """Return the command after which one of two files keeps quiet, or is without hooks."""
    last = both[-1]
    if last.scope == "user" and not last.is_own:
        return f"{INIT} --user --host {host.name}"
    other = both[0] if last.scope == "user" else last
    return f"{INIT} --uninstall --host {host.name} --{other.scope}"


def _of_file(host: Installation, here: Site, each: Installed, is_served: bool) -> list[Finding]:
    """Return what is to be said about the hooks in one file; each of the person's is run once.

    `is_served` tells that hooks of some place work. What came with the checkout is not run.
    """
    where = f"{host.title}: {each.path}"
    again = f"{INIT} --host {host.name}{' --user' if each.scope == 'user' else ''}"
    if not each.is_only_wanted():
        text = f"{where} holds other hooks than Reflexion writes, so they were not tried"
        return [Finding(HOOKS, NOTE, text, again)]
    if each.missing:
        return [_not_there(host, here, each, is_served)]
    if each.lacks:
        names = ", ".join(sorted({found.event for found in each.lacks}))
        return [Finding(HOOKS, NOTE, f"{where} has no hook for {names}", again)]
    if not each.is_own and not _is_the_person_s(here, each):
        return [Finding(HOOKS, GOOD, f"{where} came with the project; its program is there")]
    faults = _faults(host, here, each)
    if faults:
        pairs = faults.items()
        return [Finding(HOOKS, BAD, f"{host.title} {name}: {why}", again) for why, name in pairs]
    return [Finding(HOOKS, GOOD, f"{host.title}: each hook in {each.path} works")]


def _is_the_person_s(here: Site, each: Installed) -> bool:
    """Return True if no checkout can have brought the hooks of a file."""
    is_recorded = files.recorded(each.path, here.home) and not tracks_inside(each.path)
    return each.scope == "user" or bool(is_recorded)


def _not_there(host: Installation, here: Site, each: Installed, is_served: bool) -> Finding:
    """Return what is to be said about hooks whose program is gone."""
    line = each.missing[0]
    if all(gone.fetches for gone in each.missing):
        text = f"{host.title}: the next session fetches {line.program}, which {each.path} calls"
        return Finding(HOOKS, NOTE, text)
    text = f"{host.title}: {each.path} calls {line.program}, which is not there"
    grade = NOTE if is_served else BAD
    scope = "--user" if each.scope == "user" or _is_stuck(host, here, each.path) else "--local"
    return Finding(HOOKS, grade, text, f"{INIT} --host {host.name} {scope}")


def _is_stuck(host: Installation, here: Site, path: str) -> bool:
    """Return True if git tracks the one file that a host has in the project."""
    return path == host.settings_path(here.root, "local", here.environ) and tracks_inside(path)


def _faults(host: Installation, here: Site, installed: Installed) -> dict[str, str]:
    """Run each command of a file once; return {what is wrong: the first hook of which it is}."""
    by_command = {found.hook["command"]: found for found in installed.hooks}
    faults: dict[str, str] = {}
    for found in by_command.values():
        why = probe.try_hook(host, found, here)
        if why:
            faults.setdefault(why, f"{found.event} ({found.script})")
    return faults


def module_line(script: str, target: list[str], python: str) -> str:
    """Return the command line that runs what a module calls."""
    words = [word.replace("{script}", script) for word in target]
    first, *rest = words
    begin = '"$HOME"' if first.startswith("~/") else ""
    return hook_line(script, [begin + quote(first[len("~") if begin else 0 :]), *rest], python)
