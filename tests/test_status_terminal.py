"""Columns, colours and bars."""

from __future__ import annotations

import io

import pytest

from reflexion.status import terminal


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize(
    "text, columns, expected",
    [
        ("abc", 5, "abc"),
        ("abcdef", 6, "abcdef"),
        ("abcdef", 4, "abc\u2026"),
        ("ab cdef", 4, "ab\u2026"),
        ("\u4f60\u597d\u5417", 6, "\u4f60\u597d\u5417"),
        ("\u4f60\u597d\u5417", 5, "\u4f60\u597d\u2026"),
        ("\u4f60\u597d\u5417", 4, "\u4f60\u2026"),
        ("e\u0301e\u0301", 2, "e\u0301e\u0301"),
        ("", 3, ""),
        ("one two three", 10, "one two\u2026"),
        ("one two three", 8, "one two\u2026"),
        ("a bcdefghijklm", 8, "a bcdef\u2026"),
        ("abc", 1, "\u2026"),
        ("abc", 0, ""),
    ],
)
def test_cut(text, columns, expected):
    assert terminal.cut(text, columns) == expected and terminal.cells(expected) <= max(columns, 0)


@pytest.mark.parametrize(
    "text, right, expected",
    [
        ("ab", False, "ab  "),
        ("ab", True, "  ab"),
        ("abcdef", False, "abc\u2026"),
        ("\u4f60", False, "\u4f60  "),
    ],
)
def test_pad(text, right, expected):
    assert terminal.pad(text, 4, right) == expected


@pytest.mark.parametrize(
    "text, first, expected",
    [
        ("one two three", None, ["  one two", "  three"]),
        ("", None, ["  "]),
        ("abcdefghijklmnop", None, ["  abcdefgh", "  ijklmnop"]),
        ("one two", "* ", ["* one two"]),
        ("a " * 3 + "b", None, ["  a a a b"]),
    ],
)
def test_wrap(text, first, expected):
    assert terminal.wrap(text, 10, "  ", first) == expected


@pytest.mark.parametrize(
    "text", ["word " * 50, "x" * 500, "\u4f60\u597d" * 80, "a" * 39 + " " + "b" * 41, ""]
)
@pytest.mark.parametrize("columns", [20, 40, 80])
def test_wrapped_lines_fit_and_lose_nothing(text, columns):
    lines = terminal.wrap(text, columns, "    ")
    assert all(terminal.cells(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "value, most, expected",
    [(0, 10, ""), (10, 10, "####"), (5, 10, "##"), (1, 1000, "#"), (20, 10, "####"), (1, 0, "")],
)
def test_bar(value, most, expected):
    assert terminal.bar(value, most, 4, "#") == expected


@pytest.mark.parametrize(
    "columns, expected",
    [
        ("", 80),
        ("120", 120),
        ("5", terminal.NARROWEST),
        ("0", 80),
        ("x", 80),
        ("900", terminal.WIDEST),
    ],
)
def test_width(columns, expected, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.__stdout__", io.StringIO())  # no terminal
    assert terminal.width() == expected


@pytest.mark.parametrize(
    "environ, stream, expected",
    [
        ({}, io.StringIO(), False),
        ({}, Screen(), True),
        ({"NO_COLOR": "1"}, Screen(), False),
        ({"NO_COLOR": ""}, Screen(), True),
        ({"TERM": "dumb"}, Screen(), False),
    ],
)
def test_colour(environ, stream, expected):
    assert terminal.colour(stream, environ) is expected


def test_paint():
    assert (
        terminal.Paint(True)("x", "bold", "red") == "\x1b[1;31mx\x1b[0m"
        and terminal.Paint(False)("x", "bold") == "x"
        and terminal.Paint(True)("x") == "x"
    )


def test_a_stream_that_takes_ascii_only():
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert (
        terminal.fitting("\u2588 \u2192 \u4f60", plain) == "# -> \u4f60"
        and terminal.fitting("\u2588", Screen()) == "\u2588"
    )


def test_a_path_may_stay_whole():
    assert terminal.wrap("see /a/very/long/path/to/a/file now", 20, "  ", split=False) == [
        "  see",
        "  /a/very/long/path/to/a/file",
        "  now",
    ]


@pytest.mark.parametrize(
    "path", ["/x/reflexion", "'/my tools/reflexion'", "'/it'\\''s (1) mine/reflexion'"]
)
def test_a_command_stays_on_one_line(path):
    command = f"`python3 {path} show ID`"
    lines = terminal.wrap(f"to see all of it: {command} tells more", 20, split=False)
    assert command in lines


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 rule(s) taken out", "1 rule taken out"),
        ("0 file(s), 2,000 learning(s)", "0 files, 2,000 learnings"),
        ("call(s) f(s) 12", "call(s) f(s) 12"),
    ],
)
def test_counted(text, expected):
    assert terminal.counted(text) == expected


@pytest.mark.parametrize(
    "text, shown",
    [
        ("/home/dev/shop/.reflexion/config.json: bad", ".reflexion/config.json: bad"),
        ("in /home/dev/other/x and /opt/x", "in ~/other/x and /opt/x"),
        ("/home/developer/x", "/home/developer/x"),
        ("/home/dev/shop", "~/shop"),
    ],
)
def test_a_path_is_told_from_where_one_is(monkeypatch, text, shown):
    monkeypatch.setenv("HOME", "/home/dev")
    monkeypatch.setenv("USERPROFILE", "/home/dev")
    assert terminal.nearby(text, "/home/dev/shop") == shown
