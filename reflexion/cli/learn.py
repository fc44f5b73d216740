"""Record what was learned in one sentence; without one, the last thing that was corrected."""

from __future__ import annotations

import os

from reflexion.capture.record import Full, draft, record
from reflexion.capture.similar import contradicted, repeated
from reflexion.cli import common
from reflexion.cli.add import source
from reflexion.hosts.transcripts import events, find
from reflexion.store.paths import relative
from reflexion.store.session import ASKED, Session

SUMMARY = "keep a learning in one sentence; without one, the last thing that was corrected"
EXAMPLES = """
reflexion learn 'Use real Postgres in integration tests: mocks once hid a broken migration.'
reflexion learn                                  the last thing in the session that was corrected
reflexion learn --replaces a7f03c 'Use pnpm, not npm or yarn.'
/reflexion:learn Run the migrations first.       the same, in Claude Code
"""
SESSIONS = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")  # set by the hosts in their shells


def build():
    parser = common.parser(
        "learn",
        SUMMARY
        + ". The session is the running one where the host names it, else the project's newest.",
        EXAMPLES,
    )
    parser.add_argument("note", nargs="*", metavar="SENTENCE", help="when and what, as a directive")
    parser.add_argument(
        "--replaces", metavar="ID", default="", help="the older learning that it puts right"
    )
    return parser


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    project = common.project(arguments)
    replaced = common.entry(project.store, arguments.replaces)["id"] if arguments.replaces else ""
    session_id = next((os.environ[name] for name in SESSIONS if os.environ.get(name)), "")
    session = Session(project.store, session_id) if session_id else None
    note, (prompt, action) = " ".join(" ".join(arguments.note).split()), _last_exchange(project)
    if not note:
        note, prompt, action = _last_corrected(project)
        print(f"taken from the session: {note}")
    prompt = _asked_about(session) or prompt
    entry = draft(
        "correction",
        prompt if arguments.note and prompt else note,
        action,
        note,
        cwd=relative(os.getcwd(), project.root),
        extra=project.settings["redact"],
        source=source(),
        confidence="high" if source() == "user" else "medium",
    )
    now, known = _record(project, session, entry)
    if known and source() == "user" and now.get("source") != "user":
        now = project.store.update(
            now["id"], lambda stored: stored.update(source="user", confidence="high")
        )
    print(
        f"{now['id']} was known: seen {now['occurrences']}x now: {now['resolution']}"
        if known
        else f"{now['id']} learned: {now['resolution']}"
    )
    if replaced and replaced != now["id"]:
        _retire(project, replaced, now["id"])
    elif not known:
        _hint(project, entry, now)
    common.settle(project, project.store, now["id"])
    return 0


def _record(project, session, entry: dict) -> tuple:
    """(the entry now, the known one before it or None). Each note is a learning of its own,
    unless its like is known.
    """
    same, trigger = repeated(project.store, entry), entry["trigger"]
    if same and session and same in {known.get("id") for known in session.records()}:
        stored = project.store.read(same)
        return stored, stored  # the prompt was stored a moment ago: one sighting
    entry["trigger"] = entry["resolution"]  # two notes on one prompt are two learnings
    try:
        now, known = record(project, session, entry, same)
    except Full as error:
        raise common.Stop(str(error)) from None
    if not known and trigger != now["trigger"]:
        now = project.store.update(now["id"], lambda stored: stored.update(trigger=trigger))
    return now, known


def _retire(project, old: str, new: str) -> None:
    """The replaced learning goes into the archive, and its rule goes with it."""
    from reflexion.promote import promoter

    said = promoter.retire(project, old, f"superseded by {new}")
    print(said or f"{old} was replaced by it and is archived")


def _hint(project, entry: dict, now: dict) -> None:
    other = [known for known in contradicted(project.store, entry) if known != now["id"]]
    if other:
        print(
            f"{other[0]} says otherwise; if this holds: reflexion learn --replaces {other[0]} '…'"
        )


def _asked_about(session) -> str:
    """The prompt that the agent was last asked about in this session, or ""."""
    asked = [known for known in session.records() if known["kind"] == ASKED] if session else []
    prompt = asked[-1].get("prompt") if asked else ""
    return prompt if isinstance(prompt, str) else ""


def _last_corrected(project) -> tuple:
    """(sentence, prompt, what the agent had done) of the last prompt that is worth keeping.
    Raises Stop.
    """
    from reflexion.signals.prompts.judge import STORE, judge

    for prompt, action in reversed(_exchanges(project)):
        decided, sentence = judge(prompt)
        if decided:
            return (sentence if decided == STORE else prompt), prompt, action
    raise common.Stop(
        "nothing was corrected in this session: say what to keep, `reflexion learn 'when and what'`"
    )


def _last_exchange(project) -> tuple:
    return next(reversed(_exchanges(project)), ("", ""))


def _exchanges(project) -> list:
    """[(the user's words, the agent's last act before them)] of the running session, else of the
    newest.
    """
    transcripts = find(project.root, os.environ)
    running = os.environ.get(SESSIONS[0], "")
    chosen = [known for known in transcripts if running and known.session == running]
    exchanges, action = [], ""
    for _, event in events((chosen or transcripts)[-1].path) if transcripts else ():
        if event.name == "UserPromptSubmit":
            if event.prompt.strip() and not event.prompt.lstrip().startswith(
                ("<", "/", "[Request")
            ):
                exchanges.append((event.prompt, action))
        elif event.tool:
            action = event.command or f"{event.tool} {event.path}".strip()
    return exchanges[-200:]
