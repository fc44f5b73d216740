"""`learn`: store a sentence of a person or an agent, or the lesson of failures."""

from __future__ import annotations

from reflexion.capture.sentence import sentence_entry
from reflexion.cli import revise, storing
from reflexion.cli.errors import Stop, Usage
from reflexion.cli.lessons import learn_for, open_failures
from reflexion.learning.entry import digits_of
from reflexion.text.clean import one_line

HELP = "record a lesson: learn 'When \u2026, do \u2026, because \u2026'"
DETAILS = """\
A sentence that is there already is counted, once a session. With --for it is the lesson of
failures: the first learning holds it, and the others become part of that one.

  reflexion learn 'Use pnpm here, not npm: the lock file is pnpm-lock.yaml.'
  reflexion learn --for a7f03c 'When \u2026' --for 09fe11,1b2c3d 'When \u2026'
  reflexion learn --for a7f03c 3d4e5f      what 3d4e5f says is the lesson of a7f03c"""
TYPES = ("insight", "correction", "pattern")
MAX_SHOWN = 100  # characters of a failed command, and of its error


def add_arguments(parser) -> None:
    parser.add_argument("sentence", nargs="*", help="when, what to do, and why")
    parser.add_argument(
        "--for",
        dest="lessons",
        nargs=2,
        action="append",
        default=[],
        metavar=("ID[,ID]", "SENTENCE"),
        help="it is the lesson of these failures; may be given several times",
    )
    parser.add_argument("--type", choices=TYPES, default="", help="default: insight")
    parser.add_argument("--skill", default="", metavar="NAME", help="it is about this skill")
    parser.add_argument(
        "--global", dest="everywhere", action="store_true", help="for every project"
    )


def run(args, context) -> int:
    if not args.sentence and not args.lessons:
        raise Usage("learn: give a sentence, or --for ID SENTENCE")
    if args.lessons and args.everywhere:
        raise Usage("learn: --for is about this project, --global is not")
    storing.require_label(args.skill)
    if not args.everywhere:
        context.require_trust()
    problems: list = []
    words = [*args.sentence, *(text for _, text in args.lessons)]
    with context.change(storing.typed(context, "learn", *words)) as change:
        for parts, text in args.lessons:
            _attempt(problems, learn_for, context, change, parts, text)
        for text in _sentences(args.sentence):
            _attempt(problems, _learn_sentence, context, change, text)
    if context.is_agent and args.sentence and not args.lessons:
        _offer_links(context)
    for line in problems:
        context.warn(line)
    return 1 if problems else 0


def _attempt(problems: list, step, *arguments) -> None:
    """Run one step and collect its problems, which stop none of the other steps."""
    try:
        problems += step(*arguments)
    except Stop as error:
        problems.append(str(error))


def _sentences(words: list) -> list:
    """Return the sentences: each quoted argument, or all words as one."""
    if not words or all(" " in word for word in words):
        return words
    return [" ".join(words)]


def _learn_sentence(context, change, text: str) -> list:
    """Store or count a sentence; return no problems. Raises Stop."""
    args = context.args
    kind = args.type or "insight"
    sentence = storing.checked(context, text, kind)
    draft = sentence_entry(kind, sentence)
    draft.update(revise.standing_of(sentence, context.source))
    if args.skill:
        draft["skill"] = args.skill
    storing.store_draft(context, change, draft)
    return []


def _offer_links(context) -> None:
    """Name the failures of the turn that have no lesson, and how one is linked to them."""
    failures = open_failures(context.log, context.project.store)
    if not failures:
        return
    context.say("failed in this turn, without a lesson:")
    for entry, row in failures:
        command = one_line(row.get("text", ""), MAX_SHOWN)
        error = one_line(entry["trigger"], MAX_SHOWN)
        context.say(f"  {digits_of(entry['id'])} {command}: {error}")
    first = digits_of(failures[0][0]["id"])
    context.say(f"if the sentence is about one: `reflexion learn --for {first} ID`, its own id")
