"""What Reflexion installs for Claude Code, and where; `setup/host.py` says what the names mean."""

TITLE = "Claude Code"
PROGRAM = "claude"
TRIED = "2.1.197"

PROJECT = ".claude"
SETTINGS = {
    "shared": "settings.json",
    "local": "settings.local.json",
    "user": "settings.json",
}
PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"

ALLOW_AT = ("permissions", "allow")
ALLOW_RULE = "Bash({call}:*)"
ALLOW_EXACT = "Bash({call})"

SKILLS = ".claude"
COMMANDS = "commands/reflexion/{name}.md"

NEXT_STEPS = (
    (
        "any",
        "Sessions that run already take the hooks up when they are restarted; `/hooks` lists them.",
    ),
)
