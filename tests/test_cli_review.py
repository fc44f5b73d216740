"""review: what a person decides is done to the entry, to its rule and to nothing else."""

from __future__ import annotations

import io
import json
import os

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)

from reflexion.cli import run

DONE = "Use `pnpm run build`"


@pytest.fixture
def keys(cli, monkeypatch):
    """keys("d", "s") answers what `review` asks, on a terminal; then what is typed."""

    def press(*pressed, typed="", argv=()):
        answers = iter(pressed)
        terminal = io.StringIO(typed)
        terminal.isatty = lambda: True
        monkeypatch.setattr("sys.stdin", terminal)
        monkeypatch.setattr("reflexion.cli.review_walk.read_key", lambda: next(answers, "q"))
        return cli("review", *argv)

    return press


@pytest.fixture
def rule(cli):
    """A rule in CLAUDE.md whose entry was flagged by hand; its id."""
    id = cli.put("a7f03c", occurrences=3)
    cli("trust")
    cli("promote", id)
    entry = cli.get(id)
    (cli.store / "entries" / f"{id}.json").write_text(json.dumps({**entry, "needs_review": True}))
    assert DONE in (cli.root / "CLAUDE.md").read_text()
    return id


def test_dropping_a_learning_takes_its_rule_out(cli, keys, rule):
    assert keys("d") and cli.ids() == [] and not (cli.root / "CLAUDE.md").exists()
    assert "told again" not in cli("restore", rule) and cli.get(rule)["promoted"] is False


def test_a_new_fix_is_a_new_rule(cli, keys, rule):
    keys("r", typed="Use `npm ci`.\n")
    assert (cli.get(rule)["resolution"], cli.get(rule)["source"], cli.get(rule)["promoted"]) == (
        "Use `npm ci`.",
        "user",
        True,
    )
    assert "needs_review" not in cli.get(rule)
    assert (
        "npm ci" in (cli.root / "CLAUDE.md").read_text()
        and DONE not in (cli.root / "CLAUDE.md").read_text()
    )


def test_keep_skip_quit(cli, keys):
    first, second = (
        cli.put("aaaaaa", confidence="low", occurrences=9),
        cli.put("bbbbbb", confidence="low"),
    )
    keys("s", "q")
    assert cli.get(first)["confidence"] == cli.get(second)["confidence"] == "low"
    keys("x", "k", "q")
    assert cli.get(first)["confidence"] == "medium" and cli.get(second)["confidence"] == "low"


def test_without_a_terminal_it_says_what_to_do(cli):
    cli.put("aaaaaa", confidence="low")
    cli("review", status=1)
    assert (
        "--json" in cli.err
        and json.loads(cli("review", "--json"))[0]["waits"] == "its confidence is low"
    )


def test_a_rule_that_went_with_its_entry_does_not_silence_it_when_it_is_back(cli):
    id = cli.put("a7f03c", promoted=True)
    cli("remove", id, "--keep-rule")
    assert "told again" in cli("restore", id) and cli.get(id)["promoted"] is False


def test_one_copy_of_what_was_removed(cli):
    cli("remove", cli.put("a7f03c"))
    assert cli("restore").count("[remove]") == 1


def test_undo_takes_back_what_was_decided(cli, keys, rule):
    keys("d", "q")
    other = cli.put("bbbbbb", confidence="low", source="user")
    assert cli.ids() == [other]
    out = keys("d", "u", "?", "q")
    assert cli.ids() == [other] and "is back as it was before the review" in out
    assert "take the last decision back" in out and cli.get(other)["confidence"] == "low"
    keys("k", "u", "q")
    assert cli.get(other)["confidence"] == "low"
    keys("p", "u", "q")
    assert cli.get(other)["promoted"] is False
    assert "bbbbbb" not in (
        (cli.root / "CLAUDE.md").read_text() if (cli.root / "CLAUDE.md").exists() else ""
    )


def test_all_of_yours_at_once(cli, keys):
    mine = [cli.put(f"aaaaa{n}", confidence="low", source="user", occurrences=9) for n in range(3)]
    other = cli.put("bbbbbb", confidence="low", source="inferred")
    assert "kept 3 that a person wrote" in keys("a", "q")
    assert [cli.get(name)["confidence"] for name in [*mine, other]] == ["medium"] * 3 + ["low"]
    for name in mine:
        cli("review", name, "--failed")
    assert "kept 3" in cli("review", "--keep") and cli.get(other)["confidence"] == "low"


def test_verdicts_by_id(cli):
    name = cli.put("a7f03c", resolution="", confidence="low")
    cli("review", name, "--fix", "Use `npm ci`.")
    assert cli.get(name)["resolution"] == "Use `npm ci`."
    cli("review", name, "--worked")
    cli("review", name, "--failed", "not here")
    assert (cli.get(name)["worked"], cli.get(name)["failed"]) == (1, 1)
    assert cli.get(name)["notes"][-1].endswith("not here")
    cli("review", "--worked", status=2)
    cli("review", name, "--worked", "--fix", "x", status=2)


def test_each_failure_takes_a_level_down_to_low(cli):
    name, levels = cli.put("a7f03c", resolution="Use `npm ci`.", confidence="high"), []
    for _ in range(3):
        cli("review", name, "--failed")
        levels.append(cli.get(name)["confidence"])
    assert levels == ["medium", "low", "low"]


def test_two_guises_of_one_mistake_become_one(cli):
    name = cli.put("a7f03c", trigger="E: Unable to locate package zoo", context="apt install zoo")
    other = cli.put("b11d42", trigger="unable to locate the package zoo", context="apt install zoo")
    cli("review", "--same", name, status=2)
    assert f"is part of {name} now" in cli("review", "--same", other, name)
    assert cli.ids() == [name] and len(cli.get(name)["aliases"]) == 1
    cli("review", "--same", name, name, status=1)


def test_one_learning_on_the_width_of_the_terminal(cli, keys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    cli.put("aaaaaa", confidence="low", trigger="x " * 90, notes=["y" * 200])
    assert max(map(len, keys("q").splitlines())) <= 60


def test_a_rule_that_waits_for_a_yes(cli, keys):
    cli("config", "promote", "ask")
    seen = {"occurrences": 4, "first_seen": "2026-03-01", "sessions": 3, "confidence": "high"}
    name = cli.put("a7f03c", **seen, source="user")
    cli("trust")
    assert "1 ready to be a rule" in " ".join(cli("status").split())
    assert "waits for your yes" in keys("p")
    assert cli.get(name)["promoted"] is True and DONE in (cli.root / "CLAUDE.md").read_text()


def test_each_key_confirms_what_it_did_and_the_end_sums_up(cli, keys):
    for n in range(5):
        cli.put(f"aaaaa{n}", confidence="low")
    out = keys("k", "d", "s", "f", "q", typed="Use `npm ci`.\n")
    for words in ("kept as it is; confidence medium", "aaaaa1 removed", "skipped", "resolved"):
        assert words in out, words
    assert out.rstrip().endswith("1 kept, 1 removed, 1 skipped, 1 fixed; 2 wait")
    assert keys("q").rstrip().endswith("nothing was decided; 2 wait")
    out = keys("k", "u", "k", "k", "q")
    assert out.rstrip().endswith("2 kept; none waits")


@pytest.mark.parametrize("closed", [False, True])
def test_it_asks_nobody_who_cannot_answer(cli, monkeypatch, closed):
    """Neither an agent in a terminal that its host gave it, nor anybody without one."""
    cli.put("aaaaaa", confidence="low")
    terminal = io.StringIO("")
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", None if closed else terminal)
    if not closed:
        monkeypatch.setenv("CLAUDECODE", "1")
    assert run(["review"]) == 1
    assert "1 learning waits, and there is nobody to ask" in cli.capsys.readouterr().err


def test_a_key_and_its_word_stay_on_one_line(cli, keys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    cli.put("aaaaaa", confidence="low")
    legend = keys("q").split("\n\n")[0]
    assert legend.split("\n")[0].endswith("s skip \u00b7") and "\na all \u00b7" in legend


def test_a_mistake_without_a_fix_cannot_be_kept(cli, keys):
    name = cli.put("aaaaaa", resolution="", occurrences=2)
    out = keys("k", "q")
    assert "no fix that could be kept" in out and out.rstrip().endswith("decided; 1 waits")
    assert cli.ids() == [name]
    cli.put("aaaaaa", resolution="", needs_review=True)
    assert "1 kept; none waits" in keys("k", "q") and "needs_review" not in cli.get(name)


def test_the_sum_counts_all_that_wait(cli, keys):
    """Also behind a limit; what else there is to do comes once none waits."""
    first, second = (cli.put(f"aaaaa{n}", confidence="low") for n in range(2))
    cli.put("dddddd", source="inferred", confidence="low")
    assert keys("q", argv=["-n", "1"]).endswith("nothing was decided; 2 wait\n")
    cli("review", first, "--keep")
    out = keys("k", "q")
    assert "1 kept; none waits\n1 draft of a fix" in out and second not in keys("q")
    assert keys("q", argv=["--drafts"]).endswith("nothing was decided; 1 draft left\n")


def test_drafts_are_gone_through_when_asked_for(cli):
    draft = cli.put("dddddd", source="inferred", confidence="low")
    again = cli.put("eeeeee", source="inferred", confidence="low", occurrences=2)
    assert [row["id"] for row in json.loads(cli("review", "--json"))] == [again]
    rows = json.loads(cli("review", "--drafts", "--json"))
    assert [row["id"] for row in rows] == [again, draft]
    assert rows[1]["waits"] == "seen once; its fix is a draft: is it right?"
    cli("review", again, "--keep")
    said = "nothing waits for a review\n1 draft of a fix, seen once: `reflexion review --drafts`\n"
    assert cli("review") == said


def test_a_rule_without_a_fix_asks_for_it(cli, keys):
    name = cli.put("a7f03c", resolution="", needs_review=True)
    cli("trust")
    out = keys("p", typed="\n")
    assert "no fix yet" in out and "nothing was typed" in out and not cli.get(name)["promoted"]
    keys("p", typed="Use `npm ci`.\n")
    assert cli.get(name)["promoted"] and "npm ci" in (cli.root / "CLAUDE.md").read_text()
    keys("u")


def test_nothing_typed_leaves_it_waiting(cli, keys):
    cli.put("a7f03c", resolution="", needs_review=True)
    assert "it waits as before" in keys("f", "q", typed="")


@pytest.mark.skipif(os.name == "nt", reason="a pseudo-terminal")
@pytest.mark.parametrize(
    "keys, status", [(b"", "nothing was decided"), (b"k", "1 kept; none waits")]
)
def test_a_terminal_that_ends_ends_it(box, keys, status):
    """Also where its end was typed before the first key was asked for."""
    folder = box.root / ".reflexion" / "entries"
    folder.mkdir(parents=True)
    name = "RFX-20260301-abcdef"
    (folder / f"{name}.json").write_text('{"trigger": "x", "resolution": "y", "confidence": "low"}')
    box.reflexion("trust")
    assert status in box.reflexion("review", stdin=keys, person=True).stdout
