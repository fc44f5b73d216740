"""Files that are whole or not there, and one lock: exclusive temporary file, fsync, rename; a dead holder never blocks."""

from __future__ import annotations

import os
import time

fcntl = ...  # imported by the first lock, for most hooks take none; None on Windows

LOCK_TIMEOUT = 10.0  # seconds a hook waits; sixteen at once need well under one
STALE_SECONDS = 60.0  # a lock file or temporary older than this belongs to nobody


class Busy(OSError):
    """The lock could not be had in time."""


def read_bounded(path: str, limit: int) -> bytes:
    """The file's bytes; raises OSError (also for a device or a folder) and ValueError when it holds more than limit bytes."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if os.fstat(handle).st_mode & 0o170000 != 0o100000:
        os.close(handle)
        raise OSError("not a regular file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError(f"larger than {limit // 1024} KiB")
    return data


def utf8(data: bytes) -> str:
    """The text, without a byte-order mark. (The codec that takes it off by itself is an import of its own.) Raises UnicodeDecodeError."""
    return (data[3:] if data[:3] == b"\xef\xbb\xbf" else data).decode("utf-8")


def write_atomic(path: str, data: bytes, scratch: str = "", mode: int = 0o666) -> None:
    """Replace path by data as a whole. The temporary lies in scratch (same file system), else beside path. Raises OSError."""
    folder = scratch or os.path.dirname(path)
    temporary = os.path.join(folder, f".tmp-{os.getpid()}-{time.time_ns():x}")
    flags = (
        os.O_CREAT
        | os.O_EXCL
        | os.O_WRONLY
        | getattr(os, "O_NOFOLLOW", 0)
        | getattr(os, "O_BINARY", 0)
    )
    handle = os.open(temporary, flags, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _replace(temporary, path)
    except BaseException:
        _unlink(temporary)
        raise


def append(path: str, data: bytes, limit: int) -> None:
    """Append data to a log; when it grows past limit bytes, keep the newer half from a line's start. Raises OSError."""
    flags = (
        os.O_CREAT
        | os.O_APPEND
        | os.O_WRONLY
        | getattr(os, "O_NOFOLLOW", 0)
        | getattr(os, "O_BINARY", 0)
    )
    handle = os.open(path, flags, 0o666)
    try:
        os.write(handle, data)
        size = os.fstat(handle).st_size
    finally:
        os.close(handle)
    if size > limit:
        with open(path, "rb") as file:
            file.seek(size - limit // 2)
            kept = file.read()
        write_atomic(path, kept[kept.find(b"\n") + 1 :])


def sweep(folder: str, now: float, prefix: str = ".tmp-", age: float = STALE_SECONDS) -> int:
    """Remove files of folder that start with prefix and are older than age seconds; how many went."""
    gone = 0
    try:
        with os.scandir(folder) as items:
            for item in items:
                if (
                    item.name.startswith(prefix)
                    and now - item.stat(follow_symlinks=False).st_mtime > age
                ):
                    gone += _unlink(item.path)
    except OSError:
        pass
    return gone


class Lock:
    """The one lock of a store, as a context manager: flock on `path`; where the file system knows no flock, a lock file beside it.

    The kernel drops a flock with its process; a lock file names its process and is broken when that is dead or a minute old.
    Raises Busy after `timeout` seconds and OSError where the folder cannot be written.
    """

    def __init__(self, path: str, timeout: float = LOCK_TIMEOUT):
        self.path, self.timeout, self.handle, self.marker = path, timeout, None, ""
        _load()

    def __enter__(self):
        self.handle = os.open(
            self.path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o666
        )
        try:
            self._wait()
        except BaseException:
            os.close(self.handle)
            raise
        return self

    def __exit__(self, *exc):
        if self.marker:
            _unlink(self.marker)
            self.marker = ""
        elif fcntl is None:
            _windows_unlock(self.handle)
        os.close(self.handle)

    def _wait(self):
        deadline, pause = time.monotonic() + self.timeout, 0.001
        while not self._try():
            if time.monotonic() > deadline:
                raise Busy(f"{self.path} is held by another process for over {self.timeout:g} s")
            time.sleep(pause)
            pause = min(pause * 2, 0.03)

    def _try(self) -> bool:
        try:
            if fcntl is None:
                return _windows_lock(self.handle)
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError:  # ENOLCK, ENOTSUP: a network file system without flock
            return self._try_marker()

    def _try_marker(self) -> bool:
        marker = self.path + ".held"
        try:
            handle = os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        except FileExistsError:
            if _abandoned(marker):
                _unlink(marker)
            return False
        os.write(handle, f"{os.getpid()} {_host()}\n".encode())
        os.close(handle)
        self.marker = marker
        return True


def _load() -> None:
    global fcntl
    if fcntl is ...:
        try:
            import fcntl
        except ImportError:
            fcntl = None


def _abandoned(marker: str) -> bool:
    try:
        with open(marker, encoding="utf-8", errors="replace") as file:
            pid, _, host = file.read(300).strip().partition(" ")
        if time.time() - os.stat(marker).st_mtime > STALE_SECONDS:
            return True
        if host != _host() or not pid.isdigit():
            return False
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


def _host() -> str:
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")


def _windows_lock(handle) -> bool:
    import msvcrt

    try:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        return True
    except OSError:
        return False


def _windows_unlock(handle) -> None:
    import msvcrt

    os.lseek(handle, 0, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)


def _replace(source: str, target: str) -> None:
    for pause in (0.01, 0.05, 0.2, 0):  # Windows refuses while another process has the target open
        try:
            return os.replace(source, target)
        except PermissionError:
            if os.name != "nt" or not pause:
                raise
            time.sleep(pause)


def _unlink(path: str) -> bool:
    try:
        os.unlink(path)
        return True
    except OSError:
        return False
