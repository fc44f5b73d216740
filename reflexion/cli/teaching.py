"""`learn`, `worked`, `failed`, `edit`, `promote`: lessons, what came of them, and their rules."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from itertools import chain

from reflexion import promote
from reflexion.actions import learn, lessons
from reflexion.actions.lessons import Action, Done
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
USUAL = "notepad" if os.name == "nt" else "vi"  # editor
MARK = b"[REDACTED"


def run_learn(args: Namespace, context: Context) -> int:
    steps = _steps(args)
    if context.is_agent or not args.everywhere:
        context.require_trust()
    if args.everywhere and args.sentence and all(map(learn.looks_like_id, args.sentence)):
        move = learn.propose_everywhere if context.is_agent else move_home
        return _for_each(context, args.sentence, move, "move", *args.sentence)
    return _learn(context, steps)


def _steps(args: Namespace) -> list[tuple[str, str]]:
    """Return (ids, sentence) for each `--for`, and ("", sentence) for each sentence of its own:
    each quoted argument is one, or all words are. Raises Usage.
    """
    words = [*args.sentence, *filter(None, [args.resolution])]
    sentences = words if all(" " in word for word in words) else [" ".join(words)]
    steps = [*args.lessons, *(("", text) for text in sentences)]
    if args.type == "error":
        if not (args.lessons or args.trigger.strip()):
            raise Usage("learn: --type error needs the error line as --trigger")
        return steps or [("", "")]  # without a lesson
    if not steps:
        raise Usage("learn: give a sentence, or --for ID SENTENCE")
    return steps


def _learn(context: Context, steps: list[tuple[str, str]]) -> int:
    """Record sentences; what cannot be recorded stops none of the others."""
    given = {name: getattr(context.args, name) for name in GIVEN}
    about = learn.about_learning(context.store, **given)
    about.everywhere = context.args.everywhere and context.is_agent
    done: list[Done] = []
    status = 0
    with context.acting("learn", *(text for _, text in steps)) as act:
        for ids, text in steps:
            try:
                new = learn.learn(act, context.store, ids, text, about)
            except Stop as error:
                warn(str(error))
                status = 1
                continue
            report(new)
            done += new
    _offer_neighbours(learn.near_to(context.store, done))
    return status


def _offer_neighbours(near: list[tuple[Entry, str]]) -> None:
    if not near:
        return
    say("near to it in the store:")
    for entry, _ in near:
        say(f"  {digits_of(entry.id)} {entry.resolution}")
    old, new = digits_of(near[0][0].id), digits_of(near[0][1])
    say(f"if yours is to stand in the place of {old}: `reflexion learn --for {old} {new}`")


def _for_each(context: Context, parts: list[str], action: Action, *words: str) -> int:
    """Do something with each learning that these parts of ids name, and say what was done.

    `words` are the command as the journal names it.
    """
    context.require_trust()
    places = context.find_all(parts)
    with context.acting(*words) as act:
        for place in places:
            report(action(act, *place))
    return 0


def run_worked(args: Namespace, context: Context) -> int:
    return _for_each(context, args.id, learn.worked, "worked", *args.id)


def run_failed(args: Namespace, context: Context) -> int:
    report_it = partial(learn.failed, why=context.clean(" ".join(args.why)))
    return _for_each(context, [args.id], report_it, "failed", args.id, *args.why)


def run_edit(args: Namespace, context: Context) -> int:
    edit(context, *context.find(args.id))
    return 0


def edit(context: Context, store: Store, entry_id: str) -> None:
    """Let the person change a learning's file, and accept what they wrote. Raises Stop."""
    path = store.path(entry_id)
    data = fs.read_bytes(path, MAX_BYTES)
    before = store.get_file(entry_id)
    text, was = (encode(before), before.resolution) if before else (data, "")
    entry = _edited(context, text, entry_id)
    if entry is None:
        say("nothing was changed")
        return
    if before and entry.resolution != was:
        make_persons(entry)
    with context.acting("edit", entry_id) as act:
        with store.lock():
            if fs.peek(path, MAX_BYTES) != data:
                raise Stop(f"{path} was changed meanwhile: nothing was stored, edit it again")
            if encode(entry).count(MARK) > data.count(MARK):  # a secret is to be gone everywhere
                act.change.forget(entry_id)
                forget_texts(store, [entry_id])
            else:
                act.change.keep(*store.paths(entry_id))
            store.write(entry)
        say(f"{entry_id} is stored")
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
    named = [(store, lessons.read_lesson(store, key)) for store, key in context.find_all(args.id)]
    gone = [_rule_id(context, part) for part in args.demote]
    if not (args.id or args.demote):
        named = _due(context.project)
    if args.dry_run:
        for line in _changes(context.project, named, gone):
            print(line)
        return 0
    with context.acting("promote", *args.id, *args.demote) as act:
        for entry_id in gone:
            report(lessons.take_rule_out(act, entry_id))
        for store, entry in named:
            report(lessons.make_rule(act, store, entry.id))
    return 0


def _due(project: Project) -> list[tuple[Store, Entry]]:
    """Return what may be written without a yes; where there is nothing, say what waits for one."""
    every = promote.due(project)
    found = [(project.store, each) for each in every if not promote.why_it_waits(project, each)]
    if not found:
        say("nothing is due; `reflexion show ID` says what a learning lacks")
        waits = " ".join(digits_of(entry.id) for entry in every)
        if waits:
            may = f"{plural(len(every), 'rule')} may be written by your yes"
            say(f"{may}: `reflexion promote {waits}`")
    return found


def _changes(project: Project, named: list[tuple[Store, Entry]], gone: list[str]) -> Iterator[str]:
    """Yield the lines, "FILE: +LINE", that would come into rule files or go out of them."""
    for path in rule_files.targets(project):
        standing = rule_files.rules_in(rule_files.read(path))
        lines = [f"-{standing[entry_id]}" for entry_id in gone if entry_id in standing]
        lines += [f"+{line_of(entry)}" for _, entry in named if entry.id not in standing]
        yield from (f"{os.path.basename(path)}: {line}" for line in lines)


def _rule_id(context: Context, part: str) -> str:
    """Return the id of a rule that stands in a file, also of one whose learning is gone."""
    lines = rule_files.standing(context.project).values()
    ids = set(chain.from_iterable(lines))
    found = [entry_id for entry_id in ids if part.strip().lower() in entry_id.lower()]
    if len(found) == 1:
        return found[0]
    store, entry_id = context.find(part)
    if lessons.read(store, entry_id).promoted:
        return entry_id
    raise Stop(f"{entry_id} is no rule: `reflexion list --state rule` shows the rules")
