"""export: one JSON document."""

from __future__ import annotations

import json

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


def test_an_export_stays_valid_whatever_is_redacted(filled):
    done(filled, "trust")
    done(filled, "config", "set", "redact", "Run.*")
    exported = json.loads(done(filled, "export"))["entries"]
    assert [entry["resolution"] for entry in exported] == ["", "[REDACTED]"] and exported[0][
        "trigger"
    ] == BASE["trigger"]
