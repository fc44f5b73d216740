"""list, show and how ids are shortened."""

from __future__ import annotations

import json
from datetime import date

import pytest
from cli_tools import cli, visible  # noqa: F401

from reflexion.cli.list import since_date
from reflexion.cli.output import Stop


def three(cli):
    return [
        cli.put("a7f03c", last_seen="2026-03-05"),
        cli.put(
            "b11d42",
            type="correction",
            trigger="no, dates are UTC here",
            context="",
            resolution="",
            keywords=["dates"],
            last_seen="2026-03-01",
        ),
        cli.put(
            "c0ffee",
            promoted=True,
            trigger="cargo: no such command: nextest",
            context="cargo nextest",
            resolution="Run `cargo install cargo-nextest`.",
            last_seen="2026-04-01",
        ),
    ]


@pytest.mark.parametrize(
    "argv, expected",
    [
        ([], "abc"),
        (["--type", "correction"], "b"),
        (["--unresolved"], "b"),
        (["--promoted"], "c"),
        (["--review"], ""),
        (["--since", "2026-03-04"], "ac"),
        (["utc"], "b"),
        (["CARGO", "nextest"], "c"),
        (["cargo", "utc"], ""),
        (["missing"], "a"),
        (["c0ffee"], "c"),
    ],
)
def test_filters(cli, argv, expected):
    three(cli)
    shown = json.loads(cli("list", "--json", *argv))
    assert sorted(entry["id"][13] for entry in shown) == list(expected)


def test_review_filter(cli):
    cli.put("aaaaaa", needs_review=True)
    cli.put("bbbbbb", confidence="low")
    cli.put("cccccc", confidence="medium")
    assert len(json.loads(cli("list", "--review", "--json"))) == 2


def test_in_a_pipe_nothing_is_cut(cli):
    a, b, c = three(cli)
    lines = cli("list").splitlines()
    assert [line.split()[0] for line in lines] == [b, a, c]  # the newest last
    assert (
        lines[1]
        == f'{a}  error  1x  2026-03-05  fixed  npm error Missing script: "build"  ->  Use `pnpm run build`: this project uses pnpm.'
    )
    assert "(no fix known)" in lines[0] and "  rule  " in lines[2]


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_columns_are_honoured(cli, monkeypatch, columns):
    three(cli)
    cli.put("dddddd", trigger="\u4f60\u597d" * 80, resolution="x" * 300)
    monkeypatch.setenv("COLUMNS", str(columns))
    from reflexion.status.terminal import cells

    lines = cli("list").splitlines()
    assert (
        max(map(cells, lines)) <= columns
        and lines[0].startswith("ID")
        and ("FIX" in lines[0]) == (columns >= 110)
    )


def test_nothing_yet(cli):
    assert "no learnings yet" in cli("list")
    cli.put("a7f03c")
    assert cli("list", "zebra") == "no learning fits\n"


def test_hostile_text_stays_text(cli):
    id = cli.put(
        "a7f03c",
        trigger="x\x1b[2J\x1b]0;title\x07\u202ey",
        resolution="a\nb\r\x00c",
        context="token=ghp_" + "Zz9" * 12,
        notes=["\x1b[31mred", {"odd": 1}],
        **{"my\x1bfield": "v"},
    )
    for out in (cli("list"), cli("show", id), cli("show", id, "--json"), cli("list", "--json")):
        assert visible(out) and "Zz9Zz9" not in out


def test_unreadable_files_are_counted(cli):
    cli.put("a7f03c")
    (cli.store / "entries" / "RFX-20260301-bbbbbb.json").write_text("{")
    cli("list")
    assert "1 file(s) cannot be read" in cli.err and "doctor" in cli.err


def test_show(cli):
    a, _, c = three(cli)
    out = cli("show", "a7f")
    assert (
        out.startswith(f"{a}  error, fixed\n")
        and "rule      1 of 3 times" in out
        and "confidence not given" in out
    )
    assert max(map(len, out.splitlines()[:-1])) <= 80
    both = cli("show", a, c)
    assert both.count("keywords") == 2 and "in CLAUDE.md" in both
    assert list(json.loads(cli("show", a, "--json")))[:3] == ["id", "type", "trigger"]
    assert len(json.loads(cli("show", a, c, "--json"))) == 2


def test_show_keeps_unknown_fields(cli):
    cli.put("a7f03c", team="payments")
    assert "payments" in cli("show", "a7f03c")


@pytest.mark.parametrize(
    "part, found",
    [
        ("a7f03c", True),
        ("RFX-20260301-a7f03c", True),
        ("rfx-20260301-A7", True),
        ("7f0", True),
        ("20260301-a", True),
        ("zz", False),
        ("", False),
        ("../x", False),
    ],
)
def test_ids_may_be_shortened(cli, part, found):
    cli.put("a7f03c")
    cli.put("b11d42")
    cli("show", part, status=0 if found else 1)
    assert found or "reflexion list" in cli.err


def test_an_ambiguous_id_names_the_candidates(cli):
    cli.put("a7f03c")
    cli.put("a7f042")
    cli("show", "a7f0", status=1)
    assert "matches 2 entries" in cli.err and "RFX-20260301-a7f042" in cli.err


TODAY = date(2026, 3, 31)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("2026-01-02", "2026-01-02"),
        ("today", "2026-03-31"),
        ("Yesterday", "2026-03-30"),
        ("7d", "2026-03-24"),
        ("2w", "2026-03-17"),
        ("1m", "2026-03-01"),
        ("12h", "2026-03-31"),
        ("48h", "2026-03-29"),
        ("1y", "2025-03-31"),
    ],
)
def test_since(text, expected):
    assert since_date(text, TODAY) == expected


@pytest.mark.parametrize("text", ["", "soon", "2026-13-01", "7", "-3d", "99999d"])
def test_no_date(text):
    with pytest.raises(Stop, match="is no date"):
        since_date(text, TODAY)


@pytest.mark.parametrize("argv", [["show", "x"], ["list"], ["status"], ["doctor"]])
def test_where_no_store_can_be(cli, monkeypatch, argv):
    monkeypatch.chdir(cli.home)
    cli(*argv, status=1)
    assert "no store can be in" in cli.err and cli.err.count("\n") == 1
    cli(*argv[:1], *argv[1:], "--project", "/no/such/folder", status=1)
    assert "is not a folder" in cli.err


def test_a_field_that_is_nested_deeply(cli):
    value = "x"
    for _ in range(60):
        value = [value]
    cli.put("a7f03c", odd=value)
    assert "..." in cli("show", "a7f", "--json") and json.loads(cli.out)["id"].endswith("a7f03c")
