"""Put files of ours, and hooks among those of others, into a host's folders; take them out exactly.

What a file was before is kept in the home store's `installed/`, for its owner alone (settings may
hold keys). A file is given back byte for byte while nobody changed it since; otherwise it loses
only what is ours. What names a path of this machine stays out of git by .git/info/exclude."""

import base64
import hashlib
import json
import os
import re

from reflexion.store import fs
from reflexion.store.fs import escapes, inside
from reflexion.store.git import run_git
from reflexion.store.paths import checkout_top, main_checkout
from reflexion.text import managed_block

FOLDER = "installed"
MAX_BYTES = 8 << 20
MARK = b"\xef\xbb\xbf"
TRIES = 20
CREATED = "created"
CHANGED = "changed"
SAME = "already there"
REMOVED = "removed"
RESTORED = "restored"
KEPT = "kept"
ABSENT = "not there"
BEGIN = "# reflexion: these name paths of this machine"
END = "# reflexion: end"


class LeftAlone(Exception):
    """A file was not touched; the text names it and says why, and what to do."""


def put(path: str, change, home: str, root: str, python: str = "") -> str:
    """Write `change(text)` ("" for a missing file) to path: CREATED, CHANGED or SAME.

    What somebody else saved meanwhile is read again and kept. No link may lead out of `root` ("":
    the user's own files); `home`: the home store's folder; `python`: the interpreter that the file
    names, kept on record. Raises LeftAlone and OSError."""
    before, after = _settled(path, root, change)
    path = os.path.realpath(path)
    record = recorded(path, home)
    if after == before:
        if python and record and record.get("python") != python:
            _keep(path, home, {**record, "python": python})
        return SAME
    if not record or before is None or record["after"] != _digest(before):
        record = _first_record(path, before)
    record["after"] = _digest(after)
    if python:
        record["python"] = python
    _keep(path, home, record)
    fs.write_atomic(path, after, mode=None)
    return CREATED if before is None else CHANGED


def _first_record(path: str, before) -> dict:
    """What is kept about a file that we are about to change, or to make with its folders."""
    if before is None:
        made = fs.make_folders(os.path.dirname(path))
        return {"path": path, "before": None, "made": made}
    return {"path": path, "before": base64.b64encode(before).decode(), "made": []}


def _keep(path: str, home: str, record: dict) -> None:
    """Put a record into the home store, for its owner alone; nowhere without one."""
    if not home:
        return
    fs.make_folders(os.path.join(home, FOLDER), mode=0o700)
    kept = json.dumps(record).encode("ascii")
    fs.write_atomic(_record_path(path, home), kept, mode=0o600)


def _settled(path: str, root: str, change) -> tuple:
    """(bytes before, bytes after) of a change, made anew while somebody else saves the file."""
    for _ in range(TRIES):
        before = _read(path, root)
        after = _changed(path, before or b"", change)
        if _read(path, root) == before:
            return before, after
    raise LeftAlone(
        f"{path} is being changed by another program; it was left alone: run init again"
    )


def take_out(path: str, change, home: str, root: str, added: tuple = ()) -> str:
    """Undo `put`: REMOVED, RESTORED, CHANGED, or ABSENT: nothing of ours.

    `change(text)` takes what is ours out of a file that was edited since; None: it is ours as a
    whole and stays as KEPT. A file that we made goes once nothing is left in it but the members
    `added`. Raises LeftAlone and OSError."""
    outcome = _undone(path, change, recorded(path, home), root, added)
    if outcome != KEPT:
        _forget(path, home)
    return outcome


def _undone(path: str, change, record, root: str, added: tuple) -> str:
    """What became of the file, given the record of it."""
    if not os.path.lexists(path):
        return ABSENT
    current = _read(path, root)
    if record and current is not None and record["after"] == _digest(current):
        return _given_back(os.path.realpath(path), record)
    if change is None:
        return KEPT
    current, after = _settled(path, root, change)
    if after == current:
        return ABSENT
    path = os.path.realpath(path)
    if record and record["before"] is None and _is_empty(after, added):
        return _removed(path, record)
    fs.write_atomic(path, after, mode=None)
    return CHANGED


def _given_back(path: str, record) -> str:
    """A file that nobody edited since is what it was before, or gone."""
    if record["before"] is None:
        return _removed(path, record)
    fs.write_atomic(path, base64.b64decode(record["before"]), mode=None)
    return RESTORED


def _removed(path: str, record: dict) -> str:
    """A file that we made goes, and the folders that were made for it."""
    fs.remove(path)
    prune(record["made"])
    return REMOVED


def _is_empty(data: bytes, added: tuple) -> bool:
    """Is nothing left of a settings file but its braces, and members of no value?"""
    text = data.decode("utf-8-sig", "replace")
    if not text.strip(" \t\r\n{}"):
        return True
    try:
        left = json.loads(text) if added else None
    except (ValueError, RecursionError):
        return False
    return isinstance(left, dict) and set(left) <= set(added)


def made_for(paths, home: str) -> list:
    """The folders that were made for files on record."""
    records = [recorded(path, home) for path in paths]
    return [folder for record in records if record for folder in record["made"]]


def prune(folders) -> None:
    """Remove those of the folders that are empty, the innermost first."""
    for folder in sorted(set(folders), key=len, reverse=True):
        fs.remove_folder(folder)


def exclude_file(root: str) -> str:
    """The exclude file of the checkout that root lies in; "" outside git."""
    top = checkout_top(root)
    folder = os.path.join(main_checkout(top), ".git") if top else ""
    return os.path.join(folder, "info", "exclude") if folder and os.path.isdir(folder) else ""


def is_tracked(root: str, path: str) -> bool:
    """Is the file in git already? (Then excluding it would hide nothing.)"""
    return run_git(root, "ls-files", "--error-unmatch", "--", path) is not None


def exclude(root: str, paths: list, home: str) -> str:
    """Keep the files out of git: what `put` answers; "" outside git."""
    file = exclude_file(root)
    top = checkout_top(root)
    names = [os.path.relpath(path, top) for path in paths if file and inside(path, top)]
    lines = [re.sub(r"([\\*?\[ ])", r"\\\1", "/" + name.replace(os.sep, "/")) for name in names]

    def added(text: str) -> str:
        missing = [line for line in lines if line not in text.splitlines()]
        had = managed_block.split(text, BEGIN, END)[1] or []
        return managed_block.place(text, BEGIN, END, had + missing) if missing else text

    return put(file, added, home, "") if file else ""


def not_excluded(text: str) -> str:
    return managed_block.place(text, BEGIN, END, [])


def _changed(path: str, before: bytes, change) -> bytes:
    """What `change` makes of the bytes; a byte-order mark stays."""
    mark = MARK if before.startswith(MARK) else b""
    try:
        return mark + change(before[len(mark) :].decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError as error:
        line = before[: error.start].count(b"\n") + 1
        why = f"line {line}: not UTF-8"
    except ValueError as error:  # BrokenJson, Broken
        why = str(error)
    raise LeftAlone(f"{path}, {why}; it was left alone: mend it and run init again")


def _read(path: str, root: str):
    """The file's bytes, None when it is missing. Raises LeftAlone."""
    if root and escapes(path, root):
        why = "is a link that leads out of the project; it was left alone"
        raise LeftAlone(f"{path} {why}: use --user, or replace the link by a file")
    try:
        return fs.read_bounded(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LeftAlone(f"{path} cannot be read ({error}); it was left alone") from None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _record_path(path: str, home: str) -> str:
    name = _digest(os.path.realpath(path).encode("utf-8", "surrogateescape"))[:24]
    return os.path.join(home, FOLDER, name + ".json")


def recorded(path: str, home: str) -> dict:
    """What `put` kept about a file: {"before": base64 or None, "after": sha256, "made": [folders]};
    {} without a record."""
    kinds = {"before": (str, type(None)), "after": str, "made": list}
    try:
        record = json.loads(fs.peek(_record_path(path, home), 2 * MAX_BYTES) if home else "")
        known = all(isinstance(record[key], kind) for key, kind in kinds.items())
    except (ValueError, LookupError, TypeError):
        return {}
    return record if known else {}


def _forget(path: str, home: str) -> None:
    try:
        fs.remove(_record_path(path, home))
        fs.remove_folder(os.path.join(home, FOLDER))
        fs.remove_folder(home)
    except OSError:
        pass  # a record that cannot be removed is known by its checksum
