"""A project with two learnings, for the commands that move them about."""

from __future__ import annotations

import pytest
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
    """What a command printed; it ended as expected, and not in a traceback."""
    cli(*argv, status=code)
    assert "Traceback" not in cli.err
    return cli.out + cli.err


def entries(cli) -> list:
    return [cli.get(name) for name in cli.ids()]
