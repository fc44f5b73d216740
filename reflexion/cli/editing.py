"""`reflexion edit`: what comes of the person's editor is checked before it replaces anything."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile

from reflexion.cli import common
from reflexion.store import backups
from reflexion.store.entry import (
    MAX_BYTES,
    MAX_CONTEXT,
    MAX_RESOLUTION,
    MAX_TRIGGER,
    Unreadable,
    encode,
    parse,
)
from reflexion.store.files import read_bounded, remove

LIMITS = {"trigger": MAX_TRIGGER, "context": MAX_CONTEXT, "resolution": MAX_RESOLUTION, "cwd": 300}
MOST = MAX_BYTES * 16


def edit(context) -> None:
    edit_entry(context, context.options.id)


def edit_entry(context, part: str) -> None:
    """Let the person edit the entry that `part` stands for, and store it. Raises Stop."""
    store, name = context.locate(part)
    before = _bytes(store, name)
    copy = _copy(name, before)
    _open_editor(copy)
    after = read_bounded(copy, MOST)
    if after == before:
        remove(copy)
        print(f"{name} unchanged")
        return
    try:
        edited = parse(after, name)
        edited.update({field: context.clean(edited[field], most) for field, most in LIMITS.items()})
        _store(store, name, before, edited)
    except (OSError, Unreadable) as error:
        remedy = "mend it there and copy it over, or run edit again"
        raise common.Stop(f"not stored: {error}. Your text is kept in {copy}; {remedy}") from None
    remove(copy)
    print(f"{name} stored")
    common.settle(context.project, store, name)


def merge_edit(base: dict, edited: dict, now: dict) -> dict:
    """The entry as it is now, with what the person changed since `base`."""
    kept = {field: now[field] for field in now if field in edited or field not in base}
    changed = {field: edited[field] for field in edited if base.get(field) != edited[field]}
    return {**kept, **changed}


def _store(store, name: str, before: bytes, edited: dict) -> None:
    try:
        base = parse(before, name)
    except Unreadable:
        base = None  # it was broken: what the person made of it is all there is
    with store.lock():
        try:
            now = store.read(name)
        except Unreadable:
            now = None
        backups.keep(store, name, "edit")
        store.write(merge_edit(base, edited, now) if base and now else edited, now)


def _bytes(store, name: str) -> bytes:
    """The file as it stands, broken or not."""
    path = store.path(name)
    if os.path.islink(path):
        raise common.Stop(f"{path} is a symbolic link: remove it")
    data = read_bounded(path, MOST)
    try:
        foreign = b"\r" in data or data[:3] == b"\xef\xbb\xbf"
        return encode(parse(data, name)) if foreign else data
    except Unreadable:
        return data


def _copy(name: str, data: bytes) -> str:
    handle, path = tempfile.mkstemp(prefix=f"{name}-", suffix=".json")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return path


def _open_editor(path: str) -> None:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not chosen and not (sys.stdin and sys.stdin.isatty()):
        raise common.Stop("no editor is set: set EDITOR, or use resolve, worked, failed")
    command = shlex.split(chosen, posix=os.name != "nt") or ["notepad" if os.name == "nt" else "vi"]
    try:
        status = subprocess.run([*command, path]).returncode
    except OSError as error:
        why = f"could not be started ({error.strerror}): set EDITOR"
        raise common.Stop(f"the editor {command[0]!r} {why}") from None
    if status:
        kept = f"nothing was stored, your text is kept in {path}"
        raise common.Stop(f"the editor ended with status {status}; {kept}")
