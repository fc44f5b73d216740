"""What Reflexion installs for OpenCode, and where; `setup/host.py` says what the names mean.

OpenCode has no command hooks: reflexion.js forwards its events to our scripts."""

TITLE = "OpenCode"
PROGRAM = "opencode"
TRIED = "1.18.33"

PROJECT = ".opencode"
SIGNS = (".opencode", "opencode.json", "opencode.jsonc")
SETTINGS = dict.fromkeys(("shared", "local", "user"), "plugins/reflexion.js")
MODULE = "reflexion.js"  # beside this file; @PYTHONS@ and @TARGET@ are filled in

ADDED_BY_HOST = ("$schema",)
ALLOW_FILE = {"shared": "../opencode.json", "local": "../opencode.json", "user": "opencode.json"}
ALLOW_AT = ("permission", "bash")
ALLOW_RULE = "{call} *"
ALLOW_EXACT = "{call}"
ALLOW_VALUE = "allow"

SKILLS = ".agents"
COMMANDS = "commands/reflexion-{name}.md"  # a colon cannot stand in a file's name

NEXT_STEPS = (("any", "The plugin is loaded by the next session; OpenCode asks nothing."),)
