"""status: what needs you first, what was gained, the width, JSON."""

from __future__ import annotations

import json
import os
import time

import pytest
from cli_tools import cli, visible  # noqa: F401

from reflexion.status import board, gather, sentences, terminal
from reflexion.store.project import Project

SECTIONS = ["Needs you (4)", "Gained", "Next rules", "Rules (1 of 30)"]
SECTIONS += ["Learned last", "How it decides", "On and off"]


def full(cli) -> None:
    """A store with something of everything."""
    a = cli.put("a7f03c", occurrences=2, worked=2)
    odd = "no, dates are UTC here \u4f60\u597d"
    cli.put("b11d42", type="correction", trigger=odd, resolution="", context="", occurrences=2)
    cli.put("c0ffee", occurrences=9, promoted=True, trigger="x" * 300, ignored=3)
    cli.put("dddddd", needs_review=True, failed=2, confidence="low")
    cli("trust")
    (cli.store / "entries" / "RFX-20260301-eeeeee.json").write_text("{")
    runs, state = cli.store / "state" / "runs", cli.store / "state"
    runs.mkdir(parents=True)
    now = time.time()
    (runs / "recall.UserPromptSubmit").write_text(
        f"{now - 4000:.0f}\t12.5\t0\n{now - 7000:.0f}\t14.5\t120\n"
    )
    (runs / "recall.SessionStart").write_text(f"{now - 7000:.0f}\t12.5\t80\n")
    (state / "said.txt").write_text(f"2026-03-03T10:00:00Z\t{a}\tprompt\t120\n")
    (state / "log.txt").write_text("2026-03-03T10:00:00Z\tcapture\tOSError: disk full\x1b[2J\n")
    (state / "suppressed.txt").write_text(
        "2026-03-03T10:00:00Z\ta search without a match\tgrep -rn foo src\n" * 3
        + "2026-03-04T10:00:00Z\tthe host calls it harmless\tdiff a b\n"
    )


def test_what_needs_you_comes_first(cli):
    full(cli)
    out = cli("status")
    found = [line for line in out.splitlines() if line.startswith(tuple(SECTIONS))]
    assert [line.split("  ")[0] for line in found] == SECTIONS
    text = " ".join(out.split())
    for words in (
        "RFX-20260301-eeeeee.json cannot be read: not valid JSON",
        "2 learnings wait for you",
        "1 seen again without a fix",
        "-> reflexion review",
        "told 3 times and not followed",
        "OSError: disk full",
        "In the last 7 days no known mistake came back; no lesson was recorded.",
        "4 learnings, seen 13 times: 3 with a fix, 1 without.",
        "1 rule in CLAUDE.md.",
        "A session costs 200 characters of context.",
        "2 of 3 times",
        "4 failures taught nothing and were left out: `reflexion status --suppressed`.",
        "The agent is shown up to 3 learnings at a time, of medium confidence or higher.",
        "recall on: the agent is told what is known",
    ):
        assert words in text, words
    assert visible(out) and "median" not in out  # what hooks cost is the doctor's


@pytest.mark.parametrize("columns", [20, 50, 80, 132])
def test_it_fits(cli, monkeypatch, columns):
    full(cli)
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = cli("status").splitlines()
    assert max(map(terminal.cells, lines)) <= max(columns, terminal.NARROWEST)
    assert not any(line != line.rstrip() for line in lines)


def test_a_command_that_has_no_room_beside_its_heading_stands_below_it():
    made = board.Board(40, terminal.Paint(False))
    made.heading("Next rules", "reflexion promote --dry-run")
    made.heading("Met in other projects, too", "reflexion promote --global ID")
    assert made.lines == [
        *("", "Next rules   reflexion promote --dry-run"),
        *("", "Met in other projects, too", "  -> reflexion promote --global ID"),
    ]


def test_the_command_that_writes_rules_is_named_where_one_is_due(cli):
    full(cli)
    assert "promote --dry-run" not in cli("status")
    cli.put("a7f03c", occurrences=3)
    assert "promote --dry-run" in cli("status") and "qualifies now" in cli.out


def test_a_path_is_told_from_the_project(cli):
    """And each switch's state stands in one column."""
    (cli.store).mkdir()
    cli.put("a7f03c", source="inferred", confidence="medium")
    (cli.store / "config.json").write_text('{"promote_after": "x"}')
    lines = cli("status").splitlines()
    problem = next(line for line in lines if "config.json" in line)
    assert problem.startswith("  .reflexion/config.json: ")
    assert "  Confidence of the fixes: 1 medium." in lines
    states = lines[lines.index(next(line for line in lines if line.startswith("On and off"))) + 1 :]
    assert {line[:16].rstrip()[2:] for line in states} - {""} == {
        row[0] for row in sentences.SWITCHES
    }


def test_colour_is_asked_for(cli):
    full(cli)
    figures = gather.gather(Project(str(cli.root), {"HOME": str(cli.home)}), lambda entry: "")
    coloured = board.board(figures, 80, terminal.Paint(True))
    assert any("\x1b[" in line for line in coloured)
    assert not any("\x1b" in line for line in board.board(figures, 80, terminal.Paint(False)))


def test_json(cli):
    full(cli)
    figures = json.loads(cli("status", "--json"))
    assert figures["totals"]["entries"] == 4 and figures["trusted"] is True
    assert figures["rates"] == {"sessions": 1, "characters": 200}
    assert figures["next"][0]["waits"].startswith("2 of 3 times")
    assert (figures["numbers"]["ever"]["told"], figures["suppressed"]) == (0, {"total": 4})
    assert os.path.isdir(os.path.join(figures["store"], "entries"))
    assert figures["unreadable"][0]["file"] == "RFX-20260301-eeeeee.json"
    assert len(figures["hooks"]) >= 10
    assert len(json.loads(cli("status", "--json", "-n", "1"))["recent"]) == 1


def test_suppressed(cli):
    assert "left out nothing" in cli("status", "--suppressed")
    full(cli)
    out = cli("status", "--suppressed")
    assert "3x  a search without a match" in out
    assert out.index("diff a b") < out.index("grep -rn foo src")
    assert json.loads(cli("status", "--suppressed", "--json"))[0] == {
        "time": "2026-03-04T10:00:00Z",
        "why": "the host calls it harmless",
        "command": "diff a b",
    }


def test_nothing_yet(cli):
    out = " ".join(cli("status").split())
    assert "No hooks are installed here, so nothing is learned: `reflexion init`" in out
    assert "No learnings of your own yet" in out and not cli.store.exists()
    cli("init", "--host", "claude")
    out = " ".join(cli("status").split())
    assert "Needs you" not in out and "installed (claude) and have not run yet" in out


HOOKS = {"recall.UserPromptSubmit": 30, "capture.UserPromptSubmit": 30, "recall.SessionStart": 3}


@pytest.mark.parametrize(
    "age, installed, expected",
    [
        (90_000, ["claude"], ["capture.PostToolUse"]),
        (90_000, ["plugin"], []),
        (600, ["claude"], []),
    ],
)
def test_a_hook_that_never_ran(age, installed, expected):
    """It is named when there was occasion: not right after init, not under the plugin."""
    runs = {name: [(1000.0, 1.0, 0)] * times for name, times in HOOKS.items()}
    assert gather._idle(runs, installed, 1000.0 + age) == expected


def test_it_says_when_the_hooks_are_off(cli, monkeypatch):
    cli("off")
    assert "The hooks do nothing: the setting `enabled` is off" in " ".join(cli("status").split())
    cli("on")
    assert "the setting `enabled`" not in cli("status")
    monkeypatch.setenv("REFLEXION_DISABLED", "1")
    assert "REFLEXION_DISABLED is set" in cli("status")


def test_it_says_when_learnings_wait_for_trust(cli):
    cli.ours = False
    cli.put("a7f03c")
    assert "`reflexion trust`" in " ".join(cli("status").split())
    assert json.loads(cli("status", "--json"))["trusted"] is False


def test_settings_that_are_wrong_are_named(cli):
    cli("config", "announce", "all")
    (cli.store / "config.json").write_text('{"promote_after": "many"}')
    assert "promote_after: must be a whole number" in " ".join(cli("status").split())


@pytest.mark.parametrize(
    "seconds, expected",
    [
        (-5, "just now"),
        (0, "just now"),
        (89, "just now"),
        (300, "5 min ago"),
        (7200, "2 h ago"),
        (4 * 86400, "4 days ago"),
        (10**12, "long ago"),
    ],
)
def test_ago(seconds, expected):
    assert board.ago(seconds) == expected


def test_the_script_is_the_command(box):
    done = box.script("status")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("Reflexion   ")
    assert json.loads(box.script("status", "--json").stdout)["exists"] is False


@pytest.mark.parametrize(
    "count, words",
    [(1, "1 failure taught nothing and was"), (2, "2 failures taught nothing and were")],
)
def test_what_was_left_out_is_one_sentence(cli, count, words):
    cli.put("a7f03c")
    state = cli.store / "state"
    state.mkdir(exist_ok=True)
    (state / "suppressed.txt").write_text("2026-03-03T10:00:00Z\ta search\tgrep foo\n" * count)
    assert f"{words} left out: `reflexion status --suppressed`." in " ".join(cli("status").split())


def test_what_was_learned_last_is_named_as_list_names_it(cli):
    cli.put("a7f03c", skill="deploy")
    (line,) = [
        line for line in cli("status").splitlines() if line.startswith("  2026-03-01  a7f03c")
    ]
    assert line.split()[2] == "error" and " error " in cli("list")
