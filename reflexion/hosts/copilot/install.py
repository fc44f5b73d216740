"""What Reflexion installs for GitHub Copilot CLI, and where; see `setup/host.py` for the names.

Copilot reads a project's .claude/settings.json and .claude/settings.local.json as well: its own
hooks keep quiet where those hold ours, so that no event is handled twice."""

TITLE = "GitHub Copilot CLI"
PROGRAM = "copilot"
PROGRAM_IS_SIGN = False  # another maker's program has the same name
TRIED = "1.0.102"

PROJECT = ".github"
SIGNS = (".github/hooks", ".github/copilot-instructions.md", ".copilot")
SETTINGS = dict.fromkeys(("shared", "local", "user"), "hooks/reflexion.json")
OWN_FILE = {"version": 1}
PROJECT_VARIABLE = "COPILOT_PROJECT_DIR"
YIELDS_TO = (".claude/settings.json", ".claude/settings.local.json")

SKILLS = ".agents"

NEXT_STEPS = (
    (
        "project",
        "{n}. Start `copilot` in the project and say that you trust the folder: "
        "without that it does not read .github/hooks (`-p` needs --trust-folder).",
    ),
)
