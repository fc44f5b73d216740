"""Set a project or the home up for the hosts that are in use, and take all of it out again.

Both return a Report; nothing is printed here.
"""

import json
import os

from reflexion.setup import files, program, site
from reflexion.setup.check import find_installed
from reflexion.setup.files import LeftAlone
from reflexion.setup.site import HOSTS, Site
from reflexion.store import fs, paths
from reflexion.store.tracked import may_be_tracked

PRIVATE = ".git/info/exclude keeps these files out of git: they name paths of this machine"
NAMES_PATH = "names a path of this machine, which is of no use to others"
SHARED_NOTE = "every machine fetches this version with git when a session starts"


class Report:
    """What was done: `lines` for the person, `failures` of what could not be done."""

    def __init__(self):
        self.lines = []
        self.failures = []

    def say(self, text: str, indent: str = "  ") -> None:
        self.lines.append(indent + text)

    def attempt(self, act, *given):
        """Return act(*given); note why it could not be done, and return None."""
        try:
            return act(*given)
        except (LeftAlone, OSError) as error:
            self.failures.append(str(error))
            return None


def install(root: str, environ, home: str, host: str = "", scope: str = "") -> Report:
    """Put hooks, permissions, skill, slash commands and sub-agents in; return a Report.

    `host` is a name, "all", or "" for those with a sign of use; `scope` "shared", "local",
    "user" or "": shared where the toolkit lies in the project, else local.
    """
    report = Report()
    here = Site(root, environ, home, scope)
    program.prepare(environ)
    for each, why in _chosen_hosts(here, host).items():
        report.say(f"{each.title} ({why}):" if why else f"{each.title}:", "")
        _install_host(each, here, report)
    return report


def uninstall(root: str, environ, home: str, host: str = "", scope: str = "") -> Report:
    """Take out what `install` put in, for one host or all; return a Report."""
    report = Report()
    names = [host] if host in HOSTS else list(HOSTS)
    scopes = [scope] if scope else ["shared", "local"]
    for name in names:
        for each in scopes:
            _uninstall_host(HOSTS[name], Site(root, environ, home, each), report, name == host)
    if host not in HOSTS and scope != "user":
        how = report.attempt(files.stop_excluding, root, home)
        if how not in (None, files.ABSENT):
            report.say(f"{files.exclude_file(root)}: {how}")
    return report


def _chosen_hosts(here: Site, name: str) -> dict:
    """Return {host: why it is set up} for a name, "all", or "" for those in use."""
    if name:
        return {each: "" for each in HOSTS.values() if name in (each.name, "all")}
    signs = {each: each.sign(here.root, here.environ) for each in HOSTS.values()}
    found = {each: why for each, why in signs.items() if why}
    return found or {HOSTS["claude"]: "no sign of any host was found, so this one"}


def worktree_root(project_root: str, folder: str) -> str:
    """Return where a host looks for its settings: of a linked worktree, the worktree's top."""
    top = paths.checkout_top(folder)
    is_linked = top and top != project_root and paths.main_checkout(top) == project_root
    return top if is_linked else project_root


def _install_host(host, here: Site, report: Report) -> None:
    parts = here.parts(host)
    done = {}
    for part in parts:
        how = report.attempt(_put, part, host, here)
        done.setdefault((part.kind, how), []).append(part.path)
    _say_done(here, done, report)
    _keep_private(host, here, parts, report)
    for number, step in enumerate(host.steps, 1):
        report.say(f"{number}. {step}")


def _put(part, host, here: Site) -> str:
    """Write one file; return what was done. Raises LeftAlone, with the lines to paste."""
    python = here.program(host).python if part.kind == site.HOOKS else ""
    try:
        bound = _bound(here, part.path)
        return files.put(part.path, part.change, here.home, bound, python, part.back)
    except LeftAlone as error:
        raise LeftAlone(f"{error}{_to_paste(part)}") from None


def _say_done(here: Site, done: dict, report: Report) -> None:
    """Tell what was done, from {(kind of file, how): [paths]}."""
    for (kind, how), names in done.items():
        is_one = len(names) == 1
        shown = _short(here, names[0] if is_one else os.path.dirname(names[0]))
        if how not in (None, files.ABSENT):
            count = "" if is_one else f"{len(names)} files, "
            report.say(f"{kind + ':':<13}{shown} ({count}{how})")


def _keep_private(host, here: Site, parts: list, report: Report) -> None:
    """Keep files that name a path of this machine out of git, or say what was not."""
    chosen = here.program(host)
    if chosen.fetch:
        report.say(f"pinned:      {chosen.call.split('/')[-2]}, {SHARED_NOTE}")
    if here.scope == "user" or not chosen.python:
        return
    if here.scope == "shared" or may_be_tracked(here.settings(host)):
        settings = _short(here, here.settings(host))
        report.say(f"note: {settings} {NAMES_PATH}: leave it out of git")
    names = [part.path for part in parts]
    if here.scope == "local" and report.attempt(files.exclude, here.root, names, here.home):
        report.say(f"private:     {PRIVATE}")


def _uninstall_host(host, here: Site, report: Report, is_only: bool) -> None:
    """Take out what one host got; a skill that others read goes with the last of them."""
    parts = here.parts(host)
    if is_only and host.skills != host.folder and _others_read_skill(host, here):
        parts = [part for part in parts if part.kind != site.SKILL]
    gone = {}
    for part in parts:
        given = (part.path, part.back, here.home, _bound(here, part.path))
        how = report.attempt(files.take_out, *given)
        gone.setdefault((part.kind, how), []).append(part.path)
    _say_done(here, gone, report)


def _others_read_skill(host, here: Site) -> bool:
    others = [each for each in HOSTS.values() if each is not host and each.skills == host.skills]
    return any(find_installed(each, here)[0] for each in others)


def _bound(here: Site, path: str) -> str:
    """Return the folder out of which no link may lead: the project's, for what lies in it."""
    is_bound = here.scope != "user" and fs.is_inside(path, here.root)
    return here.root if is_bound else ""


def _to_paste(part) -> str:
    """Return what a person can put into a settings file that could not be read."""
    if part.back is None:
        return ""
    wanted = json.loads(part.change(""))
    return "\nTo set it up by hand, put this into it:\n" + json.dumps(wanted, indent=2)


def _short(here: Site, path: str) -> str:
    """Return a path as a person reads it: one in the project from its root."""
    return os.path.relpath(path, here.root) if fs.is_inside(path, here.root) else path
