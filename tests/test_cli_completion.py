"""Completion scripts: every command and option in them, taken by the shells that are here."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT

from reflexion.cli import completion, modules


@pytest.fixture(scope="module")
def table():
    return completion.commands()


def test_the_table(table):
    byname = {command.name: command for command in table}
    assert list(byname) == list(modules())
    assert ("--type", ("error", "correction", "insight", "pattern"), True) in [
        (flag, choices, valued) for flag, _, choices, valued in byname["add"].options
    ]
    assert (
        byname["show"].ids
        and not byname["list"].ids
        and "bash" in byname["completion"].words
        and "set" in byname["config"].words
    )
    assert all(any(flag == "--help" for flag, *_ in command.options) for command in table)


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_each_names_all(cli, table, shell):
    out = cli("completion", shell)
    for command in table:
        assert command.name in out
        for flag, *_ in command.options:
            assert flag in out or f"-l {flag[2:]} " in out or f"-l {flag[2:]}\n" in out
    cli("completion", "tcsh", status=2)


@pytest.mark.parametrize("shell", completion.SHELLS)
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
        ("reflexion config u", "unset"),
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
