"""A tool ran: did it fail, is the mistake known, is its fix? And did it work where something failed before?"""

from __future__ import annotations

from reflexion.capture import outcomes
from reflexion.capture.suppressed import suppress
from reflexion.hosts.event import Answer
from reflexion.signals.failures.needles import worth_judging
from reflexion.store.session import Session

EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")


def tool_ran(event, project) -> Answer | None:
    """Capture a failed call of a tool that the settings name; hold a successful one against what failed before."""
    session = Session(project.store, event.session)
    if event.tool not in project.settings["tools"]:
        return (
            outcomes.worked(event, project, session)
            if event.tool in EDITS and event.failed is not True
            else None
        )
    why = _left_out(event, project)
    if why:
        suppress(project, event, why)
        return None
    if _plainly_worked(event):  # nearly always: what judges a failure is not even imported
        return outcomes.worked(event, project, session)
    from reflexion.capture.failed import judged

    return judged(event, project, session)


def _plainly_worked(event) -> bool:
    """Did it end in 0, with nothing in which a failure could hide?"""
    zero = (
        event.tool == "Bash"
        and event.exit_code == 0
        and event.failed is False
        and not event.interrupted
    )
    return zero and not worth_judging(event.command, event.output)


def _left_out(event, project) -> str:
    """Why this call is none of ours; "" when it is."""
    if project.outside(event.cwd):
        return "it ran outside the project"
    if event.benign:
        return f"the host calls it harmless: {event.benign}"
    if project.settings["ignore"]:
        from reflexion.signals.secrets.user_patterns import matches

        if matches(event.command[:2000], project.settings["ignore"]):
            return "the setting `ignore` names it"
    return ""
