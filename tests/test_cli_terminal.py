"""What is printed fits the screen, and questions are asked of a person alone."""

import io

import pytest

from reflexion.cli.terminal import cells, confirm, fit, wrapped
from reflexion.errors import Stop
from reflexion.text import plural


@pytest.mark.parametrize(
    "text, columns, expected",
    [
        ("short", 5, "short"),
        ("too long", 5, "too…"),
        ("two\nlines", 20, "two lines"),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日…"),
        ("日", 1, "…"),
        ("e\u0301t", 3, "e\u0301t"),
        ("x", 1, "x"),
        ("xy", 1, "…"),
        ("x", 0, ""),
        ("xy", -3, ""),
    ],
)
def test_stored_text_is_cut_to_the_columns(text, columns, expected):
    assert fit(text, columns) == expected
    assert cells(fit(text, columns)) <= max(columns, 0)


@pytest.mark.parametrize(
    "number, expected", [(0, "0 lessons"), (1, "1 lesson"), (2000, "2,000 lessons")]
)
def test_numbers_come_with_their_word(number, expected):
    assert plural(number, "lesson") == expected


def test_a_labelled_text_is_indented_below_its_label(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert wrapped("note", "one two three four five six seven").splitlines() == [
        "  note      one two three four five six",
        "            seven",
    ]


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


def test_a_command_in_backquotes_is_never_broken_over_a_line(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text = "it waits for you: `reflexion review 9f99e5 keep`, or `reflexion remove 9f99e5` for good"
    lines = wrapped("needs you", text).splitlines()
    assert len(lines) > 2
    assert all(line.count("`") % 2 == 0 for line in lines)
    assert " ".join(" ".join(lines).split()).endswith("9f99e5` for good")
