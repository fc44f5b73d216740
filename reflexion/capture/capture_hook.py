"""The capture hook: what an event teaches. `decide` returns values, nothing is written."""

from __future__ import annotations

from reflexion.hosts.event import EDIT_TOOLS, Answer
from reflexion.hosts.payload import clean, plainly_worked
from reflexion.store.session import Decision, View

TOOLS = ("PostToolUse", "PostToolUseFailure")


def respond(event, project) -> Answer | None:
    """Judge, redact, decide and apply one event, of a hook or of a transcript."""
    if project.store is None:
        return None
    if event.name == "UserPromptSubmit":
        if not _is_worth_storing(event):
            return None
    elif event.name not in TOOLS:
        return None
    elif not plainly_worked(event):  # of nearly all calls not even what judges them is imported
        from reflexion.signals.failures.judge import judge_event
        from reflexion.signals.failures.quote import excerpt

        event.verdict = judge_event(event)
        if event.verdict.failed:
            event.output = excerpt(event.output, event.verdict.line)
    from reflexion.signals.secrets import redact

    extra = project.settings["redact"]
    view = View(project, event.session)
    decision = decide(clean(event, project.root, extra), view)
    if not decision:
        return None
    from reflexion.store.apply import apply  # not before: of most calls nothing becomes

    return apply(decision, project, view.session, lambda text: redact(text, extra))


def _is_worth_storing(event) -> bool:
    """Is a prompt a person's, and more than a task? Nearly all end here, before anything else is
    imported."""
    from reflexion.signals.prompts.classify import judge, judge_past

    if event.machine:
        return False
    decided = judge_past(event.prompt) if event.when else judge(event.prompt)
    return bool(decided[0])


def decide(event, view: View) -> Decision | None:
    """What becomes of a redacted event; None for nearly all."""
    if event.name == "UserPromptSubmit":
        from reflexion.capture.prompts import decide_prompt

        return decide_prompt(event, view)
    if is_own(event.command):
        return _recorded(event) if event.name == "PostToolUse" else None
    if event.tool not in view.settings["tools"]:
        edited = event.tool in EDIT_TOOLS and event.failed is not True
        return _succeeded(event, view) if edited else None
    why = left_out(event, view)
    if why:
        from reflexion.capture.outcomes import suppressed

        return suppressed(event, view, why)
    if event.verdict is None:
        return _succeeded(event, view)
    from reflexion.capture.failed import decide_failure

    return decide_failure(event, view)


def _succeeded(event, view: View) -> Decision | None:
    from reflexion.capture.outcomes import decide_success  # not before: no failure needs it

    return decide_success(event, view)


def _recorded(event) -> Decision:
    """What `learn` has just stored, by the lines that it printed: it is announced."""
    from reflexion.store.schema import is_id

    answer = Answer()
    for line in event.output[:4000].splitlines():
        entry_id, learned, sentence = line.partition(" learned: ")
        if learned and is_id(entry_id):
            answer.touched.append(entry_id)
            if " --for" in event.command:
                answer.learned.append((entry_id, sentence))
    return Decision(answer)


def left_out(event, view: View) -> str:
    """Why this call is none of ours; "" when it is."""
    if view.project.outside(event.cwd):
        return "it ran outside the project"
    if event.benign:
        return f"the host calls it harmless: {event.benign}"
    if view.settings["ignore"]:
        from reflexion.signals.secrets.user_patterns import matches

        if matches(event.command[:2000], view.settings["ignore"]):
            return "the setting `ignore` names it"
    return ""


def is_own(command: str) -> bool:
    """Is it a call of this toolkit (`reflexion learn …`), and so no mistake of the project?"""
    if "reflexion" not in command:
        return False
    from reflexion.shell.parser import basename, calls, is_python

    ran = [call for call in calls(command) if call.program != "cd"]
    for call in ran:
        script = next((arg for arg in call.args if arg[:1] != "-"), "")
        if basename(script if is_python(call.program) else call.program) != "reflexion":
            return False
    return bool(ran)
