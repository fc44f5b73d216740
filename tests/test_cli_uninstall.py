"""uninstall: the same as init --uninstall."""

from __future__ import annotations

from cli_tools import cli  # noqa: F401 (a fixture)


def test_uninstall_names_what_stays(cli):
    name = cli.put("aaaaaa", occurrences=3)
    cli("init", "--host", "claude")
    cli("promote", name)
    out = cli("init", "--uninstall")
    assert "CLAUDE.md: 1 rule that were learned, they stay" in out
    assert ".reflexion: kept, with 1 learning;" in out and (cli.root / "CLAUDE.md").exists()
    assert "no agent is told of them until the next `reflexion init` accepts them" in out
    assert "1 rule taken out" in cli("init", "--uninstall", "--rules")
    assert not (cli.root / "CLAUDE.md").exists() and cli.ids() == [name]
    cli("init", "--rules", status=2)
