"""What a learning is about, and whom it holds for: add --skill, move, promote --global, what status offers."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli  # noqa: F401  # noqa: F401 (a fixture)

from reflexion.store.entries import Store
from reflexion.store.schema import mark_of


def everywhere(cli):
    return {
        path.stem: json.loads(path.read_text())
        for path in (cli.home / ".reflexion" / "entries").glob("*.json")
    }


def test_labels(cli):
    id = cli.put("a7f03c")
    cli("move", "a7f", "--skill", "deploy")
    assert cli.get(id)["skill"] == "deploy" and "skill deploy (set)" in cli("show", "a7f")
    cli("move", "a7f", "--category", "database")
    assert "skill" not in cli.get(id) and cli.get(id)["category"] == "database"
    cli("move", "a7f", "--auto")
    assert "category" not in cli.get(id)


@pytest.mark.parametrize(
    "argv, status, why",
    [
        (["a7f"], 2, "say where to"),
        (["a7f", "--skill", "a", "--category", "b"], 2, "one of"),
        (["a7f", "--skill", "../x"], 1, "no name"),
        (["zzz", "--skill", "a"], 1, "no entry matches"),
        (["a7f", "--global", "--here"], 2, "one of"),
    ],
)
def test_what_cannot_be_done(cli, argv, status, why):
    cli.put("a7f03c")
    cli("move", *argv, status=status)
    assert why in cli.err


def test_to_every_project_and_back(cli):
    id = cli.put("a7f03c", occurrences=2, worked=1)
    assert f"{id} holds for every project now" in cli("move", "a7f", "--global")
    assert cli.ids() == [] and everywhere(cli)[id]["occurrences"] == 2
    assert "is there already" in cli("move", "a7f", "--global")
    assert f"{id} holds for this project now" in cli("move", "a7f", "--here")
    assert cli.ids() == [id] and everywhere(cli) == {} and cli.get(id)["worked"] == 1


def test_the_project_may_be_named(cli, tmp_path):
    id = cli.put("a7f03c")
    cli("move", "--project", str(cli.root), "a7f", "--global")
    assert id in everywhere(cli)


def test_it_joins_what_is_known_there(cli):
    cli.put("a7f03c", occurrences=2, sessions=2, applied=1, worked=1)
    cli("move", "a7f", "--global")
    other = cli.put("bbbbbb", occurrences=3, sessions=1, applied=2)
    assert "as RFX-20260301-a7f03c" in cli("move", "bbb", "--global")
    (now,) = everywhere(cli).values()
    assert (now["occurrences"], now["sessions"], now["applied"], now["worked"]) == (
        5,
        3,
        3,
        1,
    ) and other not in everywhere(cli)


def test_a_rule_is_taken_out_when_its_learning_moves(cli):
    cli.put("a7f03c", occurrences=3, sessions=2)
    cli("trust")
    cli("promote", "a7f")
    assert "a7f03c" in (cli.root / "CLAUDE.md").read_text()
    assert "its rule was taken out of CLAUDE.md" in cli("move", "a7f", "--global")
    assert (
        not (cli.root / "CLAUDE.md").exists()
        and everywhere(cli)["RFX-20260301-a7f03c"]["promoted"] is False
    )


def test_promote_for_every_project(cli):
    cli.put("a7f03c", occurrences=1)
    cli.put("b11d42", trigger="other trouble", occurrences=4, sessions=2)
    cli("trust")
    out = cli("promote", "--global", "a7f", "b11")
    assert "1 of 3 times" in out and "RFX-20260301-b11d42: rule written into CLAUDE.md" in out
    rules = (cli.home / ".claude" / "CLAUDE.md").read_text()
    assert "b11d42" in rules and "a7f03c" not in rules and not (cli.root / "CLAUDE.md").exists()
    cli("promote", "--global", "--demote", "b11")
    assert not (cli.home / ".claude" / "CLAUDE.md").exists()


def test_it_becomes_a_rule_once_it_qualifies(box):
    (box.home / ".reflexion" / "entries").mkdir(parents=True)
    store = Store(str(box.home / ".reflexion"), str(box.home))
    entry = {
        "type": "error",
        "trigger": "make: *** No rule to make target 'release'. Stop.",
        "context": "make release",
        "resolution": "Run `make dist`.",
        "keywords": ["make"],
        "occurrences": 2,
        "sessions": 2,
    }
    with store.lock():
        id = store.create(entry, mark_of(entry), "2026-03-01")["id"]
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    assert box.entries() == [] and store.read(id)["occurrences"] == 3, "counted where it is known"
    box.fire("promote", "SessionEnd", reason="other")
    assert (
        id in (box.home / ".claude" / "CLAUDE.md").read_text()
        and store.read(id)["promoted"]
        and box.log() == ""
    )


def test_what_two_projects_met_is_offered(cli, monkeypatch, tmp_path):
    cli.put("a7f03c", resolution="Use pnpm.")
    cli.put(
        "b11d42",
        type="insight",
        category="preference",
        trigger="we use pnpm",
        resolution="Use pnpm.",
    )
    cli("trust")
    cli("rebuild-index")
    blog = tmp_path / "blog"
    (blog / ".git").mkdir(parents=True)
    monkeypatch.chdir(blog)
    cli(
        "add",
        "--trigger",
        'npm error Missing script: "build"',
        "--context",
        "npm run build",
        "--resolution",
        "Use pnpm run build.",
    )
    cli(
        "add",
        "--trigger",
        "we use pnpm",
        "--type",
        "insight",
        "--category",
        "preference",
        "--resolution",
        "Use pnpm.",
    )
    monkeypatch.setenv("COLUMNS", "200")
    out = cli("status")
    assert (
        "Met in other projects, too" in out
        and f"also in {cli.root}" in " ".join(out.split())
        and "reflexion promote --global ID" in out
    )
    rows = json.loads(cli("status", "--json"))["elsewhere"]
    assert [row["projects"] for row in rows] == [[str(cli.root)]]
    assert f"met in {cli.root}, too; what was learned here: {rows[0]['resolution']}" in cli(
        "review"
    )
    assert f"reflexion promote --global {rows[0]['id']}`" in cli.out
    cli("promote", "--global", rows[0]["id"])
    assert json.loads(cli("status", "--json"))["elsewhere"] == []


@pytest.mark.parametrize(
    "here, there, met",
    [
        ("Always use pnpm, never npm.", "Use pnpm instead of npm.", True),
        ("Use npm, never pnpm.", "Use pnpm instead of npm.", False),
        ("Write migrations by hand.", "Deploy on fridays only.", False),
    ],
)
def test_what_two_projects_were_told_is_offered_for_all(cli, monkeypatch, here, there, met):
    """In whatever words, as long as both ask for the same."""
    for name in ("shop", "depot"):
        (cli.root.parent / name / ".git").mkdir(parents=True, exist_ok=True)
    for name, words in (("shop", there), ("depot", here)):
        monkeypatch.chdir(cli.root.parent / name)
        cli("learn", words)
    rows = json.loads(cli("status", "--json"))["elsewhere"]
    assert [row["projects"] for row in rows] == [[str(cli.root)]] * met


def test_add_with_a_label(cli):
    cli("add", "--trigger", "charts lie", "--resolution", "Pin them.", "--skill", "deploy")
    assert cli.get(cli.added())["skill"] == "deploy"
    cli("add", "--trigger", "charts lie", "--resolution", "Pin them.", "--category", "structure")
    assert cli.get(cli.added())["category"] == "structure" and "skill" not in cli.get(cli.added())
    cli("add", "--trigger", "x y", "--skill", "a/b", status=1)
    assert "no name" in cli.err


def test_a_rule_for_every_project_is_taken_out_when_its_learning_comes_here(cli):
    name = cli.put("a7f03c", occurrences=3, sessions=2, source="user", confidence="high")
    cli("trust")
    cli("promote", "--global", "a7f")
    rules = cli.home / ".claude" / "CLAUDE.md"
    assert name in rules.read_text()
    assert "its rule was taken out of" in cli("move", "a7f", "--here")
    assert not rules.exists() or name not in rules.read_text()
    assert cli.get(name)["promoted"] is False


def test_move_here_says_what_is_so(cli):
    name = cli.put("aaaaaa")
    assert "is there already" in cli("move", name, "--here")
    assert "is there already" in cli("move", name, "--here")
    cli("move", name, "--global")
    assert "holds for this project now" in cli("move", name, "--here", "--project", str(cli.root))
    assert cli.ids() == [name]
