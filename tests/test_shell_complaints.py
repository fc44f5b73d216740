"""What a shell says itself of a line."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.shell.complaints import could_not_read, could_not_run, rewritten
from reflexion.shell.parser import calls

COMPLAINTS = [  # the line, what was said; the call it is about, and whether it is the whole line
    ("cd src && make", "bash: line 1: cd: src: No such file or directory", "cd src", False),
    ("echo a > b/c", "/bin/sh: 1: cannot create b/c: Directory nonexistent", "", False),
    ("jq . a.json", "zsh:1: command not found: jq", "jq . a.json", False),
    ("git add [a].py", "zsh:1: no matches found: [a].py", "", False),
    ("npm run e2e", "sh: 1: playwright: not found", "", False),
    ("./deploy", "bash: line 3: /opt/run: Permission denied", "", False),
    ("for f in a; end", "(eval):1: parse error near `end'", "", True),
    ("echo 'a", "bash: -c: line 1: unexpected EOF while looking for matching `''", "", True),
    ("make (a", "make: syntax error near unexpected token `('", "", False),
    ("make (a", "syntax error near unexpected token `('", "", False),
]


@pytest.mark.parametrize("line, said, call, is_whole", COMPLAINTS)
def test_what_a_shell_complains_of(line, said, call, is_whole):
    found = could_not_run(calls(line), said)
    assert (found.raw if found else "") == call
    assert could_not_read(calls(line), said) is is_whole


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("ls 'a b", "ls 'a b'", True),
        ("for f in a b; cat $f; end", "for f in a b; do cat $f; done", True),
        ("for f in a b; cat $f; end", "cat a", False),
        ("a b c d", "a b", False),
        ("a b c d", "a b c", True),
        ("", "a", False),
    ],
)
def test_a_line_that_is_written_otherwise(one, other, same):
    assert rewritten(one, other) is same


def test_hostile_complaints():
    survives(lambda text: could_not_read(calls("make"), text), ["sh: ", "a: ", ": ", "/"])
    survives(lambda text: rewritten(text, text[1:]), ["a ", "'", "`("])
