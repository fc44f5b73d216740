"""What is printed fits the screen, and questions are asked of a person alone."""

import io

import pytest

from reflexion.cli.terminal import confirm
from reflexion.errors import Stop
from reflexion.text import plural


@pytest.mark.parametrize(
    "number, expected", [(0, "0 lessons"), (1, "1 lesson"), (2000, "2,000 lessons")]
)
def test_numbers_come_with_their_word(number, expected):
    assert plural(number, "lesson") == expected


class Keyboard(io.StringIO):
    """What a person at a terminal types."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    "typed, expected",
    [("y\n", True), (" YES \n", True), ("n\n", False), ("\n", False), ("", False)],
)
def test_only_a_yes_is_a_yes(monkeypatch, typed, expected):
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    assert confirm("Remove it?") is expected


def test_where_nobody_can_be_asked_the_option_is_named(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    with pytest.raises(Stop, match="--yes"):
        confirm("Remove it?")
    assert confirm("Remove it?", is_yes=True)
