"""restore: what was replaced or removed comes back."""

from __future__ import annotations

from cli_tools import cli  # noqa: F401 (a fixture)
from test_store_merge import BASE
from two_learnings import OTHER, done, entries, filled  # noqa: F401 (a fixture among them)


def test_what_was_removed_comes_back(filled):
    done(filled, "remove", "bbbbbb")
    assert len(entries(filled)) == 1
    assert "[remove]" in done(filled, "restore")
    assert "is back" in done(filled, "restore", "bbbbbb")
    assert entries(filled) == [BASE, OTHER]
    assert "no copy matches" in done(filled, "restore", "zzz", code=1)


def test_the_list_of_copies_cuts_no_word(cli):
    cli("remove", cli.put("a7f03c", trigger="seven letters " * 9))
    assert "seven letters\u2026  [remove]" in cli("restore")


def test_what_was_removed_everywhere_comes_back_as_it_was_before_the_removal(cli):
    name = cli.put("aaaaaa")
    cli("move", name, "--global")
    cli("remove", name)
    assert "as it was before the remove" in cli("restore", name)
    home = cli.home / ".reflexion" / "entries"
    assert [path.stem for path in home.glob("*.json")] == [name] and cli.ids() == []
