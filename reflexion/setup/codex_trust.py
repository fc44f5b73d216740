"""Does Codex trust our hooks? It runs those alone whose hash its configuration holds, under
`[hooks.state."<file>:<event>:<group>:<handler>"] trusted_hash = "sha256:..."`: SHA-256 over the
compact JSON, keys sorted, of {"event_name", "matcher" (where the event has one), "hooks":
[{...}]}."""

import hashlib
import json
import os
import re

from reflexion.hosts.registry import homes
from reflexion.store.fs import read_text

NO_MATCHER = ("UserPromptSubmit", "Stop", "SessionEnd", "Interrupt")
DEFAULT_TIMEOUT = 600  # seconds
SESSION_END = (1, 3)  # seconds: the default there, and the most that Codex grants
TRUSTED = "trusted"
CHANGED = "changed since it was trusted"
UNTRUSTED = "not trusted yet"
DISABLED = "switched off in Codex"
KEPT = ("statusMessage", "additionalContextLimit")  # of a handler, where given


def hook_hash(event: str, matcher, hook: dict, windows: bool = os.name == "nt") -> str:
    """The hash of a hook as Codex records it: "sha256:" and 64 digits."""
    default, most = SESSION_END if event == "SessionEnd" else (DEFAULT_TIMEOUT, 1 << 62)
    timeout = hook.get("timeout")
    handler = {
        "type": "command",
        "command": windows and hook.get("commandWindows") or hook["command"],
        "timeout": min(most, max(1, timeout if isinstance(timeout, int) else default)),
        "async": hook.get("async") is True,
    }
    handler.update({key: hook[key] for key in KEPT if hook.get(key) is not None})
    identity = {"event_name": label(event), "hooks": [handler]}
    if matcher is not None and event not in NO_MATCHER:
        identity["matcher"] = matcher
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def label(event: str) -> str:
    """PostToolUse -> post_tool_use"""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", event).lower()


def trust_of(path: str, found, config: dict) -> str:
    """TRUSTED | CHANGED | UNTRUSTED | DISABLED: what `config` says about an OwnHook of a file."""
    key = f"{path}:{label(found.event)}:{found.group}:{found.handler}"
    state = _table(config, "hooks", "state", key)
    if state.get("enabled") is False:
        return DISABLED
    if not isinstance(state.get("trusted_hash"), str):
        return UNTRUSTED
    same = state["trusted_hash"] == hook_hash(found.event, found.matcher, found.hook)
    return TRUSTED if same else CHANGED


def folder_trusted(root: str, config: dict) -> bool:
    """Does Codex read the project's own .codex folder?"""
    return _table(config, "projects", root).get("trust_level") == "trusted"


def plugin_in(config: dict, beginning: str) -> str:
    """The first plugin that is switched on and whose name begins so; "" for none."""
    for name in _table(config, "plugins"):
        if name.startswith(beginning) and _table(config, "plugins", name).get("enabled") is True:
            return name
    return ""


def config_file(environ) -> str:
    return os.path.join(homes(environ)["codex"], "config.toml")


def read_config(environ) -> dict:
    """Codex's config.toml; {} when it cannot be read. Without a TOML reader, what matters here."""
    try:
        text = read_text(config_file(environ), 8 << 20, follow=True)
        import tomllib

        return tomllib.loads(text)
    except ImportError:  # before Python 3.11
        return _tables(text)
    except (OSError, ValueError):  # a text that is no TOML, too
        return {}


def _table(config, *keys: str) -> dict:
    for key in keys:
        config = config.get(key) if isinstance(config, dict) else None
    return config if isinstance(config, dict) else {}


def _tables(text: str) -> dict:
    """The tables of a TOML text that are read here, as Codex writes them: [hooks.state."..."],
    [projects."..."] and [plugins."..."]."""
    found = {"hooks.state.": {}, "projects.": {}, "plugins.": {}}
    table = {}
    for line in map(str.strip, text.splitlines()):
        key, _, value = line.partition("=")
        if line.startswith("["):
            heading = line[1:].lstrip()
            table = {}
            for start, tables in found.items():
                if heading.startswith(start):
                    table = tables.setdefault(_value(heading[len(start) :]), {})
        elif value:
            table[key.strip()] = _value(value.strip())
    tables = {key: found[f"{key}."] for key in ("projects", "plugins")}
    return {"hooks": {"state": found["hooks.state."]}, **tables}


def _value(text: str):
    """The string or word that a TOML text begins with; a literal holds no escapes."""
    if text.startswith("'"):
        return text[1:].partition("'")[0]
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return text
