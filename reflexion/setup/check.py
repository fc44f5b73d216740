"""What `doctor` finds, and what it finds in the hosts: whether hooks are there, trusted and work.

The words of all findings stand in findings.tsv.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import namedtuple
from collections.abc import Iterator, Mapping
from itertools import filterfalse

from reflexion.errors import Unreadable
from reflexion.hosts.installation import SCOPES, SECONDS, SETUPS, Installation
from reflexion.setup import files, line
from reflexion.setup.command import RANK, quote
from reflexion.setup.settings_file import FoundHook
from reflexion.setup.site import Site
from reflexion.store import history
from reflexion.store.project import Project
from reflexion.store.tracked import tracks_inside
from reflexion.text import rows

GOOD = "good"
NOTE = "note"
BAD = "bad"
PATHS = ("path", "folder", "better")  # values that stand quoted in a command
TABLE = {key: cells for key, *cells in rows("setup/findings.tsv")}

# what the events hold: a call that was interrupted, a prompt about nothing, a turn that a hook has
# prolonged already
HARMLESS = {
    "tool_name": "Bash",
    "tool_input": {"command": "reflexion"},
    "tool_response": {"interrupted": True},
    "is_interrupt": True,
    "prompt": "hello",
    "stop_hook_active": True,
}

# check: what was looked at; grade: GOOD, NOTE or BAD; text: one line; remedy: a command or ""
Finding = namedtuple("Finding", "check grade text remedy")

# a file with our hooks in it, and the scope that it is for. hooks: every one, with its HookLine;
# missing: the programs that are not there; is_known: all hooks have the form of ours; is_current:
# each that this version would write is there, of the same rank; works: their programs are there,
# or the next session fetches them
Installed = namedtuple("Installed", "path scope hooks missing is_known is_current works")


def finding(key: str, **values: object) -> Finding:
    """Return the finding of a row of the table, filled in."""
    grade, text, remedy = [*TABLE[key], ""][:3]
    quoted = {name: quote(str(values[name])) for name in PATHS if name in values}
    command = remedy.format(**{**values, **quoted})
    return Finding(key.partition(".")[0], grade, text.format(**values), command)


def find_installed(host: Installation, here: Site) -> tuple[list[Installed], list[Finding]]:
    """Return the files that hold hooks of ours, and what is to be said of those unreadable."""
    found = []
    problems = []
    for path, scope in host.settings_files(here.root, here.environ).items():
        try:
            hooks = line.hooks_in(path, here.environ)
        except Unreadable as error:
            if not host.module:  # of which one that is not in our form has no hooks
                problems.append(finding("hooks.unreadable", path=path, why=error))
            continue
        if hooks:
            found.append(_installed(path, scope, hooks, host))
    return found, problems


def _installed(path: str, scope: str, hooks: list[FoundHook], host: Installation) -> Installed:
    held = {(each.event, each.script, each.line.rank) for each in hooks}
    wanted = {(row.event, row.script, host.rank(scope)) for row in host.hooks()}
    known = [each.line for each in hooks if each.line != line.UNKNOWN]
    gone = [*filterfalse(line.runs, known)]
    missing = [each.program for each in gone]
    works = bool(known) and all(each.fetches for each in gone)
    return Installed(path, scope, hooks, missing, len(known) == len(hooks), wanted <= held, works)


def is_served(here: Site) -> bool:
    """Return True if a host has hooks for a project, or the plugin."""
    hosts = SETUPS.values()
    return any(
        find_installed(host, here)[0] or host.plugin_file(here.root, here.environ) for host in hosts
    )


def findings(here: Site) -> list[Finding]:
    """Return a Finding for each thing that is to be said about the hosts of a project."""
    found = [row for host in SETUPS.values() for row in _of_host(host, here)]
    return found or [finding("hooks.none")]


def _of_host(host: Installation, here: Site) -> Iterator[Finding]:
    """Yield what is to be said about the hooks of one host."""
    installed, problems = find_installed(host, here)
    yield from problems
    plugin = host.plugin_file(here.root, here.environ)
    sign = plugin or here.sign(host)
    if sign and not installed:
        key = "hooks.plugin" if plugin else "hooks.absent"
        yield finding(key, sign=sign, title=host.title, name=host.name)
    some_work = bool(plugin) or any(each.works for each in installed)
    for each in installed:
        yield from _of_file(host, here, each, some_work)


def _of_file(host: Installation, here: Site, each: Installed, some_work: bool) -> Iterator[Finding]:
    """Yield what is to be said about the hooks in one file."""
    told = {"title": host.title, "name": host.name, "path": each.path, "scope": each.scope}
    if not host.is_trusted(each.path, here.root, here.environ):
        yield finding("hooks.untrusted", **told)
    is_gone = each.missing and each.is_known
    yield _gone(each, some_work, told) if is_gone else _tried(host, here, each, told)


def _gone(each: Installed, some_work: bool, told: dict[str, str]) -> Finding:
    """Return what is to be said about hooks whose program is not there.

    What is the team's stays: the remedy adds hooks of the person's own.
    """
    key = "fetched" if each.works else "spare" if some_work else "gone"
    own = "user" if tracks_inside(each.path) else each.scope
    scope = "local" if each.scope == "shared" else own
    return finding(f"hooks.{key}", **{**told, "scope": scope}, program=each.missing[0])


def _tried(host: Installation, here: Site, each: Installed, told: dict[str, str]) -> Finding:
    """Return what is to be said about hooks that are there; each of the person's is run once.

    What a checkout may have brought is not run.
    """
    if not each.is_known:
        return finding("hooks.other", **told)
    if not _is_ours(host, here, each):
        return finding("hooks.came", **told)
    if not each.is_current:
        return finding("hooks.older", **told)
    for found in {row.hook["command"]: row for row in each.hooks}.values():
        why = try_hook(host, found, here)
        if why:
            return finding("hooks.faulty", why=why, event=found.event, script=found.script, **told)
    return finding("hooks.good", **told)


def _is_ours(host: Installation, here: Site, each: Installed) -> bool:
    """Return True if the person put these hooks in, or if this copy would write just these."""
    is_here = files.recorded(each.path, here.home) and not tracks_inside(each.path)
    if is_here or each.scope == "user":
        return True
    places = [here._replace(scope=scope) for scope in SCOPES]
    ours = [group["hooks"] for place in places for _, group in place.hooks(host)]
    return all([row.hook] in ours for row in each.hooks)


def try_hook(host: Installation, found: FoundHook, here: Site, seconds: float = SECONDS) -> str:
    """Run one of a host's hooks, a settings_file.FoundHook; return what is wrong: "" or one line.

    A command ends with status 0 without a Python or a script, too: the hook must have noted its
    run, also where others come first.
    """
    command = re.sub(rf"export {RANK}=\d; ", "", found.hook["command"])
    with tempfile.TemporaryDirectory(prefix="reflexion-doctor-") as folder:
        stores = {"REFLEXION_DIR": folder, "REFLEXION_HOME": os.path.join(folder, "home")}
        environ = {**here.environ, **stores, "REFLEXION_DISABLED": ""}
        store = Project(folder, environ).ready()
        payload = {**HARMLESS, "host": host.name, "hook_event_name": found.event, "cwd": here.root}
        words = _shell(host, command, environ)
        sent = json.dumps(payload).encode()
        try:
            done = subprocess.run(
                words, cwd=here.root, env=environ, input=sent, capture_output=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            return f"it takes longer than its {seconds:g} s"
        except OSError as error:
            return f"the host's shell does not start: {error}"
        return _fault(done, store.state_dir)


def _shell(host: Installation, command: str, environ: Mapping[str, str]) -> list[str]:
    """Return the words by which the host runs a command."""
    if os.name != "nt":
        return ["/bin/sh", "-c", command]
    if host.runs_cmd:
        return [environ.get("COMSPEC", "cmd.exe"), "/C", command]
    return [shutil.which("bash") or "bash", "-c", command]


def _fault(done: subprocess.CompletedProcess[bytes], state: str) -> str:
    """Return what is wrong with a command that ended; "" if the hook noted its run."""
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it says nothing"]
        status = f"it ends with status {done.returncode}, which a host takes for a refusal"
        return f"{status}: {said[-1][:200]}"
    for fault in history.lines(state, history.FAULTS):
        return f"it ran into a fault: {' '.join(fault[1:])}"
    has_run = any(history.lines(state, history.RUNS))
    return "" if has_run else "it ran nothing: its script or a Python 3.9 or newer is not there"
