"""How commands print: the terminal's width, the pager, a console that takes ASCII alone."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT, Terminal

from reflexion.cli.keys import read_key
from reflexion.cli.output import Progress, Stop, ask, print_paged, read_json
from reflexion.status.terminal import COMMAND

WAITS = "reflexion: silent until `reflexion trust`: 1 learning not listed here as yours\n"


def test_a_console_without_our_letters(box):
    (box.root / ".reflexion" / "entries").mkdir(parents=True)
    (box.root / ".reflexion" / "entries" / "RFX-20260301-abcdef.json").write_text(
        '{"trigger": "\\u4f60\\u597d", "occurrences": 2}'
    )
    for argv in (
        ["list"],
        ["status"],
        ["show", "abc"],
        ["list", "--json"],
        ["--help"],
        ["doctor", "--quick"],
    ):
        done = box.reflexion(*argv, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert (
            done.returncode in (0, 1)
            and not done.stderr.replace(WAITS, "")
            and done.stdout.isascii()
            and done.stdout
        )


def test_the_pager_gets_long_output(cli, monkeypatch, tmp_path):
    calls = []
    monkeypatch.setenv("PAGER", "less -R")
    monkeypatch.setattr("reflexion.status.terminal.is_terminal", lambda stream: True)
    monkeypatch.setattr(
        "subprocess.run", lambda command, **more: calls.append((command, more["input"]))
    )
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO(b""), "utf-8"))
    print_paged(["x"] * 500)
    print_paged(["x"])
    assert calls == [(["less", "-R"], b"x\n" * 500)]
    monkeypatch.setenv("CLAUDECODE", "1")  # an agent, in a terminal that its host gave it
    print_paged(["x"] * 500)
    assert len(calls) == 1
    with pytest.raises(Stop, match="nobody to ask: add --yes"):
        ask("Sure?", "add --yes")


def on_a_screen(box, columns: int, *argv) -> list:
    """The lines that a command writes on a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 500, columns, 0, 0))
    words = [sys.executable, str(ROOT / "reflexion"), *argv]
    environ = box.environ(TERM="dumb", PAGER="cat")
    given = {"stdin": subprocess.DEVNULL, "stdout": slave, "stderr": slave}
    started = subprocess.Popen(words, cwd=box.root, env=environ, **given)
    os.close(slave)
    parts = []
    while True:
        try:
            part = os.read(master, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    started.wait()
    os.close(master)
    return b"".join(parts).decode("utf-8").replace("\r\n", "\n").splitlines()


PRINTED = (
    ("init", "--host", "all"),
    ("restore",),
    ("list", "--frobnicate"),
    ("frobnicate",),
    ("show", "zzz"),
    ("memory", "status"),
    ("recall", "some", "words"),
    ("check",),
    ("undo", "--dry-run"),
    ("status",),
    ("doctor", "--quick"),
    ("log", "--help"),
    ("help", "how-it-works"),
    ("uninstall",),
)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [60, 80])
def test_nothing_is_wider_than_the_terminal(columns, box):
    """Only a path or a command, which are never broken, may be longer."""
    (box.home / ".codex").mkdir()
    one_word = re.compile(rf"\W*(?:\S+|(?:{COMMAND}))\W*")
    for argv in PRINTED:
        lines = on_a_screen(box, columns, *argv)
        assert lines, argv
        wide = [line for line in lines if len(line) > columns and not one_word.fullmatch(line)]
        assert wide == [], argv


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_progress_shows_on_a_terminal_only(monkeypatch):
    for stream, expected in ((Screen(), "\rread: 10 %\rread: 60 %\r\x1b[K"), (io.StringIO(), "")):
        monkeypatch.setattr("sys.stderr", stream)
        with Progress("read", 200) as progress:
            progress(20)
            progress(21)
            progress.start = 100
            progress(20)
        assert stream.getvalue() == expected


def test_no_more_is_read_than_may_be(monkeypatch, tmp_path):
    given = io.TextIOWrapper(io.BytesIO(b"[1]" + b" " * 50))
    monkeypatch.setattr(sys, "stdin", given)
    assert read_json("-", 10, "") == [1] and given.buffer.tell() == 10
    (tmp_path / "long").write_bytes(b"[1]" + b" " * 50)
    with pytest.raises(Stop, match="try less"):
        read_json(str(tmp_path / "long"), 10, "try less")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_key_leaves_the_terminal_as_it_was(monkeypatch):
    import pty
    import termios

    master, slave = pty.openpty()
    with os.fdopen(slave) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        before = termios.tcgetattr(slave)
        os.write(master, b"K\x1b[Aq")
        assert [read_key(), read_key(), read_key()] == ["k", "", "q"]
        assert termios.tcgetattr(slave) == before
    os.close(master)
