"""By what a command line is named: its caller, its verb."""

import pytest
from case_files import rows
from hostile import survives

from reflexion.shell import caller, calls, verb

COMMANDS = rows("commands.tsv")


@pytest.mark.parametrize("line, _, who", COMMANDS, ids=[row[0] for row in COMMANDS])
def test_a_line_is_named_by_the_call_that_does_its_work(line, _, who):
    assert caller(line) == who


@pytest.mark.parametrize(
    "line, word",
    [
        ("git -C lib push", "push"),
        ("npm run build", "build"),
        ("npm test", "test"),
        ("docker exec web npm run lint", "lint"),
        ("make -j8 dist", "dist"),
        ("make", ""),
        ("npm run", "run"),
    ],
)
def test_the_verb_of_a_call(line, word):
    assert verb(calls(line)[0]) == word


def test_any_line_has_a_name_or_none():
    survives(caller, ["a | ", "npm run ", "1 ", "a@1 ", "-C "])
