"""`learn`: what the agent, or a person, records of this session."""

from __future__ import annotations

import os

from reflexion.capture.prompts import contradicted, repeated
from reflexion.cli.add import draft_of
from reflexion.cli.context import (
    change_entry,
    propose_beside,
    settle_rule,
    stored_entry,
)
from reflexion.cli.lesson import learn_for, learn_same, require_words
from reflexion.cli.move import file_under, require_label
from reflexion.cli.output import Stop, say
from reflexion.hosts.transcripts import events, find
from reflexion.signals.prompts.classify import STORE, judge_past
from reflexion.signals.prompts.directives import says_more, share_words
from reflexion.signals.prompts.wording import directive
from reflexion.store.provenance import is_persons_rule
from reflexion.store.schema import LEVELS
from reflexion.store.session import ASKED, Session
from reflexion.store.sighting import record
from reflexion.text.grades import seen

NOT_TYPED = ("<", "/", "[Request")  # how messages begin that say nothing about the work
RECENT = 200  # exchanges looked at for the last correction


def learn(context) -> None:
    """Keep one sentence about the last exchange; without one, what was corrected last."""
    options = context.options
    require_label(options.skill)
    if options.same:
        learn_same(context)
    elif getattr(options, "for"):
        learn_for(context)
    else:
        _learn_sentence(context)


def _learn_sentence(context) -> None:
    project = context.project
    store = project.store
    replaces = context.options.replaces
    replaced = stored_entry(store, replaces)["id"] if replaces else ""
    session = _running_session(project)
    entry = _draft(context, session)
    rule = _rule_in_the_way(project, session, entry, replaced)
    if rule:
        propose_beside(store, rule, entry["resolution"])
        return
    now, known = _keep_sentence(project, session, entry, replaced)
    name = now["id"]
    if known and entry["source"] == "user" and now.get("source") != "user":
        theirs = {"source": "user", "confidence": "high"}
        now = change_entry(*context.locate(name), lambda stored: stored.update(theirs))
    file_under(*context.locate(name), context.options.skill)
    context.put_on_record(store, "learned", name)
    counted = known and not replaced
    what = f"was known: seen {seen(now)}x now" if counted else "learned"
    say(f"{name} {what}: {now['resolution']}")
    if replaced and replaced != name:
        _retire(project, replaced, name)
    if not known and not replaced:
        _name_contradiction(store, entry, name)
    settle_rule(project, store, name)


def _running_session(project) -> Session | None:
    """The Session of the agent whose shell this is; None outside of one."""
    return Session(project.store, project.session) if project.session else None


def _draft(context, session) -> dict:
    """The draft of what was given, or else of what was corrected last. Raises Stop."""
    note = " ".join(" ".join(context.options.sentence).split())
    exchanges = _exchanges(context.project)
    if note:
        require_words(note)
        context.tell_left_out(note)
        trigger, action = _subject(note, session, exchanges)
    else:
        note, action = _last_corrected(exchanges)
        trigger = note
        say(f"taken from the session: {note}")
    return draft_of(context, "correction", trigger, action, note)


def _retire(project, replaced: str, name: str) -> None:
    """Take out the learning that the new one replaces, and say so."""
    from reflexion.promote.promote_hook import retire  # few sentences replace one

    done = retire(project, replaced, f"superseded by {name}")
    say(done or f"{replaced} was replaced by it and is archived")


def _name_contradiction(store, entry: dict, name: str) -> None:
    """Name one older learning that says otherwise, with what would replace it."""
    others = [other for other in contradicted(store, entry) if other != name]
    if others:
        replacing = f"reflexion learn --replaces {others[0]} '\u2026'"
        say(f"{others[0]} says otherwise; if this holds: {replacing}")


def _subject(note: str, session, exchanges: list) -> tuple:
    """(the prompt that a sentence is about, what the agent had done before it).

    That is the latest prompt of the session that was asked about, or the latest typed one, if it
    shares a telling word with the sentence; else the sentence stands for itself: ("note", "")."""
    records = session.records() if session else []
    asked = [(row.get("prompt") or "", "") for row in records if row["kind"] == ASKED]
    for prompt, action in [*asked[-1:], *exchanges[-1:]]:
        if share_words(note, prompt):
            return prompt, action
    return note, ""


def _rule_in_the_way(project, session, entry: dict, replaced: str) -> str:
    """The id of the rule that an agent's sentence would take out or reword; "" where none is."""
    store = project.store
    same = repeated(store, entry)
    touched = {replaced}
    if replaced or same in _seen(session):
        touched.add(same)
    for name in sorted(filter(None, touched)):
        known = store.get(name)
        if known and is_persons_rule(known, entry["source"]):
            return name
    return ""


def _seen(session) -> set:
    """The ids on record of the running session."""
    records = session.records() if session else []
    return {record.get("id") for record in records}


def _keep_sentence(project, session, entry: dict, replaced: str) -> tuple:
    """(the entry now, the known one or None). A sentence that says no more than a known one counts
    it, and one that says more stands beside it; what is `replaced` takes the sentence anyway."""
    store = project.store
    trigger = entry["trigger"]
    same = repeated(store, entry)
    known = store.read(same) if same else None
    if known and same in _seen(session):
        # the prompt was stored a moment ago: one sighting, now in the words of who understood it
        now = store.update(same, lambda stored: _reword(stored, entry))
        return now, known
    if known and not replaced and says_more(entry["resolution"], known["resolution"]):
        same = ""
    entry["trigger"] = entry["resolution"]  # two notes on one prompt are two learnings
    now, known = record(project, session, entry, same, counts=False)
    if known and replaced:
        now = store.update(now["id"], lambda stored: _reword(stored, entry))
    elif not known and trigger != now["trigger"]:
        now = store.update(now["id"], lambda stored: stored.update(trigger=trigger))
    return now, known


def _reword(stored: dict, entry: dict) -> None:
    """The entry says what the new sentence says, and is found by its words."""
    if stored["resolution"] == entry["resolution"]:
        return
    if stored["trigger"] == stored["resolution"] and stored.get("source") != "prompt":
        stored["trigger"] = entry["resolution"]
    level = max(stored.get("confidence") or "high", entry["confidence"], key=LEVELS.index)
    stored.update(resolution=entry["resolution"], source=entry["source"], confidence=level)
    stored["keywords"] = list(dict.fromkeys([*entry["keywords"], *stored["keywords"]]))[:12]
    stored.pop("needs_review", None)


def _last_corrected(exchanges: list) -> tuple:
    """(sentence, what the agent had done) of the last prompt to keep. Raises Stop."""
    for prompt, action in reversed(exchanges):
        decided, sentence = judge_past(prompt)
        if decided:
            return directive(sentence) if decided == STORE else prompt, action
    remedy = "say what to keep, `reflexion learn 'when and what'`"
    raise Stop(f"nothing was corrected in this session: {remedy}")


def _exchanges(project) -> list:
    """[(prompt, the agent's last act before it)] of the running session, else of the newest."""
    transcripts = find(project.root, os.environ)
    running = project.session
    chosen = [known for known in transcripts if running and known.session == running]
    exchanges = []
    action = ""
    for _, event in events((chosen or transcripts)[-1].path) if transcripts else ():
        if event.name == "UserPromptSubmit":
            if event.prompt.strip() and not event.prompt.lstrip().startswith(NOT_TYPED):
                exchanges.append((event.prompt, action))
        elif event.tool:
            action = event.command or f"{event.tool} {event.path}".strip()
    return exchanges[-RECENT:]
