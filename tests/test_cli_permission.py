"""What an agent may run, row by row."""

import json

import pytest

from reflexion.cli.main import COMMANDS
from reflexion.text import rows

SENTENCE = "Use pnpm here, because the lock file is pnpm's."
ALLOWED = (
    ["learn", SENTENCE],
    ["capture", "--type", "correction", "--trigger", "no", "--resolution", "Store UTC."],
    ["recall", "pnpm"],
    ["status"],
    ["list"],
    ["show", "9f99e5"],
    ["worked", "9f99e5"],
    ["failed", "0bd111"],
    ["log"],
    ["check"],
    ["export"],
    ["review"],
    ["config"],
    ["config", "announce"],
    ["promote", "--dry-run", "9f99e5"],
    ["rebuild-index"],
    ["help", "hosts"],
)
REFUSED = (
    ["learn", "--global", SENTENCE],
    ["capture", "--global", "--resolution", SENTENCE],
    ["memory", "import", "MEMORY.md", "--yes"],
    ["memory", "sync"],
    ["reflect", "--with", "true", "--yes"],
    ["reflect", "--file", "x.jsonl"],
    ["review", "9f99e5", "keep"],
    ["review", "9f99e5", "drop"],
    ["config", "announce", "all"],
    ["config", "--unset", "announce"],
    ["config", "--global", "announce", "all"],
    ["promote"],
    ["promote", "9f99e5"],
    ["promote", "--demote", "9f99e5"],
    ["init", "--yes"],
    ["init", "--uninstall"],
    ["edit", "9f99e5"],
    ["remove", "9f99e5"],
    ["undo"],
    ["restore"],
    ["trust", "--yes"],
    ["trust", "--pulls"],
    ["trust", "--revoke"],
    ["import", "x.json", "--yes"],
)


@pytest.fixture
def shop(box):
    """Return a box with a lesson of a person and one of an agent."""
    box.cli("trust")
    box.put("9f99e5", type="error", trigger="npm ERR!", context="npm i", resolution="Use pnpm.")
    box.put("0bd111", type="insight", trigger="x y z", resolution="x y z", source="agent")
    return box


@pytest.mark.parametrize("argv", ALLOWED, ids=" ".join)
def test_an_agent_may_run(shop, argv):
    assert shop.agent(*argv).code == 0


@pytest.mark.parametrize("argv", REFUSED, ids=" ".join)
def test_an_agent_may_not_run(shop, argv):
    before = shop.entries()
    done = shop.agent(*argv)
    assert (done.code, done.out) == (1, "")
    assert "a person" in done.err and done.err.count("\n") == 1
    assert shop.entries() == before
    assert not (shop.root / "CLAUDE.md").exists()


@pytest.mark.parametrize("name", ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "AI_AGENT"])
def test_an_agent_is_known_by_a_variable_of_its_host(shop, name):
    assert shop.cli("undo", **{name: "1"}).code == 1
    assert "a person runs it" in shop.cli("undo", **{name: "1"}).err


def test_every_command_has_a_row():
    assert {row[0] for row in rows("cli/permission.tsv")} == set(COMMANDS)


def bring_in(shop, *argv):
    """Import a lesson as a script does: without a terminal."""
    entry = {"id": "RFX-20260330-a7f03c", "trigger": "q", "resolution": "Use q."}
    return shop.cli("import", "-", *argv, stdin=json.dumps({"entries": [entry]}))


def test_the_script_of_a_person_works_without_a_terminal(shop):
    assert bring_in(shop, "--yes").code == 0
    assert len(shop.entries()) == 3


def test_without_a_terminal_and_without_yes_nothing_is_taken_for_granted(shop):
    done = bring_in(shop)
    assert done.code == 1
    assert "--yes" in done.err
    assert len(shop.entries()) == 2


def test_an_agent_changes_the_sessions_own_project_wherever_it_went(box, tmp_path):
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    box.fire("recall", "SessionStart", source="startup")
    assert box.agent("learn", SENTENCE, cwd=other).code == 0
    assert box.entry()["resolution"] == SENTENCE
    assert not (other / ".reflexion").exists()


def test_an_agent_changes_no_other_project_by_its_name(box, tmp_path):
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    box.fire("recall", "SessionStart", source="startup")
    done = box.agent("learn", SENTENCE, "--project", str(other))
    assert done.code == 1
    assert "changes no other project" in done.err
    assert box.agent("learn", SENTENCE, "--project", str(box.root), cwd=other).code == 0


def test_an_agent_adds_no_words_to_the_home_store(shop):
    shop.cli("learn", "--global", "Explain frontend by analogy.")
    digits = shop.cli("list", "--global").out[:6]
    before = shop.cli("list", "--global", "--json").out
    for argv in (["failed", digits], ["learn", "--for", digits, "Something else entirely."]):
        done = shop.agent(*argv)
        assert done.code == 1 and "every project" in done.err
    assert shop.cli("list", "--global", "--json").out == before
