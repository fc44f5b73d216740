"""The lock of a store."""

from __future__ import annotations

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
        deadline = time.monotonic() + self.timeout
        pause = 0.001
        while not _try_lock(self._handle):
            if time.monotonic() > deadline:
                os.close(self._handle)
                waited = f"{self.timeout:g} s waited"
                raise Busy(f"{self.path} is held by another process: {waited}")
            time.sleep(pause)
            pause = min(pause * 2, 0.03)
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


def _lock_byte(handle: int, mode: int) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    msvcrt.locking(handle, mode, 1)
