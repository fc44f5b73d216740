"""show: one learning whole, or all by subject."""

from __future__ import annotations

import io
import json
import subprocess

from cli_tools import (  # noqa: F401
    cli,  # noqa: F401 (a fixture)
    visible,
)
from sandbox import Terminal


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


def test_show(cli):
    a, _, c = three(cli)
    out = cli("show", "a7f")
    assert (
        out.startswith(f"{a}  error, fixed\n")
        and "rule      1 of 3 times" in out
        and "trusted   high confidence, from you" in out
    )
    assert max(map(len, out.splitlines()[:-1])) <= 80
    both = cli("show", a, c)
    assert both.count("keywords") == 2 and "in CLAUDE.md" in both
    assert list(json.loads(cli("show", a, "--json")))[:3] == ["id", "type", "trigger"]
    assert len(json.loads(cli("show", a, c, "--json"))) == 2


def test_show_keeps_unknown_fields(cli):
    cli.put("a7f03c", team="payments")
    assert "payments" in cli("show", "a7f03c")


def test_a_rule_that_waits_for_a_yes_names_it(cli):
    name = cli.put("a7f03c", source="agent", type="insight")
    other = cli.put("b11d42")
    cli("trust")
    assert f"waits for your yes: `reflexion promote {name}`" in " ".join(cli("show", name).split())
    assert "promote" not in cli("show", other)


def test_a_card_says_nothing_twice(cli):
    name = cli.put(
        "a7f03c", source="inferred", judged="Use `pnpm run build`: this project uses pnpm."
    )
    assert cli("show", name).count("this project uses pnpm") == 1
    other = cli.put("b11d42", resolution="", source="hook")
    assert "trusted" not in cli("show", other) and "confidence" not in cli.out


def test_show_by_kind_is_bounded_when_asked(cli):
    for n in range(4):
        cli.put(f"a0000{n}", trigger=f"mistake {n}", resolution=f"Do thing {n}.")
    assert cli("show").count("Do thing") == 4 and cli("show", "-n", "1").count("Do thing") == 1


def test_what_somebody_typed_is_filed_under_what_they_said(cli, monkeypatch):
    """As `show` itself tells where there is none, and whatever its words are."""
    assert 'or `reflexion add "Use pnpm here"`' in " ".join(cli("show").split())
    monkeypatch.setattr("sys.stdin", Terminal(io.BytesIO(b""), "utf-8"))
    cli("add", "Use pnpm here")
    lesson = cli.put("b11d42", source="agent", type="insight", trigger="x", resolution="Do it.")
    mine = {"type": "insight", "category": "preference", "trigger": "y", "resolution": "Be short."}
    cli.put("c0ffee", source="agent", **mine)
    kinds = json.loads(cli("show", "--json"))
    assert [row["resolution"] for row in kinds["preferences"]] == [
        "Use pnpm here",
        "Be short.",
    ]
    assert [row["id"] for row in kinds["project"]] == [lesson]


def test_words_that_git_brought_are_nobody_s_alone(cli):
    """Once they are accepted; in a card, in the list of all and on the page."""
    (cli.root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(cli.root)], check=True)
    name = cli.put("a7f03c", source="user")
    assert "from you\n" in cli("show", name)
    subprocess.run(["git", "-C", str(cli.root), "add", "-f", ".reflexion/entries"], check=True)
    cli("trust")
    who = "from you or a colleague"
    assert who in cli("show", name) and who in cli("show") and who in cli("status", "--html", "-")
    assert "in_git" not in cli("show", name, "--json")


def test_what_came_with_a_clone_is_not_called_yours(cli):
    name = cli.put("a7f03c", source="user")
    assert "error, fixed" in cli("show", name) and "from you\n" in cli("show", name)
    (cli.store / "state" / "nonce").unlink()
    card = cli("show", name)
    assert card.startswith(f"{name}  error, waits\n"), "as `list` says"
    assert "from you or a colleague" in card
    assert "no agent is told before `reflexion trust`" in " ".join(card.split())
