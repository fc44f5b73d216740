"""The lock of a store."""

from __future__ import annotations

import _thread
import errno
import os
import time

from reflexion.errors import Busy
from reflexion.store import fs

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None

# what network shares answer that know no locks
UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, getattr(errno, "ENOTSUP", None))


PAUSE = 0.01  # seconds between two tries


class Lock:
    """The lock at `path`, a context manager; a process that died never blocks others.

    Raises Busy after `timeout` seconds, OSError where the lock cannot be written. On a file
    system without locks it holds nobody up: files are written whole there, too, and only a
    count may get lost.
    """

    def __init__(self, path: str, timeout: float):
        self.path = path
        self.timeout = timeout
        self._handle = None

    def __enter__(self):
        self._handle = fs.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        wait = _wait_in_line if fcntl and self.timeout else _ask_again
        if not _try_lock(self._handle) and not wait(self._handle, self.timeout):
            raise Busy(f"{self.path} is held by another process: {self.timeout:g} s waited")
        return self

    def __exit__(self, *exc):
        if not fcntl:
            _lock_byte(self._handle, msvcrt.LK_UNLCK)
        os.close(self._handle)


def _try_lock(handle: int) -> bool:
    try:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            _lock_byte(handle, msvcrt.LK_NBLCK)
    except OSError as error:
        return error.errno in UNSUPPORTED
    return True


def _wait_in_line(handle: int, seconds: float) -> bool:
    """Wait until the system hands the lock over, first come first served; False if it did not.

    Asking again and again would serve those first who come last. A thread waits, since a signal
    is only for the main one; it closes the file of which nobody waits any more.
    """
    done = _thread.allocate_lock()
    done.acquire()
    given_up: list[bool] = []

    def wait() -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
        if given_up:
            os.close(handle)
        else:
            done.release()

    _thread.start_new_thread(wait, ())
    if done.acquire(timeout=seconds):
        return True
    given_up.append(True)
    return done.acquire(timeout=PAUSE)  # it may have come just now


def _ask_again(handle: int, seconds: float) -> bool:
    """Try until the lock can be had; where it cannot in time, close the file and return False."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        time.sleep(PAUSE)
        if _try_lock(handle):
            return True
    os.close(handle)
    return False


def _lock_byte(handle: int, mode: int) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    msvcrt.locking(handle, mode, 1)
