"""trust: what came with a project is silent until its person says so."""

from __future__ import annotations

from cli_tools import cli  # noqa: F401


def test_trust_and_its_end(cli):
    assert "no store" in cli("trust")
    cli.ours = False
    cli.put("a7f03c")
    assert "trusted now: 1 learning" in cli("trust")
    assert "trusted already" in cli("trust")
    assert "no longer trusted" in cli("trust", "--revoke") and "not trusted" in cli(
        "trust", "--revoke"
    )
