"""A call that may have failed: judge it, and capture the failure with what is known of it."""

from __future__ import annotations

from reflexion.capture import outcomes
from reflexion.capture.guise import Guises
from reflexion.capture.record import Again, Full, draft, record
from reflexion.capture.suppressed import suppress
from reflexion.hosts.event import Answer
from reflexion.signals.failures.judge import bound, judge
from reflexion.signals.secrets import redact
from reflexion.store import journal
from reflexion.store.paths import relative
from reflexion.store.session import FAIL, said_ids
from reflexion.text.clean import one_line

MORE = 600  # characters of the output that the session remembers, to tell what a later step has to do with it


def judged(event, project, session) -> Answer | None:
    """Capture the call if it failed; hold it against what failed before if not."""
    output = bound(event.output)
    verdict = _judge(event, output)
    if verdict.failed:
        clean = redact(output, project.settings["redact"])
        if clean != output:  # the line must come from redacted text: a secret may span lines
            verdict = _judge(event, clean)
    if not verdict.failed or not verdict.line:
        if verdict.reason or verdict.failed:
            suppress(project, event, verdict.reason or "failed without a word")
        return (
            outcomes.worked(event, project, session)
            if event.failed is not None and not verdict.failed
            else None
        )
    return _failed(event, project, session, verdict, clean)


def _judge(event, output: str):
    if event.tool == "Bash":
        return judge(event.command, event.exit_code, output, event.interrupted)
    return judge("", 1 if event.failed else 0, output, event.interrupted)


def _failed(event, project, session, verdict, clean: str) -> Answer:
    context = event.command or f"{event.tool} {event.path}".strip()
    entry = draft(
        "error",
        verdict.line,
        context,
        cwd=relative(event.cwd, project.root),
        extra=project.settings["redact"],
        source="transcript" if event.when else "hook",
        when=event.when,
    )
    guises = Guises()
    try:
        now, before = record(project, session, entry, call=event.tool_use_id, guises=guises)
    except Again:
        return Answer()  # the same call through another door
    except Full as error:
        suppress(project, event, str(error))
        return Answer()
    records = session.records()
    stepped_back, ignored = outcomes.failed(
        event,
        project,
        session,
        records,
        now,
        {
            "kind": FAIL,
            "id": now["id"],
            "tool_use_id": event.tool_use_id,
            "tool": event.tool,
            "command": entry["context"],
            "path": event.path,
            "ok": False,
            "line": entry["trigger"],
            "cwd": event.cwd,
            "call": one_line(redact(verdict.call, project.settings["redact"]), 300),
            "more": one_line(clean[-MORE:], MORE),
        },
    )
    answer = _say_fix(event, project, session, records, now, before, ignored)
    if guises.perhaps:
        answer.context = _perhaps(event, project, session, records, guises.perhaps)
    if stepped_back:
        answer.stepped_back[now["id"]] = stepped_back
    return answer


def _say_fix(event, project, session, records, now, before, ignored) -> Answer:
    """The known fix of a known mistake, once a session; a rule that stands in CLAUDE.md and was not followed is said again."""
    answer = Answer(touched=[now["id"]])
    said = now["id"] in said_ids(records)
    if not before or not project.trusted or said or event.when:
        return answer
    from reflexion.text.block import block, sayable

    now = project.store.read(now["id"]) or now
    if now["promoted"]:
        from reflexion.store.rule_files import is_unread

        if is_unread(project, now["id"], event.host):
            now = {**now, "promoted": False}
        elif ignored:
            now = _as_ignored_rule(now, project)
    sure = now["resolution"] and sayable(now, project.settings)
    if sure and session.say([now["id"]], "failure", event.tool_use_id):
        answer.context = block([now], project.settings)
        size = str(len(answer.context))
        journal.note(project.store.state_dir, journal.SAID, now["id"], "failure", size)
    return answer


def _perhaps(event, project, session, records, like: dict) -> str:
    """The known fix of a mistake that this one perhaps is, once a session; "" for none."""
    from reflexion.text.block import perhaps_same, sayable

    if (
        event.when
        or not project.trusted
        or not like["resolution"]
        or like["id"] in said_ids(records)
        or not sayable(like, project.settings)
        or not session.say([like["id"]], "failure", event.tool_use_id)
    ):
        return ""
    text = perhaps_same(like)
    journal.note(project.store.state_dir, journal.SAID, like["id"], "failure", str(len(text)))
    return text


def _as_ignored_rule(entry: dict, project) -> dict:
    """The entry as it is said where its rule was known and the mistake was made again."""
    since = journal.promoted_on(project.store.state_dir, entry["id"])
    words = (
        f"(in {project.settings['promote_to'][0]}{' since ' + since if since else ''}, made again)"
    )
    return {**entry, "promoted": False, "resolution": f"{entry['resolution']} {words}"}
