"""Completion scripts: every command and option in them, taken by the shells that are here."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT

from reflexion.cli.completion import rows
from reflexion.cli.parser import commands

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture(scope="module")
def table():
    return rows()


def test_the_table(table):
    by_name = {name: (flags, words) for name, _, flags, words in table}
    assert list(by_name) == [row.name for row in commands() if row.group]
    types = [choices for flag, _, choices in by_name["list"][0] if flag == "--type"]
    assert types == [["error", "correction", "insight", "pattern"]]
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
        ("reflexion --type x", ""),
        ("reflexion help thr", "threat-model"),
    ],
)
def test_bash_completes(cli, tmp_path, words, expected):
    cli.put("a7f03c")
    binary = tmp_path / "bin" / "reflexion"
    binary.parent.mkdir()
    binary.write_text(
        f"#!/bin/sh\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -m reflexion \"$@\"\n"
    )
    binary.chmod(0o755)
    parts = words.split()
    quoted = " ".join(f"'{part}'" for part in parts)
    script = f"{cli('completion', 'bash')}\nPATH='{binary.parent}':$PATH\nCOMP_WORDS=({quoted}); COMP_CWORD={len(parts) - 1}; _reflexion; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, timeout=20, cwd=cli.root
    )
    assert done.stderr == "" and done.stdout.strip() == expected
