"""status on the terminal and as JSON: the sections, the width, what it says when something is wrong."""

from __future__ import annotations

import json
import time

import pytest
from cli_tools import cli, visible  # noqa: F401

from reflexion.status import board, terminal

SECTIONS = [
    "What recurs most",
    "Without a fix (1)",
    "Next rules",
    "Rules (1 of 30)",
    "Last seen",
    "To review (1)",
    "Did it help?",
    "What it costs",
    "Hooks",
    "Files that cannot be read (1)",
    "Faults on record",
]


def full(cli) -> None:
    """A store with something of everything."""
    a = cli.put("a7f03c", occurrences=2, worked=2)
    cli.put(
        "b11d42",
        type="correction",
        trigger="no, dates are UTC here \u4f60\u597d",
        resolution="",
        context="",
    )
    cli.put("c0ffee", occurrences=9, promoted=True, trigger="x" * 300)
    cli.put("dddddd", needs_review=True, failed=2, confidence="low")
    cli("trust")
    (cli.store / "entries" / "RFX-20260301-eeeeee.json").write_text("{")
    (cli.store / "state" / "runs").mkdir(parents=True)
    (cli.store / "state" / "runs" / "recall.UserPromptSubmit").write_text(
        f"{time.time() - 4000:.0f}\t12.5\t0\n{time.time() - 7000:.0f}\t14.5\t120\n"
    )
    (cli.store / "state" / "said.txt").write_text(f"2026-03-03T10:00:00Z\t{a}\tprompt\t120\n")
    (cli.store / "state" / "log.txt").write_text(
        "2026-03-03T10:00:00Z\tcapture\tOSError: disk full\x1b[2J\n"
    )
    (cli.store / "state" / "suppressed.txt").write_text(
        "2026-03-03T10:00:00Z\ta search without a match\tgrep -rn foo src\n" * 3
        + "2026-03-04T10:00:00Z\tthe host calls it harmless\tdiff a b\n"
    )


def test_all_sections(cli):
    full(cli)
    out = cli("status")
    assert [
        line for line in out.splitlines() if any(line.startswith(section) for section in SECTIONS)
    ].__len__() == len(SECTIONS), out
    for word in (
        "4 learnings from 13 sightings",
        "seen 2x, 1 more to go",
        "67 min ago",
        "2 prompts; learnings were said at 1 of them (50%)",
        "said 1x, then it worked 2x, and failed again 2x",
        "RFX-20260301-eeeeee.json: not valid JSON",
        "OSError: disk full",
        "never",
        "`reflexion init` installs it",
        "status --suppressed",
    ):
        assert word in " ".join(out.split()), word
    assert visible(out)


@pytest.mark.parametrize("columns", [20, 50, 80, 132])
def test_it_fits(cli, monkeypatch, columns):
    full(cli)
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(terminal.cells, cli("status").splitlines())) <= max(columns, terminal.NARROWEST)


def test_not_a_terminal_is_80_plain_columns(cli):
    full(cli)
    out = cli("status")
    assert max(map(terminal.cells, out.splitlines())) <= 80 and not any(
        line != line.rstrip() for line in out.splitlines()
    )


def test_colour_is_asked_for(cli):
    full(cli)
    from reflexion.status.gather import gather
    from reflexion.store.project import Project

    figures = gather(Project(str(cli.root), {"HOME": str(cli.home)}), lambda entry: "")
    assert any(
        "\x1b[" in line for line in board.board(figures, 80, terminal.Paint(True))
    ) and not any("\x1b" in line for line in board.board(figures, 80, terminal.Paint(False)))


def test_json(cli):
    full(cli)
    figures = json.loads(cli("status", "--json"))
    assert (
        figures["totals"]["entries"] == 4
        and figures["rates"]["prompts"] == 2
        and figures["rates"]["characters"] == 120
        and figures["trusted"] is True
    )
    assert (
        figures["next"][0]["waits"].startswith("seen 2x")
        and figures["outcomes"]["said"] == 1
        and figures["suppressed"]["total"] == 4
    )
    assert (
        figures["unreadable"][0]["file"] == "RFX-20260301-eeeeee.json"
        and len(figures["hooks"]) >= 10
    )


def test_suppressed(cli):
    assert "left out nothing" in cli("status", "--suppressed")
    full(cli)
    out = cli("status", "--suppressed")
    assert (
        "3x  a search without a match" in out
        and "grep -rn foo src" in out
        and out.index("diff a b") < out.index("grep -rn foo")
    )
    assert json.loads(cli("status", "--suppressed", "--json"))[0] == {
        "time": "2026-03-04T10:00:00Z",
        "why": "the host calls it harmless",
        "command": "diff a b",
    }


def test_nothing_yet(cli):
    out = cli("status")
    assert (
        "No learnings yet" in out
        and "None has run in this project yet. `reflexion init` installs them" in out
        and not cli.store.exists()
    )


def test_it_says_when_the_hooks_are_off(cli, monkeypatch):
    cli("config", "set", "enabled", "false")
    assert "The hooks do nothing: the setting `enabled` is off" in " ".join(cli("status").split())
    monkeypatch.setenv("REFLEXION_DISABLED", "1")
    assert "REFLEXION_DISABLED is set" in cli("status")


def test_it_says_when_learnings_wait_for_trust(cli):
    cli.put("a7f03c")
    assert (
        "`reflexion trust`" in cli("status")
        and json.loads(cli("status", "--json"))["trusted"] is False
    )


def test_settings_that_are_wrong_are_named(cli):
    cli("config", "set", "announce", "all")
    (cli.store / "config.json").write_text('{"promote_after": "many"}')
    assert "promote_after: must be a whole number" in " ".join(cli("status").split())


def test_what_recurs_shows_rules_as_such(cli):
    full(cli)
    assert "rule: Use `pnpm run build`" in cli("status")


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
