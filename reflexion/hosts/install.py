"""Put files of ours, and hooks among those of others, into a host's folders, and take them out
again exactly.

What a file was before is kept in the home store, in `installed/`, readable by its owner alone
(settings may hold keys). Uninstalling
gives a file back byte for byte while nobody changed it since; otherwise it loses only what is ours.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os

from reflexion.hosts import jsonedit
from reflexion.store import files
from reflexion.store.files import read_bounded, write_atomic
from reflexion.store.paths import escapes

FOLDER = "installed"
MAX_BYTES = 8 << 20
CREATED, CHANGED, SAME = "created", "changed", "already there"
REMOVED, RESTORED, KEPT, ABSENT = "removed", "restored", "kept", "not there"


class LeftAlone(Exception):
    """A file was not touched; the text names it and says why, and what to do."""


def put(path: str, change, home: str, root: str) -> str:
    """Write `change(text)` ("" for a missing file) to path: CREATED, CHANGED or SAME. Raises
    LeftAlone and OSError.

    `root` is the folder that no link may lead out of, "" for the user's own files. `home` is the
    home store's folder.
    """
    _check(path, root)
    path = os.path.realpath(path)
    before = _read(path)
    after = _changed(path, before, change)
    if after == before:
        return SAME
    record = _record(path, home)
    earlier = (
        record if record and before is not None and record["after"] == _digest(before) else None
    )
    made = [] if earlier or before is not None else files.make_folders(os.path.dirname(path))
    original = (
        earlier["before"]
        if earlier
        else None
        if before is None
        else base64.b64encode(before).decode()
    )
    _keep(
        path,
        home,
        {
            "path": path,
            "before": original,
            "after": _digest(after),
            "made": earlier["made"] if earlier else made,
        },
    )
    _write(path, after)
    return CREATED if before is None else CHANGED


def take_out(path: str, change, home: str, root: str) -> str:
    """Undo `put`: REMOVED, RESTORED or CHANGED, ABSENT when there is nothing of ours. Raises
    LeftAlone and OSError.

    `change(text)` takes what is ours out of a file that was edited since; None means that the file
    is ours as a whole and stays as KEPT.
    """
    record, current = _record(path, home), None
    if os.path.lexists(path):
        _check(path, root)
        current = _read(os.path.realpath(path))
    if current is None:
        _forget(path, home)
        return ABSENT
    path = os.path.realpath(path)
    if record and record["after"] == _digest(current):
        outcome = _give_back(path, record)
    else:
        outcome = _clean(path, current, change, record)
    if outcome != KEPT:
        _forget(path, home)
    return outcome


def made_for(paths, home: str) -> list:
    """The folders that were made for files on record."""
    return [
        folder
        for record in (_record(path, home) for path in paths)
        if record
        for folder in record["made"]
    ]


def prune(folders) -> None:
    """Remove those of the folders that are empty, the innermost first."""
    for folder in sorted(set(folders), key=len, reverse=True):
        files.remove_folder(folder)


def _remove(path: str, made) -> None:
    files.remove(path)
    prune(made)


def _give_back(path: str, record: dict) -> str:
    if record["before"] is None:
        _remove(path, record["made"])
        return REMOVED
    _write(path, base64.b64decode(record["before"]))
    return RESTORED


def _clean(path: str, current: bytes, change, record) -> str:
    if change is None:
        return KEPT
    after = _changed(path, current, change)
    if after == current:
        return ABSENT
    if (
        record
        and record["before"] is None
        and not after.decode("utf-8-sig", "replace").strip(" \t\r\n{}")
    ):
        _remove(path, record["made"])
        return REMOVED
    _write(path, after)
    return CHANGED


def _changed(path: str, before, change) -> bytes:
    """What `change` makes of the bytes; a byte-order mark stays."""
    mark = b"\xef\xbb\xbf" if before and before.startswith(b"\xef\xbb\xbf") else b""
    try:
        text = (before or b"")[len(mark) :].decode("utf-8")
        return mark + change(text).encode("utf-8")
    except UnicodeDecodeError as error:
        line = (before or b"")[: error.start].count(b"\n") + 1
        raise LeftAlone(
            f"{path}, line {line}: not UTF-8; it was left alone: mend it and run init again"
        ) from None
    except jsonedit.BrokenJson as error:
        raise LeftAlone(f"{path}, {error}; it was left alone: mend it and run init again") from None


def _check(path: str, root: str) -> None:
    if root and escapes(path, root):
        raise LeftAlone(
            f"{path} is a link that leads out of the project; it was left alone: "
            "use --user, or replace the link by a file"
        )


def _read(path: str):
    try:
        return read_bounded(path, MAX_BYTES, follow=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LeftAlone(f"{path} cannot be read ({error}); it was left alone") from None


def _write(path: str, data: bytes) -> None:
    write_atomic(path, data, mode=None)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _record_path(path: str, home: str) -> str:
    return os.path.join(
        home,
        FOLDER,
        _digest(os.path.realpath(path).encode("utf-8", "surrogateescape"))[:24] + ".json",
    )


def _record(path: str, home: str):
    """What is on record about a file: {"path", "before": base64 or None, "after": sha256, "made":
    [folders]}; None without one.
    """
    try:
        record = json.loads(read_bounded(_record_path(path, home), 2 * MAX_BYTES)) if home else None
    except (OSError, ValueError):
        return None
    known = (
        isinstance(record, dict)
        and isinstance(record.get("after"), str)
        and isinstance(record.get("made"), list)
    )
    return record if known and isinstance(record.get("before"), (str, type(None))) else None


def _keep(path: str, home: str, record: dict) -> None:
    if home:
        files.make_folders(os.path.join(home, FOLDER), mode=0o700)
        write_atomic(_record_path(path, home), json.dumps(record).encode("ascii"), mode=0o600)


def _forget(path: str, home: str) -> None:
    try:
        files.remove(_record_path(path, home))
        files.remove_folder(os.path.join(home, FOLDER))
        files.remove_folder(home)
    except OSError:
        pass  # a record that cannot be removed is known by its checksum
