"""What Reflexion installs for Gemini CLI, and where; `setup/host.py` says what the names mean.

Its time-outs are milliseconds, and its events have names of their own."""

TITLE = "Gemini CLI"
PROGRAM = "gemini"
TRIED = "0.61.0"

PROJECT = ".gemini"
SIGNS = (".gemini", "GEMINI.md")
SETTINGS = dict.fromkeys(("shared", "local", "user"), "settings.json")
UNITS_PER_SECOND = 1000
HOOK_NAME = "reflexion-{script}"
PROJECT_VARIABLE = "GEMINI_PROJECT_DIR"

# `tools.allowed` in the settings would deny all other commands where nobody is asked, even with
# --yolo; a policy allows these alone, and is read from the home only
RULES_FILE = "policies/reflexion-{mark}.toml"
RULES_IN_HOME = True

SKILLS = ".agents"
COMMANDS = "commands/reflexion/{name}.toml"

NEXT_STEPS = (
    (
        "project",
        "{n}. Start `gemini` in the project and say that you trust the folder: "
        "without that it does not read .gemini/settings.json (--skip-trust does not help).",
    ),
    ("any", "It names the new hooks once, in a warning, and runs them at once."),
    (
        "project",
        "note    Gemini reads GEMINI.md, not AGENTS.md: where learnings shall become rules there, "
        "run `reflexion config promote_to GEMINI.md`.",
    ),
)
