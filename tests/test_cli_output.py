"""How commands print: the pager, a console that takes ASCII alone."""

from __future__ import annotations

import io

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import Terminal

from reflexion.cli.output import Stop, ask, print_paged

WAITS = "reflexion: silent until `reflexion trust`: 1 learning from somebody else\n"


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
