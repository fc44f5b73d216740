"""`edit`: a learning in the person's editor, checked before it is stored."""

import os
import shlex
import subprocess
import tempfile

from reflexion.cli.context import settle_rule
from reflexion.cli.output import Stop, choose, say
from reflexion.cli.resolve import renew_rule
from reflexion.setup.caller import typed_by_person
from reflexion.store import tidy
from reflexion.store.fs import read_bounded, remove
from reflexion.store.schema import MAX_BYTES, Unreadable, encode, parse

MAX_CWD = 300
MOST = MAX_BYTES * 16


def edit(context, part: str = "") -> None:
    """Let the person edit an entry; what comes of it is checked before it is stored. Raises
    Stop."""
    store, name = context.locate(part or context.options.id)
    context.accept(store, name)
    path = store.path(name)
    base = store.get(name)
    if os.path.islink(path):
        raise Stop(f"{path} is a symbolic link: remove it")
    before = read_bounded(path, MOST)
    if base and (b"\r" in before or before[:3] == b"\xef\xbb\xbf"):
        before = encode(base)
    with tempfile.NamedTemporaryFile(prefix=f"{name}-", suffix=".json", delete=False) as copy:
        copy.write(before)
    while True:
        _open_editor(copy.name)
        after = read_bounded(copy.name, MOST)
        if after == before:
            remove(copy.name)
            say(f"{name} unchanged")
            return
        try:
            _store(context, store, _checked(context, after, name), base)
            break
        except (OSError, Unreadable) as error:
            if typed_by_person() and choose(f"not stored: {error}. Open it again?", "yn") == "y":
                continue
            mend = f"{copy.name}; mend it there and copy it over, or run edit again"
            raise Stop(f"not stored: {error}. Your text is kept in {mend}") from None
    remove(copy.name)
    say(f"{name} stored")
    now = store.get(name)
    if base and now and now["promoted"]:
        renew_rule(context, store, base, now["resolution"])
    else:
        settle_rule(context.project, store, name)


def _checked(context, data: bytes, name: str) -> dict:
    """The entry that the person's text holds, its texts cleaned. Raises Unreadable."""
    from reflexion.capture.record import LIMITS  # not before: `doctor` works without capture

    edited = parse(data, name)
    limits = {**LIMITS, "cwd": MAX_CWD}
    context.tell_left_out(*(edited[field] for field in limits))
    for field, most in limits.items():
        edited[field] = context.clean(edited[field], most)
    return edited


def _store(context, store, edited: dict, base) -> None:
    """Store the entry as it is now with what the person changed in `base`. Raises OSError."""
    name = edited["id"]
    with store.lock():
        now = store.get(name)
        if base and now:
            gone = base.keys() - edited.keys()
            kept = {field: value for field, value in now.items() if field not in gone}
            mine = {field: edited[field] for field in edited if edited[field] != base.get(field)}
            edited = {**kept, **mine}
        tidy.keep_copy(store, name, "edit")
        store.write(edited, now)


def _open_editor(path: str) -> None:
    """Wait for the person's editor on a file. Raises Stop when it cannot be used."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not chosen and not typed_by_person():
        raise Stop("no editor is set: set EDITOR, or use resolve, worked, failed")
    command = shlex.split(chosen, posix=os.name != "nt")
    if not command:
        command = ["notepad" if os.name == "nt" else "vi"]
    try:
        status = subprocess.run([*command, path]).returncode
    except OSError as error:
        why = f"could not be started ({error.strerror}): set EDITOR"
        raise Stop(f"the editor {command[0]!r} {why}") from None
    if status:
        kept = f"nothing was stored, your text is kept in {path}"
        raise Stop(f"the editor ended with status {status}; {kept}")
