"""memory sync, status and restore as a person calls them; show without an id; status --focus."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli, visible  # noqa: F401
from memory_files import DEPLOY

HELM = {
    "trigger": "helm upgrade times out",
    "context": "helm upgrade api charts/api",
    "resolution": "Wait for the rollout with `--wait`.",
    "keywords": ["helm"],
}

from reflexion.status.terminal import cells


def skill(cli, name="deploy"):
    folder = cli.root / ".claude" / "skills" / name
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(DEPLOY)
    return folder / "MEMORY.md"


def trusted(cli):
    cli("trust")


def test_sync_status_and_restore(cli):
    memory = skill(cli)
    memory.write_text("# Mine\n")
    cli.put("a7f03c", **HELM)
    trusted(cli)
    assert (
        "would write .claude/skills/deploy/MEMORY.md: 1 learning about deploy"
        in cli("memory", "sync", "--dry-run")
        and memory.read_text() == "# Mine\n"
    )
    assert "1  skill     deploy" in cli("memory", "status") and "memory_sync true" in cli.out
    assert "wrote .claude/skills/deploy/MEMORY.md" in cli(
        "memory", "sync"
    ) and "1 file up to date" in cli("memory", "sync")
    (row,) = json.loads(cli("memory", "--json"))
    assert (row["name"], row["learnings"], row["written"], row["left_out"]) == (
        "deploy",
        1,
        True,
        [],
    )
    assert "is as it was" in cli("memory", "restore", "deploy") and memory.read_text() == "# Mine\n"
    cli("memory", "restore", "deploy")
    assert "a7f03c" in memory.read_text(), "what a restore replaces is kept, too"
    assert "project-deploy" in cli("memory", "restore", "--list")


def test_an_edit_is_reported(cli):
    memory = skill(cli)
    cli.put("a7f03c", **HELM)
    trusted(cli)
    cli("memory", "sync")
    memory.write_text(memory.read_text().replace("Wait for", "Always wait for"))
    assert "RFX-20260301-a7f03c edited, as you wrote it" in cli("memory", "sync") and cli.get(
        "RFX-20260301-a7f03c"
    )["resolution"].startswith("Always wait")
    report = json.loads(cli("memory", "sync", "--json"))
    assert report["same"] == 1 and report["edited"] == []


def test_what_cannot_be_done(cli):
    cli.ours = False
    cli.put("a7f03c", **HELM)
    cli("memory", "sync", status=1)
    assert "not trusted yet" in cli.err
    trusted(cli)
    cli("memory", "restore", "nothing", status=1)
    assert "no memory file of 'nothing'" in cli.err
    cli("memory", "restore", status=2)
    cli("memory", "dance", status=2)


def test_nothing_yet(cli):
    assert "no learnings to write yet" in cli(
        "memory", "sync"
    ) and "no learnings to write yet" in cli("memory")


def test_three_kinds(cli):
    cli.put("a7f03c", **HELM, applied=2, occurrences=4, source="inferred")
    cli.put(
        "b11d42",
        type="insight",
        category="preference",
        trigger="we use pnpm",
        resolution="Use pnpm.",
        source="prompt",
    )
    cli.put("c0ffee", resolution="")
    cli("add", "--global", "--trigger", "dates are UTC everywhere", "--resolution", "Store UTC.")
    text = " ".join(cli("show").split())
    for words in (
        "What was stated (1)",
        "Learnings of this project (1)",
        "Learnings for every project (1)",
        "applied 2x",
        "seen 4x",
        "without a fix yet: 1;",
        "move ID --global",
        "said: we use pnpm",
    ):
        assert words in text, words
    kinds = json.loads(cli("show", "--json"))
    assert [len(kinds[name]) for name in ("preferences", "project", "shared")] == [1, 1, 1]
    assert cli("status", "--focus") == cli("show")
    assert len(json.loads(cli("show", "--json", "--skill", "preference"))["preferences"]) == 1


def widest(text: str) -> int:
    """Columns of the longest line, but for those with a command, which is not broken in two."""
    return max(cells(line) for line in text.splitlines() if "`reflexion " not in line)


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_kinds_and_focus_fit(cli, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert widest(cli("show") + cli("status", "--focus")) <= columns
    skill(cli)
    cli.put(
        "a7f03c",
        trigger="helm \x1b[31m" + "x" * 190,
        resolution="\u4f60\u597d" * 90,
        keywords=["rollout", "kubectl"],
    )
    cli.put("b11d42", type="insight", category="preference", trigger="we use pnpm")
    text = cli("show") + cli("status", "--focus")
    assert widest(text) <= columns and visible(text)


def test_focus(cli):
    skill(cli)
    for n in range(3):
        cli.put(f"a7f03{n}", **{**HELM, "trigger": f"helm rollout {n}"}, applied=n)
    cli.put(
        "b11d42",
        trigger="dates are UTC",
        resolution="Store UTC.",
        context="",
        keywords=[],
        confidence="medium",
    )
    out = cli("status", "--focus")
    assert "\u2588" * 8 + "\u2591\u2591" in out and "75%" in out and "Ships the service" in out
    assert "The 4 learnings are about deploy (75%) and more." in out
    figures = json.loads(cli("status", "--focus", "--json"))
    assert [(row["name"], row["count"]) for row in figures["groups"]] == [
        ("deploy", 3),
        ("general", 1),
    ]
    switches = " ".join(cli("status").split())
    for words in ("auto_reflect off: ", "memory_sync off: ", "reflect_with off: "):
        assert words in switches
