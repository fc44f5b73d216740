"""What is installed for GitHub Copilot CLI, and where."""

from __future__ import annotations

import os
from collections.abc import Mapping

from reflexion.hosts.installation import Installation, holds, read_records


class CopilotCli(Installation):
    """GitHub Copilot CLI.

    It runs the hooks in a project's `.claude` settings as well: its own keep quiet where those
    hold ours. Its settings allow whole programs only, so the hook before a command allows ours.
    """

    name = "copilot"
    title = "GitHub Copilot CLI"
    signs = (".github/hooks", ".github/copilot-instructions.md", ".copilot")
    folder = ".github"
    home_below = ".copilot"
    home_variable = "COPILOT_HOME"
    settings = "hooks/reflexion.json"
    own_settings = {"version": 1}
    project_variable = "COPILOT_PROJECT_DIR"
    also_runs = (".claude/settings.json", ".claude/settings.local.json")
    steps = (
        "Start `copilot` in the project and say that you trust the folder: without that it does "
        "not read .github/hooks (`-p` needs --trust-folder).",
    )

    def is_trusted(self, root: str, environ: Mapping[str, str]) -> bool:
        listed = read_records(os.path.join(self.home(environ), "config.json")).get("trustedFolders")
        return isinstance(listed, list) and any(holds(folder, root) for folder in listed)


HOST = CopilotCli()
