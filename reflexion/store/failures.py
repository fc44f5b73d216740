"""What counts as a failure of a project: one answer, for the hooks and for past sessions."""

from __future__ import annotations

from reflexion.detect import secrets
from reflexion.detect.failures import judge
from reflexion.learning.failure import Failure, is_own_call
from reflexion.store import paths
from reflexion.store.project import Project

SHELLS = ("Bash", "PowerShell")
MAX_MATCHED = 2000  # characters of a command that the setting `ignore` is held against


def failure_in(event, project: Project) -> Failure | None:
    """Return the Failure that a call of a tool was; None for what is not to be counted.

    That is what went well or says nothing, our own calls, other tools and places, and what
    the setting `ignore` names.
    """
    settings = project.settings
    if event.tool not in settings["tools"] or is_own_call(event.command):
        return None
    if paths.is_outside(event.cwd, project.root, project.environ, project.store.exists()):
        return None
    if settings["ignore"] and secrets.matches(event.command[:MAX_MATCHED], settings["ignore"]):
        return None
    is_shell = event.tool in SHELLS  # of other tools the host says if they failed
    status = event.exit_code if is_shell else int(bool(event.failed))
    if status is None and event.failed:
        status = 1  # the host does not say with which one
    command = event.command if is_shell else ""
    verdict = judge(command, status, event.output, event.interrupted)
    if not verdict.failed or not verdict.line:
        return None
    folder = paths.relative(event.cwd, project.root)
    command = event.command or f"{event.tool} {event.path}".strip()
    return Failure(command, event.output, verdict, folder, project.root, settings["redact"])
