"""Set a project or the home up for the hosts that are in use, and take all of it out again.

Both return a Report; nothing is printed here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping

from reflexion.errors import LeftAlone
from reflexion.hosts.installation import Installation
from reflexion.setup import files, program, site
from reflexion.setup.check import Installed, find_installed
from reflexion.setup.command import ALLOWED
from reflexion.setup.site import HOSTS, Part, Site
from reflexion.store import fs, paths
from reflexion.store.tracked import tracks_inside

PRIVATE = ".git/info/exclude keeps these files out of git: they name paths of this machine"
IN_GIT = "left as git has it"
SHARED_NOTE = "every machine fetches this version with git when a session starts"
NO_VERSION = (
    "git can fetch no version of this copy, so shared settings would name a path of this machine: "
    "run it as `uvx --from git+URL@VERSION reflexion init --shared`, or put a clone into the "
    "project"
)
SERVED = "serve this project already; none were added"


class Report:
    """What was done: `lines` for the person, `failures` of what could not be done.

    `pasted` is what a person can put into settings that could not be read, as it has to stand
    there.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failures: list[str] = []
        self.pasted: list[str] = []

    def say(self, text: str, indent: str = "  ") -> None:
        self.lines.append(indent + text)

    def attempt(self, act: Callable[..., str], *given: object) -> str | None:
        """Return act(*given); note why it could not be done, and return None."""
        try:
            return act(*given)
        except (LeftAlone, OSError) as error:
            self.failures.append(str(error))
            return None


def install(
    root: str, environ: Mapping[str, str], home: str, host: str = "", scope: str = ""
) -> Report:
    """Put hooks, permissions, skill, slash commands and sub-agents in; return a Report.

    `host` is a name, "all", or "" for those with a sign of use; `scope` "shared", "local",
    "user" or "": shared where the toolkit lies in the project, else local. Where hooks of a host
    serve the project already, it gets nothing.
    """
    report = Report()
    here = Site(root, environ, home, scope)
    program.prepare(environ)
    for each, why in _chosen_hosts(here, host).items():
        report.say(f"{each.title} ({why}):" if why else f"{each.title}:", "")
        served = _served_by(each, here, scope)
        if served:
            report.say(served)
        else:
            _install_host(each, here, report)
    return report


def uninstall(
    root: str, environ: Mapping[str, str], home: str, host: str = "", scope: str = ""
) -> Report:
    """Take out what `install` put in, for one host or all; return a Report.

    What git tracks stays, but for the scope "shared".
    """
    report = Report()
    names = [host] if host in HOSTS else list(HOSTS)
    scopes = [scope] if scope else ["shared", "local"]
    kept: dict[str, None] = {}
    for name in names:
        for each in scopes:
            here = Site(root, environ, home, each)
            parts = _parts_to_take_out(HOSTS[name], here, name == host)
            tracked = [part for part in parts if scope != "shared" and _is_in_git(part, here)]
            kept.update(dict.fromkeys(_short(here, part.path) for part in tracked))
            left = [part for part in parts if part not in tracked]
            _take_out(left, here, report)
    if kept:
        report.say(f"in git, so they stay: {', '.join(kept)}", "")
        report.say("`reflexion init --uninstall --shared` takes them out for everybody", "")
    if host not in HOSTS and scope != "user":
        how = report.attempt(files.stop_excluding, root, home)
        if how not in (None, files.ABSENT):
            report.say(f"{files.exclude_file(root)}: {how}")
    return report


def team_files(root: str, environ: Mapping[str, str], home: str, host: str = "") -> list[str]:
    """Return the files in git that hold something of ours, as `uninstall` takes it out."""
    here = Site(root, environ, home, "shared")
    hosts = [HOSTS[host]] if host in HOSTS else list(HOSTS.values())
    parts = [part for each in hosts for part in each_part(each, here)]
    return list(dict.fromkeys(_short(here, part.path) for part in parts if _is_in_git(part, here)))


def each_part(host: Installation, here: Site) -> list[Part]:
    """Return the Parts of a host; none of a file that is not there."""
    return [part for part in here.parts(host) if os.path.lexists(part.path)]


def _chosen_hosts(here: Site, name: str) -> dict[Installation, str]:
    """Return {host: why it is set up} for a name, "all", or "" for those in use."""
    if name:
        return {each: "" for each in HOSTS.values() if name in (each.name, "all")}
    signs = {each: each.sign(here.root, here.environ) for each in HOSTS.values()}
    found = {each: why for each, why in signs.items() if why}
    return found or {HOSTS["claude"]: "no sign of any host was found, so this one"}


def _served_by(host: Installation, here: Site, asked: str) -> str:
    """Return the line about hooks that serve the project already; "" for none.

    `asked` is the scope that the person named. Those whose program is gone serve nobody.
    """
    installed = [each for each in find_installed(host, here)[0] if each.works]
    if asked in ("shared", "user"):
        return ""
    own = here.settings(host)
    for each in installed:
        if here.scope == "local" and _came_along(each, own, here):
            return f"the hooks in {_short(here, each.path)} came with the project and {SERVED}"
    if asked or any(each.path == own for each in installed):
        return ""
    home = next((each.path for each in installed if each.scope == "user"), "")
    place = home or host.plugin_file(list(here.every_settings(host)), here.environ)
    what = "the hooks" if home else "those of the plugin, switched on"
    return f"{what} in {place} {SERVED} (`--local` adds some)" if place else ""


def _came_along(each: Installed, own: str, here: Site) -> bool:
    """Return True if the hooks of a file are the project's, and not put there by this machine."""
    is_recorded = bool(files.recorded(each.path, here.home))
    return each.scope == "shared" and (each.path != own or not is_recorded)


def worktree_root(project_root: str, folder: str) -> str:
    """Return where a host looks for its settings: of a linked worktree, the worktree's top."""
    top = paths.checkout_top(folder)
    is_linked = top and top != project_root and paths.main_checkout(top) == project_root
    return top if is_linked else project_root


def _install_host(host: Installation, here: Site, report: Report) -> None:
    if here.scope == "shared" and here.program(host).python:
        report.failures.append(NO_VERSION)
        return
    parts = here.parts(host)
    done: dict[tuple[str, str | None], list[str]] = {}
    for part in parts:
        how = report.attempt(_put, part, host, here, report)
        done.setdefault((part.kind, how), []).append(part.path)
    _say_done(here, done, report)
    if parts[0].path in done.get((site.HOOKS, None), []):
        return
    report.say(
        f"allowed:     `{here.program(host).call}` {', '.join(ALLOWED)}: they record or show"
    )
    _keep_private(host, here, parts, report)
    for number, step in enumerate(host.steps, 1):
        report.say(f"{number}. {step}")


def _put(part: Part, host: Installation, here: Site, report: Report) -> str:
    """Write one file; return what was done. Raises LeftAlone, and notes what to paste."""
    chosen = here.program(host)
    if here.scope == "local" and chosen.python and tracks_inside(part.path):
        if part.kind != site.HOOKS:
            return IN_GIT
        why = f"{_short(here, part.path)} is in git, and hooks would name a path of this machine"
        raise LeftAlone(f"{why}: `reflexion init --user --host {host.name}` uses your home")
    python = chosen.python if part.kind == site.HOOKS else ""
    try:
        bound = _bound(here, part.path)
        return files.put(part.path, part.change, here.home, bound, python, part.back)
    except LeftAlone:
        if part.back:
            report.pasted.append(json.dumps(json.loads(part.change("")), indent=2))
        raise


def _say_done(here: Site, done: dict[tuple[str, str | None], list[str]], report: Report) -> None:
    """Tell what was done to each file, from {(kind of file, how): [paths]}."""
    for (kind, how), names in done.items():
        if how in (None, files.ABSENT):
            continue
        top = os.path.commonpath([os.path.dirname(name) for name in names])
        below = [os.path.relpath(name, top).replace(os.sep, "/") for name in names]
        shown = _short(here, names[0])
        if len(names) > 1:
            shown = f"{_short(here, top)}: {', '.join(below)}"
        report.say(f"{kind + ':':<13}{shown} ({how})")


def _keep_private(host: Installation, here: Site, parts: list[Part], report: Report) -> None:
    """Keep files that name a path of this machine out of git."""
    chosen = here.program(host)
    if chosen.fetch:
        report.say(f"pinned:      {chosen.call.split('/')[-2]}, {SHARED_NOTE}")
    if here.scope != "local" or not chosen.python:
        return
    names = [part.path for part in parts if not tracks_inside(part.path)]
    if report.attempt(files.exclude, here.root, names, here.home):
        report.say(f"private:     {PRIVATE}")


def _parts_to_take_out(host: Installation, here: Site, is_only: bool) -> list[Part]:
    """Return the Parts of one host; a skill that others read goes with the last of them."""
    parts = here.parts(host)
    if is_only and host.skills != host.folder and _others_read_skill(host, here):
        parts = [part for part in parts if part.kind != site.SKILL]
    return parts


def _take_out(parts: list[Part], here: Site, report: Report) -> None:
    gone: dict[tuple[str, str | None], list[str]] = {}
    for part in parts:
        given = (part.path, part.back, here.home, _bound(here, part.path))
        how = report.attempt(files.take_out, *given)
        gone.setdefault((part.kind, how), []).append(part.path)
    _say_done(here, gone, report)


def _is_in_git(part: Part, here: Site) -> bool:
    """Return True if git tracks a file of the project that holds something of ours."""
    if here.scope == "user" or not tracks_inside(part.path):
        return False
    return part.back is None or files.OURS in fs.peek(part.path, files.MAX_BYTES)


def _others_read_skill(host: Installation, here: Site) -> bool:
    others = [each for each in HOSTS.values() if each is not host and each.skills == host.skills]
    return any(find_installed(each, here)[0] for each in others)


def _bound(here: Site, path: str) -> str:
    """Return the folder out of which no link may lead: the project's, for what lies in it."""
    is_bound = here.scope != "user" and fs.is_inside(path, here.root)
    return here.root if is_bound else ""


def _short(here: Site, path: str) -> str:
    """Return a path as a person reads it: one in the project from its root."""
    return os.path.relpath(path, here.root) if fs.is_inside(path, here.root) else path
