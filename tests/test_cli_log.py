"""log: what became of learnings, newest first, by id, kind and date."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli, visible  # noqa: F401

from reflexion.status import terminal, timeline

SESSION = "01a20553-c3d4-7ee4-9f00-0a1b2c3d4e5f"


@pytest.fixture
def kept(cli):
    """A store of two learnings with five rows of history."""
    a = cli.put("a7f03c")
    b = cli.put("b11d42", resolution="Store dates\x1b[2J in UTC.", type="correction")
    state = cli.store / "state"
    state.mkdir(exist_ok=True)
    (state / "history.txt").write_text(
        f"2026-03-01T10:00:00Z\t{SESSION}-reflect\tlearned\t{a}\n"
        f"2026-03-02T10:00:00Z\t{SESSION}\trepeat\t{a}\n"
        f"2026-03-02T10:00:01Z\t{SESSION}\ttold\t{a}\tfailure\n"
        f"2026-03-03T10:00:00Z\tother\tbrief\t{a}\t{b}\n"
        "2026-03-04T10:00:00Z\t-\tpromoted\tRFX-20260301-0000ff\n"
        "torn\n"
    )
    return cli


def test_nothing_yet(cli):
    assert "nothing is on record yet" in cli("log")
    assert json.loads(cli("log", "--json")) == []


@pytest.mark.parametrize(
    "argv, kinds",
    [
        ([], ["promoted", "brief", "told", "repeat", "learned"]),
        (["a7f"], ["brief", "told", "repeat", "learned"]),
        (["b11d42"], ["brief"]),
        (["a7f", "b11"], ["brief", "told", "repeat", "learned"]),
        (["--kind", "told"], ["told"]),
        (["--kind", "told", "b11"], []),
        (["--since", "2026-03-03"], ["promoted", "brief"]),
        (["-n", "2"], ["promoted", "brief"]),
        (["--kind", "learned", "--since", "2026-03-02"], []),
    ],
)
def test_filters(kept, argv, kinds):
    assert [row["kind"] for row in json.loads(kept("log", "--json", *argv))] == kinds
    lines = kept("log", *argv).splitlines()
    shown = [line for line in lines if "older: " not in line]
    assert len(shown) == len(kinds) or shown == ["nothing of that is on record"]


def test_a_row(kept, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    lines = kept("log").splitlines()
    day, clock, session, word, digits = lines[2].split()[:5]
    assert [line.split()[3] for line in lines[1:4]] == ["brief", "told", "repeat"]
    assert (day, session, word, digits) == ("2026-03-02", "2c3d4e5f", "told", "a7f03c")
    assert clock.endswith(":00") and "Use `pnpm run build`" in lines[2]
    assert lines[4].split()[2:4] == ["2c3d4e5f", "learned"], "the session that `reflect` read"
    assert "(it is gone)" in lines[0] and "2 learnings in the brief" in lines[1]
    row = json.loads(kept("log", "--json", "--kind", "told"))[0]
    assert row["session"] == SESSION and row["what"].endswith("at the failure")


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_it_fits(kept, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    out = kept("log")
    assert max(map(terminal.cells, out.splitlines())) <= columns and visible(out)


@pytest.mark.parametrize(
    "argv, status, words",
    [
        (["zzz"], 1, "no entry matches"),
        (["--kind", "x"], 2, "invalid choice"),
        (["-n", "-1"], 1, "above zero"),
        (["--since", "soon"], 1, "is no date"),
    ],
)
def test_what_cannot_be_asked(kept, argv, status, words):
    kept("log", *argv, status=status)
    assert words in kept.err


def test_older_rows_are_counted(kept):
    assert "and 3 older: `reflexion log -n 5`" in kept("log", "-n", "2")


def test_a_time_that_is_none():
    assert timeline.local("soon") == "soon"


def test_it_goes_with_the_learnings(kept):
    kept("remove", "--all", "--yes")
    assert "nothing is on record yet" in kept("log")


def test_in_a_pipe_nothing_is_cut(cli, monkeypatch):
    words = "Use zebra crossings " * 9
    cli("add", words)
    assert cli("log").rstrip().endswith(words.rstrip())
    monkeypatch.setenv("COLUMNS", "60")
    assert len(cli("log").rstrip()) <= 60
