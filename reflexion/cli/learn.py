"""`learn`: store a sentence of a person or an agent, or the lesson of failures."""

from __future__ import annotations

import argparse

from reflexion.capture.look_back import open_failures
from reflexion.capture.sentence import sentence_entry
from reflexion.cli import lessons
from reflexion.cli.terminal import say, warn
from reflexion.errors import Stop, Usage
from reflexion.learning import revise
from reflexion.learning.entry import HEX, digits_of, is_id
from reflexion.learning.fields import MAX_CONTEXT, MAX_TRIGGER, TYPES
from reflexion.learning.identity import same_sentence
from reflexion.learning.lesson import is_solved
from reflexion.text.clean import as_typed, one_line

HELP = "record a lesson: learn 'When \u2026, do \u2026, because \u2026'"
DETAILS = """\
A sentence that is there already is counted, once a session. With --for it is the lesson of
failures: the first learning holds it, and the others become part of that one.

  reflexion learn 'Use pnpm here, not npm: the lock file is pnpm-lock.yaml.'
  reflexion learn --for a7f03c 'When \u2026' --for 09fe11,1b2c3d 'When \u2026'
  reflexion learn --for a7f03c 3d4e5f      what 3d4e5f says is the lesson of a7f03c
  reflexion learn --type correction --trigger 'no, dates are UTC' 'Store dates in UTC.'"""
MAX_SHOWN = 100  # characters of a failed command, and of its error
SHORTEST_ID = 3
NOTHING = "nothing of this `--for` was recorded"


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
    parser.add_argument("--trigger", default="", metavar="TEXT", help="the error, or what was said")
    parser.add_argument("--context", default="", metavar="TEXT", help="the command, or the action")
    parser.add_argument("--resolution", default="", help=argparse.SUPPRESS)  # of capture.py
    parser.add_argument("--skill", default="", metavar="NAME", help="it is about this skill")
    parser.add_argument(
        "--global", dest="everywhere", action="store_true", help="for every project"
    )


def run(args, context) -> int:
    sentences = _sentences([*args.sentence, *filter(None, [args.resolution])])
    _check(args, sentences)
    if not args.everywhere:
        context.require_trust()
    problems = _learn(context, args.lessons, sentences)
    if context.is_agent and sentences and not args.lessons:
        _offer_links(context)
    for line in problems:
        warn(line)
    return 1 if problems else 0


def _learn(context, answers: list, sentences: list) -> list:
    """Record (ids, sentence) answers and sentences of their own; return the problems."""
    problems: list = []
    if not answers and not sentences:
        sentences = [""]  # an error without a lesson
    words = [*(text for _, text in answers), *sentences]
    with context.change("learn", *words) as change:
        for parts, text in answers:
            _attempt(problems, learn_for, context, change, context.args, parts, text)
        for text in sentences:
            _attempt(problems, learn_sentence, context, change, context.args, text)
    return problems


def _sentences(words: list) -> list:
    """Return the sentences: each quoted argument, or all words as one."""
    if not words or all(" " in word for word in words):
        return words
    return [" ".join(words)]


def _check(args, sentences: list) -> None:
    """Raise Usage for arguments that do not go together."""
    is_open_error = args.type == "error" and args.trigger.strip()
    if not (sentences or args.lessons or is_open_error):
        raise Usage("learn: give a sentence, or --for ID SENTENCE")
    if args.type == "error" and not (args.lessons or args.trigger.strip()):
        raise Usage("learn: --type error needs the error line as --trigger")
    if args.lessons and args.everywhere:
        raise Usage("learn: --for is about this project, --global is not")
    lessons.require_label(args.skill)


def _attempt(problems: list, step, *arguments) -> None:
    """Run one step and collect its problems, which stop none of the other steps."""
    try:
        problems += step(*arguments)
    except Stop as error:
        problems.append(str(error))


def learn_sentence(context, change, options, text: str) -> list:
    """Store or count a sentence, or an error without a lesson; return no problems. Raises Stop.

    `options` are those of the command: type, trigger, context and skill, each "" for none.
    """
    kind = options.type or "insight"
    is_open = kind == "error" and not text
    sentence = "" if is_open else lessons.checked(context, text, kind)
    trigger = one_line(context.clean(options.trigger), MAX_TRIGGER)
    action = as_typed(context.clean(options.context), MAX_CONTEXT)
    draft = sentence_entry(kind, sentence, action, trigger)
    if sentence:
        draft.update(**revise.standing_of(sentence, context.source))
    if options.skill:
        draft.skill = options.skill
    entry = lessons.store_draft(context, change, draft)
    if sentence and not same_sentence(entry.resolution, sentence):
        lessons.record_lesson(context, change, options, [entry.id], sentence)
    return []


def learn_for(context, change, options, parts: str, text: str) -> list:
    """Record a sentence for the learnings that `parts` names ("ID,ID"); return the problems.

    Where the text is the id of another learning, that one becomes their lesson. Raises Stop
    for a text that is neither a sentence nor such an id.
    """
    problems: list = []
    if _looks_like_id(text):
        target = _solved_id(context, text)
        ids = _resolve(context, parts, problems)
        if not problems:
            _link(context, change, problems, ids, target)
    else:
        sentence = lessons.checked(context, text, options.type or "error")
        ids = _resolve(context, parts, problems)
        if not problems:
            lessons.record_lesson(context, change, options, ids, sentence)
    return problems


def _looks_like_id(text: str) -> bool:
    word = text.strip()
    return is_id(word) or (SHORTEST_ID <= len(word) <= 16 and HEX.issuperset(word.lower()))


def _solved_id(context, part: str) -> str:
    """Return the id of a learning that says what to do. Raises Stop."""
    entry_id = context.find_own(part)
    if not is_solved(context.read(context.project.store, entry_id)):
        raise Stop(f"{entry_id} has no lesson itself; {NOTHING}")
    return entry_id


def _resolve(context, parts: str, problems: list) -> list:
    """Return the ids; put on the list which part of an id is none of this project."""
    ids = []
    for part in filter(None, map(str.strip, parts.split(","))):
        try:
            entry_id = context.find_own(part)
            context.read(context.project.store, entry_id)
            ids.append(entry_id)
        except Stop as error:
            problems.append(f"{error}; {NOTHING}")
    return list(dict.fromkeys(ids))


def _link(context, change, problems: list, ids: list, target: str) -> None:
    """Make failures part of the learning that says already what to do."""
    store = context.project.store
    free = []
    for entry_id in ids:
        entry = context.read(store, entry_id)
        if context.is_agent and revise.is_closed_to_agents(entry):
            problems.append(f"{entry_id} has a lesson of its own, which stays")
        elif entry_id != target:
            free.append(entry_id)
    if free:
        before = context.read(store, target).resolution
        lessons.join(context, change, store, target, free)
        lessons.finish(context, store, target, before)


def _offer_links(context) -> None:
    """Name the failures of the turn that have no lesson, and how one is linked to them."""
    failures = open_failures(context.log, context.project.store)
    if not failures:
        return
    say("failed in this turn, without a lesson:")
    for entry, calls in failures:
        command = one_line(calls[0].get("text", ""), MAX_SHOWN)
        error = one_line(entry.trigger, MAX_SHOWN)
        say(f"  {digits_of(entry.id)} {command}: {error}")
    first = digits_of(failures[0].entry.id)
    say(f"if your sentence is its lesson: `reflexion learn --for {first} ID-OF-THE-SENTENCE`")
