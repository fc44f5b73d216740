"""What a command works with: part of an id, the project."""

from __future__ import annotations

import pytest
from cli_tools import cli, visible  # noqa: F401


@pytest.mark.parametrize(
    "part, found",
    [
        ("a7f03c", True),
        ("RFX-20260301-a7f03c", True),
        ("rfx-20260301-A7", True),
        ("7f0", True),
        ("20260301-a", True),
        ("zz", False),
        ("", False),
        ("../x", False),
    ],
)
def test_ids_may_be_shortened(cli, part, found):
    cli.put("a7f03c")
    cli.put("b11d42")
    cli("show", part, status=0 if found else 1)
    assert found or "reflexion list" in cli.err


def test_an_ambiguous_id_names_the_candidates(cli):
    cli.put("a7f03c")
    cli.put("a7f042")
    cli("show", "a7f0", status=1)
    assert "matches 2 entries" in cli.err and "RFX-20260301-a7f042" in cli.err


@pytest.mark.parametrize("argv", [["show", "x"], ["list"], ["status"], ["doctor"]])
def test_where_no_store_can_be(cli, monkeypatch, argv):
    monkeypatch.chdir(cli.home)
    cli(*argv, status=1)
    assert "no store can be in" in cli.err and cli.err.count("\n") == 1
    cli(*argv[:1], *argv[1:], "--project", "/no/such/folder", status=1)
    assert "is not a folder" in cli.err
