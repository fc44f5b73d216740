"""Does Codex trust our hooks? It runs a hook only when its configuration holds the hook's hash,
which is computed here as Codex does.

The hash is SHA-256 over the compact JSON, keys sorted, of {"event_name", "matcher" (where the event
has one), "hooks": [{"type",
"command", "timeout", "async", ...}]}, recorded as `[hooks.state."<file>:<event>:<group>:<handler>"]
trusted_hash = "sha256:..."`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re

from reflexion.hosts import hooks
from reflexion.store.files import read_text

NO_MATCHER = ("UserPromptSubmit", "Stop", "SessionEnd", "Interrupt")
DEFAULT_TIMEOUT = 600  # seconds
SESSION_END = (1, 3)  # seconds: the default there, and the most that Codex grants
TRUSTED, CHANGED, UNTRUSTED, DISABLED = (
    "trusted",
    "changed since it was trusted",
    "not trusted yet",
    "switched off in Codex",
)
HEADING = (
    r"\s*\[\s*(hooks\.state|projects)\."
    r"""(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^']*)')\s*\]\s*(?:#.*)?$"""
)
ITEM = r"""\s*(\w+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^']*)'|(true|false))\s*(?:#.*)?$"""
KEPT = ("statusMessage", "additionalContextLimit")  # of a handler, where given


def hook_hash(event: str, matcher, hook: dict, windows: bool = os.name == "nt") -> str:
    """The hash of a hook as Codex records it: "sha256:" and 64 digits."""
    command = (
        hook.get("commandWindows") if windows and hook.get("commandWindows") else hook["command"]
    )
    handler = {
        "type": "command",
        "command": command,
        "timeout": _timeout(event, hook),
        "async": hook.get("async") is True,
    }
    handler.update({key: hook[key] for key in KEPT if hook.get(key) is not None})
    identity = {"event_name": label(event), "hooks": [handler]}
    if matcher is not None and event not in NO_MATCHER:
        identity["matcher"] = matcher
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _timeout(event: str, hook: dict) -> int:
    default, most = SESSION_END if event == "SessionEnd" else (DEFAULT_TIMEOUT, 1 << 62)
    given = hook.get("timeout")
    return min(most, max(1, given if isinstance(given, int) else default))


def label(event: str) -> str:
    """PostToolUse -> post_tool_use"""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", event).lower()


def key(path: str, found) -> str:
    """The name that Codex keeps a hook's state under."""
    return f"{path}:{label(found.event)}:{found.group}:{found.handler}"


def trust_of(path: str, config: dict) -> list:
    """[(OwnHook, TRUSTED | CHANGED | UNTRUSTED | DISABLED)] of our hooks in a hooks.json, by what
    `config` (read_config) records. Raises OSError.
    """
    settings = hooks.jsonedit.load(read_text(path, 8 << 20, follow=True))
    states = (
        config.get("hooks", {}).get("state", {}) if isinstance(config.get("hooks"), dict) else {}
    )
    return [(found, _status(states.get(key(path, found)), found)) for found in hooks.ours(settings)]


def folder_trusted(root: str, config: dict) -> bool:
    """Does Codex read the project's own .codex folder?"""
    projects = config.get("projects")
    one = projects.get(root) if isinstance(projects, dict) else None
    return isinstance(one, dict) and one.get("trust_level") == "trusted"


def read_config(path: str) -> dict:
    """Codex's config.toml; {} when it is missing or cannot be read. Where Python has no TOML
    reader, the tables that matter here.
    """
    try:
        text = read_text(path, 8 << 20, follow=True)
    except (OSError, ValueError):
        return {}
    try:
        import tomllib
    except ImportError:  # before Python 3.11
        return _tables(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def config_file(site) -> str:
    return os.path.join(site.home("CODEX_HOME", ".codex"), "config.toml")


def _status(state, found) -> str:
    state = state if isinstance(state, dict) else {}
    if state.get("enabled") is False:
        return DISABLED
    if not isinstance(state.get("trusted_hash"), str):
        return UNTRUSTED
    return (
        TRUSTED
        if state["trusted_hash"] == hook_hash(found.event, found.matcher, found.hook)
        else CHANGED
    )


def _tables(text: str) -> dict:
    """The [hooks.state."..."] and [projects."..."] tables of a TOML text, as Codex writes them."""
    found = {"hooks.state": {}, "projects": {}}
    table = None
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            heading = re.match(HEADING, line)
            table = (
                found[heading.group(1)].setdefault(_plain(heading.group(2), heading.group(3)), {})
                if heading
                else None
            )
        elif table is not None and "=" in line:
            item = re.match(ITEM, line)
            if item:
                table[item.group(1)] = (
                    item.group(4) == "true"
                    if item.group(4)
                    else _plain(item.group(2), item.group(3))
                )
    return {"hooks": {"state": found["hooks.state"]}, "projects": found["projects"]}


def _plain(quoted, literal) -> str:
    """The text of a TOML string: `quoted` may hold escapes, `literal` none."""
    if quoted is None:
        return literal
    try:
        return json.loads(f'"{quoted}"')
    except ValueError:
        return quoted
