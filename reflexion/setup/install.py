"""Set a project or the home up for the hosts that are in use, and take all of it out again.

Both return a Report; nothing is printed here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import chain, product

from reflexion.errors import Refused
from reflexion.hosts.installation import SCOPES, SETUPS, Installation
from reflexion.setup import files, program, site
from reflexion.setup.check import find_installed
from reflexion.setup.command import ALLOWED
from reflexion.setup.site import Part, Site
from reflexion.store import fs, paths
from reflexion.store.tracked import tracks_inside

IN_GIT = "left as git has it"
SHARED_NOTE = "every machine fetches this version with git when a session starts"
NO_VERSION = (
    "git can fetch no version of this copy, so shared settings would name a path of this machine: "
    "run it as `uvx --from git+URL@VERSION reflexion init --shared`"
)
NO_SIGN = {SETUPS["claude"]: " (no sign of any host was found, so this one)"}
ALREADY = "serve this project already; none were added"
# what is said of the first hooks that do, by where they stand
SERVED = {
    "shared": f"the hooks in {{}} came with the project and {ALREADY}",
    "user": f"the hooks in {{}} {ALREADY} (`--local` adds some)",
    "plugin": f"those of the plugin, switched on in {{}} {ALREADY} (`--local` adds some)",
}
# those before which the hooks of a scope stand back, where it is named or not
YIELDS_TO = {"": tuple(SERVED), "local": ("shared",), "shared": (), "user": ()}


class Report:
    """What was done: `lines` for the person, `failures` of what could not be done.

    `pasted` is what a person can put into a file that could not be read, as it has to stand there.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failures: list[str] = []
        self.pasted: list[str] = []

    def say(self, text: str, indent: str = "  ") -> None:
        self.lines.append(indent + text)

    def each(self, parts: list[Part], here: Site, act: Callable[[Part], str]) -> list[str]:
        """Do something to each file and tell how it went; return the paths where it could be."""
        done: dict[tuple[str, str], list[str]] = {}
        for part in parts:
            try:
                done.setdefault((part.kind, act(part)), []).append(part.path)
            except (Refused, OSError) as error:
                self.failures.append(str(error))
        for (kind, how), found in done.items():
            if how != files.ABSENT:
                self.say(f"{kind + ':':<13}{_listed(here, found)} ({how})")
        return [*chain(*done.values())]


def install(here: Site, host: str = "") -> Report:
    """Put hooks, permissions, skill, slash commands and sub-agents in; return a Report.

    `host` is a name, "all", or "" for those with a sign of use. Without a scope it is the local
    one, but adds none where hooks serve the project already.
    """
    report = Report()
    place = here._replace(scope=here.scope or "local")
    program.prepare(here.environ)
    for each, why in _chosen(host, here).items():
        report.say(f"{each.title}{why}:", "")
        served = _served_by(each, here)
        if served:
            report.say(served)
        else:
            _install_host(each, place, report)
    return report


def uninstall(here: Site, host: str = "") -> Report:
    """Take out what `install` put in, for one host or all; return a Report.

    Without a scope it is all of the project that git does not track; the scope "shared" takes
    that out, too.
    """
    report = Report()
    places = _all_of(here)
    in_git = [] if here.scope in ("shared", "user") else team_files(here, host)
    others = _of_others(host, places)
    for each, place in product(_named(host), places):
        parts = [part for part in place.parts(each) if part.path not in {*others, *in_git}]
        report.each(parts, place, partial(_take_out, place))
    if in_git:
        named = ", ".join(_short(here, path) for path in in_git)
        report.say(f"in git, so they stay: {named}", "")
        report.say("`reflexion init --uninstall --shared` takes them out for everybody", "")
    if not others and here.scope != "user":
        report.each(here.private_parts([]), here, partial(_take_out, here))
    return report


def team_files(here: Site, host: str = "") -> list[str]:
    """Return the files of the project in git that hold something of ours."""
    both = product(_all_of(here._replace(scope="")), _named(host))
    parts = {part.path: part for place, each in both for part in place.parts(each)}
    return [path for path, part in parts.items() if tracks_inside(path) and _is_ours(part)]


def worktree_root(project_root: str, folder: str) -> str:
    """Return where a host looks for its settings: of a linked worktree, the worktree's top."""
    top = paths.checkout_top(folder)
    is_linked = top and top != project_root and paths.main_checkout(top) == project_root
    return top if is_linked else project_root


def _named(host: str) -> list[Installation]:
    """Return the host of this name, or all of them."""
    return [SETUPS[host]] if host in SETUPS else list(SETUPS.values())


def _all_of(here: Site) -> list[Site]:
    """Return where things are taken out: all of the project's places, or that of the scope."""
    scopes = SCOPES[:2] if here.scope in ("", "shared") else (here.scope,)
    return [here._replace(scope=each) for each in scopes]


def _chosen(host: str, here: Site) -> dict[Installation, str]:
    """Return {host: why, in brackets}: those named, else those that are in use here."""
    if host:
        return dict.fromkeys(_named(host), "")
    signs = {each: here.sign(each) for each in SETUPS.values()}
    return {each: f" ({why})" for each, why in signs.items() if why} or NO_SIGN


def _served_by(host: Installation, here: Site) -> str:
    """Return the line about hooks that serve the project already; "" for none.

    One's own are written anew. Those whose program is gone serve nobody.
    """
    serving = {each.scope: each.path for each in find_installed(host, here)[0] if each.works}
    own = serving.pop("local", "")
    if own and (host.local_settings or files.recorded(own, here.home)):
        return ""
    serving.setdefault("shared", own)
    serving["plugin"] = host.plugin_file(here.root, here.environ)
    for place in filter(serving.get, YIELDS_TO[here.scope]):
        return SERVED[place].format(_short(here, serving[place]))
    return ""


def _install_host(host: Installation, here: Site, report: Report) -> None:
    chosen = here.program(host)
    if here.scope == "shared" and not chosen.fetch:
        report.failures.append(NO_VERSION)
        return
    parts = here.parts(host)
    put = partial(_put, host, here, report, chosen.python)
    if parts[0].path not in report.each(parts, here, put):  # the hooks
        return
    report.say(f"allowed:     `{chosen.call}` {', '.join(ALLOWED)}: they record or show")
    if chosen.fetch:
        report.say(f"pinned:      {chosen.call.split('/')[-2]}, {SHARED_NOTE}")
    if here.scope == "local":
        report.each(here.private_parts(parts), here, put)
    for number, step in enumerate(host.steps, 1):
        report.say(f"{number}. {step}")


def _put(host: Installation, here: Site, report: Report, python: str, part: Part) -> str:
    """Write one file; return what was done. Raises Refused, and notes what to paste."""
    if here.scope == "local" and tracks_inside(part.path):
        if part.kind != site.HOOKS:
            return IN_GIT
        why = f"{_short(here, part.path)} is in git, and hooks would name a path of this machine"
        raise Refused(f"{why}: `reflexion init --user --host {host.name}` uses your home")
    try:
        bound = _bound(here, part)
        return files.put(part.path, part.change, here.home, bound, python, part.back)
    except Refused:
        if part.back:
            report.pasted.append(part.change("").rstrip())
        raise


def _take_out(here: Site, part: Part) -> str:
    return files.take_out(part.path, part.back, here.home, _bound(here, part))


def _of_others(host: str, places: list[Site]) -> set[str]:
    """Return the files of the hosts that are not named and set up: the skill, say."""
    both = product(places, set(SETUPS.values()) - set(_named(host)))
    kept = [place.parts(each) for place, each in both if find_installed(each, place)[0]]
    return {part.path for part in chain(*kept)}


def _is_ours(part: Part) -> bool:
    """Return True if a file holds something of ours."""
    return part.back is None or files.OURS in fs.peek(part.path, files.MAX_BYTES)


def _bound(here: Site, part: Part) -> str:
    """Return the folder out of which no link may lead: the project's, for what lies in it."""
    is_bound = here.scope != "user" and part.kind != site.PRIVATE
    return here.root if is_bound and fs.is_inside(part.path, here.root) else ""


def _listed(here: Site, found: list[str]) -> str:
    """Return files as a person reads them: one by its path, others by their folder and names."""
    if len(found) == 1:
        return _short(here, found[0])
    top = os.path.commonpath(list(map(os.path.dirname, found)))
    below = [os.path.relpath(path, top).replace(os.sep, "/") for path in found]
    return f"{_short(here, top)}: {', '.join(below)}"


def _short(here: Site, path: str) -> str:
    """Return a path as a person reads it: one in the project from its root."""
    return os.path.relpath(path, here.root) if fs.is_inside(path, here.root) else path
