"""How the program is called, and which calls an agent may make unasked. Hooks import this.

Text that is injected into a session can make an agent run whatever needs no question, so ALLOWED
holds only what records, shows, or prepares a reflection. Each host's rules are made from it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from reflexion.hosts.event import Event
from reflexion.hosts.reading import mapping, text
from reflexion.store import fs
from reflexion.store.paths import home_folder
from reflexion.text.json_object import object_or_empty

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # .../reflexion
TOOLKIT = os.path.dirname(PACKAGE)  # the clone, or site-packages
NAME = "reflexion"
RANK = "REFLEXION_RANK"  # of a hook that keeps quiet where others come first
COPIES = ".reflexion/programs"  # below the home
CACHES = ("cache", ".cache", "caches", "archive-v0", "environments-v2")
MAX_RECORD = 1 << 16
UNQUOTED = dict.fromkeys(map(ord, "_@%+:,./-"), "x")  # plain in a shell, beside letters
ALLOWED = ("learn", "recall", "status", "list", "show", "worked", "failed", "reflect cards")
EXACT = ("status",)  # without arguments only: `status --html FILE` writes a file
# words of which no shell makes more: PowerShell ends a quoted one at a typographic quote, too;
# a terminal takes control characters for keys
QUOTED = r"'[^'\x00-\x1f\x7f-\x9f\u2018-\u201b\u2028\u2029\ud800-\udfff]*'"
ARGUMENT = rf"(?: (?:[A-Za-z0-9_@+:,./-]+|{QUOTED}))*"
# a permission for one of these calls, of whichever copy of the program, in the form of a host
PROGRAM = r"(?:(?:python3|py -3) [^\n]{1,4096}|reflexion)"
RULE = rf"(?:\w+\()?{PROGRAM} (?:{'|'.join(ALLOWED)}|reflect [a-z]+)(?::\*| \*)?\)?"
REASON = "Reflexion's own command, which records or shows learnings"


def for_person(environ: Mapping[str, str] = os.environ, toolkit: str = TOOLKIT) -> str:
    """Return the words by which the program is called: `reflexion` if that is on the path.

    Of one that uvx runs from a cache it is the copy that `init` made, else uvx again.
    """
    kept = lasting(toolkit, environ)
    if kept != toolkit and not os.path.isdir(os.path.join(kept, NAME)):
        url, _ = recorded_source(toolkit)
        return f"uvx --from git+{url} {NAME}" if url else f"uvx {NAME}"
    return NAME if _is_on_path(environ, kept) else by_path(kept, environ)


def by_path(toolkit: str, environ: Mapping[str, str], is_windows: bool = os.name == "nt") -> str:
    """Return `python3 .../reflexion`, the home of the environment written as `~`.

    On Windows no shell knows `~` in an argument, and Python's installer brings `py`.
    """
    path = portable(os.path.normpath(os.path.join(toolkit, NAME)))
    if is_windows:
        return f'py -3 "{path}"' if " " in path else f"py -3 {path}"
    home = portable(environ.get("HOME", "")).rstrip("/") + "/"
    below = path[len(home) :]
    if len(home) > 1 and path.startswith(home) and quote(below) == below:
        return f"python3 ~/{below}"
    return f"python3 {quote(path)}"


def lasting(toolkit: str, environ: Mapping[str, str]) -> str:
    """Return the folder that is called: a copy below the home of one in a cache, as uvx makes."""
    parts = portable(os.path.realpath(toolkit)).lower().split("/")
    if "site-packages" in parts and any(part in CACHES for part in parts):
        return os.path.join(home_folder(environ), *COPIES.split("/"), "copy")
    return toolkit


def recorded_source(toolkit: str) -> tuple[str, str]:
    """Return (URL, commit) that pip, pipx or uv installed a package from; "" for unknown."""
    own = [name for name in fs.names(toolkit) if re.fullmatch(rf"{NAME}-.*\.dist-info", name)]
    file = os.path.join(toolkit, *own[:1], "direct_url.json")
    told = object_or_empty(fs.peek(file, MAX_RECORD))
    commit = text(mapping(told, "vcs_info"), "commit_id")
    return (text(told, "url"), commit) if commit else ("", "")


def quote(word: str) -> str:
    """Return the word for a shell, in single quotes where needed (POSIX shells and fish)."""
    is_plain = word.isascii() and word.translate(UNQUOTED).isalnum()
    return word if is_plain else "'" + word.replace("'", "'\\''") + "'"


def portable(path: str) -> str:
    """Return a path as every shell on this system takes it: with forward slashes."""
    return path.replace("\\", "/") if os.name == "nt" else path


def reason_to_allow(event: Event, environ: Mapping[str, str]) -> str:
    """Return why a command may run without a question; "" leaves that to the host.

    A hook is asked before a call only where settings cannot hold such a permission. The event's
    command has to be as the agent wrote it.
    """
    calls = [for_person(environ), by_path(TOOLKIT, {})]
    root = environ.get("CLAUDE_PLUGIN_ROOT", "")
    if os.path.normpath(root) == TOOLKIT and quote(root) == root:  # as the plugin's files do
        calls += [f'python3 "{root}/reflexion"', f'python3 "{TOOLKIT}/reflexion"']
    return REASON if any(is_allowed(event.command, call) for call in calls) else ""


def is_allowed(line: str, call: str) -> bool:
    """Return True if a whole command line is one call of ALLOWED with plain arguments.

    What a shell would make more of (a variable, a substitution, a redirection, a second
    command) is never allowed.
    """
    begin, _, rest = line.partition(call + " ")
    forms = (re.escape(each) + ("" if each in EXACT else ARGUMENT) for each in ALLOWED)
    return not begin and any(re.fullmatch(form, rest) for form in forms)


def is_rule(rule: object) -> bool:
    """Return True if a host's permission is one of those that `init` writes."""
    return isinstance(rule, str) and NAME in rule and bool(re.fullmatch(RULE, rule))


def _is_on_path(environ: Mapping[str, str], toolkit: str) -> bool:
    """Return True if `reflexion` on the path is the program of this very installation."""
    for folder in filter(None, environ.get("PATH", "").split(os.pathsep)):
        path = os.path.join(folder, NAME + ".exe" if os.name == "nt" else NAME)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            prefix = os.path.dirname(os.path.dirname(os.path.realpath(path)))
            return os.path.realpath(toolkit).startswith(prefix + os.sep)
    return False
