"""One process at a time changes a store, and none is blocked by a dead one."""

import errno
import os
import subprocess
import sys

import pytest
from sandbox import ROOT

from reflexion.errors import Busy
from reflexion.store import fs

HOLD = "from reflexion.store import fs; held = fs.lock({!r}, 1); print(1, flush=True); "


def hold(path, then):
    """Start a process that takes the lock, says so, and goes on with `then`."""
    command = [sys.executable, "-c", HOLD.format(path) + then]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert process.stdout.readline().strip() == b"1"
    return process


def test_a_lock_that_another_process_holds_is_waited_for_and_given_up(tmp_path):
    path = str(tmp_path / "lock")
    process = hold(path, "input()")
    try:
        with pytest.raises(Busy, match="held by another process"), fs.lock(path, 0.05):
            pass
    finally:
        process.communicate(b"\n")
    with fs.lock(path, 1):
        pass


def test_a_process_that_died_holds_nobody_up(tmp_path):
    path = str(tmp_path / "lock")
    process = hold(path, "import os; os._exit(9)")
    process.communicate()
    with fs.lock(path, 1):
        pass


def test_the_lock_is_free_again_after_an_error(tmp_path):
    path = str(tmp_path / "lock")
    with pytest.raises(KeyError), fs.lock(path, 1):
        raise KeyError
    with fs.lock(path, 0.05):
        pass


@pytest.mark.skipif(os.name == "nt", reason="flock is POSIX's")
def test_a_file_system_without_locks_holds_nobody_up(tmp_path, monkeypatch):
    def refuse(handle, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fs.fcntl, "flock", refuse)
    with fs.lock(str(tmp_path / "lock"), 0.05):
        pass
