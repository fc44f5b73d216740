"""Tell whether git tracks a file, by reading git's index; no process is started.

The format is described in git's `Documentation/gitformat-index.txt`.
"""

from __future__ import annotations

import importlib
import os
import struct
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate

from reflexion.store import fs, paths

MAX_INDEX = 64 << 20  # bytes
HEADER = struct.Struct(">4sII")  # signature, version, number of entries
STATUS = 40  # bytes of an entry in front of its object name: times, device, mode, size
EXTENDED = 0x4000  # flag: two more bytes of flags follow (version 3)
HASHES = ("sha1", "sha256")
NO_CHECKSUM = bytes(20)  # where `index.skipHash` is set
OTHER_VERSION_CONTROL = (".hg", ".jj", ".svn")
SPLIT = b"link"  # extension: most entries stand in another file


def may_be_tracked(path: str) -> bool:
    """Return True if a checkout here or above tracks the file or a folder that it lies in.

    True, too, where another version control is in use or git's index cannot be read.
    """
    path = os.path.realpath(path)
    return any(paths.above(path, *OTHER_VERSION_CONTROL)) or _is_tracked(path, unknown=True)


def tracks_inside(folder: str) -> bool:
    """Return True if a checkout here or above is known to track the folder or anything in it."""
    return _is_tracked(os.path.realpath(folder), unknown=False, is_folder=True)


def stores_below(top: str) -> list[str]:
    """Return the folders of a checkout, but not its top, of which git tracks a store."""
    store = f"/{paths.FOLDER}/"
    names = (_names_of(top) or {}).values()
    places = {name.partition(store)[0] for name in names if store in name}
    return [os.path.join(top, *place.split("/")) for place in sorted(places)]


def _is_tracked(path: str, unknown: bool, is_folder: bool = False) -> bool:
    """Return True if a checkout tracks the path, or a folder above it, or what lies in it.

    `unknown` is the answer where that cannot be told.
    """
    for top in map(os.path.dirname, paths.above(os.path.dirname(path), ".git")):
        names = _names_of(top)
        if names is None:
            return unknown
        place = os.path.relpath(path, top).replace(os.sep, "/").casefold()
        folders = accumulate(place.split("/"), "{}/{}".format)
        if not names.keys().isdisjoint(folders):
            return True
        if is_folder and any(name.startswith(f"{place}/") for name in names):
            return True
    return False


def _names_of(top: str) -> Mapping[str, str] | None:
    """Return {name, case-folded: name} of the index of a checkout; None: it cannot be told."""
    folder = paths.git_folder(top)
    file = os.path.join(folder, "index")
    try:
        return _names(file, os.stat(file).st_mtime_ns)
    except FileNotFoundError:
        return {} if os.path.isdir(folder) else None  # nothing was ever added
    except (OSError, ValueError, IndexError, struct.error):
        return None


@lru_cache(maxsize=8)
def _names(file: str, time: int) -> Mapping[str, str]:
    """Return the names in an index of this time, without a slash at the end."""
    data = fs.read_bytes(file, MAX_INDEX)
    if data.rfind(SPLIT, max(0, len(data) - 4096)) >= 0:
        raise ValueError("it is split in two")
    names = (os.fsdecode(name).rstrip("/") for name in _read_names(data))
    return {name.casefold(): name for name in names}


def _read_names(data: bytes) -> Iterator[bytes]:
    """Yield the names in the bytes of an index of version 2, 3 or 4."""
    signature, version, count = HEADER.unpack_from(data)
    if signature != b"DIRC" or version not in (2, 3, 4):
        raise ValueError("not an index of version 2 to 4")
    object_name = _hash_size(data)
    at = HEADER.size
    name = b""
    for _ in range(count):
        flags_at = at + STATUS + object_name
        (flags,) = struct.unpack_from(">H", data, flags_at)
        start = flags_at + 2 + (2 if flags & EXTENDED else 0)
        if version == 4:
            dropped, start = _read_number(data, start)
            name = name[: len(name) - dropped]
        end = data.index(b"\0", start)
        if version == 4:
            name += data[start:end]
            at = end + 1
        else:
            name = data[start:end]
            at += (end - at) // 8 * 8 + 8  # padded with NULs to eight bytes
        yield name


def _hash_size(data: bytes) -> int:
    """Return how many bytes a hash has in this repository, by the index's checksum."""
    for name in HASHES:  # which most hooks do not load
        algorithm = getattr(importlib.import_module("hashlib"), name)
        size: int = algorithm().digest_size
        if algorithm(data[:-size]).digest() == data[-size:]:
            return size
    if data.endswith(NO_CHECKSUM):
        return 32 if data.endswith(bytes(32)) else len(NO_CHECKSUM)
    raise ValueError("its checksum is wrong")


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    """Return (a number in git's variable width encoding, the place behind it)."""
    value = data[at] & 127
    while data[at] & 128:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 127)
    return value, at + 1
