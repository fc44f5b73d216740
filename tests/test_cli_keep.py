"""edit, remove, clear, trust, rebuild-index, promote: keeping a store in order."""

from __future__ import annotations

import json
import os
import shlex
import sys

import pytest
from cli_tools import cli  # noqa: F401


def editor(tmp_path, monkeypatch, code: str, variable: str = "EDITOR") -> None:
    """An editor that runs `code` with `text` and `path` at hand, and writes `text` back."""
    script = tmp_path / "my editor.py"
    script.write_text(
        f"import json, sys\npath = sys.argv[-1]\ntext = open(path, encoding='utf-8').read()\n{code}\nopen(path, 'w', encoding='utf-8').write(text)\n"
    )
    monkeypatch.setenv(variable, f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")


def change(**fields) -> str:
    return f"entry = json.loads(text); entry.update({fields!r}); text = json.dumps(entry)"


def test_edit_stores_what_was_changed(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c", team="payments")
    editor(
        tmp_path, monkeypatch, change(resolution="Use `bun`.\nReally.", confidence="high"), "VISUAL"
    )
    assert "stored" in cli("edit", "a7f")
    assert cli.get(id)["resolution"] == "Use `bun`. Really." and cli.get(id)["team"] == "payments"
    assert any(
        name.endswith(f"edit.{id}.json") for name in os.listdir(cli.store / "state" / "backups")
    )


def test_edit_without_a_change(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c")
    editor(tmp_path, monkeypatch, "pass")
    assert "unchanged" in cli("edit", id)


@pytest.mark.parametrize(
    "code, why",
    [
        ("text = '{\"id\": '", "not valid JSON"),
        (change(type="gossip"), "type must be one of"),
        (change(id="RFX-20260301-000000"), "is not its file name"),
        (change(trigger=""), "trigger is empty"),
        ("text = ''", "not valid JSON"),
    ],
)
def test_what_cannot_be_stored_is_kept_and_named(cli, tmp_path, monkeypatch, code, why):
    id = cli.put("a7f03c")
    before = cli.get(id)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    editor(tmp_path, monkeypatch, code)
    cli("edit", id, status=1)
    assert why in cli.err and cli.err.count("\n") == 1 and cli.get(id) == before
    kept = next(word.rstrip(";") for word in cli.err.split() if word.startswith(str(tmp_path)))
    assert os.path.exists(kept)


def test_edit_mends_a_broken_entry(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c")
    path = cli.store / "entries" / f"{id}.json"
    path.write_text(path.read_text().replace('"error",', '"error"'))
    cli("show", id, status=1)
    assert "reflexion edit" in cli.err
    editor(tmp_path, monkeypatch, "text = text.replace('\"error\"', '\"error\",')")
    cli("edit", id)
    assert cli.get(id)["type"] == "error"


def test_a_sighting_during_the_edit_is_not_lost(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c", team="payments", owner="me")
    entry = cli.store / "entries" / f"{id}.json"
    meanwhile = f"e = {str(entry)!r}; now = json.load(open(e)); now.update(occurrences=7, more=1)\n"
    meanwhile += "json.dump(now, open(e, 'w'))\n"
    mine = change(resolution="New.") + "; del entry['team']; text = json.dumps(entry)"
    editor(tmp_path, monkeypatch, meanwhile + mine)
    cli("edit", id)
    now = cli.get(id)
    assert now["occurrences"] == 7 and now["resolution"] == "New." and now["more"] == 1
    assert "team" not in now and now["owner"] == "me", "what the person took out is gone"


def test_edit_redacts(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c")
    editor(tmp_path, monkeypatch, change(resolution="export TOKEN=ghp_" + "q1W2e3R4" * 5))
    cli("edit", id)
    assert "q1W2" not in json.dumps(cli.get(id))


@pytest.mark.parametrize(
    "value, why", [("", "no editor is set"), ("/no/such/editor", "could not be started")]
)
def test_no_editor(cli, monkeypatch, value, why):
    id = cli.put("a7f03c")
    monkeypatch.setenv("EDITOR", value)
    cli("edit", id, status=1)
    assert why in cli.err


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
    assert "removed 1 learnings" in cli("clear", "--yes")
    assert (
        not cli.ids()
        and not (cli.root / "CLAUDE.md").exists()
        and "no learnings" in cli("clear", "--yes")
    )


def test_trust_and_its_end(cli):
    assert "no store" in cli("trust")
    cli.ours = False
    cli.put("a7f03c")
    assert "trusted now: 1 learning(s)" in cli("trust")
    assert "trusted already" in cli("trust")
    assert "no longer trusted" in cli("trust", "--revoke") and "not trusted" in cli(
        "trust", "--revoke"
    )


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


def ready(cli, digits="a7f03c", **fields):
    id = cli.put(digits, **{"occurrences": 3, **fields})
    cli("trust")
    return id


def test_promote_what_qualifies(cli):
    id = ready(cli)
    other = cli.put("b11d42", occurrences=2)
    diff = cli("promote", "--dry-run")
    assert (
        diff.startswith("--- a/CLAUDE.md\n+++ b/CLAUDE.md\n")
        and f"source: {id})" in diff
        and not (cli.root / "CLAUDE.md").exists()
    )
    assert "rule written into CLAUDE.md" in cli("promote")
    assert cli.get(id)["promoted"] and not cli.get(other)["promoted"]
    out = cli("promote")
    assert (
        "nothing qualifies now; 1 learning(s) are rules already" in out
        and f"{other}  2 of 3 times" in out
    )


def test_promote_one_and_demote_it(cli):
    id = ready(cli, occurrences=1)
    cli("promote", "a7f")
    assert "is a rule already" in cli("promote", "a7f")
    assert (
        f"-- Use `pnpm run build`, not `npm run build`: this project uses pnpm. (seen 1x, source: {id})"
        in cli("promote", "--demote", id, "--dry-run")
    )
    assert "taken out of CLAUDE.md" in cli("promote", "--demote", id)
    assert not cli.get(id)["promoted"] and not (cli.root / "CLAUDE.md").exists()


def test_promote_refuses(cli):
    cli.ours = False
    id = cli.put("a7f03c", occurrences=3, resolution="")
    cli("promote", status=1)
    assert "not trusted yet" in cli.err
    cli("trust")
    cli("promote", id, status=1)
    assert "has no fix" in cli.err
    cli("resolve", id, "Use pnpm.")
    cli("promote", "--demote", id)
    (cli.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\n")
    cli("promote", id, status=1)
    assert "markers are broken" in cli.err and cli.err.count("\n") == 1
    cli("promote", "--dry-run", id, status=1)
    assert (cli.root / "CLAUDE.md").read_text() == "<!-- reflexion:begin -->\n"


def test_promote_says_when_there_is_no_room(cli):
    ready(cli)
    cli("config", "set", "max_rules", "0")
    assert "no room: max_rules is 0" in cli("promote")
    assert "no room" in cli("status")
