"""Open, write and remove files below a checkout, a store or a home folder.

Reading opens regular files only, never blocks, and is bounded. Writing is whole or not at
all. A link in the last place is followed only with `follow=True`, for what the user named; where
it may lead inside of a root, `resolve` tells. All raise OSError.
"""

from __future__ import annotations

import errno
import os
import time
from io import BufferedReader, FileIO
from itertools import islice
from stat import S_ISREG

from reflexion.errors import Busy

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None  # type: ignore[assignment]

STALE_SECONDS = 60.0  # a temporary file older than this belongs to nobody
MAX_NAMES = 200_000  # of one folder
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
QUIET = 0
for _name in ("O_NONBLOCK", "O_BINARY", "O_CLOEXEC"):
    QUIET |= getattr(os, _name, 0)
# what network shares answer that know no locks
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, getattr(errno, "ENOTSUP", None))
PAUSE = 0.01  # seconds between two tries to get a lock
PAUSES = (0.01, 0.05, 0.2)  # between tries to replace a file
# code points that some file systems leave out when they compare names
LEFT_OUT = dict.fromkeys([*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070)])
LEFT_OUT[0xFEFF] = None


def is_inside(path: str, folder: str) -> bool:
    """Return True if `path` is `folder` or lies in it; both absolute, links not resolved."""
    path = os.path.normcase(path)
    folder = os.path.normcase(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def is_git_folder(name: str) -> bool:
    """Return True for `.git` as any file system spells it: case, dots, a stream, `GIT~1`."""
    plain = name.partition(":")[0].lower().translate(LEFT_OUT).rstrip(". ")
    return plain == ".git" or (plain[:4] == "git~" and plain[4:].isdigit())


def resolve(path: str, root: str) -> str:
    """Return the path with its links resolved.

    Raises OSError unless it is in `root` and not in git's folder.
    """
    real = os.path.realpath(path)
    top = os.path.realpath(root)
    if not is_inside(real, top):
        raise OSError(f"{path} leads out of the project by a symbolic link: it is not followed")
    spelled = os.path.abspath(path)
    start = os.path.abspath(root)
    below = real[len(top) :].split(os.sep)
    if is_inside(spelled, start):
        below += spelled[len(start) :].split(os.sep)
    if any(is_git_folder(name) for name in below):
        raise OSError(f"{path} lies in git's own folder: it is neither read nor written")
    return real


def open_handle(path: str, flags: int = os.O_RDONLY, follow: bool = False) -> int:
    """Return a file descriptor of a regular file."""
    if not follow and os.path.islink(path):
        raise OSError("a symbolic link")
    handle = os.open(path, flags | QUIET | (0 if follow else NO_FOLLOW), 0o600)
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a regular file")
    return handle


def read_bytes(path: str, limit: int, follow: bool = False) -> bytes:
    """Return a regular file's bytes. Raises ValueError when it holds more than `limit`."""
    with BufferedReader(FileIO(open_handle(path, follow=follow))) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError(f"larger than {limit // 1024} KiB")
    return data


def peek(path: str, limit: int) -> bytes:
    """Like `read_bytes`, but return b"" for a file that is missing, too large or unreadable."""
    try:
        return read_bytes(path, limit)
    except (OSError, ValueError):
        return b""


def read_text(path: str, limit: int, follow: bool = False) -> str:
    """Return a regular file's text. Raises ValueError for bytes that are not UTF-8, too."""
    return read_bytes(path, limit, follow=follow).decode("utf-8-sig")


def read_tail(path: str, size: int) -> bytes:
    """Return at most the last `size` bytes of a file."""
    with os.fdopen(open_handle(path), "rb") as file:
        end = os.fstat(file.fileno()).st_size
        file.seek(max(0, end - size))
        return file.read(size)


def time_of(path: str) -> int:
    """Return when a file or folder was changed, in ns; 0 where there is none."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def items(folder: str) -> list[os.DirEntry[str]]:
    """Return the folder's items, unsorted, at most MAX_NAMES; [] for an unreadable folder."""
    try:
        with os.scandir(folder) as found:
            return list(islice(found, MAX_NAMES))
    except OSError:
        return []


def names(folder: str) -> list[str]:
    """Return the sorted names that do not begin with a dot; [] for an unreadable folder."""
    return sorted(item.name for item in items(folder) if not item.name.startswith("."))


def write_atomic(
    path: str,
    data: bytes,
    scratch: str = "",
    mode: int = 0o666,
    sync: bool = True,
    was: bytes | None = None,
) -> bool:
    """Replace `path` as a whole by `data`, by way of a temporary file.

    The temporary lies in `scratch` (same file system), else beside the file. A file that is there
    keeps its mode and owner, a new one has `mode`; `sync=False` is for what can be made again.
    Returns False, with nothing written, if the file does not hold `was` any more.
    """
    name = f".tmp-{os.getpid()}-{time.time_ns():x}"
    temporary = os.path.join(scratch or os.path.dirname(path), name)
    before = os.stat(path) if os.path.exists(path) else None
    create = os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_FOLLOW | QUIET
    try:
        handle = os.open(temporary, create, 0o600 if before else mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(handle)
        if before:
            _take_after(temporary, before)
        if was is not None and not _holds(path, was):
            return False
        _replace(temporary, path)
        return True
    except OSError as error:
        error.filename = path  # not the temporary; a full disk does not say where it is
        raise
    finally:
        _try_unlink(temporary)  # it is gone where it took the path's place


def _take_after(path: str, before: os.stat_result) -> None:
    """Give a file the owner and the mode of the one that it replaces."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # only root may do that
        os.chown(path, before.st_uid, before.st_gid)
    os.chmod(path, before.st_mode & 0o7777)


def _holds(path: str, data: bytes) -> bool:
    """Return True if the file is there and holds just these bytes."""
    try:
        return read_bytes(path, len(data)) == data
    except (OSError, ValueError):
        return False


def _replace(source: str, target: str) -> None:
    for pause in PAUSES if os.name == "nt" else ():
        try:
            return os.replace(source, target)
        except PermissionError:  # another process has it open
            time.sleep(pause)
    return os.replace(source, target)


def _try_unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def rewrite(path: str, data: bytes, was: bytes | None, root: str, scratch: str = "") -> bool:
    """Replace a file that a person keeps, made from the bytes `was` (None: no file).

    Returns False, with nothing written, when it holds something else by now. Raises
    PermissionError for a file that its mode lets nobody, or not this user, write.
    """
    path = resolve(path, root)
    if (was is None) == os.path.exists(path):
        return False
    if was is None:
        make_folders(os.path.dirname(path))
    elif not (os.access(path, os.W_OK) and os.stat(path).st_mode & 0o222):
        raise PermissionError(f"{path} is read-only")
    return write_atomic(path, data, scratch, was=was)


def append(path: str, data: bytes, limit: int) -> None:
    """Append to a log in a private folder; past `limit` bytes its newer half is kept."""
    make_folders(os.path.dirname(path), mode=0o700)
    handle = open_handle(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    with os.fdopen(handle, "ab", 0) as file:
        written = file.write(data)
        size = os.fstat(handle).st_size
        if written < len(data):  # the disk is full: half a line would spoil the next one
            os.ftruncate(handle, size - written)
            raise OSError(f"{path} takes no more: make room on the disk")
    if size > limit:
        kept = read_tail(path, limit // 2)
        write_atomic(path, kept[kept.find(b"\n") + 1 :], mode=0o600)


def lock(path: str, timeout: float) -> FileIO:
    """Return the file at `path`, which nobody else gets from here before it is closed.

    On a file system without locks everybody gets it: files are written whole there, too, and only
    a count may get lost. Raises Busy after `timeout` seconds, OSError.
    """
    file = FileIO(open_handle(path, os.O_CREAT | os.O_RDWR), "r+")
    deadline = time.monotonic() + timeout
    while True:
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            return file
        except OSError as error:
            if error.errno in NO_LOCKS:
                return file
        if time.monotonic() >= deadline:
            file.close()
            raise Busy(f"{path} is held by another process: {timeout:g} s waited")
        time.sleep(PAUSE)


def make_folders(path: str, mode: int = 0o777) -> None:
    """Make the folder and those above it that are missing.

    With mode 0700 a folder that exists already is closed to other users.
    """
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    if mode == 0o700 and not missing and os.name != "nt" and os.stat(path).st_mode & 0o077:
        os.chmod(path, mode)
    for folder in reversed(missing):
        os.makedirs(folder, mode, exist_ok=True)  # another process may be faster


def remove(path: str, root: str = "") -> bool:
    """Delete a file, or a link itself; return False when there is none."""
    if root:
        path = os.path.join(resolve(os.path.dirname(path), root), os.path.basename(path))
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def remove_folder(path: str) -> bool:
    """Delete an empty folder; return False when it is missing or holds something."""
    try:
        os.rmdir(path)
    except OSError:
        return False
    return True


def sweep(folder: str, age: float = STALE_SECONDS) -> None:
    """Remove the files of a folder that are older than `age` seconds."""
    before = (time.time() - age) * 1e9
    for item in items(folder):
        if time_of(item.path) < before:
            _try_unlink(item.path)
