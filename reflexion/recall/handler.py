"""The recall hook: at a prompt, before a command, after compaction, for a sub-agent; says a few lines, or nothing."""

from __future__ import annotations

from reflexion.hosts.event import Answer
from reflexion.store import index, journal
from reflexion.store.session import BRIEF, COMPACT, SAID, Session, said_ids
from reflexion.text.block import block, refusal, sayable, skill_lines, warning
from reflexion.text.suspect import suspicious

SHORTEST = 3  # characters of a prompt that can ask for anything
SPOKEN = ("trigger", "resolution")


def handle(event, project) -> Answer | None:
    """What there is to say to this event, or None."""
    stores = project.speaking()
    if not stores or project.settings["max_recalled"] == 0:
        return None
    if event.name == "SessionStart":
        for (
            store
        ) in stores:  # what was edited in place since: at a prompt only the latest are looked at
            index.refresh(store.dir, every=True)
    session = Session(
        next((store for store in stores if store is project.store), stores[0]), event.session
    )
    if event.skill:
        return _skill(event, project, stores, session)
    if event.name == "UserPromptSubmit":
        return _prompted(event, project, stores, session)
    if event.name == "PreToolUse":
        return _about_to(event, project, stores, session)
    again = None
    if event.name == "SessionStart" and event.source == "compact":
        again = _compacted(project, stores, session)
    elif event.name == "SubagentStart":
        again = _prompted(event, project, stores, session)
    if event.name in ("SessionStart", "SubagentStart"):
        return _with_brief(event, project, stores, session, again)
    return None


def _with_brief(event, project, stores, session, answer) -> Answer | None:
    """The brief in front of what else there is to say; what it says is said in full when it matters."""
    from reflexion.recall.briefing import briefing

    command = ""
    if project.settings["ask_agent"] and project.trusted and event.name == "SessionStart":
        from reflexion.hosts.command import for_agent

        command = for_agent(project.root, event.cwd)
    text, ids = briefing(stores, project.settings, command)
    if not text:
        return answer
    if suspicious(text) or project.settings["redact"]:
        from reflexion.signals.secrets import redact

        text = redact(text, project.settings["redact"])
    session.add({"kind": BRIEF, "ids": ids})
    answer = answer or Answer()
    answer.context = "\n".join(filter(None, [text, answer.context]))
    return answer


def _skill(event, project, stores, session) -> Answer | None:
    """The best learnings about a skill that is activated: hosts load its SKILL.md alone."""
    from reflexion.recall.briefing import of_skill

    said = said_ids(session.records()) if session.exists() else set()
    found = [
        entry
        for entry in of_skill(stores, event.skill, project.settings)
        if entry["id"] not in said
    ]
    return _say(found, project, session, "skill", skill_lines, event.tool_use_id)


def _prompted(event, project, stores, session) -> Answer | None:
    text = event.prompt.strip()
    if event.name == "UserPromptSubmit":
        from reflexion.signals.prompts.typed import asked

        text = asked(text)
    if len(text) < SHORTEST or (
        text[0] == "/"
        and "\n" not in text
        and text[1:2].isalpha()
        and "/" not in text[1:].partition(" ")[0]
    ):
        return None  # nothing asked, or a command of the host
    from reflexion.recall.search import search

    said = said_ids(session.records()) if session.exists() else set()
    found = search(stores, text, project.settings, event.cwd, said)
    from reflexion.recall import insights

    return insights.beside(
        _say([one.entry for one in found if not one.verdict], project, session, "prompt"),
        event,
        project,
        session,
        text,
    )


def _about_to(event, project, stores, session) -> Answer | None:
    if not event.command or not project.settings["warn_before"]:
        return None
    from reflexion.recall.before import known_to_fail, must_be_refused

    records = session.records() if session.exists() else []
    said, refuses = said_ids(records), project.settings["warn_before"] == "deny"
    refused = {r.get("id") for r in records if r["kind"] == SAID and r.get("channel") == "deny"}
    entry = known_to_fail(stores, event.command, project.settings, refused if refuses else said)
    if entry and refuses and must_be_refused(entry, event.command):
        return _refuse(_redacted(entry, project.settings["redact"]), session, event.tool_use_id)
    if not entry or entry["id"] in said:
        return None
    return _say([entry], project, session, "before", warning, event.tool_use_id)


def _refuse(entry: dict, session, call: str) -> Answer:
    """Refuse the call with the fix as the reason; sent again in this session, it runs."""
    session.add({"kind": SAID, "id": entry["id"], "channel": "deny", "tool_use_id": call})
    text = refusal(entry)
    journal.note(session.store.state_dir, journal.SAID, entry["id"], "deny", str(len(text)))
    return Answer(deny=text)


def _compacted(project, stores, session) -> Answer | None:
    """What was said is gone from the agent's context: the latest of it is said again, and the rest may be."""
    if not session.exists():
        return None
    ids = list(
        dict.fromkeys(
            record.get("id") for record in reversed(session.records()) if record["kind"] == SAID
        )
    )
    session.add({"kind": COMPACT})
    found = [
        entry
        for entry in (_read(stores, id) for id in ids[: project.settings["max_recalled"]])
        if entry and sayable(entry, project.settings)
    ]
    return _say(found, project, session, "compact")


def _say(entries, project, session, door: str, form=block, call: str = "") -> Answer | None:
    """The entries in words, and on record as said (`call`: while that tool call was under way); redacted once more: a person may have written them."""
    if not entries:
        return None
    clean = [_redacted(entry, project.settings["redact"]) for entry in entries]
    text = form(clean, project.settings)
    shown = [entry["id"] for entry in entries if entry["id"] in text]
    ours = session.claim(shown, door, call) if shown else []
    if not ours:
        return None  # nothing, or another hook of this moment says it
    if len(ours) < len(shown):
        left = [entry for entry in clean if entry["id"] in ours]
        shown, text = ours, form(left, project.settings)
    for id in shown:
        journal.note(session.store.state_dir, journal.SAID, id, door, str(len(text) // len(shown)))
    return Answer(text)


def _redacted(entry: dict, extra) -> dict:
    """The entry without secrets; a text that cannot hold one is spared the patterns."""
    changed = {}
    for field in SPOKEN:
        if extra or suspicious(entry[field]):
            from reflexion.signals.secrets import redact

            changed[field] = redact(entry[field], extra)
    return {**entry, **changed}


def _read(stores, id):
    for store in stores:
        try:
            entry = store.read(id)
        except ValueError:
            entry = None
        if entry:
            return entry
    return None
