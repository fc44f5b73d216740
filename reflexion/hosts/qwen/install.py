"""What Reflexion installs for Qwen Code, and where; `setup/host.py` says what the names mean."""

TITLE = "Qwen Code"
PROGRAM = "qwen"
TRIED = "0.24.4"

PROJECT = ".qwen"
SIGNS = (".qwen", "QWEN.md")
SETTINGS = dict.fromkeys(("shared", "local", "user"), "settings.json")
ADDED_BY_HOST = ("$version",)
PROJECT_VARIABLE = "QWEN_PROJECT_DIR"

ALLOW_AT = ("permissions", "allow")
ALLOW_RULE = "Bash({call}:*)"
ALLOW_EXACT = "Bash({call})"

SKILLS = ".agents"
COMMANDS = "commands/reflexion/{name}.md"

NEXT_STEPS = (
    (
        "any",
        "Sessions that run already take the hooks up when they are restarted; `/hooks` lists them.",
    ),
    (
        "any",
        "note    the rule that lets the agent record a learning works in the approval mode "
        "`default`; in the mode `auto` Qwen decides by itself and may ask.",
    ),
)
