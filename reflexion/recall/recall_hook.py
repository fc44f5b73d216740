"""The recall hook: at a session's start, at a prompt, before a command; a few lines, or nothing.
`decide` looks and returns values, nothing is written."""

from __future__ import annotations

from reflexion.hosts.event import Answer
from reflexion.signals.sayable import sayable
from reflexion.store import index
from reflexion.store.session import BRIEF, COMPACT, SAID, SEEN, Decision, Injection, View
from reflexion.text.render import block, skill_lines

SHORTEST = 3  # characters of a prompt that can ask for anything


def respond(event, project) -> Answer | None:
    """Decide and apply one event. Nothing of the event itself is kept or said."""
    stores = project.speaking()
    if not stores or project.settings["max_recalled"] == 0:
        return None
    for store in stores:
        if event.name == "SessionStart":  # at a prompt only the latest edits in place are found
            index.refresh(store, most=index.AT_START)
        store.is_unread = _unread_by(project, store, event.host)
    view = View(project, event.session, stores[0])
    decision = decide(event, view)
    if not decision:
        return None
    from reflexion.signals.secrets import redact  # not before: most of them call nothing to mind
    from reflexion.store.apply import apply

    extra = project.settings["redact"]
    return apply(decision, project, view.session, lambda text: redact(text, extra))


def _unread_by(project, store, host: str):
    """id -> whether its rule does not stand where this host reads it; asked for rules alone."""
    answers = {}

    def is_unread(entry_id: str) -> bool:
        from reflexion.hosts.registry import rules_of
        from reflexion.store.home_project import HomeProject
        from reflexion.store.rule_files import unread_by

        if not answers:
            owner = project if store is project.store else HomeProject(project)
            answers["unread"] = unread_by(owner, rules_of(host))
        return answers["unread"](entry_id)

    return is_unread


def decide(event, view: View) -> Decision | None:
    """What there is to say to this event, or None."""
    if event.skill:
        return _skill(event, view)
    if event.name == "UserPromptSubmit":
        return _prompted(event, view)
    if event.name == "PreToolUse":
        from reflexion.recall import before

        return before.decide(event, view)
    if event.name == "SubagentStart":
        return _with_brief(event, view, _prompted(event, view))
    if event.name == "SessionStart":
        compacted = event.source == "compact" and view.session.exists()
        return _with_brief(event, view, _compacted(view) if compacted else None)
    return None


def _with_brief(event, view: View, decision) -> Decision | None:
    """The brief in front of what else there is to say; what it says is said in full when it
    matters."""
    from reflexion.recall.briefing import briefing

    command = ""
    settings = view.settings
    if settings["ask_agent"] and view.trusted and event.name == "SessionStart":
        from reflexion.setup.command import for_agent

        command = for_agent(view.project.root, event.cwd)
    text, ids = briefing(view.stores, settings, command)
    if not text:
        return decision
    decision = decision or Decision(Answer())
    decision.answer.context = text
    if decision.injection:
        others = [entry for entry in decision.injection.entries if entry["id"] not in ids]
        decision.injection.entries = others
    # a sub-agent's context is its own: what its brief holds, the session's agent does not know
    decision.records.append({"kind": BRIEF, "ids": ids, "agent": event.agent})
    return decision


def _skill(event, view: View) -> Decision:
    """The best learnings about a skill that is activated: hosts load its SKILL.md alone."""
    from reflexion.recall.briefing import of_skill

    entries = of_skill(view.stores, event.skill, view.settings)
    entries = [entry for entry in entries if entry["id"] not in view.said()]
    return Decision(Answer(), injection=Injection(entries, "skill", skill_lines, event.tool_use_id))


def _prompted(event, view: View) -> Decision | None:
    """What a prompt calls to mind that this session does not know yet; nothing for a prompt that no
    person typed, or a slash command."""
    text = event.prompt.strip()
    if event.name == "UserPromptSubmit":
        from reflexion.signals.prompts.human_text import asked

        text = "" if event.machine else asked(text)
    word = text[1:].partition(" ")[0]  # `/clear`, but no path and no question that begins with one
    calls = text[:1] == "/" and "\n" not in text and word[:1].isalpha() and "/" not in word
    if len(text) < SHORTEST or calls:
        return None
    from reflexion.recall import insights
    from reflexion.recall.search import search

    found = search(view.stores, text, view.settings, _known(view))
    entries = [candidate.entry for candidate in found if not candidate.verdict]
    decision = Decision(Answer(), injection=Injection(entries, "prompt", block))
    return insights.beside(decision, event, view, text)


def _known(view: View) -> set:
    """Ids of what the agent knows: what was said to it, what the brief held (since the context was
    compacted), and what this session itself recorded."""
    known = set()
    for record in view.records():
        if record["kind"] == COMPACT:
            known.clear()
        elif record["kind"] == BRIEF and not record.get("agent"):
            known.update(record.get("ids", ()))
        elif record["kind"] == SEEN:
            known.add(record.get("id"))
    return known | view.said()


def _compacted(view: View) -> Decision:
    """What was said is gone from the agent's context: the latest of it is said again, and the rest
    may be."""
    said = [record.get("id") for record in reversed(view.records()) if record["kind"] == SAID]
    latest = list(dict.fromkeys(said))[: view.settings["max_recalled"]]
    found = filter(None, map(view.entry, latest))
    entries = [entry for entry in found if sayable(entry, view.settings)]
    injection = Injection(entries, "compact", block)
    return Decision(Answer(), records=[{"kind": COMPACT}], injection=injection)
