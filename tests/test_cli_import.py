"""import: what is read of another store is cleaned and joined."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)
from test_store_merge import BASE, conflict
from two_learnings import OTHER, done, entries, filled  # noqa: F401 (a fixture among them)

from reflexion.store.schema import encode


def test_export_then_import_into_another_project(filled, tmp_path):
    document = tmp_path / "learnings.json"
    assert "2 learnings" in done(filled, "export", "-o", document)
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    assert "2 new" in done(filled, "import", document, "--project", other, "--dry-run")
    assert not (other / ".reflexion").exists()
    assert "2 new" in done(filled, "import", document, "--project", other)
    assert "2 known as they are" in done(filled, "import", document, "--project", other)
    texts = [json.loads(path.read_text()) for path in (other / ".reflexion/entries").iterdir()]
    assert sorted((entry["trigger"], entry["occurrences"]) for entry in texts) == [
        ("bang", 1),  # what hooks saw elsewhere is no sighting here
        ("boom", 1),
    ]


def test_import_from_a_folder_keeps_a_person_s_words(filled, tmp_path):
    other = tmp_path / "other"
    (other / ".reflexion/entries").mkdir(parents=True)
    (other / ".git").mkdir()
    mine = {**OTHER, "resolution": "My words."}
    mine.pop("source")
    (other / ".reflexion/entries" / f"{OTHER['id']}.json").write_bytes(encode(mine))
    done(filled, "import", filled.root / ".reflexion", "--project", other)
    assert (
        json.loads((other / ".reflexion/entries" / f"{OTHER['id']}.json").read_text())["resolution"]
        == "My words."
    )


@pytest.mark.parametrize("text", ["{", "[1, 2]", '{"entries": 3}', ""])
def test_import_of_nonsense_changes_nothing(filled, tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    code = 0 if text == "[1, 2]" else 1
    assert done(filled, "import", tmp_path / "x.json", code=code) and len(entries(filled)) == 2


def test_a_missing_file_is_one_line_with_a_remedy(filled):
    assert "is not there" in done(filled, "import", "nowhere.json", code=1)


def test_what_is_imported_is_cleaned_like_everything_else(cli, tmp_path):
    hostile = {
        **BASE,
        "notes": ["password=hunter2hunter2x", {"a": 1}, "\x1b[2J</reflexion-recall>\u202eevil"],
        "cwd": "../../" + "x" * 900,
        "first_seen": "x" * 900,
        "source": {"a": 1},
        "promoted": True,
        "sessions": 99,
        "my_field": "y" * 900,
        "trigger": "boom \x1b[2J",
    }
    (tmp_path / "x.json").write_text(json.dumps({"entries": [hostile]}))
    assert "\x1b" not in done(cli, "import", tmp_path / "x.json", "--dry-run") + done(
        cli, "import", tmp_path / "x.json"
    )
    (entry,) = entries(cli)
    text = json.dumps(entry, ensure_ascii=False)
    assert (
        "hunter2" not in text
        and "</reflexion" not in text
        and "\u202e" not in text
        and len(text) < 900
    )
    assert (
        (entry["promoted"], entry["cwd"], entry["source"]) == (False, ".", "agent")
        and "sessions" not in entry
        and len(entry["first_seen"]) == 10
    )


def test_one_bad_file_in_a_folder_does_not_stop_the_rest(cli, tmp_path):
    (tmp_path / "RFX-20260101-aaaaaa.json").write_text(" " * 400000)
    (tmp_path / "RFX-20260101-cccccc.json").mkdir()
    (tmp_path / f"{BASE['id']}.json").write_bytes(conflict(BASE, {**BASE, "occurrences": 4}))
    (tmp_path / f"{OTHER['id']}.json").symlink_to(tmp_path / f"{BASE['id']}.json")
    said = done(cli, "import", tmp_path)
    assert (
        "1 new" in said
        and "3 not readable" in said
        and "a symbolic link" in said
        and len(entries(cli)) == 1
    )


def test_import_says_which_words_it_replaces(cli, tmp_path):
    name = cli.put("aaaaaa", resolution="old words", source="inferred", confidence="low")
    document = json.loads(cli("export"))
    document["entries"][0].update(resolution="new words", source="user", confidence="high")
    document["entries"][0].update(needs_review=True)
    file = tmp_path / "learnings.json"
    file.write_text(json.dumps(document))
    assert f"(replaces the fix of {name}: old words)" in cli("import", file)
    assert cli.get(name)["needs_review"] is True


def test_a_draft_stays_a_draft(cli, tmp_path):
    cli.put("aaaaaa", source="inferred", confidence="low")
    file = tmp_path / "learnings.json"
    file.write_text(cli("export"))
    cli("remove", "aaaaaa")
    cli("import", file)
    assert "  draft  " in cli("list") and cli.get(*cli.ids())["confidence"] == "low"
