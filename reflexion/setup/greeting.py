"""What a person is told to type, in the form that works where they read it; made for hooks."""

import os

PLUGIN = "CLAUDE_PLUGIN_ROOT"
FILES = {"opencode": "reflexion-off.md", "gemini": "off.toml"}  # otherwise off.md


def session_switch(host: str, root: str, environ) -> str:
    """The slash command that switches the hooks off for one session, as it is typed in the host.

    "" where neither the plugin nor `init` brought it."""
    if host == "claude" and environ.get(PLUGIN):
        return "/reflexion:off"
    __import__(f"reflexion.hosts.{host}.install")
    import sys

    declared = sys.modules[f"reflexion.hosts.{host}.install"]
    commands = getattr(declared, "COMMANDS", "")
    if not commands:
        return ""
    from reflexion.hosts.registry import home

    variable, below = getattr(declared, "HOME_VARIABLE", ("", ""))
    given = environ.get(variable) if variable else ""
    in_home = os.path.join(given, below) if given else os.path.join(home(environ), declared.HOME)
    for folder in (os.path.join(root, declared.PROJECT), in_home):
        if os.path.isfile(os.path.join(folder, commands, FILES.get(host, "off.md"))):
            return "/reflexion-off" if host == "opencode" else "/reflexion:off"
    return ""
