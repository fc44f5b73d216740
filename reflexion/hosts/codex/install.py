"""What Reflexion installs for Codex, and where; `setup/host.py` says what the names mean.

Codex trusts each hook by a hash over its command, so these stay the same across upgrades."""

TITLE = "Codex"
PROGRAM = "codex"
TRIED = "0.169.0"

PROJECT = ".codex"
SETTINGS = dict.fromkeys(("shared", "local", "user"), "hooks.json")
LAST_SECONDS = 3  # the most that it waits for at a session's end
WINDOWS_LINE = True
LOGIN_SHELL = True

RULES_FILE = "rules/reflexion.rules"

SKILLS = ".agents"

NEXT_STEPS = (
    (
        "project",
        '{n}. Start `codex` in the project and choose "Trust and continue" (without a screen: '
        "`codex exec --trust` once): without that it does not read .codex/hooks.json.",
    ),
    (
        "any",
        '{n}. At "Hooks need review" look at them, then choose "Trust all and continue" '
        "(later: /hooks). Until then Codex skips them in silence.",
    ),
    ("any", "`reflexion doctor` says whether both are done."),
)
