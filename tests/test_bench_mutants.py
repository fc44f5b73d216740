"""The mutation check: which changes it makes of a line, and that it names the one nobody feels."""

from __future__ import annotations

import subprocess

import pytest
from bench import mutants

# a line -> what a part of it becomes, in order
LINES = [
    ("x = a if b else c", ["not b"]),
    ("if a and b:\n    pass", ["b", "a"]),
    ("if not a:\n    pass", ["a"]),
    ("x = a < b", ["a <= b"]),
    ("x = a == b", ["a != b"]),
    ("x = a in b", ["a not in b"]),
    ("x = [y for y in z if y]", ["not y"]),
    ("x = redact(a, b)", ["a", "redact(a)"]),
    ("x = one_line(a, 200)", ["a", "400", "100"]),
    ("x = 3", ["4", "2"]),
    ("x = 0", ["1"]),
    ("x: int", []),
    ("x = f'{a == b}'", []),
    ("x = True", []),
]


@pytest.mark.parametrize("line, expected", LINES)
def test_the_changes_of_a_line(tmp_path, line, expected):
    path = tmp_path / "module.py"
    path.write_text(line + "\n")
    assert [change.becomes for change in mutants.changes(path)] == expected


SHOP = "def price(count, trusted):\n    if not trusted:\n        return 0\n    return count * 7\n"
FELT = "assert price(3, False) == 0 and price(3, True)"


def test_a_change_that_no_test_feels_is_named(tmp_path, monkeypatch, capsys):
    """The guard is felt from either side; that the price is 7 is not."""
    module = tmp_path / "reflexion" / "shop.py"
    module.parent.mkdir()
    module.write_text(SHOP)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)

    def outcome(scratch, tests, seconds):
        code = (scratch.folder / "reflexion" / "shop.py").read_text() + FELT
        try:
            exec(code, {})
        except AssertionError:
            return mutants.FAILED
        return mutants.PASSED

    monkeypatch.setattr(mutants.Copy, "outcome", outcome)
    found = mutants.changes(module)
    plan = [(change, []) for change in found]
    survive = [
        f"{change.was} -> {change.becomes}"
        for change, said in zip(found, mutants.run(plan, 1))
        if said == mutants.PASSED
    ]
    assert survive == ["7 -> 8", "7 -> 6"]
    assert capsys.readouterr().out.splitlines() == [
        "reflexion/shop.py:4  7 -> 8",
        "reflexion/shop.py:4  7 -> 6",
    ]
