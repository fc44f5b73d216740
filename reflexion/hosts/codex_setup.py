"""Where Codex keeps its hooks and skills, and what our hooks look like there."""

from __future__ import annotations

import json
import os
import shlex

from reflexion.hosts import command, hooks, setup

TITLE = "Codex"
RULES_HEAD = (
    "# Reflexion: recording a learning needs no approval; nothing else is allowed by this file"
)


def signs(site) -> str:
    """What says that this host is in use here; "" when nothing does."""
    from shutil import which

    if os.path.isdir(os.path.join(site.root, ".codex")):
        return ".codex in the project"
    if os.path.isdir(site.home("CODEX_HOME", ".codex")):
        return "its folder in your home"
    return "`codex` on the path" if which("codex", path=site.environ.get("PATH")) else ""


def settings_files(site) -> dict:
    """scope -> the file that its hooks go to; Codex has no personal one in a project."""
    project = os.path.join(site.root, ".codex", "hooks.json")
    return {
        "shared": project,
        "local": project,
        "user": os.path.join(site.home("CODEX_HOME", ".codex"), "hooks.json"),
    }


def skill_file(site) -> str:
    folder = (
        site.home("CODEX_HOME", ".codex")
        if site.scope == "user"
        else os.path.join(site.root, ".agents")
    )
    return os.path.join(folder, "skills", "reflexion", "SKILL.md")


def wanted(site) -> list:
    """The hooks as (event, matcher group). Codex trusts a hook by its text: it stays the same
    across upgrades of the toolkit.
    """
    python = setup.python(settings_files(site)[site.scope])
    seconds = {"SessionEnd": hooks.LAST}
    return [
        (
            event,
            hooks.group(matcher, _command(script, site, python), seconds.get(event, hooks.TIMEOUT)),
        )
        for event, script, matcher in hooks.CODEX
    ]


def permissions(site) -> list:
    """[]: the permissions stand in a file of their own."""
    return []


def rules_file(site) -> tuple:
    """(file, text) of the rule by which Codex runs the recording commands without asking, and
    outside its sandbox.
    """
    home = os.path.dirname(settings_files(site)[site.scope])
    words = [json.dumps(word) for word in shlex.split(setup.caller(site))]
    commands = ", ".join(json.dumps(name) for name in command.RECORDS)
    rule = f'prefix_rule(pattern=[{", ".join(words)}, [{commands}]], decision="allow")'
    return os.path.join(home, "rules", "reflexion.rules"), f"{RULES_HEAD}\n{rule}\n"


def next_steps(site) -> list:
    first = (
        'Start `codex` in the project and choose "Trust and continue": without that it does '
        "not read .codex/hooks.json."
    )
    second = (
        'At "Hooks need review" look at them, then choose "Trust all and continue" (later: '
        "/hooks). Until then Codex skips them in silence."
    )
    steps = [second] if site.scope == "user" else [first, second]
    return [f"{n}. {step}" for n, step in enumerate(steps, 1)] + [
        "`reflexion doctor` says whether both are done."
    ]


def _command(script: str, site, python: str) -> dict:
    if site.relative:
        path = (
            f"scripts/{script}.py"
            if site.relative == "."
            else f"{site.relative}/scripts/{script}.py"
        )
        return {"command": command.command_line(script, [command.quote(path)], upwards=True)}
    words = command.entry_point(script, site.toolkit)
    found = {
        "command": command.command_line(script, [command.quote(word) for word in words], python)
    }
    if os.name == "nt":
        found["commandWindows"] = command.windows_line(script, words, python)
    return found
