"""Command lines as they are compared."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.shell.command_words import command_words


@pytest.mark.parametrize(
    "command, program, words, flags",
    [
        ("git push -u origin trunk", "git", ["push", "trunk"], {"-u"}),
        ("git commit -m 'one two'", "git", ["commit"], set()),
        ("python3 -m pytest -x", "pytest", [], {"-x"}),
        ("mvn -pl zoo test", "mvn", ["test"], {"-pl"}),
        ("pytest -n 4", "pytest", ["4"], {"-n"}),
        ("ZOO=1 make all", "make", ["all"], {"ZOO=1"}),
        ("gcc -o a b.c", "gcc", ["b.c"], {"-o"}),
        ("export ZOO=1 && gmake", "make", [], {"ZOO=1"}),
        ("docker compose -f x.yml up", "docker", ["compose", "up"], {"-f"}),
    ],
)
def test_shape(command, program, words, flags):
    shape = command_words(command)[-1]
    assert (shape.program, shape.words, shape.flags) == (program, words, flags)


@pytest.mark.parametrize(
    "command", ["ls -la", "cat zoo | head", "", "# git push", "cd zoo", "echo git push"]
)
def test_what_only_looks_has_none(command):
    assert command_words(command) == []


def test_hostile_text():
    survives(command_words)
