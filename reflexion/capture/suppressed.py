"""Calls that capture left out, and why: on record for `status`."""

from __future__ import annotations

from reflexion.signals.secrets import redact
from reflexion.store import journal


def suppress(project, event, why: str) -> None:
    if project.store.exists() and not event.when:
        command = redact(event.command or event.tool, project.settings["redact"])
        journal.note(project.store.state_dir, journal.SUPPRESSED, why, command)
