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

from reflexion.cli.completion import rows
from reflexion.cli.parser import commands
from reflexion.setup.command import by_hand

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture(scope="module")
def table():
    return rows()


def test_the_table(table):
    by_name = {name: (flags, words) for name, _, flags, words in table}
    assert list(by_name) == [row.name for row in commands() if row.group]
    types = [choices for flag, _, choices in by_name["list"][0] if flag == "--type"]
    assert types[0] == ["error", "correction", "insight", "pattern"]
    assert "testing" in dict_of(by_name["show"][0])["--skill"]
    assert "IDS" in by_name["show"][1] and "IDS" not in by_name["list"][1]
    assert "bash" in by_name["completion"][1]
    assert [name for name, (flags, _) in by_name.items() if "--help" not in dict_of(flags)] == []


def dict_of(flags) -> dict:
    return {flag: choices for flag, _, choices in flags}


@pytest.mark.parametrize("shell", SHELLS)
def test_each_names_all(cli, table, shell):
    out = cli("completion", shell)
    for name, _, flags, _ in table:
        assert name in out
        for flag, *_ in flags:
            assert flag in out or f"-l {flag[2:]} " in out or f"-l {flag[2:]}\n" in out
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
    parts = line.split(" ")
    quoted = " ".join(f"'{part}'" for part in parts)
    state = f"COMP_WORDS=({quoted}); COMP_CWORD={len(parts) - 1}; COMP_TYPE={63 if listing else 9}"
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
    assert f"({by_hand(str(ROOT))} completion ids" in cli("completion", "fish")


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
