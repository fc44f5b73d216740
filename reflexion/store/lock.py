"""The lock of a store: flock, or a lock file where the file system knows none."""

from __future__ import annotations

import os
import time

from reflexion.store import fs

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None


class Busy(OSError):
    """The lock could not be had in time."""


class Lock:
    """The lock at `path`, a context manager; a process that died never blocks others.

    Raises Busy after `timeout` seconds, OSError where the lock cannot be written.
    """

    def __init__(self, path: str, timeout: float):
        self.path = path
        self.timeout = timeout
        self._handle = None
        self._marker = ""

    def __enter__(self):
        self._handle = fs.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        deadline = time.monotonic() + self.timeout
        pause = 0.001
        try:
            while not self._try():
                if time.monotonic() > deadline:
                    waited = f"{self.timeout:g} s waited"
                    raise Busy(f"{self.path} is held by another process: {waited}")
                time.sleep(pause)
                pause = min(pause * 2, 0.03)
        except BaseException:
            os.close(self._handle)
            raise
        return self

    def __exit__(self, *exc):
        if self._marker:
            fs.remove(self._marker)
        elif not fcntl:
            self._lock_byte(msvcrt.LK_UNLCK)
        os.close(self._handle)

    def _try(self) -> bool:
        try:
            if fcntl:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                self._lock_byte(msvcrt.LK_NBLCK)
            return True
        except BlockingIOError:
            return False
        except OSError:  # ENOLCK, ENOTSUP: a network file system without flock
            return bool(fcntl) and self._try_marker()

    def _lock_byte(self, mode: int) -> None:
        os.lseek(self._handle, 0, os.SEEK_SET)
        msvcrt.locking(self._handle, mode, 1)

    def _try_marker(self) -> bool:
        """Lock by a file of its own, breaking one whose process is dead."""
        marker = self.path + ".held"
        try:
            handle = fs.open_handle(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if _is_abandoned(marker):
                fs.remove(marker)
            return False
        os.write(handle, f"{os.getpid()} {os.uname().nodename}\n".encode())
        os.close(handle)
        self._marker = marker
        return True


def _is_abandoned(marker: str) -> bool:
    """Return True if the lock file is a minute old or its process on this host is dead."""
    text = fs.peek(marker, 4096).decode("utf-8", "replace")
    pid, _, host = text.strip().partition(" ")
    try:
        if time.time() - os.stat(marker).st_mtime > fs.STALE_SECONDS:
            return True
        if host == os.uname().nodename and pid.isdigit():
            os.kill(int(pid), 0)
        return False
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False  # it went, or its process is somebody else's
