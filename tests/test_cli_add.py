"""add: a learning by hand."""

from __future__ import annotations

from cli_tools import cli  # noqa: F401 (a fixture)


def test_a_learning_in_a_sentence(cli):
    cli("add", "Use pnpm here.")
    entry = cli.get(cli.added())
    assert (entry["type"], entry["trigger"], entry["resolution"]) == (
        "insight",
        "Use pnpm here.",
        "Use pnpm here.",
    )
