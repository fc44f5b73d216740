"""Record the last exchange with one word: what you said to the agent, what it had done, and what to do instead."""

from __future__ import annotations

import os

from reflexion.capture.record import Full, draft, record
from reflexion.cli import common
from reflexion.hosts.transcripts import events, find
from reflexion.store.paths import relative

SUMMARY = "record the last exchange as a correction, with your note as what to do"
EXAMPLES = """
reflexion learn 'Use the design system: `<Button variant="primary">`, never a custom button.'
reflexion learn                                  what you said last is the note
/reflexion:learn Run the migrations first.       the same, in Claude Code
"""


def build():
    made = common.parser(
        "learn",
        SUMMARY
        + ". The session is the running one where the host names it, else the newest of this project.",
        EXAMPLES,
    )
    made.add_argument(
        "note",
        nargs="*",
        metavar="NOTE",
        help="what to do, as a directive; left out, what you said last",
    )
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    said, done = _last_exchange(found)
    note = " ".join(arguments.note).strip() or _directive(said)
    if not note:
        raise common.Stop(
            'there is nothing to record yet: say what to do, `reflexion learn "what to do"`'
        )
    entry = draft(
        "correction",
        said or note,
        done,
        note,
        cwd=relative(os.getcwd(), found.root),
        extra=found.settings["redact"],
        source="user",
        confidence="high",
    )
    try:
        now, known = record(found, None, entry)
    except Full as error:
        raise common.Stop(str(error)) from None
    if known:
        now = found.store.update(
            now["id"],
            lambda stored: stored.update(
                resolution=entry["resolution"], source="user", confidence="high"
            ),
        )
    print(f"{now['id']} recorded: {now['resolution']}")
    common.settle(found, found.store, now["id"])
    return 0


def _directive(said: str) -> str:
    """What the last prompt asks for, where it asks for something lasting."""
    from reflexion.signals.speech import listen

    heard = listen(said) if said else None
    return heard.resolution or heard.trigger if heard else said


def _last_exchange(found) -> tuple[str, str]:
    """(the user's last words, the agent's last act before them); "" where no transcript tells."""
    transcripts = find(found.root, os.environ)
    running = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    chosen = [one for one in transcripts if running and one.session == running] or transcripts[-1:]
    said = done = act = ""
    for _, event in events(chosen[0].path) if chosen else ():
        if (
            event.name == "UserPromptSubmit"
            and event.prompt.strip()
            and not event.prompt.lstrip().startswith(("<", "/", "[Request"))
        ):
            said, done = event.prompt, act
        elif event.tool:
            act = event.command or f"{event.tool} {event.path}".strip()
    return said, done
