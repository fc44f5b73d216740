"""What an agent may run, row by row."""

import json
import os

import pytest
from prepared import prepared
from sandbox import Box

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
    ["export"],
    ["review"],
    ["config"],
    ["config", "announce"],
    ["promote", "--dry-run", "9f99e5"],
    ["rebuild-index"],
    ["help", "hosts"],
)
REFUSED = (
    ["list", "--global"],
    ["import", "MEMORY.md", "--yes"],
    ["memory", "sync"],
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


@prepared
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


@prepared
def both(box):
    """Return a box, and another project of its person, with a lesson, in which sessions ran."""
    there = Box(box.root.with_name("other"), box.home, session="session-of-yesterday")
    there.start()
    there.cli("learn", "Run the migrations first.")
    there.start(host="gemini")
    for log in there.records.rglob("session-of-yesterday.log"):
        os.utime(log, (1000, 1000))
    return box, there


# what an agent may try from its own project to get into another one
WAYS = {
    "named": lambda other: (["--project", str(other.root)], {}),
    "gone there": lambda other: ([], {"cwd": other.root}),
    "by a variable": lambda other: ([], {"REFLEXION_DIR": str(other.root)}),
}
HOSTS = {
    "claude": {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "session-1"},
    "gemini": {"GEMINI_CLI": "1"},
    "some agent": {"AGENT": "1"},
}


def in_clone(box, host):
    """Start a session in a checkout whose store came along and was never accepted."""
    box.put(type="insight", trigger="x y z", resolution="Use x.")
    box.start(host=host)


def in_project(box, host):
    """Start a session in a project of the person's own."""
    box.start(host=host)


def without_hooks(box, host):
    """Start a session of which no hook knows."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("start", [in_clone, in_project, without_hooks])
def test_an_agent_reaches_no_other_project(both, way, host, start):
    box, other = both
    start(box, host)
    assert "migrations" in other.cli("list").out
    options, more = WAYS[way](other)
    before = other.entries()
    for argv in (["learn", SENTENCE], ["list"], ["reflect", "cards"]):
        done = box.cli(*argv, *options, **{**HOSTS[host], **more})
        assert "migrations" not in done.out and str(other.root) not in done.out
    assert other.entries() == before


@pytest.mark.parametrize("host", ["claude", "gemini"])
def test_an_agent_works_in_the_project_of_its_session(both, host):
    box, other = both
    box.start(host=host)
    done = box.cli("learn", SENTENCE, **HOSTS[host])
    assert done.code == 0 and box.entry()["resolution"] == SENTENCE
    for log in box.home.rglob("session-1.log"):
        assert '"what": "learned"' in log.read_text(encoding="utf-8")


def test_a_session_stays_where_it_began_though_hooks_ran_elsewhere(both):
    box, other = both
    box.start()
    box.fire("recall", "SessionStart", source="startup", cwd=str(other.root))
    box.agent("learn", SENTENCE, cwd=other.root)
    assert box.entry()["resolution"] == SENTENCE


def test_an_agent_changes_no_other_project_by_its_name(box, tmp_path):
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    box.fire("recall", "SessionStart", source="startup")
    done = box.agent("learn", SENTENCE, "--project", str(other))
    assert done.code == 1
    assert "changes no other project" in done.err
    assert box.agent("learn", SENTENCE, "--project", str(box.root), cwd=other).code == 0


@pytest.mark.parametrize("command", ["learn", "capture"])
def test_what_an_agent_says_for_all_projects_is_a_proposal(shop, command):
    done = shop.agent(command, "--global", SENTENCE)
    assert done.code == 0 and "waits in" in done.out
    assert not (shop.home / ".reflexion" / "entries").exists()
    digits = shop.entry(resolution=SENTENCE)["id"][-6:]
    assert f"{digits}  an agent proposes it for all projects" in shop.cli("review").out
    assert shop.cli("review", digits, "global").code == 0
    assert not [entry for entry in shop.entries() if entry["resolution"] == SENTENCE]
    assert SENTENCE in shop.cli("list", "--global").out


def test_an_agent_proposes_a_learning_for_all_projects_by_its_id(shop):
    shop.agent("learn", SENTENCE)
    entry_id = shop.entry(resolution=SENTENCE)["id"]
    assert shop.agent("learn", "--global", entry_id).code == 0
    assert shop.entry(id=entry_id)["everywhere"]
    shop.cli("review", entry_id, "keep")
    assert "everywhere" not in shop.entry(id=entry_id)


def test_an_agent_adds_no_words_to_the_home_store(shop):
    shop.cli("learn", "--global", "Explain frontend by analogy.")
    digits = shop.cli("list", "--global").out[:6]
    before = shop.cli("list", "--global", "--json").out
    for argv in (["failed", digits], ["learn", "--for", digits, "Something else entirely."]):
        done = shop.agent(*argv)
        assert done.code == 1 and "every project" in done.err
    assert shop.cli("list", "--global", "--json").out == before
