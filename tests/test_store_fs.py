from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from sandbox import ROOT

from reflexion.store import fs
from reflexion.store.fs import append, read_bounded, sweep, write_atomic
from reflexion.store.lock import Busy, Lock


def test_write_atomic_replaces_and_leaves_no_temporary(tmp_path):
    path = tmp_path / "a file"
    for text in (b"one", b"two \xff"):
        write_atomic(str(path), text)
        assert path.read_bytes() == text
    assert os.listdir(tmp_path) == ["a file"]


def test_a_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fs.os, "fsync", full)
    with pytest.raises(OSError):
        write_atomic(str(path), b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["file"]


def test_append_keeps_the_newer_half(tmp_path):
    path = str(tmp_path / "log")
    for n in range(100):
        append(path, b"line %03d\n" % n, 200)
    lines = read_bounded(path, 1000).splitlines()
    assert lines[-1] == b"line 099" and len(lines) <= 20
    assert all(line.startswith(b"line ") and len(line) == 8 for line in lines)


def test_read_bounded_refuses_what_is_no_small_file(tmp_path):
    (tmp_path / "big").write_bytes(b"x" * 100)
    with pytest.raises(ValueError):
        read_bounded(str(tmp_path / "big"), 99)
    with pytest.raises(OSError):
        read_bounded(str(tmp_path), 99)
    os.mkfifo(str(tmp_path / "pipe")) if hasattr(os, "mkfifo") else None
    if hasattr(os, "mkfifo"):
        with pytest.raises(OSError):
            read_bounded(str(tmp_path / "pipe"), 99)


def test_sweep_takes_stale_temporaries_only(tmp_path):
    for name in (".tmp-1-a", ".tmp-2-b", "entry.json"):
        (tmp_path / name).write_text("x")
    os.utime(tmp_path / ".tmp-1-a", (1, 1))
    os.utime(tmp_path / "entry.json", (1, 1))
    sweep(str(tmp_path), time.time())
    assert sorted(os.listdir(tmp_path)) == [".tmp-2-b", "entry.json"]


HOLD = "import sys, time; sys.path.insert(0, sys.argv[1])\nfrom reflexion.store.lock import Lock\nwith Lock(sys.argv[2]):\n    print('held', flush=True)\n    time.sleep(60)"


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
    with Lock(path):
        assert os.path.exists(path + ".held")
        with pytest.raises(Busy), Lock(path, timeout=0.05):
            pass
    assert not os.path.exists(path + ".held")


@pytest.mark.parametrize(
    "text, age", [("999999999 {host}", 0), ("1 another-machine", 120), ("garbage", 120)]
)
def test_without_flock_a_dead_or_old_holder_is_recognised(tmp_path, no_flock, text, age):
    path = tmp_path / "lock"
    held = tmp_path / "lock.held"
    held.write_text(text.format(host=os.uname().nodename))
    os.utime(held, (time.time() - age, time.time() - age))
    with Lock(str(path), timeout=2):
        pass


def test_without_flock_a_living_holder_elsewhere_is_respected(tmp_path, no_flock):
    (tmp_path / "lock.held").write_text("1 another-machine")
    with pytest.raises(Busy), Lock(str(tmp_path / "lock"), timeout=0.05):
        pass
