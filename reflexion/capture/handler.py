"""Which part of capture a hook event belongs to."""

from __future__ import annotations

from reflexion.hosts.event import Answer


def handle(event, project) -> Answer | None:
    """What capture makes of one event: entries in the store, and perhaps a few words for the model."""
    if project.store is None:
        return None
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        from reflexion.capture.tools import tool_ran

        return tool_ran(event, project)
    if event.name == "UserPromptSubmit":
        from reflexion.signals.preferences import introduces
        from reflexion.signals.speech import listen

        if not listen(event.prompt) and not introduces(
            event.prompt
        ):  # nearly always: asked before everything else is imported
            return None
        from reflexion.capture.prompts import prompt_said

        return prompt_said(event, project)
    if event.name in ("Stop", "SessionEnd"):
        from reflexion.capture.endings import turn_ended

        return turn_ended(event, project)
    return None
