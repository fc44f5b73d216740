"""What an agent's shell, or one where nobody can be asked, is refused: refused.tsv, row by row, and its neighbours."""

from __future__ import annotations

import json

import pytest
from sandbox import ROOT, Inside

from reflexion.setup.caller import VARIABLES, is_agent
from reflexion.setup.command import by_hand
from reflexion.text.tables import rows

HOSTS = ["CLAUDECODE", "CODEX_THREAD_ID", "COPILOT_CLI", "GEMINI_CLI", "QWEN_CODE", "OPENCODE"]
MISSING = "make: *** No rule to make target 'release'.  Stop."
ALONE = "so a person runs it in a terminal"

# words, the row of the table that refuses them ("" = none does)
UNASKED = [
    (["trust"], "trust always"),
    (["trust", "--revoke"], "trust always"),
    (["config", "--global", "reflect_with", "sh -c evil"], "config setting"),
    (["config", "set", "promote_to", "docs/X.md"], "config setting"),
    (["config", "promote", "auto"], "config setting"),
    (["config", "trust_pulls", "true"], "config setting"),
    (["config", "ignore", "x"], "config setting"),
    (["config", "redact", "x"], "config setting"),
    (["config", "enabled", "false"], "config setting"),
    (["config", "--unset", "enabled"], "config setting"),
    (["config", "unset", "enabled"], "config setting"),
    (["config", "get", "enabled"], ""),
    (["config", "enabled"], ""),
    (["config", "announce", "all"], ""),
    (["config"], ""),
    (["on"], "on enabled"),
    (["off"], "off enabled"),
    (["reflect", "--with", "sh -c evil"], "reflect asks"),
    (["reflect", "--dry-run"], ""),
    (["init", "--user"], "init given user"),
    (["init"], ""),
    (["undo"], "undo always"),
    (["clear", "--yes"], "remove given all"),
    (["remove", "--all", "--yes"], "remove given all"),
    (["restore", "RFX"], "restore given copy"),
    (["restore"], ""),
    (["memory", "restore", "x"], "memory restores"),
    (["memory", "restore", "--list"], ""),
    (["memory"], ""),
    (["promote"], ""),
    (["status"], ""),
    (["list"], ""),
    (["learn", "Use tabs."], ""),
]
OUTSIDE = [
    (["list", "--project", "{outside}"], "* outside project"),
    (["list", "--project", "."], ""),
    (["export", "-o", "{outside}/x.json"], "export outside output"),
    (["export", "-o", "x.json"], ""),
    (["status", "--html", "{outside}/x.html"], "status outside html"),
    (["status", "--html", "x.html"], ""),
    (["import", "{outside}/x.json"], "import outside source"),
    (["import", "x.json"], ""),
    (["add", "--global", "Use tabs."], "add given everywhere"),
    (["add", "Use tabs."], ""),
    (["capture", "--global", "Use tabs."], "capture given everywhere"),
    (["capture", "Use tabs."], ""),
    (["move", "RFX", "--global"], "move given everywhere"),
    (["move", "RFX", "--skill", "deploy"], ""),
    (["promote", "--global", "RFX"], "promote given everywhere"),
    (["promote", "RFX"], "promote named"),
    (["promote", "--demote", "RFX"], "promote named"),
    (["promote", "RFX", "--dry-run"], ""),
    (["memory", "sync", "--accept"], "memory given accept"),
    (["memory", "sync", "--dry-run"], ""),
    (["export", "-o", ".git/config"], "export outside output"),
    (["status", "--html", ".GIT/hooks/pre-commit"], "status outside html"),
    (["reflect", "integrate", "--user", "--decisions", "x"], "reflect integrate given user"),
    (["reflect", "integrate", "--decisions", "x"], ""),
    (["reflect", "--all", "--with", "cat"], "reflect sends"),
    (["reflect", "--with", "cat"], ""),
]


@pytest.fixture
def box(tmp_path, scratch_home):
    made = Inside(tmp_path / "shop", scratch_home)
    made.bash("make release", 2, MISSING)
    (tmp_path / "outside").mkdir()
    (made.root / "x.json").write_text('{"format": "reflexion-export-1", "entries": []}')
    made.reflexion("list")
    made.reflexion("config", "--global", "reflect_with", "cat")
    return made


def refused(box, words, outside, **environ) -> bool:
    words = [word.format(outside=outside) for word in words]
    return ALONE in box.reflexion(*words, person=False, **environ).stderr


@pytest.mark.parametrize("words, row", UNASKED, ids=lambda given: " ".join(given) or "nothing")
def test_where_nobody_can_be_asked(box, tmp_path, words, row):
    assert refused(box, words, tmp_path / "outside") == bool(row)
    assert refused(box, words, tmp_path / "outside", CLAUDECODE="1") == bool(row)


@pytest.mark.parametrize("words, row", OUTSIDE, ids=lambda given: " ".join(given) or "nothing")
def test_an_agent_stays_within_the_project(box, tmp_path, words, row):
    outside = tmp_path / "outside"
    assert refused(box, words, outside, CLAUDECODE="1") == bool(row)
    assert not refused(box, words, outside), "a script of the person's may"


def test_each_row_of_the_table_refuses_something():
    played = {row for _, row in UNASKED + OUTSIDE if row}
    assert {f"{command} {when}" for command, when, _, _ in rows("cli/refused.tsv")} == played


@pytest.mark.parametrize("variable", HOSTS)
def test_every_host_is_known(variable):
    assert variable in VARIABLES and is_agent({variable: "1"}, True)


def test_a_person_at_a_terminal_is_none():
    assert not is_agent({"CODEX_HOME": "/x", "GEMINI_API_KEY": "y"}, True) and is_agent({}, False)


def test_the_own_command_may_be_asked_by_a_hook(box, monkeypatch):
    box.reflexion("config", "--global", "reflect_with", "cat -")
    assert "runs a program" not in box.reflexion("reflect", "--with", "cat -", person=False).stderr


def test_an_agent_proposes_another_fix_of_a_rule(box):
    (entry,) = box.entries()
    box.reflexion("resolve", entry["id"], "Run `make dist`.")
    box.reflexion("promote", entry["id"])
    rules = (box.root / "CLAUDE.md").read_text()
    said = box.reflexion("resolve", entry["id"], "Run `evil`.", person=False, CLAUDECODE="1").stdout
    (now,) = box.entries()
    assert f"`{by_hand(str(ROOT))} review`" in said and now["proposed"] == "Run `evil`."
    assert now["resolution"] == "Run `make dist`." and (box.root / "CLAUDE.md").read_text() == rules
    waits = json.loads(box.reflexion("review", "--json").stdout)
    assert "an agent proposes" in waits[0]["waits"]
    box.reflexion("resolve", entry["id"], "Run `make tarball`.")
    (now,) = box.entries()
    assert "proposed" not in now and "make tarball" in (box.root / "CLAUDE.md").read_text()


def made_rule(box, words="Run `make dist`.") -> dict:
    """A rule of the person's in CLAUDE.md: the first entry, resolved so."""
    (entry,) = box.entries()
    box.reflexion("resolve", entry["id"], words)
    box.reflexion("promote", entry["id"])
    return box.entries()[0]


@pytest.mark.parametrize("words", [
    ("learn", "--for", "{id}", "Run `evil`."),
    ("learn", "--replaces", "{id}", "Run `evil`."),
    ("add", "--trigger", MISSING, "--context", "make release", "Run `evil`."),
    ("resolve", "{id}", "Run `evil`."),
], ids=" ".join)  # fmt: skip
def test_no_word_of_an_agent_changes_or_removes_a_rule(box, words):
    before = made_rule(box)
    rules = (box.root / "CLAUDE.md").read_text()
    words = [word.format(id=before["id"]) for word in words]
    done = box.reflexion(*words, person=False, CLAUDECODE="1")
    assert done.returncode == 0, done
    assert box.entries() == [{**before, "proposed": "Run `evil`."}]
    assert (box.root / "CLAUDE.md").read_text() == rules


def test_nor_does_what_it_says_of_a_prompt_that_became_one(box):
    box.prompt("From now on, always deploy the gateway with make dist.", script="capture")
    (known,) = [entry for entry in box.entries() if entry["type"] != "error"]
    box.reflexion("promote", known["id"])
    sentence = "From now on, always deploy the gateway with make dist!"
    agent = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": box.session}
    box.reflexion("learn", sentence, person=False, **agent)
    (now,) = [entry for entry in box.entries() if entry["type"] != "error"]
    assert now["resolution"] == known["resolution"] and now["source"] == known["source"]
    assert now["proposed"] == sentence


def test_the_source_is_the_agent_s(box):
    (entry,) = box.entries()
    box.reflexion("resolve", entry["id"], "Run `make dist`.", person=False, CLAUDECODE="1")
    assert box.entries()[0]["source"] == "agent"
