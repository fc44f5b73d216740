"""What a person is told to type, in the form that works where they read it; made for hooks."""

import os

PLUGIN = "CLAUDE_PLUGIN_ROOT"


def typed(commands: str, name: str) -> str:
    """How a slash command is typed, by the place of its file: `reflexion/off.md` is
    "/reflexion:off", `reflexion-off.md` is "/reflexion-off"."""
    file = commands.format(name=name).rpartition("/")[2]
    stem = file.partition(".")[0]
    return f"/reflexion:{name}" if stem == name else f"/{stem}"


def session_switch(host: str, root: str, environ) -> str:
    """The slash command that switches the hooks off for one session, as it is typed in the host.

    "" where neither the plugin nor `init` brought it."""
    if host == "claude" and environ.get(PLUGIN):
        return "/reflexion:off"
    from reflexion.hosts.registry import homes, install_of

    declared = install_of(host)
    commands = getattr(declared, "COMMANDS", "")
    if not commands:
        return ""
    for folder in (os.path.join(root, declared.PROJECT), homes(environ)[host]):
        if os.path.isfile(os.path.join(folder, commands.format(name="off"))):
            return typed(commands, "off")
    return ""
