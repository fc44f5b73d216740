"""Write files into hosts' folders, and take them out so that what was there is as before.

What a file was is kept in the home store's `installed/`, for its owner alone (settings may hold
keys). A file is given back byte for byte while nobody changed it since; otherwise it loses only
what is ours.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable
from functools import partial

from reflexion.errors import Refused, Unreadable
from reflexion.store import fs, paths
from reflexion.text import block, hashed
from reflexion.text.json_object import object_or_empty, read_object

FOLDER = "installed"
Change = Callable[[str], str]  # from the text of a file to its new text
MAX_BYTES = 8 << 20
OURS = b"reflexion"  # which every hook and permission of ours holds
CREATED = "created"
CHANGED = "changed"
SAME = "already there"
REMOVED = "removed"
RESTORED = "as it was before"
KEPT = "kept, for it was changed since"
ABSENT = "not there"
ADDED = {"version", "$version", "$schema"}  # members of a settings file that say nothing
# the marks of our lines in git's exclude file
BEGIN = "# reflexion: these name paths of this machine"
END = "# reflexion: end"


def put(
    path: str, change: Change, home: str, root: str, python: str = "", back: Change | None = None
) -> str:
    """Write `change(text)` ("" for a missing file) to a file: CREATED, CHANGED or SAME.

    What somebody else saves meanwhile is left alone. `home` is the home store's folder; no link
    may lead out of `root` ("": a file that lies in the home). `python` is the interpreter of the
    hooks, kept on record. `back(text)` takes out what an earlier call put in (None: such a file is
    ours as a whole). Raises Refused and OSError.
    """
    before = _read(path, root)
    after = _changed(path, before or b"", change)
    if after == before:
        return SAME
    rest = None if before is None else _rest(path, recorded(path, home), before, back)
    kept = None if rest is None else base64.b64encode(rest).decode()
    real = os.path.realpath(path)
    record = {"path": real, "before": kept, "after": hashed(after), "python": python}
    fs.make_folders(os.path.join(home, FOLDER), mode=0o700)
    fs.write_atomic(_record_path(real, home), json.dumps(record).encode("ascii"), mode=0o600)
    _write(path, after, before)
    return CREATED if before is None else CHANGED


def take_out(path: str, change: Change | None, home: str, root: str) -> str:
    """Undo `put`: REMOVED, RESTORED, CHANGED, KEPT, or ABSENT: nothing of ours was there.

    `change(text)` takes what is ours out of a file that was edited since; None: it is ours as
    a whole and stays as it is. A file that we made goes once nothing is left in it but the
    members ADDED. Raises Refused and OSError.
    """
    if not os.path.lexists(path):
        _forget(path, home)
        return ABSENT
    current = _read(path, root) or b""
    record = recorded(path, home)
    if not record and OURS not in current:
        return ABSENT
    is_untouched = record.get("after") == hashed(current)
    if change is None and not is_untouched:
        return KEPT
    left = _rest(path, record, current, change)
    if left is None:
        _remove(os.path.realpath(path), root)
        how = REMOVED
    elif left != current:
        _write(path, left, current)
        how = RESTORED if is_untouched else CHANGED
    else:
        how = ABSENT
    _forget(path, home)
    return how


def recorded(path: str, home: str) -> dict[str, object]:
    """Return what `put` kept about a file; {} without a record.

    {"path": where links lead to, "before": base64 or None, "after": SHA-256, "python": path}
    """
    return object_or_empty(fs.peek(_record_path(path, home), 2 * MAX_BYTES))


def exclusion(root: str, private: list[str]) -> tuple[str, Change, Change]:
    """Return git's exclude file ("" outside of git), how it leaves files alone, and how no more.

    `private` are the files, of which those count that lie in the checkout of `root`.
    """
    top = paths.checkout_top(root)
    folder = os.path.join(paths.main_checkout(top), ".git") if top else ""
    below = [os.path.relpath(path, top) for path in private if fs.is_inside(path, top)]
    escaped = [re.sub(r"([\\*?\[ ])", r"\\\1", "/" + name.replace(os.sep, "/")) for name in below]

    def added(text: str) -> str:
        had = block.split(text, BEGIN, END).lines or []
        return block.place(text, BEGIN, END, list(dict.fromkeys([*had, *escaped])))

    file = os.path.join(folder, "info", "exclude") if os.path.isdir(folder) else ""
    return file, added, partial(block.place, begin=BEGIN, end=END, lines=[])


def _rest(
    path: str, record: dict[str, object], current: bytes, change: Change | None
) -> bytes | None:
    """Return a file without anything of ours; None if we made it and nothing else is in it.

    The record tells what it was at first, which holds while nobody else saved it, and for a file
    that is ours as a whole. Else it is what `change` leaves.
    """
    first = record.get("before", "")
    if record and (change is None or record.get("after") == hashed(current)):
        return base64.b64decode(first) if isinstance(first, str) else None
    left = _changed(path, current, change) if change and OURS in current else current
    return None if first is None and _is_empty(left) else left


def _is_empty(settings: bytes) -> bool:
    """Return True for settings without members of value."""
    try:
        return ADDED.issuperset(read_object(settings or b"{}"))
    except Unreadable:
        return False


def _write(path: str, after: bytes, before: bytes | None) -> None:
    real = os.path.realpath(path)
    if not fs.rewrite(real, after, before, os.path.dirname(real)):
        raise Refused(f"{path} is being changed by another program: run init again")


def _remove(real: str, root: str) -> None:
    """Remove a file, and the folders that it leaves empty, but for `root`."""
    fs.remove(real)
    folder = os.path.dirname(real)
    while folder != os.path.realpath(root) and fs.remove_folder(folder):
        folder = os.path.dirname(folder)


def _changed(path: str, before: bytes, change: Change) -> bytes:
    try:
        text = before.decode("utf-8-sig")
        after = change(text)
        return before if after == text else after.encode("utf-8")
    except (ValueError, Unreadable) as error:
        raise Refused(f"{path}: {error}; it was left alone") from None


def _read(path: str, root: str) -> bytes | None:
    """Return the file's bytes, None when it is missing. Raises Refused."""
    if root and not fs.is_inside(os.path.realpath(path), os.path.realpath(root)):
        why = "is a link that leads out of the project; it was left alone"
        raise Refused(f"{path} {why}: use --user, or replace the link by a file")
    try:
        return fs.read_bytes(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read ({error}); it was left alone") from None


def _record_path(path: str, home: str) -> str:
    name = hashed(os.path.realpath(path).encode("utf-8", "surrogateescape"))[:24]
    return os.path.join(home, FOLDER, name + ".json")


def _forget(path: str, home: str) -> None:
    """Drop the record of a file; one that cannot be dropped is known by its digest."""
    try:
        fs.remove(_record_path(path, home))
        fs.remove_folder(os.path.join(home, FOLDER))
    except OSError:
        pass
