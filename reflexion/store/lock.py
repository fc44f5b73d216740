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

    fcntl = None  # type: ignore[assignment]

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
        self._handle = -1

    def __enter__(self) -> Lock:
        self._handle = fs.open_handle(self.path, os.O_CREAT | os.O_RDWR)
        deadline = time.monotonic() + self.timeout
        while not self._try():
            if time.monotonic() >= deadline:
                os.close(self._handle)
                raise Busy(f"{self.path} is held by another process: {self.timeout:g} s waited")
            time.sleep(PAUSE)
        return self

    def __exit__(self, *_: object) -> None:
        if not fcntl:
            os.lseek(self._handle, 0, os.SEEK_SET)
            msvcrt.locking(self._handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
        os.close(self._handle)

    def _try(self) -> bool:
        try:
            if fcntl:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                os.lseek(self._handle, 0, os.SEEK_SET)
                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError as error:
            return error.errno in UNSUPPORTED
        return True
