"""remove and clear: learnings go with their rules, and come back for a month."""

from __future__ import annotations

import os

from cli_tools import cli  # noqa: F401  # noqa: F401 (a fixture)


def test_remove(cli):
    a, b = cli.put("a7f03c"), cli.put("b11d42")
    cli("remove", a, "zzz", status=1)
    assert len(cli.ids()) == 2  # all are known before one goes
    cli("remove", "a7f")
    assert cli.ids() == [b] and f"{a} removed" in cli.out
    assert any(
        name.endswith(f"remove.{a}.json") for name in os.listdir(cli.store / "state" / "backups")
    )


def test_remove_takes_its_rule_along(cli):
    (cli.root / "CLAUDE.md").write_text("# Mine\n")
    id = cli.put("a7f03c")
    cli("trust")
    cli("promote", id)
    cli("remove", id)
    assert (cli.root / "CLAUDE.md").read_text() == "# Mine\n" and "CLAUDE.md" in cli.out


def test_clear_asks(cli):
    cli.put("a7f03c")
    cli("clear", status=1)
    assert "--yes" in cli.err and cli.ids()
    cli("trust")
    cli("promote", "a7f")
    assert "removed 1 learning" in cli("clear", "--yes")
    assert (
        not cli.ids()
        and not (cli.root / "CLAUDE.md").exists()
        and "no learnings" in cli("clear", "--yes")
    )


def test_remove_by_skill_asks_and_says_what_goes(cli):
    one, other = cli.put("aaaaaa"), cli.put("bbbbbb", trigger="something else", context="")
    cli("move", one, "--skill", "deploy")
    cli("remove", "--skill", "deploy", status=1)
    assert "needs a yes" in cli.err and len(cli.ids()) == 2
    assert "removed 1 learning about deploy" in cli("clear", "--skill", "deploy", "--yes")
    assert cli.ids() == [other] and one in cli("restore", one)
    cli("remove", other)
    assert cli.ids() == [one]
    cli("rm", status=2)
    cli("remove", one, "--all", status=2)
    assert "restore" in cli("remove", "--all", "--yes") and cli.ids() == []
