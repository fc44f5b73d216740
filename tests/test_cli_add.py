"""add: a learning by hand."""

from __future__ import annotations

import io

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)
from sandbox import Terminal


def test_a_learning_in_a_sentence(cli):
    cli("add", "Use pnpm here.")
    entry = cli.get(cli.added())
    assert (entry["type"], entry["trigger"], entry["resolution"]) == (
        "insight",
        "Use pnpm here.",
        "Use pnpm here.",
    )


BUILD = ("--trigger", 'npm error Missing script: "build"', "--context", "npm run build")
FIRST = (*BUILD, "--resolution", "Use `pnpm run build`.")
SECOND = (*BUILD, "--resolution", "Run `make build` instead.")
SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture
def types(monkeypatch):
    """types("r") answers what is asked, at a terminal."""

    def answer(text: str) -> None:
        given = Terminal(io.BytesIO(text.encode() + b"\n"), "utf-8")
        monkeypatch.setattr("sys.stdin", given)

    return answer


@pytest.mark.parametrize(
    "letter, stands, note, status",
    [
        ("r", "Run `make build` instead.", "Use `pnpm run build`.", 0),
        ("b", "Use `pnpm run build`.", "Run `make build` instead.", 0),
        ("c", "Use `pnpm run build`.", "", 1),
        ("", "Use `pnpm run build`.", "", 1),
    ],
)
def test_another_fix_of_a_known_mistake_is_asked_about(cli, types, letter, stands, note, status):
    cli("add", *FIRST)
    name = cli.added()
    types(letter)
    out = cli("add", *SECOND, status=status)
    assert "the same mistake, with another fix" in out and cli.ids() == [name]
    entry = cli.get(name)
    assert entry["resolution"] == stands and entry.get("notes", []) == ([note] if note else [])


@pytest.mark.parametrize("letter, count, status", [("b", 2, 0), ("s", 1, 0), ("c", 1, 1)])
def test_nearly_the_same_sentence_is_asked_about(cli, types, letter, count, status):
    cli("add", "Use pnpm here")
    types(letter)
    assert "says nearly the same" in cli("add", "Use pnpm in here, please", status=status)
    assert len(cli.ids()) == count


def test_where_nobody_can_be_asked_both_are_kept(cli):
    cli("add", "Use pnpm here")
    one = cli.added()
    cli("add", "Use pnpm in here, please")
    assert len(cli.ids()) == 2 and f"review --same {one}" in cli.out
    cli("add", *FIRST)
    cli("add", *SECOND)
    name = cli.added()
    entry = cli.get(name)
    assert {entry["resolution"], *entry["notes"]} == {FIRST[-1], SECOND[-1]}


def test_the_same_again_changes_nothing(cli, types):
    types("")
    cli("add", *FIRST)
    before = cli.get(cli.added())
    assert "was known already" in cli("add", *FIRST)
    assert cli.get(before["id"]) == before


def test_outside_of_a_project_it_says_where_it_would_go(cli, types, tmp_path, monkeypatch):
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.chdir(folder)
    types("")
    assert str(folder) in cli("add", "Use tabs", status=1)
    assert not (folder / ".reflexion").exists()
    types("y")
    cli("add", "Use tabs")
    assert len(list((folder / ".reflexion" / "entries").iterdir())) == 1
    types("")
    cli("add", "Use spaces in YAML files")
    assert "no project" not in cli.out, "there is a store by now"


def test_without_a_terminal_outside_of_a_project_it_is_stored_and_said(cli, tmp_path, monkeypatch):
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.chdir(folder)
    cli("add", "Use tabs")
    assert str(folder) in cli.err and "stored" in cli.out


@pytest.mark.parametrize(
    "argv",
    [
        ("add", f"Use {SECRET} there"),
        ("add", "--trigger", f"denied: {SECRET}", "--resolution", "Ask for a new one."),
        ("resolve", "a7f03c", f"Use {SECRET} there"),
        ("failed", "a7f03c", f"it said {SECRET}"),
        ("learn", f"Use {SECRET} there"),
        ("learn", "--for", "a7f03c", f"When it is denied, use {SECRET}, because it is new."),
    ],
)
def test_what_was_left_out_is_announced(cli, argv):
    cli.put("a7f03c")
    cli(*argv)
    assert "1 secret was left out" in cli.err and SECRET not in cli.out + cli.err
    stored = "".join(path.read_text() for path in (cli.store / "entries").iterdir())
    assert SECRET not in stored
    cli("add", "No secret at all")
    assert "left out" not in cli.err
