"""`edit`: a learning in the person's editor, checked before it is stored."""

import os
import shlex
import subprocess
import sys
import tempfile

from reflexion.cli.context import settle_rule
from reflexion.cli.output import Stop
from reflexion.store import tidy
from reflexion.store.fs import read_bounded, remove
from reflexion.store.schema import MAX_BYTES, Unreadable, encode, parse

MAX_CWD = 300


def edit(context, part: str = "") -> None:
    """Let the person edit an entry; what comes of it is checked before it is stored."""
    from reflexion.capture.record import LIMITS  # not before: `doctor` works without capture

    store, name = context.locate(part or context.options.id)
    context.accept(store, name)
    path, base = store.path(name), store.get(name)
    if os.path.islink(path):
        raise Stop(f"{path} is a symbolic link: remove it")
    before = read_bounded(path, MAX_BYTES * 16)
    if base and (b"\r" in before or before[:3] == b"\xef\xbb\xbf"):
        before = encode(base)
    with tempfile.NamedTemporaryFile(prefix=f"{name}-", suffix=".json", delete=False) as copy:
        copy.write(before)
    _open_editor(copy.name)
    after = read_bounded(copy.name, MAX_BYTES * 16)
    if after == before:
        remove(copy.name)
        print(f"{name} unchanged")
        return
    try:
        edited = parse(after, name)
        for field, most in {**LIMITS, "cwd": MAX_CWD}.items():
            edited[field] = context.clean(edited[field], most)
        with store.lock():
            now = store.get(name)
            if base and now:  # as it is now, with what the person changed
                gone = base.keys() - edited.keys()
                kept = {field: value for field, value in now.items() if field not in gone}
                mine = {
                    field: edited[field] for field in edited if edited[field] != base.get(field)
                }
                edited = {**kept, **mine}
            tidy.keep_copy(store, name, "edit")
            store.write(edited, now)
    except (OSError, Unreadable) as error:
        mend = f"{copy.name}; mend it there and copy it over, or run edit again"
        raise Stop(f"not stored: {error}. Your text is kept in {mend}") from None
    remove(copy.name)
    print(f"{name} stored")
    settle_rule(context.project, store, name)


def _open_editor(path: str) -> None:
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not chosen and not (sys.stdin and sys.stdin.isatty()):
        raise Stop("no editor is set: set EDITOR, or use resolve, worked, failed")
    command = shlex.split(chosen, posix=os.name != "nt") or ["notepad" if os.name == "nt" else "vi"]
    try:
        status = subprocess.run([*command, path]).returncode
    except OSError as error:
        why = f"could not be started ({error.strerror}): set EDITOR"
        raise Stop(f"the editor {command[0]!r} {why}") from None
    if status:
        kept = f"nothing was stored, your text is kept in {path}"
        raise Stop(f"the editor ended with status {status}; {kept}")
