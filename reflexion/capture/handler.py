"""Which part of capture a hook event belongs to."""

from __future__ import annotations

from reflexion.hosts.event import Answer


def handle(event, project) -> Answer | None:
    """What capture makes of one event: entries in the store, and perhaps a few words for the model."""
    if project.store is None:
        return None
    if event.name == "PostToolUse" and " learn " in event.command and "reflexion" in event.command:
        return Answer(touched=_learned(event.output))
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        from reflexion.capture.tools import tool_ran

        return tool_ran(event, project)
    if event.name == "UserPromptSubmit":
        from reflexion.signals.prompts.verdict import judge

        if not judge(event.prompt)[0]:  # nearly always: decided before the rest is imported
            return None
        from reflexion.capture.prompts import take_prompt

        return take_prompt(event, project)
    if event.name in ("Stop", "SessionEnd"):
        from reflexion.capture.endings import turn_ended

        return turn_ended(event, project)
    return None


def _learned(output: str) -> list:
    """Ids of the learnings that the agent recorded itself, by what `learn` printed."""
    from reflexion.store.entry import is_id

    lines = [line.partition(" learned: ") for line in output[:4000].splitlines()]
    return [entry_id for entry_id, learned, _ in lines if learned and is_id(entry_id)]
