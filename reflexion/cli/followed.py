"""`worked`, `failed` and `edit`: what came of one lesson, and its words put right."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace

from reflexion.actions import learn, lessons
from reflexion.actions.lessons import Act
from reflexion.actions.removal import forget_texts
from reflexion.cli.context import Context
from reflexion.cli.terminal import confirm, is_terminal, report, say
from reflexion.errors import Stop, Unreadable
from reflexion.learning.entry import MAX_BYTES, Entry, encode, parse
from reflexion.learning.revise import make_persons
from reflexion.store import fs
from reflexion.store.entries import Store

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
