"""One writer at a time: by flock, by a lock file where there is none, and as Windows locks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from sandbox import ROOT

from reflexion.store import lock as lock_module
from reflexion.store.lock import Busy, Lock

HOLD = "import sys, time; sys.path.insert(0, sys.argv[1])\nfrom reflexion.store.lock import Lock\nwith Lock(sys.argv[2], 10):\n    print('held', flush=True)\n    time.sleep(60)"


def holder(path):
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(ROOT), path], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"held\n"
    return child


def end(child):
    child.kill()
    child.wait()
    child.stdout.close()


def test_a_held_lock_is_waited_for_and_a_dead_holder_never_blocks(tmp_path):
    path = str(tmp_path / "lock")
    child = holder(path)
    with pytest.raises(Busy), Lock(path, timeout=0.05):
        pass
    end(child)
    with Lock(path, timeout=5):
        pass


@pytest.fixture
def no_flock(monkeypatch):
    """A file system that knows no flock."""

    class Fcntl:
        LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(handle, how):
            raise OSError(95, "Operation not supported")

    monkeypatch.setitem(sys.modules, "fcntl", Fcntl)


def test_without_flock_a_lock_file_serves(tmp_path, no_flock):
    path = str(tmp_path / "lock")
    with Lock(path, timeout=1):
        assert os.path.exists(path + ".held")
        with pytest.raises(Busy), Lock(path, timeout=0.05):
            pass
    assert not os.path.exists(path + ".held")


HERE = os.uname().nodename if hasattr(os, "uname") else ""
DEAD = 999_999_999  # no process has this number
# what the lock file of somebody else says, its age in seconds, and whether it is broken
HELD = [
    (f"{DEAD} {HERE}", 0, True),
    (f"{10**30} {HERE}", 0, True),
    (f"{os.getpid()} {HERE}", 0, False),
    (f"{os.getpid()} {HERE}", 120, True),
    (f"{DEAD} another-machine", 0, False),
    ("1 another-machine", 120, True),
    (f"x{DEAD} {HERE}", 0, False),
    (f"-{DEAD} {HERE}", 0, False),
    ("garbage", 59, False),
    ("garbage", 62, True),
    (f"{DEAD} {HERE}" + " " * 2048, 0, True),
    (f"{DEAD} {HERE}" + " " * 4096, 0, False),
]


@pytest.mark.parametrize("text, age, broken", HELD)
def test_without_flock_a_dead_or_old_holder_is_recognised(tmp_path, no_flock, text, age, broken):
    held = tmp_path / "lock.held"
    held.write_text(text)
    os.utime(held, (time.time() - age, time.time() - age))
    lock = Lock(str(tmp_path / "lock"), timeout=0)
    lock.handle = -1
    assert not lock._try(), "it is broken first, and taken at the next look"
    assert held.exists() is not broken and lock._try() is broken


@pytest.mark.parametrize("age, broken", [(0, False), (120, True)])
def test_without_flock_somebody_else_s_process_holds_it_for_a_minute(
    tmp_path, monkeypatch, age, broken
):
    def kill(pid, number):
        raise PermissionError(1, "not yours")

    monkeypatch.setattr(os, "kill", kill)
    held = tmp_path / "lock.held"
    held.write_text(f"1 {HERE}")
    os.utime(held, (time.time() - age, time.time() - age))
    assert lock_module._is_abandoned(str(held)) is broken


class Clock:
    """Time that passes by sleeping alone."""

    def __init__(self):
        self.now = 0.0
        self.pauses = []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)
        self.now += seconds


WAITS = [
    # seconds that are waited for the lock, the first pauses, and all of them together at most
    (0, [0.001], 0.001),
    (0.001, [0.001, 0.002], 0.003),
    (1, [0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.03], 1.03),
]


@pytest.mark.parametrize("seconds, first, most", WAITS)
def test_the_pauses_grow_and_end(tmp_path, monkeypatch, seconds, first, most):
    clock = Clock()
    monkeypatch.setattr(lock_module, "time", clock)
    path = str(tmp_path / "lock")
    with Lock(path, 0), pytest.raises(Busy, match=f"{seconds:g} s waited"), Lock(path, seconds):
        pass
    assert clock.pauses[: len(first)] == first and seconds <= sum(clock.pauses) <= most


def test_as_windows_locks(tmp_path, monkeypatch):
    """The first byte is locked, and let go again; no lock file is made beside it."""
    calls = []

    def locking(handle, mode, size):
        calls.append((mode, os.lseek(handle, 0, os.SEEK_CUR), size))
        if len(calls) == 1:
            raise PermissionError(13, "held by another process")

    msvcrt = SimpleNamespace(LK_NBLCK="lock", LK_UNLCK="let go", locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    path = str(tmp_path / "lock")
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        with Lock(path, 1) as lock:
            os.lseek(lock.handle, 7, os.SEEK_SET)
    assert calls == [("lock", 0, 1), ("lock", 0, 1), ("let go", 0, 1)]
    assert os.listdir(tmp_path) == ["lock"]
