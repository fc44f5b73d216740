"""The lock of a store: flock, else a lock file where the file system knows none."""

from __future__ import annotations

import os
import time

from reflexion.store import fs


class Busy(OSError):
    """The lock could not be had in time."""


class Lock:
    """The lock at `path`, as a context manager; a dead holder never blocks. Raises Busy after
    `timeout` seconds, OSError where it cannot be written."""

    def __init__(self, path: str, timeout: float):
        self.path = path
        self.timeout = timeout
        self.handle = None
        self.marker = ""

    def __enter__(self):
        self.handle = fs.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        deadline = time.monotonic() + self.timeout
        pause = 0.001
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
            fs.remove(self.marker)
        elif os.name == "nt":
            self._windows("LK_UNLCK")
        os.close(self.handle)

    def _try(self) -> bool:
        try:
            if os.name == "nt":
                self._windows("LK_NBLCK")
            else:
                import fcntl  # not before: most hooks take no lock

                fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            return False
        except OSError:  # ENOLCK, ENOTSUP: a network file system without flock
            return os.name != "nt" and self._try_marker()

    def _windows(self, mode: str) -> None:
        import msvcrt

        os.lseek(self.handle, 0, os.SEEK_SET)
        msvcrt.locking(self.handle, getattr(msvcrt, mode), 1)

    def _try_marker(self) -> bool:
        """By a lock file; it is broken when its process is dead, or it is a minute old."""
        marker = self.path + ".held"
        try:
            handle = fs.open_handle(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if _is_abandoned(marker):
                fs.remove(marker)
            return False
        os.write(handle, f"{os.getpid()} {os.uname().nodename}\n".encode())
        os.close(handle)
        self.marker = marker
        return True


def _is_abandoned(marker: str) -> bool:
    pid, _, host = fs.peek(marker, 4096).decode("utf-8", "replace").strip().partition(" ")
    try:
        old = time.time() - os.stat(marker).st_mtime > fs.STALE_SECONDS
        if not old and host == os.uname().nodename and pid.isdigit():
            os.kill(int(pid), 0)
        return old
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False  # it went, or its process is somebody else's
