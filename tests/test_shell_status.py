"""Whose status a line ends in, and whose failure it would hide."""

import pytest

from reflexion.shell import calls
from reflexion.shell.status import hidden, suspects

LINES = [  # the line, the calls that it hides, those whose status it may end in
    ("make", "", "make"),
    ("cd a && make", "", "make cd"),
    ("make | tail -5", "make", "tail"),
    ("cd a && make | tail", "make", "tail cd"),
    ("(cd a && make) | tail", "cd make", "tail"),
    ("make || true", "make", "true"),
    ("make || exit 1", "", "exit make"),
    ("make || { echo no; exit 1; }", "echo", "exit make"),
    ("make; echo done", "make", "echo"),
    ("make\nls", "make", "ls"),
    ("make &", "make", "make"),
    ("for f in a; do make $f; done", "make", "make"),
    ("bash -c 'a && b'", "", "b a"),
    ('git commit -m "$(cat note)" && git push', "", "git git"),
    ("", "", ""),
]


@pytest.mark.parametrize("line, unseen, ended", LINES)
def test_whose_status_a_line_ends_in(line, unseen, ended):
    found = calls(line)
    assert " ".join(call.program for call in hidden(found, line)) == unseen
    assert " ".join(call.program for call in suspects(found, line)) == ended
