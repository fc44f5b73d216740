"""restore: what was replaced or removed comes back."""

from __future__ import annotations

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)
from test_store_merge import BASE

from reflexion.store import trust
from reflexion.store.schema import encode

OTHER = {
    **BASE,
    "id": "RFX-20260501-bbbbbb",
    "trigger": "bang",
    "resolution": "Run `b`.",
    "source": "inferred",
    "confidence": "medium",
}


@pytest.fixture
def filled(cli):
    """A project with two learnings."""
    folder = cli.store / "entries"
    folder.mkdir(parents=True)
    for entry in (BASE, OTHER):
        (folder / f"{entry['id']}.json").write_bytes(encode(entry))
    trust.begin(str(cli.store), str(cli.home / ".reflexion"), trust.MINE)
    return cli


def done(cli, *argv, code=0):
    cli(*argv, status=code)
    assert "Traceback" not in cli.err
    return cli.out + cli.err


def entries(cli) -> list:
    return [cli.get(name) for name in cli.ids()]


def test_what_was_removed_comes_back(filled):
    done(filled, "remove", "bbbbbb")
    assert len(entries(filled)) == 1
    assert "[remove]" in done(filled, "restore")
    assert "is back" in done(filled, "restore", "bbbbbb")
    assert entries(filled) == [BASE, OTHER]
    assert "no copy matches" in done(filled, "restore", "zzz", code=1)


def test_what_was_removed_everywhere_comes_back_as_it_was_before_the_removal(cli):
    name = cli.put("aaaaaa")
    cli("move", name, "--global")
    cli("remove", name)
    assert "as it was before the remove" in cli("restore", name)
    home = cli.home / ".reflexion" / "entries"
    assert [path.stem for path in home.glob("*.json")] == [name] and cli.ids() == []
