"""The store's lock: flock, else a lock file. A dead holder never blocks."""

from __future__ import annotations

import os
import time

from reflexion.store import files

fcntl = ...  # imported by the first lock, for most hooks take none; None on Windows

TIMEOUT = 10.0  # seconds a hook waits; sixteen at once need well under one


class Busy(OSError):
    """The lock could not be had in time."""


class Lock:
    """The lock at `path`, as a context manager. Raises Busy after `timeout` seconds, OSError where
    it cannot be written. A lock file is broken when its process is dead, or it is a minute old."""

    def __init__(self, path: str, timeout: float = TIMEOUT):
        self.path, self.timeout, self.handle, self.marker = path, timeout, None, ""
        _load()

    def __enter__(self):
        self.handle = files.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        deadline, pause = time.monotonic() + self.timeout, 0.001
        try:
            while not self._try():
                if time.monotonic() > deadline:
                    raise Busy(f"{self.path} is held by another process: {self.timeout:g} s waited")
                time.sleep(pause)
                pause = min(pause * 2, 0.03)
        except BaseException:
            os.close(self.handle)
            raise
        return self

    def __exit__(self, *exc):
        if self.marker:
            files.remove(self.marker)
            self.marker = ""
        elif fcntl is None:
            _windows_lock(self.handle, "LK_UNLCK")
        os.close(self.handle)

    def _try(self) -> bool:
        try:
            if fcntl is None:
                return _windows_lock(self.handle, "LK_NBLCK")
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError:  # ENOLCK, ENOTSUP: a network file system without flock
            return self._try_marker()

    def _try_marker(self) -> bool:
        marker = self.path + ".held"
        try:
            handle = files.open_handle(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if _is_abandoned(marker):
                files.remove(marker)
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


def _is_abandoned(marker: str) -> bool:
    try:
        text = files.read_bounded(marker, 4096).decode("utf-8", "replace")
        pid, _, host = text.strip().partition(" ")
        if time.time() - os.stat(marker).st_mtime > files.STALE_SECONDS:
            return True
        if host == _host() and pid.isdigit():
            os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError, ValueError):
        return True
    except OSError:
        pass  # it went, or its process is somebody else's
    return False


def _host() -> str:
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")


def _windows_lock(handle: int, mode: str) -> bool:
    import msvcrt

    try:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, getattr(msvcrt, mode), 1)
        return True
    except OSError:
        return False
