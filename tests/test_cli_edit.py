"""edit: what a person changes in an editor is checked before it is stored."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import Terminal


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


def test_a_text_that_cannot_be_stored_is_opened_again(cli, tmp_path, monkeypatch):
    name = cli.put("a7f03c")
    once = f"flag = {str(tmp_path / 'once')!r}\nimport os\n"
    once += "text = text.replace('error', 'gossip', 1) if not os.path.exists(flag) else text"
    once += ".replace('gossip', 'insight')\nopen(flag, 'w').close()"
    editor(tmp_path, monkeypatch, once)
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO(b"\n"), "utf-8"))
    out = cli("edit", name)
    assert "type must be one of" in out and "Open it again?" in out
    assert cli.get(name)["type"] == "insight", "the second time began with the text of the first"


def test_a_person_may_leave_it(cli, tmp_path, monkeypatch):
    name = cli.put("a7f03c")
    before = cli.get(name)
    editor(tmp_path, monkeypatch, change(type="gossip"))
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO(b"n\n"), "utf-8"))
    cli("edit", name, status=1)
    assert "Your text is kept in" in cli.err and cli.get(name) == before


def test_the_rule_of_an_edited_fix_is_written_anew(cli, tmp_path, monkeypatch):
    id = cli.put("a7f03c", occurrences=3)
    cli("promote", id)
    editor(tmp_path, monkeypatch, change(resolution="Use `bun run build`."))
    assert "its rule stands anew in CLAUDE.md" in cli("edit", id)
    rules = (cli.root / "CLAUDE.md").read_text()
    assert "bun run build" in rules and "pnpm" not in rules and cli.get(id)["promoted"]
    editor(tmp_path, monkeypatch, change(notes=["Looked at."]))
    assert "anew" not in cli("edit", id)
    editor(tmp_path, monkeypatch, change(promoted=False, resolution="Use make."))
    assert "anew" not in cli("edit", id)
