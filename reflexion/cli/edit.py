"""Edit a learning in the person's editor; it is checked before it replaces anything."""

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

SUMMARY = "edit a learning in your editor, checked before it is stored"
EXAMPLES = """
reflexion edit a7f03c
EDITOR='code --wait' reflexion edit a7f03c
"""
LIMITS = {"trigger": MAX_TRIGGER, "context": MAX_CONTEXT, "resolution": MAX_RESOLUTION, "cwd": 300}


def build():
    made = common.parser(
        "edit",
        "Edit a learning in $VISUAL or $EDITOR. It is checked before it replaces the stored one; what cannot be stored stays in a "
        "file that is named. What a hook counts meanwhile is kept.",
        EXAMPLES,
    )
    made.add_argument("id", metavar="ID", help="the learning, or any part of its id that is unique")
    return made


def main(argv: list) -> int:
    arguments = build().parse_intermixed_args(argv)
    found = common.project(arguments)
    store, id = common.locate(found, arguments.id)
    before = _bytes(store, id)
    copy = _copy(id, before)
    _edit(copy)
    after = read_bounded(copy, MAX_BYTES * 16)
    if after == before:
        remove(copy)
        print(f"{id} unchanged")
        return 0
    try:
        edited = parse(after, id)
    except Unreadable as error:
        raise common.Stop(
            f"not stored: {error}. Your text is kept in {copy}; mend it there and copy it over, or run edit again"
        ) from None
    for field, limit in LIMITS.items():
        edited[field] = common.clean(found, edited[field], limit)
    try:
        _store(store, id, before, edited)
    except (OSError, Unreadable) as error:
        raise common.Stop(f"not stored: {error}. Your text is kept in {copy}") from None
    remove(copy)
    print(f"{id} stored")
    common.settle(found, store, id)
    return 0


def merge(base: dict, edited: dict, now: dict) -> dict:
    """The entry as it is now with what the person changed since `base`: theirs wins, the rest is as the hooks left it."""
    merged = {field: value for field, value in now.items() if field in edited or field not in base}
    merged.update(
        {
            field: value
            for field, value in edited.items()
            if field not in base or base[field] != value
        }
    )
    return merged


def _store(store, id: str, before: bytes, edited: dict) -> None:
    try:
        base = parse(before, id)
    except Unreadable:
        base = None  # it was broken: what the person made of it is all there is
    with store.lock():
        try:
            now = store.read(id)
        except Unreadable:
            now = None
        backups.keep(store, id, "edit")
        store.write(merge(base, edited, now) if base and now else edited, now)


def _bytes(store, id: str) -> bytes:
    """The file as it stands, broken or not."""
    path = store.path(id)
    if os.path.islink(path):
        raise common.Stop(f"{path} is a symbolic link: remove it")
    data = read_bounded(path, MAX_BYTES * 16)
    try:
        return encode(parse(data, id)) if b"\r" in data or data[:3] == b"\xef\xbb\xbf" else data
    except Unreadable:
        return data


def _copy(id: str, data: bytes) -> str:
    handle, path = tempfile.mkstemp(prefix=f"{id}-", suffix=".json")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return path


def _edit(path: str) -> None:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not chosen and not (sys.stdin and sys.stdin.isatty()):
        raise common.Stop(
            "no editor is set: set EDITOR, or change fields with resolve, worked, failed"
        )
    command = shlex.split(chosen, posix=os.name != "nt") or ["notepad" if os.name == "nt" else "vi"]
    try:
        status = subprocess.run([*command, path]).returncode
    except OSError as error:
        raise common.Stop(
            f"the editor {command[0]!r} could not be started ({error.strerror}): set EDITOR"
        ) from None
    if status:
        raise common.Stop(
            f"the editor ended with status {status}; nothing was stored, your text is kept in {path}"
        )
