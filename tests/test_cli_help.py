"""help: the overview, a command, a page of the manual."""

from __future__ import annotations

import pytest
from cli_tools import cli  # noqa: F401

from reflexion.cli.help import topics
from reflexion.cli.parser import commands, find

COMMANDS = sorted(row.name for row in commands() if row.group)


START = ["init", "status", "list", "show", "add", "review", "doctor", "config"]


def test_overview(cli):
    for out in (cli(), cli("--help"), cli("help")):
        lines = out.splitlines()
        explained = [line.split()[0] for line in lines[3:11]]
        assert explained == START and max(map(len, lines)) <= 80
        rows = [line for line in lines if line.startswith("  ") and line[2:3].strip()]
        assert {*COMMANDS} <= {row.split()[0] for row in rows if len(row) > 20}
        assert [topic for topic in topics() if topic not in out.split()] == []
    assert cli("--version").startswith("reflexion 0")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each(cli, command):
    out = cli(command, "--help")
    assert f"usage: reflexion {command}" in out and "examples" in out.lower(), out
    assert "reflexion " in out.partition("examples:")[2] and len(out.splitlines()) < 60
    assert cli("help", command) == out


def test_help_on_a_page_of_the_manual(cli):
    for topic in topics():
        assert cli("help", topic).startswith("# ")
    cli("help", "setings", status=1)
    assert "did you mean `settings`?" in cli.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_names_the_program_as_it_is_not_called_here(command):
    """The text of an option is broken where its line ends, so a command to run stands elsewhere."""
    assert [text for _, text in find(command).arguments if "`reflexion " in text] == []
