"""Before a command: the rule of a person or an agent that it breaks; and with `warn_before: "deny"`
what is refused. `decide` looks and returns values, nothing is written."""

from __future__ import annotations

from reflexion.hosts.event import Answer
from reflexion.signals.sayable import sayable
from reflexion.store import index, journal
from reflexion.store.session import Decision, Injection, View
from reflexion.text.grades import WRITTEN, grade, level
from reflexion.text.render import refusal, warning

OPENED = 24  # entry files read per store, at most
SESSIONS_TO_REFUSE = 2  # in which a command failed before it is refused
REFUSED = "refused"  # the session's record of a command that was refused
DENY = "deny"  # channels: how a learning was said
BEFORE = "before"


def decide(event, view: View) -> Decision | None:
    """What there is to say of a command that is about to run, or None."""
    if not event.command or not _may_speak(event, view.settings["warn_before"]):
        return None
    found = candidates(view.stores, event.command, view.settings)
    if not found:
        return None  # before the command is taken apart, and what that takes is imported
    broken = _broken_rule(found, event.command)
    if view.settings["warn_before"] == DENY:
        refused = broken or _known_to_fail(found, event.command, view)
        if refused and not _was_refused(event.command, refused, view):
            return _refuse(event, refused)
    return _warn(event, broken, view) if broken else None


def _may_speak(event, setting) -> bool:
    """Can anything be said? A mute event takes a refusal alone."""
    return setting == DENY or bool(setting) and not event.mute


def _warn(event, entry: dict, view: View) -> Decision | None:
    """What the rule says that the command breaks, once a session."""
    if event.mute or entry["id"] in view.said():
        return None
    return Decision(Answer(), injection=Injection([entry], BEFORE, warning, event.tool_use_id))


def _refuse(event, entry: dict) -> Decision:
    """The call is refused with what the learning says."""
    injection = Injection([entry], DENY, refusal, event.tool_use_id, deny=True)
    records = [{"kind": REFUSED, "command": event.command}]
    return Decision(Answer(), records=records, injection=injection)


def candidates(stores: list, command: str, settings: dict) -> list:
    """Learnings that may be said and share a word with a command, the rarest words first."""
    from reflexion.text.tokens import terms, worth

    weights = {term.text: worth(term) for term in terms(command[:2000])}
    found = []
    for store in stores:
        if store.exists():
            with index.OpenIndex(store) as view:
                ids = view.sharing(weights, OPENED)
            found += [entry for entry in store.readable(ids) if sayable(entry, settings)]
    return found


def _broken_rule(entries: list, command: str) -> dict | None:
    """The first written learning whose own words forbid the command."""
    rules = [entry for entry in entries if grade(entry) == WRITTEN]
    if not rules:
        return None
    from reflexion.shell.command_words import command_words
    from reflexion.signals.matching.prohibitions import breaks

    parts = command_words(command)
    return next((entry for entry in rules if breaks(parts, entry)), None)


def _known_to_fail(entries: list, command: str, view: View) -> dict | None:
    """The failure of this very command that is trusted throughout, was met in several sessions, and
    has not passed here since; a command that only looks has none."""
    from reflexion.shell.compare import same_command
    from reflexion.shell.read_only import only_looks

    if only_looks(command):
        return None
    here = view.session.store.state_dir
    for entry in filter(_is_sure, entries):
        if not any(same_command(part, command) for part in entry["context"].split(" | ")):
            continue
        if journal.last_outcome(here, entry["id"], "failed", "passed")[1] != "passed":
            return entry
    return None


def _is_sure(entry: dict) -> bool:
    """Is it a failure that is trusted throughout and was met in several sessions?"""
    sessions = entry.get("sessions", 0)
    return entry["type"] == "error" and level(entry) == "high" and sessions >= SESSIONS_TO_REFUSE


def _was_refused(command: str, entry: dict, view: View) -> bool:
    """Was this command, or another one for this learning, refused in this session? Sent again, it
    runs."""
    from reflexion.shell.compare import same_command

    for record in view.records():
        if record["kind"] == REFUSED and same_command(str(record.get("command")), command):
            return True
        if record.get("channel") == DENY and record.get("id") == entry["id"]:
            return True
    return False
