"""list: filters, dates, and the table on a terminal and in a pipe."""

from __future__ import annotations

import json
from datetime import date

import pytest
from cli_tools import (  # noqa: F401
    cli,  # noqa: F401 (a fixture)
    visible,
)

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


def test_the_subject_that_show_names_is_one_to_filter_by(cli):
    name = cli.put("a7f03c", category="testing")
    cli.put("b11d42", category="git")
    assert "testing" in cli("show")
    assert [row["id"] for row in json.loads(cli("list", "--skill", "testing", "--json"))] == [name]
    cli("list", "--type", "testing", status=2)


def test_review_filter(cli):
    cli.put("aaaaaa", needs_review=True)
    cli.put("bbbbbb", confidence="low")
    cli.put("cccccc", confidence="medium")
    assert len(json.loads(cli("list", "--review", "--json"))) == 2


def test_in_a_pipe_nothing_is_cut(cli):
    a, b, c = three(cli)
    lines = cli("list").splitlines()
    assert [line.split()[0] for line in lines] == [c, a, b]  # the newest first
    assert (
        lines[1]
        == f'{a}  error  1x  2026-03-05  fixed  npm error Missing script: "build"  ->  Use `pnpm run build`: this project uses pnpm.'
    )
    assert "(no fix known)" in lines[2] and "  rule  " in lines[0]


def test_of_one_day_what_was_learned_last_comes_first(cli):
    names = []
    for words in (["Use zebra stripes."], ["--trigger", "boom: no attic"], ["Make tea first."]):
        cli("add", *words)
        names.insert(0, cli.added())
    assert [line.split()[0] for line in cli("list").splitlines()] == names
    assert [row["id"] for row in json.loads(cli("list", "--json", "-n", "2"))] == names[:2]
    status = json.loads(cli("status", "--json"))
    assert [row["id"] for row in status["recent"]] == names


def test_a_draft_is_no_fix(cli):
    draft = cli.put("dddddd", source="inferred", confidence="low")
    cli.put("eeeeee")
    (line,) = cli("list", "--unresolved").splitlines()
    assert line.split()[0] == draft and line.split()[4] == "draft"
    assert cli("list", "--review") == "no learning fits\n"
    assert "1 with a fix, 1 with a draft (`reflexion review --drafts`)." in " ".join(
        cli("status").split()
    )
    card = cli("show", draft)
    assert card.splitlines()[3].startswith("  draft     Use") and "a draft, from what" in card


def test_a_verified_use_is_no_sighting(cli):
    name = cli.put("a7f03c", occurrences=5, worked=2, sessions=2)
    assert cli("list").split()[2] == "3x"
    assert "\n  seen      3x, first" in cli("show", name)


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
    assert '`reflexion add --global "Use pnpm here"` adds one' in cli("list", "--global")


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
    assert "not readable: 1 file;" in cli.err and "doctor" in cli.err


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


def test_a_field_that_is_nested_deeply(cli):
    value = "x"
    for _ in range(60):
        value = [value]
    cli.put("a7f03c", odd=value)
    assert "..." in cli("show", "a7f", "--json") and json.loads(cli.out)["id"].endswith("a7f03c")


def test_list_by_skill_and_number(cli):
    names = [cli.put(f"a0000{n}", trigger=f"t{n}", last_seen=f"2026-03-0{n + 1}") for n in range(4)]
    cli("move", names[0], "--skill", "deploy")
    out = cli("list", "--skill", "deploy")
    assert names[0] in out and names[1] not in out
    out = cli("ls", "-n", "2")
    assert names[3] in out and names[2] in out and names[1] not in out


NOTE = {"type": "insight", "trigger": "Use tabs.", "resolution": "Use tabs."}


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_fix_stands_beside_the_error(cli, monkeypatch, columns):
    cli.put("aaaaaa", trigger="it broke", resolution="Mend it.")
    cli.put("bbbbbb", trigger="it broke again", resolution="")
    cli.put("cccccc", **NOTE)
    monkeypatch.setenv("COLUMNS", str(columns))
    out = cli("list")
    assert "Mend it." in out and "open" in out and out.count("Use tabs.") == 1
    assert len(out.splitlines()) == (4 if columns == 120 else 5)


def test_a_long_sentence_goes_on_below(cli, monkeypatch):
    words = "Explain frontend by analogy: I am a backend engineer of many years."
    cli.put("cccccc", type="correction", trigger=words, resolution=words)
    monkeypatch.setenv("COLUMNS", "80")
    first, second = cli("list").splitlines()[1:]
    assert first.endswith("Explain frontend by analogy: I") or "Explain" in first
    shown = f"{first.partition('known')[2]} {second}".split()
    assert shown == words.split()


def test_a_sentence_is_known_and_not_fixed(cli):
    cli.put("cccccc", **NOTE)
    assert cli("list").endswith("  known  Use tabs.\n")
