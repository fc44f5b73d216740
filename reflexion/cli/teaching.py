"""`learn`, `worked`, `failed`, `edit`, `promote`: lessons, what came of them, and their rules."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace

from reflexion import promote
from reflexion.actions import learn, lessons
from reflexion.actions.lessons import Act, Done
from reflexion.actions.removal import forget_texts, move_home
from reflexion.cli.context import Context
from reflexion.cli.terminal import confirm, is_terminal, report, say, warn
from reflexion.errors import Stop, Unreadable, Usage
from reflexion.learning.entry import MAX_BYTES, Entry, digits_of, encode, parse
from reflexion.learning.lesson import line_of
from reflexion.learning.revise import make_persons
from reflexion.store import fs, rule_files
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.text import plural

GIVEN = ("type", "trigger", "context", "skill", "category")


def run_learn(args: Namespace, context: Context) -> int:
    sentences = _sentences(args)
    if context.is_agent or not args.everywhere:
        context.require_trust()
    if args.everywhere and args.sentence and all(map(learn.looks_like_id, args.sentence)):
        return _move(context, args.sentence)
    problems = _learn(context, args.lessons, sentences)
    for line in problems:
        warn(line)
    return 1 if problems else 0


def _sentences(args: Namespace) -> list[str]:
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
    move = learn.propose_everywhere if context.is_agent else move_home
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
    about = learn.about_learning(
        context.store, **{name: getattr(context.args, name) for name in GIVEN}
    )
    about.everywhere = context.args.everywhere and context.is_agent
    steps = [*answers, *((None, text) for text in sentences)]
    with context.acting("learn", *(text for _, text in steps)) as act:
        for ids, text in steps:
            try:
                if ids is None:
                    new = learn.learn_sentence(act, context.store, text, about)
                else:
                    new = learn.learn_for(act, context.stores, ids, text, about)
            except Stop as error:
                problems.append(str(error))
                continue
            report(new)
            done += new
    _offer_neighbours(learn.near_to(context.store, done), done)
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


USUAL = "notepad" if os.name == "nt" else "vi"
MARK = b"[REDACTED"


def run_worked(args: Namespace, context: Context) -> int:
    context.require_trust()
    places = [context.find(part) for part in args.id]
    with context.acting("worked", *args.id) as act:
        for place in dict.fromkeys(places):
            report(learn.worked(act, *place))
    return 0


def run_failed(args: Namespace, context: Context) -> int:
    context.require_trust()
    place = context.find(args.id)
    with context.acting("failed", args.id, *args.why) as act:
        report(learn.failed(act, *place, context.clean(" ".join(args.why))))
    return 0


def run_edit(args: Namespace, context: Context) -> int:
    store, entry_id = context.find(args.id)
    with context.acting("edit", entry_id) as act:
        edit(context, act, store, entry_id)
    return 0


def edit(context: Context, act: Act, store: Store, entry_id: str) -> None:
    """Let the person change a learning's file, and accept what they wrote. Raises Stop."""
    path = store.path(entry_id)
    data = fs.read_bytes(path, MAX_BYTES)
    before = store.get_file(entry_id)
    entry = _edited(context, encode(before) if before else data, entry_id)
    if entry is None:
        say("nothing was changed")
        return
    if before and entry.resolution != before.resolution:
        make_persons(entry)
    is_secret_gone = encode(entry).count(MARK) > data.count(MARK)
    if not is_secret_gone:
        act.change.keep(*store.paths(entry_id))
    with store.lock():
        if fs.peek(path, MAX_BYTES) != data:
            raise Stop(f"{path} was changed meanwhile: nothing was stored, edit it again")
        if is_secret_gone:
            act.change.forget(entry_id)
            forget_texts(store, [entry_id])
        store.write(entry)
    say(f"{entry_id} is stored")
    was = before.resolution if before else ""
    report(lessons.settle_rule(act, store, entry_id, was))


def _edited(context: Context, text: bytes, entry_id: str) -> Entry | None:
    """Return the entry that the person saved, None if it is as it was. Raises Stop."""
    with tempfile.TemporaryDirectory(prefix="reflexion-") as folder:
        path = os.path.join(folder, f"{entry_id}.json")
        fs.write_atomic(path, text, mode=0o600)
        while True:
            _run_editor(context, path)
            new = fs.read_bytes(path, MAX_BYTES)
            if new == text:
                return None
            try:
                return parse(new, entry_id)
            except Unreadable as error:
                if not (is_terminal(sys.stdin) and confirm(f"{error}. Edit it again?")):
                    raise Stop(f"nothing was stored: {error}") from None


def _run_editor(context: Context, path: str) -> None:
    asked = context.environ.get("VISUAL") or context.environ.get("EDITOR")
    if not asked and not is_terminal(sys.stdin):
        raise Stop(f"there is no terminal to run {USUAL} in: set EDITOR")
    editor = asked or USUAL
    try:
        done = subprocess.run([*shlex.split(editor, posix=os.name != "nt"), path])
    except (OSError, ValueError) as error:
        raise Stop(f"the editor {editor!r} cannot be run ({error}): set EDITOR") from None
    if done.returncode:
        raise Stop(f"{editor} ended with status {done.returncode}: nothing was stored")


def run_promote(args: Namespace, context: Context) -> int:
    context.require_trust()
    project = context.project
    places = [context.find(part) for part in args.id]
    named = [(store, lessons.read_lesson(store, entry_id)) for store, entry_id in places]
    gone = [_rule_id(context, part) for part in args.demote]
    if not named and not gone:
        named = _due(project)
    if args.dry_run:
        for line in _changes(project, [entry for _, entry in named], gone):
            print(line)
    elif named or gone:
        _carry_out(context, named, gone)
    return 0


def _due(project: Project) -> list[tuple[Store, Entry]]:
    """Return what may be written without a yes; where there is nothing, say what waits for one."""
    every = [(entry, promote.why_it_waits(project, entry)) for entry in promote.due(project)]
    found = [(project.store, entry) for entry, why in every if not why]
    waits = [digits_of(entry.id) for entry, _ in every]
    if not every:
        say("nothing is due; `reflexion show ID` says what a learning lacks")
    elif not found:
        may = f"{plural(len(waits), 'rule')} may be written by your yes"
        say(f"nothing is due, and {may}: `reflexion promote {' '.join(waits)}`")
    return found


def _carry_out(context: Context, named: list[tuple[Store, Entry]], gone: list[str]) -> None:
    project = context.project
    with context.acting("promote", *context.args.id, *context.args.demote) as act:
        for entry_id in gone:
            act.change.keep(*project.store.paths(entry_id))
            where = promote.demote(project, entry_id, context.session) or "no file"
            again = f"`reflexion promote {digits_of(entry_id)}` writes it again, and no hook does"
            say(f"took the rule of {entry_id} out of {where}; {again}")
        for store, entry in named:
            act.change.keep(*store.paths(entry.id))
            say(promote.write(project, entry.id, context.session, store=store))


def _changes(project: Project, entries: list[Entry], gone: list[str]) -> list[str]:
    """Return the lines, "FILE: +LINE", that would come into rule files or go out of them."""
    found = []
    for path in rule_files.targets(project):
        standing = rule_files.rules_in(rule_files.read(path))
        lines = [f"-{standing[entry_id]}" for entry_id in gone if entry_id in standing]
        lines += [f"+{line_of(entry)}" for entry in entries if entry.id not in standing]
        found += [f"{os.path.basename(path)}: {line}" for line in lines]
    return found


def _rule_id(context: Context, part: str) -> str:
    """Return the id of a rule that stands in a file, also of one whose learning is gone."""
    lines = rule_files.standing(context.project).values()
    found = {key for each in lines for key in each if part.strip().lower() in key.lower()}
    if len(found) == 1:
        return found.pop()
    store, entry_id = context.find(part)
    if lessons.read(store, entry_id).promoted:
        return entry_id
    raise Stop(f"{entry_id} is no rule: `reflexion list --state rule` shows the rules")
