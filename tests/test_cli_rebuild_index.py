"""rebuild-index: the index anew, conflicts healed, duplicates joined."""

from __future__ import annotations

from cli_tools import cli  # noqa: F401


def test_rebuild_index(cli):
    assert "nothing to index" in cli("rebuild-index")
    id = cli.put("a7f03c")
    (cli.store / "index.txt").write_text("garbage")
    assert "indexed 1 learnings" in cli("rebuild-index")
    assert f"build:{id}" in (cli.store / "index.txt").read_text()
    (cli.store / "entries" / "RFX-20260301-bbbbbb.json").write_text("{")
    assert "RFX-20260301-bbbbbb.json was left out: not valid JSON" in cli("rebuild-index", status=1)


def test_rebuild_joins_duplicates_and_their_rule(cli):
    a, b = cli.put("a7f03c", first_seen="2026-03-01"), cli.put("b11d42", first_seen="2026-03-02")
    cli("trust")
    cli("promote", b)
    assert f"{b} was the same mistake as {a}" in cli("rebuild-index")
    text = (cli.root / "CLAUDE.md").read_text()
    assert (
        a in text
        and b not in text
        and cli.ids() == [a]
        and cli.get(a)["promoted"]
        and cli.get(a)["occurrences"] == 2
    )
