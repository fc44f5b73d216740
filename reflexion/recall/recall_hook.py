"""The recall hook: at a prompt, before a command, at a session's start; a few lines, or nothing.
`decide` looks and returns values, nothing is written."""

from __future__ import annotations

from reflexion.hosts.event import Answer
from reflexion.store import index, journal
from reflexion.store.apply import Decision, Injection, apply
from reflexion.store.session import BRIEF, COMPACT, SAID, View
from reflexion.text.render import block, refusal, sayable, skill_lines, warning, why_not

SHORTEST = 3  # characters of a prompt that can ask for anything
OPENED = 24  # entry files read per store before a command, at most
LEVELS = ("medium", "high")  # trusted enough for a warning, whatever the threshold for prompts is
SESSIONS_TO_REFUSE = 2
MOST_FALSE_ALARMS = 2  # more than it helped: from here on it is not said before a command


def respond(event, project) -> Answer | None:
    """Decide and apply one event. Nothing of the event itself is kept or said."""
    stores = project.speaking()
    if not stores or project.settings["max_recalled"] == 0:
        return None
    for store in stores:
        if event.name == "SessionStart":  # at a prompt only the latest edits in place are found
            index.refresh(store, most=index.AT_START)
        store.is_unread = _unread_by(project, store, event.host)
    own = [store for store in stores if store is project.store]
    view = View(project, event.session, (own or stores)[0])
    decision = decide(event, view)
    if not decision:
        return None
    from reflexion.signals.secrets import redact

    extra = project.settings["redact"]
    return apply(decision, project, view.session, lambda text: redact(text, extra))


def _unread_by(project, store, host: str):
    """id -> whether its rule does not stand where this host reads it; asked for rules alone."""
    asked = []

    def is_unread(entry_id: str) -> bool:
        from reflexion.store.project import HomeProject
        from reflexion.store.rule_files import unread_by

        owner = project if store is project.store else HomeProject(project)
        asked[:] = asked or [unread_by(owner, host)]
        return asked[0](entry_id)

    return is_unread


def decide(event, view: View) -> Decision | None:
    """What there is to say to this event, or None."""
    if event.skill:
        return _skill(event, view)
    if event.name == "UserPromptSubmit":
        return _prompted(event, view)
    if event.name == "PreToolUse":
        return _about_to(event, view)
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

    command, settings = "", view.settings
    if settings["ask_agent"] and view.trusted and event.name == "SessionStart":
        from reflexion.setup.command import for_agent

        command = for_agent(view.project.root, event.cwd)
    text, ids = briefing(view.stores, settings, command)
    if not text:
        return decision
    from reflexion.signals.secrets import redact

    decision = decision or Decision(Answer())
    decision.answer.context = redact(text, settings["redact"])
    decision.records.append({"kind": BRIEF, "ids": ids})
    return decision


def _skill(event, view: View) -> Decision:
    """The best learnings about a skill that is activated: hosts load its SKILL.md alone."""
    from reflexion.recall.briefing import of_skill

    entries = of_skill(view.stores, event.skill, view.settings)
    entries = [entry for entry in entries if entry["id"] not in view.said()]
    return Decision(Answer(), injection=Injection(entries, "skill", skill_lines, event.tool_use_id))


def _prompted(event, view: View) -> Decision | None:
    text = event.prompt.strip()
    if event.name == "UserPromptSubmit":
        from reflexion.signals.prompts.human_text import asked

        text = asked(text)
    word = text[1:].partition(" ")[0]  # `/clear`, but no path and no question that begins with one
    calls = text[:1] == "/" and "\n" not in text and word[:1].isalpha() and "/" not in word
    if len(text) < SHORTEST or calls:
        return None
    from reflexion.recall import insights
    from reflexion.recall.search import search

    found = search(view.stores, text, view.settings, event.cwd, view.said())
    entries = [candidate.entry for candidate in found if not candidate.verdict]
    decision = Decision(Answer(), injection=Injection(entries, "prompt", block))
    return insights.beside(decision, event, view, text)


def _about_to(event, view: View) -> Decision | None:
    setting = view.settings["warn_before"]
    if not event.command or not setting:
        return None
    said = passed_over = view.said()
    if setting == "deny":  # once a session; sent again, the command runs
        refused = [r for r in view.records() if r["kind"] == SAID and r.get("channel") == "deny"]
        passed_over = {record.get("id") for record in refused}
    entry = known_to_fail(view.stores, event.command, view.settings, passed_over)
    if not entry:
        return None
    if setting == "deny" and _must_be_refused(entry, event.command):
        injection = Injection([entry], "deny", refusal, event.tool_use_id, deny=True)
        return Decision(Answer(), injection=injection)
    if entry["id"] in said:
        return None
    return Decision(Answer(), injection=Injection([entry], "before", warning, event.tool_use_id))


def known_to_fail(stores: list, command: str, settings: dict, said) -> dict | None:
    """The entry to speak of before this command runs, or None: it is known to fail, with a trusted
    fix, and has not worked since."""
    from reflexion.text.tokens import terms, worth

    weights, found = {term.text: worth(term) for term in terms(command[:2000])}, []
    for store in stores:
        if store.exists():
            with index.OpenIndex(store) as view:
                found += [(store, id) for id in view.sharing(weights, OPENED) if id not in said]
    if not found:
        return None  # before the command is taken apart, and what that takes is imported
    from reflexion.signals.matching.warning import fits, is_work, mentions, shapes

    command = shapes(command)
    here = stores[0].state_dir  # how a command ended is a matter of this project
    best, entry = 0.0, None
    for store, id in found if command else ():
        for other in store.readable([id]):
            if not _usable(other, settings) or not mentions(command, other) or is_work(other):
                continue
            fit = fits(command, other)
            if fit <= best:
                continue
            outcome = journal.last_outcome(here, id, "failed", "passed")[1]
            if other["type"] != "error" or outcome != "passed":
                best, entry = fit, other
    return entry


def _usable(entry: dict, settings: dict) -> bool:
    trusted = entry["resolution"] and entry.get("confidence", "high") in LEVELS
    alarms = MOST_FALSE_ALARMS + entry.get("worked", 0) - entry.get("false_alarms", 0)
    return bool(trusted) and alarms > 0 and not why_not(entry, settings)


def _must_be_refused(entry: dict, command: str) -> bool:
    """Is this one to refuse (setting warn_before: "deny")? Met in two sessions, its fix trusted
    throughout, and not a command that only looks."""
    from reflexion.shell.read_only import only_looks

    sure = entry["type"] == "error" and entry.get("confidence", "high") == "high"
    met = entry.get("sessions", 1) >= SESSIONS_TO_REFUSE
    return sure and met and not only_looks(command)


def _compacted(view: View) -> Decision:
    """What was said is gone from the agent's context: the latest of it is said again, and the rest
    may be."""
    said = [record.get("id") for record in reversed(view.records()) if record["kind"] == SAID]
    latest = list(dict.fromkeys(said))[: view.settings["max_recalled"]]
    found = filter(None, map(view.entry, latest))
    entries = [entry for entry in found if sayable(entry, view.settings)]
    injection = Injection(entries, "compact", block)
    return Decision(Answer(), records=[{"kind": COMPACT}], injection=injection)
