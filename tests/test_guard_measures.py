"""The two measures that are run by hand: what they change, and what they count."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "bench"))
import complexity  # noqa: E402
import mutants  # noqa: E402

# (code, what it may become)
CHANGES = [
    ("x = a == b", ["a != b"]),
    ("x = a < b", ["a <= b"]),
    ("x = a in b is c", ["a not in b is c", "a in b is not c"]),
    ("if a and b: pass", ["b", "a"]),
    ("if a: pass", ["not a"]),
    ("x = not a", ["a"]),
    ("x = redact(a, b)", ["a", "redact(a)"]),
    ("x = self.redact(a)", ["a"]),
    ("x = other(a, b)", []),
    ("x = [a for a in b if a]", ["not a"]),
    ("x = 7", ["8", "6"]),
    ("x = 0", ["1"]),
    ("x = 4000", ["8000", "2000"]),
    ("x = True", []),
    ("x = 'a'; x = f'{1 + a}'", []),
    ("def f(a: b == c) -> 7: pass", []),
]


@pytest.mark.parametrize("code, expected", CHANGES)
def test_what_a_mutant_is(tmp_path, code, expected):
    path = tmp_path / "module.py"
    path.write_text(code + "\n")
    found = mutants.changes(path)
    made = [code[: it.start] + f"({it.becomes})" + code[it.end :] for it in found]
    assert all(ast.parse(text) for text in made)
    assert sorted(it.becomes for it in found) == sorted(expected)


# (body of a function, its complexity)
BODIES = [
    ("return a", 1),
    ("return a if b else c", 2),
    ("return a and b or c", 3),
    ("if a:\n  pass\n elif b:\n  pass", 3),
    ("for a in b:\n  while c:\n   pass", 3),
    ("try:\n  pass\n except E:\n  pass", 2),
    ("return [a for a in b if c if d]", 4),
    ("def g():\n  if a:\n   pass\n return g", 1),
]


@pytest.mark.parametrize("body, expected", BODIES)
def test_what_complexity_counts(body, expected):
    function = ast.parse(f"def f():\n {body}\n").body[0]
    assert complexity.complexity(function) == expected


def test_what_else_is_counted():
    figures = complexity.Figures()
    figures.add("a, b = c, d\na = [b for b in c]  # comment\n" + "x" * 89 + "\n", "m.py")
    assert (figures.lines, figures.packed, figures.comprehensions, figures.over_88) == (3, 1, 1, 1)
    assert figures.tokens == 7 + 9 + 1
