"""What counts as a failure of a project: one answer, for the hooks and for past sessions."""

from __future__ import annotations

from reflexion.detect import secrets
from reflexion.learning.failure import Failure, is_own_call, verdict_of
from reflexion.store import paths
from reflexion.store.project import Project

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
    verdict = verdict_of(event)
    if not verdict.failed or not verdict.line:
        return None
    folder = paths.relative(event.cwd, project.root)
    return Failure(event, verdict, folder, project.root, settings["redact"])
