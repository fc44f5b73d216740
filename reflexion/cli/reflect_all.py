"""`reflect --all` and `reflect --with`: what past sessions hold, in about ten lines; a model of the
person's own writes the lessons."""

from __future__ import annotations

from reflexion.capture.capture_hook import is_own, left_out
from reflexion.capture.moment import is_worth_a_question
from reflexion.capture.outcomes import edited_file
from reflexion.capture.question import moment_of
from reflexion.capture.record import draft
from reflexion.cli.output import print_json, say
from reflexion.cli.reflect_cards import ask_about_cards
from reflexion.cli.reflect_replay import (
    print_first,
    print_replayed,
    reading,
    replay_all,
    replay_figures,
    unread,
)
from reflexion.hosts.event import EDIT_TOOLS
from reflexion.hosts.transcripts import events
from reflexion.reflect.failures import FailureReader, Rules
from reflexion.reflect.phases import is_about
from reflexion.reflect.survey import figures, lines, survey
from reflexion.store.session import View
from reflexion.text.grades import CANDIDATE, grade

ASK_A_MODEL = (
    '{} more may hold a lesson: `reflexion reflect --all --with "claude -p"` has a model of yours '
    "read them."
)


def reflect_all(context, chosen: list) -> int | None:
    """Read all of them, store what is plain, and say what they hold."""
    options = context.options
    fresh = unread(context.project, chosen)
    done = replay_all(context, fresh)
    found = _survey(context, chosen)
    asks = bool(vars(options)["with"])
    if options.json and not asks:
        replayed = replay_figures(context, chosen, fresh, done)
        print_json({**replayed, "survey": figures(found)})
        return None
    if not options.json:
        if chosen:
            print("\n".join(lines(found)))
        if found.questions and not asks:
            say(ASK_A_MODEL.format(len(found.questions)))
        print_replayed(context, chosen, fresh, done)
        if options.dry_run and not found.mistakes:
            print_first(done.new)
    return ask_about_cards(context, found.questions) if asks else None


def ask_about(context, chosen: list) -> int:
    """Ask a model about the failures of these sessions, and do nothing else."""
    return ask_about_cards(context, _survey(context, chosen).questions)


def _survey(context, chosen: list):
    """The Survey of these transcripts; its questions are those that nobody has answered."""
    focus = context.options.focus
    mistakes = read_failures(context, chosen)
    told = [f"{it.entry['trigger']} {it.entry['context']}" for it in mistakes]
    wanted = [it for it, text in zip(mistakes, told) if is_about(text, focus)]
    found = survey(len(chosen), wanted)
    return found._replace(questions=_unanswered(context.project, found.questions))


def read_failures(context, transcripts: list) -> list:
    """The Mistakes that the transcripts show."""
    project = context.project
    reader = FailureReader(rules_of(project), project.root, context.extra)
    with reading(context, transcripts) as progress:
        for transcript in transcripts:
            for line, event in events(transcript.path):
                event.session = event.session or transcript.session
                reader.take(line, event)
            reader.session_ended()
            progress.start += transcript.size
            progress(0)
    return list(reader.mistakes.values())


def rules_of(project) -> Rules:
    """What capture decides about the failures of this project."""
    view = View(project, "")

    def concerns(event) -> bool:
        if event.tool not in project.settings["tools"]:
            return event.tool in EDIT_TOOLS and event.failed is not True
        return not is_own(event.command) and not left_out(event, view)

    def is_worth(entry: dict, failure: dict, ending) -> bool:
        return is_worth_a_question(moment_of(entry, failure, ending))

    def edited(event) -> str:
        return event.path if event.tool in EDIT_TOOLS else edited_file(event.command)

    return Rules(concerns, draft, is_worth, edited)


def _unanswered(project, mistakes: list) -> list:
    """Those that nobody has written, and nothing has proven, a lesson for."""
    store = project.store
    if not store.exists():
        return mistakes
    known = [(mistake, store.known(mistake.mark)) for mistake in mistakes]
    return [it for it, entry in known if not entry or grade(entry) in ("", CANDIDATE)]
