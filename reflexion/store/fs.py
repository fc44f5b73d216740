"""The one door to files below a checkout, a store or a home folder.

Reading opens regular files only, never blocks and is bounded; writing is whole or not at all. A
link in the last place is followed only with `root` (the folder that the resolved path must stay in,
outside git's own) or `follow=True` (what the user named or keeps at home). All raise OSError.
"""

from __future__ import annotations

import os
import time
from itertools import islice
from stat import S_ISREG

STALE_SECONDS = 60.0  # a temporary older than this belongs to nobody
MAX_NAMES = 200_000  # of one folder
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
QUIET = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
# code points that some file systems leave out when they compare names
UNSEEN = "\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
UNSEEN += "\u206a\u206b\u206c\u206d\u206e\u206f\ufeff"


class Outside(OSError):
    """The path leads out of its root, or into git's own folder."""


def inside(path: str, folder: str) -> bool:
    """Does path lie in folder, or is it folder (both absolute, symbolic links not resolved)?"""
    path = os.path.normcase(path)
    folder = os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def escapes(path: str, folder: str) -> bool:
    """Does path, its symbolic links resolved, leave folder?"""
    return not inside(os.path.realpath(path), os.path.realpath(folder))


def is_git(name: str) -> bool:
    """Is it `.git` as some file system spells it: case, trailing dots, a stream, `GIT~1`?"""
    plain = name.partition(":")[0].lower()
    plain = "".join(letter for letter in plain if letter not in UNSEEN).rstrip(". ")
    return plain == ".git" or plain[:4] == "git~" and plain[4:].isdigit()


def resolve(path: str, root: str) -> str:
    """The path with its links resolved. Raises Outside unless it is in root, and not in .git."""
    real = os.path.realpath(path)
    top = os.path.realpath(root)
    if not inside(real, top):
        raise Outside(f"{path} leads out of the project by a symbolic link: it is not followed")
    spelled = os.path.abspath(path)
    start = os.path.abspath(root)
    below = real[len(top) :].split(os.sep)
    if inside(spelled, start):
        below += spelled[len(start) :].split(os.sep)
    if any(map(is_git, below)):
        raise Outside(f"{path} lies in git's own folder: it is neither read nor written")
    return real


def open_handle(path: str, flags: int, root: str = "", follow=False, mode: int = 0o600) -> int:
    """A handle of a regular file."""
    if root:
        path = resolve(path, root)
    if not follow and os.path.islink(path):
        raise OSError("a symbolic link")
    handle = os.open(path, flags | QUIET | (0 if follow else NO_FOLLOW), mode)
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a regular file")
    return handle


def open_file(path: str, root: str = "", follow: bool = False):
    """A regular file, open for reading bytes."""
    return os.fdopen(open_handle(path, os.O_RDONLY, root, follow), "rb")


def read_bounded(path: str, limit: int, root: str = "", follow: bool = False) -> bytes:
    """A regular file's bytes; ValueError when it holds more than limit bytes."""
    with open_file(path, root, follow) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError(f"larger than {limit // 1024} KiB")
    return data


def peek(path: str, limit: int) -> bytes:
    """The same; b"" for a file that is missing, too large, or not to be read."""
    try:
        return read_bounded(path, limit)
    except (OSError, ValueError):
        return b""


def read_text(path: str, limit: int, follow: bool = False) -> str:
    """A regular file's text (UTF-8); ValueError for other bytes, too."""
    return utf8(read_bounded(path, limit, follow=follow))


def utf8(data: bytes) -> str:
    """The text without a byte-order mark (the codec for that is an import of its own)."""
    return (data[3:] if data[:3] == b"\xef\xbb\xbf" else data).decode("utf-8")


def read_tail(path: str, size: int, since: int = 0, follow: bool = False) -> tuple:
    """(at most `size` bytes up to the file's end, none before offset `since`; where they start)."""
    with open_file(path, follow=follow) as file:
        end = os.fstat(file.fileno()).st_size
        start = max(0, end - size, since if since <= end else 0)  # shorter: it was replaced
        file.seek(start)
        return file.read(size), start


def scan(folder: str, root: str = "", most: int = MAX_NAMES):
    """Yield the folder's os.DirEntry items, unsorted, at most so many; nothing is held."""
    with os.scandir(resolve(folder, root) if root else folder) as items:
        yield from islice(items, most)


def names(folder: str, root: str = "", most: int = MAX_NAMES) -> list:
    """Names in the folder that do not begin with a dot, sorted; [] when it cannot be read."""
    try:
        return sorted(item.name for item in scan(folder, root, most) if item.name[0] != ".")
    except OSError:
        return []


def walk(top: str, most: int = MAX_NAMES):
    """os.walk, links not followed, until so many names were seen."""
    for folder, below, files in os.walk(top):
        yield folder, below, files
        most -= len(below) + len(files)
        if most < 0:
            return


def write_atomic(
    path: str, data, scratch: str = "", mode: int | None = 0o666, sync: bool = True, was=None
) -> bool:
    """Replace path as a whole by data (bytes, or an iterable of bytes), by way of a temporary in
    `scratch` (same file system), else beside it. `mode=None` keeps the file's; `sync=False` is for
    what can be made again. False, with nothing written, when it does not hold `was` at the end."""
    name = f".tmp-{os.getpid()}-{time.time_ns():x}"
    temporary = os.path.join(scratch or os.path.dirname(path), name)
    kept = os.stat(path).st_mode & 0o7777 if mode is None and os.path.exists(path) else 0
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_FOLLOW | QUIET
    handle = os.open(temporary, flags, kept or mode or 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([data] if isinstance(data, bytes) else data)
            file.flush()
            if sync:
                os.fsync(handle)
        if kept:
            os.chmod(temporary, kept)
        same = was is None or _holds(path, was)
        if same:
            _replace(temporary, path)
        return same
    finally:
        _try_unlink(temporary)  # which is gone where it took the path's place


def _holds(path: str, data: bytes) -> bool:
    """Does the file hold these bytes and no others?"""
    try:
        return read_bounded(path, len(data)) == data
    except (OSError, ValueError):
        return False


def _replace(source: str, target: str) -> None:
    for pause in (0.01, 0.05, 0.2, 0):
        try:
            return os.replace(source, target)
        except PermissionError:  # Windows refuses while another process has the target open
            if os.name != "nt" or not pause:
                raise
            time.sleep(pause)


def _try_unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def rewrite(path: str, data: bytes, was: bytes | None, root: str, scratch: str = "") -> bool:
    """Replace what a person keeps, made from the bytes `was` (None: no file): its mode stays, one
    with several names (hard links) is written in place. False, with nothing written, when it holds
    something else by now. Raises PermissionError for a file that may not be written."""
    path = resolve(path, root)
    if (was is None) == os.path.exists(path):
        return False
    if was is None:
        make_folders(os.path.dirname(path), root)
        return write_atomic(path, data, scratch)
    status = os.stat(path)
    if not os.access(path, os.W_OK) or not status.st_mode & 0o222:
        raise PermissionError(f"{path} is read-only")
    if status.st_nlink == 1:
        return write_atomic(path, data, scratch, None, was=was)
    if not _holds(path, was):
        return False
    with os.fdopen(open_handle(path, os.O_RDWR), "rb+") as file:
        file.write(data)
        file.truncate()
    return True


def append(path: str, data: bytes, limit: int) -> None:
    """Append data to a log in a private folder; past limit bytes its newer half is kept, whole
    lines."""
    make_folders(os.path.dirname(path), mode=0o700)
    handle = open_handle(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    with os.fdopen(handle, "ab", 0) as file:
        file.write(data)
        size = os.fstat(handle).st_size
    if size > limit:
        kept, _ = read_tail(path, limit // 2)
        write_atomic(path, kept[kept.find(b"\n") + 1 :], mode=0o600)


def make_folders(path: str, root: str = "", mode: int = 0o777) -> list:
    """Make the folder and those above it that are missing; returns those, outermost first. With
    mode 0700 a folder that stands there already is closed to others, too."""
    missing = []
    made = []
    path = resolve(path, root) if root else path
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    if mode == 0o700 and not missing and os.name != "nt" and os.stat(path).st_mode & 0o077:
        os.chmod(path, mode)
    for folder in reversed(missing):
        try:
            os.mkdir(folder, mode)
            made.append(folder)
        except FileExistsError:  # another process was faster
            if not os.path.isdir(folder):
                raise
    return made


def remove(path: str, root: str = "") -> bool:
    """Delete a file, or a link itself; False when there is none."""
    if root:
        path = os.path.join(resolve(os.path.dirname(path), root), os.path.basename(path))
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def move(source: str, target: str) -> None:
    """Give a file or folder another name in the same file system."""
    os.rename(source, target)


def remove_folder(path: str) -> bool:
    """Delete an empty folder; False when it is not there, is none, or holds something."""
    try:
        os.rmdir(path)
    except OSError:
        return False
    return True


def remove_tree(path: str) -> None:
    """Delete a folder with all it holds; links are not followed, what refuses is left."""
    import shutil

    if not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)


def sweep(folder: str, now: float, prefix: str = ".tmp-", age: float = STALE_SECONDS) -> None:
    """Remove files of folder that start with prefix and are older than age seconds."""
    try:
        for item in list(scan(folder)):
            status = item.stat(follow_symlinks=False)
            if item.name.startswith(prefix) and status.st_mtime < now - age:
                _try_unlink(item.path)
    except OSError:
        pass  # the next sweep sees to it
