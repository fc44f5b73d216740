"""Completion scripts: every command and option in them, taken by the shells that are here."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT

from reflexion.cli.parser import commands, find
from reflexion.setup.command import by_hand

SHELLS = ("bash", "zsh", "fish")


def offered(cli, line: str) -> dict:
    """Word -> what it says, of what is offered at the end of a line."""
    rows = cli("completion", "words", f"reflexion {line}").splitlines()
    return dict(row.split("\t") for row in rows if row)


def test_what_is_offered(cli):
    cli.put("a7f03c")
    names = offered(cli, "")
    assert list(names) == [row.name for row in commands() if row.group]
    assert names["status"].startswith("what needs you")
    assert list(offered(cli, "list --type ")) == ["error", "correction", "insight", "pattern"]
    assert "testing" in offered(cli, "show --skill ")
    assert "a7f03c" in offered(cli, "show ") and "a7f03c" not in offered(cli, "list ")
    for line in ("learn --for ", "learn --replaces a", "learn --same ", "promote --demote "):
        assert list(offered(cli, line)) == ["a7f03c"], line
    assert offered(cli, "reflect --session ") == {}, "that is no id of a learning"
    assert "bash" in offered(cli, "completion ")
    for name in names:
        flags = offered(cli, f"{name} --")
        known = [flag for action in find(name).parser()._actions for flag in action.option_strings]
        assert list(flags) == [flag for flag in known if flag.startswith("--")], name
    assert offered(cli, "nonsense ") == {} and offered(cli, "show zzz") == {}
    cli("completion", "tcsh", status=2)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_reads_it(cli, tmp_path, shell):
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"{shell} is not here")
    script = tmp_path / "completion"
    script.write_text(cli("completion", shell))
    done = subprocess.run([program, "-n", str(script)], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("bash") or sys.platform == "win32", reason="needs bash")
@pytest.mark.parametrize(
    "words, expected",
    [
        ("reflexion sta", "status"),
        ("reflexion list --un", "--unresolved"),
        ("reflexion add --type ins", "insight"),
        ("reflexion completion f", "fish"),
        ("reflexion show RFX", "RFX-20260301-a7f03c"),
        ("reflexion show a7", "a7f03c"),
        ("reflexion resolve b", ""),
        ("reflexion config announ", "announce"),
        ("reflexion config announce lea", "learned"),
        ("reflexion config enabled f", "false"),
        ("reflexion config --global warn_before d", "deny"),
        ("reflexion --type x", ""),
        ("reflexion help thr", "threat-model"),
    ],
)
def test_bash_completes(cli, tmp_path, words, expected):
    cli.put("a7f03c")
    assert completed(cli, words) == [expected]


def completed(cli, line: str, before: str = "", listing: bool = False) -> list:
    """What bash offers for a line; `before`: what stood in its start-up file."""
    state = f"COMP_LINE='{line}'; COMP_POINT={len(line)}; COMP_TYPE={63 if listing else 9}"
    show = "_reflexion; printf '%s\\n' \"${COMPREPLY[@]}\""
    script = f"{before}\n{cli('completion', 'bash')}\n{state}; {show}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=20, cwd=cli.root
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


needs_bash = pytest.mark.skipif(
    not shutil.which("bash") or sys.platform == "win32", reason="needs bash"
)


@needs_bash
def test_what_a_learning_says_is_listed_and_never_put_on_the_line(cli):
    cli.put("a7f03c", resolution="Use `pnpm`; $(touch /tmp/x) it")
    cli.put("a7b11d", resolution="", trigger="it \x1b[31mbroke")
    told = ["a7b11d  it broke", "a7f03c  Use pnpm touch tmp x it"]
    assert completed(cli, "reflexion show a7", listing=True) == told
    assert completed(cli, "reflexion show a7") == ["a7b11d", "a7f03c"]
    assert completed(cli, "reflexion show a7f", listing=True) == ["a7f03c"]


@needs_bash
def test_with_the_alias_of_the_readme(cli, monkeypatch, tmp_path, installed):
    """Nothing of that name is on the path: the script calls the toolkit where it lies."""
    cli.put("a7f03c")
    folders = [path for path in os.environ["PATH"].split(os.pathsep) if path != str(installed)]
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    alias = f"alias reflexion={shlex.quote(by_hand(str(ROOT)))}"
    assert completed(cli, "reflexion show a7", alias) == ["a7f03c"]
    assert f"({by_hand(str(ROOT))} completion words" in cli("completion", "fish")


def test_ids_say_what_they_stand_for(cli):
    cli.put("a7f03c", resolution="Use the token ghp_" + "a1B2c3D4e5F6" * 3)
    cli.put("b11d42", type="correction", trigger="no, dates are UTC", resolution="")
    (cli.store / "entries" / "RFX-20260302-b11d42.json").write_text("{")
    assert cli("completion", "ids").splitlines() == [
        "a7f03c\tUse the token REDACTED",
        "RFX-20260301-b11d42\tno dates are UTC",
        "RFX-20260302-b11d42\tcannot be read",
    ]
    assert cli("completion", "ids", "RFX").startswith("RFX-20260301-a7f03c\t")
