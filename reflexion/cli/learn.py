"""`learn`: store a sentence of a person or an agent, or the lesson of failures."""

from __future__ import annotations

import argparse

from reflexion.actions.learn import (
    about_learning,
    learn_for,
    learn_sentence,
    looks_like_id,
    near_to,
    propose_everywhere,
)
from reflexion.actions.lessons import Done
from reflexion.actions.removal import move_home
from reflexion.cli.context import Context
from reflexion.cli.terminal import report, say, warn
from reflexion.errors import Stop, Usage
from reflexion.learning.entry import Entry, digits_of

GIVEN = ("type", "trigger", "context", "skill", "category")


def run(args: argparse.Namespace, context: Context) -> int:
    sentences = _sentences(args)
    if context.is_agent or not args.everywhere:
        context.require_trust()
    if args.everywhere and args.sentence and all(map(looks_like_id, args.sentence)):
        return _move(context, args.sentence)
    problems = _learn(context, args.lessons, sentences)
    for line in problems:
        warn(line)
    return 1 if problems else 0


def _sentences(args: argparse.Namespace) -> list[str]:
    """Return the sentences: each quoted argument, or all words as one. Raises Usage."""
    words = [*args.sentence, *filter(None, [args.resolution])]
    sentences = words if all(" " in word for word in words) else [" ".join(words)]
    if args.type == "error" and not (args.lessons or args.trigger.strip()):
        raise Usage("learn: --type error needs the error line as --trigger")
    if not (sentences or args.lessons or args.type == "error"):
        raise Usage("learn: give a sentence, or --for ID SENTENCE")
    if args.lessons and args.everywhere:
        raise Usage("learn: --for is about this project, --global is not")
    return sentences


def _move(context: Context, parts: list[str]) -> int:
    """Let learnings of the project be told in every one; an agent only proposes that."""
    places = [context.find(part) for part in parts]
    move = propose_everywhere if context.is_agent else move_home
    with context.acting("move", *parts) as act:
        for place in places:
            report(move(act, *place))
    return 0


def _learn(context: Context, answers: list[tuple[str, str]], sentences: list[str]) -> list[str]:
    """Record (ids, sentence) answers and sentences of their own; return the problems.

    What cannot be recorded stops none of the others.
    """
    problems: list[str] = []
    done: list[Done] = []
    if not answers and not sentences:
        sentences = [""]  # an error without a lesson
    about = about_learning(context.store, **{name: getattr(context.args, name) for name in GIVEN})
    about.everywhere = context.args.everywhere and context.is_agent
    steps = [*answers, *((None, text) for text in sentences)]
    with context.acting("learn", *(text for _, text in steps)) as act:
        for ids, text in steps:
            try:
                if ids is None:
                    new = learn_sentence(act, context.store, text, about)
                else:
                    new = learn_for(act, context.stores, ids, text, about)
            except Stop as error:
                problems.append(str(error))
                continue
            report(new)
            done += new
    _offer_neighbours(near_to(context.store, done), done)
    return problems


def _offer_neighbours(near: list[Entry], done: list[Done]) -> None:
    if not near:
        return
    say("near to it in the store:")
    for entry in near:
        say(f"  {digits_of(entry.id)} {entry.resolution}")
    old = digits_of(near[0].id) if len(near) == 1 else "ID"
    new = next(digits_of(each.id) for each in done if each.what in ("learned", "waits"))
    say(f"if yours is to stand in its place: `reflexion learn --for {old} {new}`")
