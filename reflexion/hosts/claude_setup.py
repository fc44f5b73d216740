"""Where Claude Code keeps its settings and skills, and what our hooks look like there."""

from __future__ import annotations

import os

from reflexion.hosts import command, hooks, setup

TITLE = "Claude Code"
FILES = {"shared": "settings.json", "local": "settings.local.json"}


def signs(site) -> str:
    """What says that this host is in use here; "" when nothing does."""
    from shutil import which

    if os.path.isdir(os.path.join(site.root, ".claude")):
        return ".claude in the project"
    if os.path.isdir(site.home("CLAUDE_CONFIG_DIR", ".claude")):
        return "its folder in your home"
    return "`claude` on the path" if which("claude", path=site.environ.get("PATH")) else ""


def settings_files(site) -> dict:
    """scope -> the settings file that its hooks go to."""
    found = {scope: os.path.join(site.root, ".claude", name) for scope, name in FILES.items()}
    return {
        **found,
        "user": os.path.join(site.home("CLAUDE_CONFIG_DIR", ".claude"), "settings.json"),
    }


def skill_file(site) -> str:
    folder = (
        site.home("CLAUDE_CONFIG_DIR", ".claude")
        if site.scope == "user"
        else os.path.join(site.root, ".claude")
    )
    return os.path.join(folder, "skills", "reflexion", "SKILL.md")


def wanted(site) -> list:
    """The hooks as (event, matcher group). A toolkit inside the project goes by
    $CLAUDE_PROJECT_DIR, for it serves the whole team.
    """
    if site.relative:
        folder = "" if site.relative == "." else f"/{site.relative}"

        def line(script: str) -> str:
            file = command.quote(f"{folder}/scripts/{script}.py")
            return command.command_line(script, ['"$CLAUDE_PROJECT_DIR"' + file])

    else:
        python = setup.python(settings_files(site)[site.scope])

        def line(script: str) -> str:
            words = command.entry_point(script, site.toolkit)
            return command.command_line(script, [command.quote(it) for it in words], python)

    return [
        (event, hooks.group(matcher, {"command": line(script)}))
        for event, script, matcher in hooks.CLAUDE
    ]


def permissions(site) -> list:
    """Rules for the settings file: the agent records what it learned without a dialogue."""
    return command.permissions(setup.caller(site))


def rules_file(site) -> tuple:
    """("", ""): the permissions stand in the settings."""
    return "", ""


def next_steps(site) -> list:
    return [
        "Sessions that run already take the hooks up when they are restarted; `/hooks` lists them."
    ]
