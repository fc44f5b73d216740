"""undo: what the latest command or hook changed is taken back, and named."""

from __future__ import annotations

import json
import os
import time

import pytest
from cli_tools import cli  # noqa: F401 (a fixture)

RULE = "Use `pnpm run build`"
SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


def rules(cli) -> str:
    path = cli.root / "CLAUDE.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.parametrize(
    "argv",
    [
        ("resolve", "a7f03c", "Use `npm ci`."),
        ("worked", "a7f03c"),
        ("failed", "a7f03c", "only on the old runner"),
        ("remove", "a7f03c"),
        ("remove", "--all", "--yes"),
        ("move", "a7f03c", "--skill", "deploy"),
        ("move", "a7f03c", "--global"),
        ("review", "a7f03c", "--fix", "Use `npm ci`."),
        ("learn", "--for", "a7f03c", "When building, use pnpm, because npm has no lock file here."),
    ],
)
def test_an_entry_is_as_it_was(cli, argv):
    name = cli.put("a7f03c")
    before = cli.get(name)
    cli(*argv)
    assert not (cli.store / "entries" / f"{name}.json").exists() or cli.get(name) != before
    out = cli("undo")
    assert out.startswith(f'took back: "reflexion {argv[0]} ') and name in out
    now = cli.get(name)
    now.pop("rev", None)
    assert now == before
    assert not list((cli.home / ".reflexion" / "entries").glob("*.json"))


def test_what_was_added_goes(cli):
    cli.put("a7f03c")
    cli("add", "Use tabs in Makefiles")
    (new,) = set(cli.ids()) - {"RFX-20260301-a7f03c"}
    assert f"{new} is gone again" in cli("undo") and cli.ids() == ["RFX-20260301-a7f03c"]
    assert "is back" in cli("restore", new)


def test_a_lesson_that_was_taken_back_counts_as_none(cli):
    name = cli.put("a7f03c", resolution="")
    cli("resolve", name, "First.")
    cli("resolve", name, "Second.")
    cli("undo")
    assert "1 lesson was recorded" in cli("status")
    cli("undo")
    cli("add", "Use tabs in Makefiles")
    cli("undo")
    assert "no lesson was recorded" in cli("status")
    assert cli("log", "--kind", "undone").count(" undone ") == 2


def test_one_step_after_the_other(cli):
    name = cli.put("a7f03c")
    cli("resolve", name, "First.")
    cli("resolve", name, "Second.")
    assert cli.get(name)["resolution"] == "Second."
    cli("undo")
    assert cli.get(name)["resolution"] == "First."
    assert "would take back" in cli("undo", "--dry-run")
    assert cli.get(name)["resolution"] == "First."
    cli("undo")
    assert cli.get(name)["resolution"].startswith(RULE)
    cli("undo", status=1)
    assert "nothing is on record" in cli.err


def test_a_rule_is_taken_out_and_written_again(cli):
    name = cli.put("a7f03c", occurrences=3)
    cli("trust")
    cli("promote", name)
    assert RULE in rules(cli)
    cli("undo")
    assert RULE not in rules(cli) and not cli.get(name)["promoted"]
    cli("promote", name)
    cli("promote", "--demote", name)
    assert RULE not in rules(cli)
    cli("undo")
    assert RULE in rules(cli) and cli.get(name)["promoted"]
    cli("resolve", name, "Use `npm ci`.")
    assert "npm ci" in rules(cli)
    cli("undo")
    assert RULE in rules(cli) and "npm ci" not in rules(cli)


def test_a_setting(cli):
    cli.put("a7f03c")
    path = cli.store / "config.json"
    cli("config", "announce", "all")
    assert str(path) in cli("undo") and not path.exists()
    cli("config", "announce", "all")
    cli("off")
    cli("undo")
    assert json.loads(path.read_text()) == {"announce": "all"}
    cli("config", "--global", "brief_chars", "0")
    cli("undo")
    assert not (cli.home / ".reflexion" / "config.json").exists()


def test_sightings_that_came_since_stay(cli):
    name = cli.put("a7f03c")
    cli("resolve", name, "Use `npm ci`.")
    path = cli.store / "entries" / f"{name}.json"
    path.write_text(json.dumps({**cli.get(name), "occurrences": 7}))
    cli("undo")
    assert cli.get(name)["resolution"].startswith(RULE) and cli.get(name)["occurrences"] == 7


def test_what_a_hook_stored_last(cli):
    cli.put("a7f03c")
    cli("resolve", "a7f03c", "Use `npm ci`.")
    later = time.time() + 60
    long = {"source": "inferred", "resolution": "Use seven letters. " * 9}
    for digits, more in (("bbbbbb", long), ("cccccc", {"source": "user"})):
        name = cli.put(digits, **more)
        os.utime(cli.store / "entries" / f"{name}.json", (later, later))
    out = cli("undo")
    assert "a hook stored RFX-20260301-bbbbbb: Use seven letters. Use" in out
    assert "seven\u2026 (" in out, "no word is cut"
    assert cli.ids() == ["RFX-20260301-a7f03c", "RFX-20260301-cccccc"]
    assert "resolve" in cli("undo", "--dry-run")


def test_what_hooks_stored_goes_one_after_the_other(cli):
    """Also after a command: the history tells when."""
    rows = []
    for minute, digits in enumerate(("aaaaaa", "bbbbbb")):
        rows.append(f"2026-03-01T10:0{minute}:00Z\ts-1\tlearned\tRFX-20260301-{digits}\n")
        cli.put(digits, source="inferred")
    cli.put("cccccc", source="inferred")
    rows.append("2026-03-01T10:05:00Z\t-\tlearned\tRFX-20260301-cccccc\n")  # by a command
    (cli.store / "state" / "history.txt").write_text("".join(rows))
    cli("resolve", "aaaaaa", "Use `npm ci`.")
    for took in ("resolve aaaaaa", "RFX-20260301-bbbbbb", "RFX-20260301-aaaaaa"):
        assert took in cli("undo").splitlines()[0]
    assert cli.ids() == ["RFX-20260301-cccccc"]
    cli("undo", status=1)
    assert "nothing is on record" in cli.err


def test_a_rule_of_a_hook_after_a_command(cli):
    name = cli.put("aaaaaa", occurrences=3, source="user")
    cli("promote", name)
    cli("add", "Use tabs in Makefiles")
    (record,) = sorted((cli.store / "state" / "undo").glob("*.json"))[:1]
    record.unlink()  # a hook would have left none
    history = cli.store / "state" / "history.txt"
    history.write_text(history.read_text().replace("\t-\tpromoted", "\ts-1\tpromoted"))
    assert "add" in cli("undo") and RULE in rules(cli)
    assert f"a hook wrote a rule of {name}" in cli("undo") and RULE not in rules(cli)


def test_no_secret_is_kept_for_it(cli):
    name = cli.put("a7f03c", resolution=f"Use the token {SECRET}.")
    cli("resolve", name, f"Use {SECRET} there.")
    state = cli.store / "state" / "undo"
    kept = "".join(path.read_text() for path in state.glob("*.json"))
    assert name in kept and SECRET not in kept
    cli("undo")
    assert SECRET not in json.dumps(cli.get(name))


def test_an_agent_takes_nothing_back(cli, monkeypatch):
    name = cli.put("a7f03c")
    cli("resolve", name, "Use `npm ci`.")
    monkeypatch.setenv("CLAUDECODE", "1")
    cli("undo", status=1)
    assert "a person runs it" in cli.err and cli.get(name)["resolution"] == "Use `npm ci`."


def test_without_a_store_of_the_project(cli):
    cli("config", "--global", "announce", "all")
    assert not cli.store.exists()
    assert "announce all" in cli("undo") and not cli.store.exists()
    assert not (cli.home / ".reflexion" / "config.json").exists()


def test_a_broken_record_is_passed_over(cli):
    name = cli.put("a7f03c")
    cli("resolve", name, "Use `npm ci`.")
    (cli.store / "state" / "undo" / "99999999999999999999.json").write_text("{")
    cli("undo")
    assert cli.get(name)["resolution"].startswith(RULE)


def test_a_command_is_named_as_it_was_typed(cli):
    cli("add", "--trigger", "boom: it failed", "--resolution", "Use tea. " * 30)
    shown = cli("undo").partition(" (20")[0]
    assert shown.startswith("took back: \"reflexion add --trigger 'boom: it failed' --resolution ")
    assert shown.endswith(('Use…"', 'tea.…"'))


def test_what_was_taken_back_is_cut_between_two_words(cli):
    words = "Use pnpm here, because the workspace protocol is not understood by any other client."
    cli("add", "--trigger", "npm fails", "--resolution", words)
    cli("resolve", cli.added(), "Use yarn.")
    shown = cli("undo").strip().rpartition(": ")[2]
    assert shown == "Use pnpm here, because the workspace protocol is not understood by…"


def test_it_says_when_the_change_holds_for_every_project(cli):
    """Before, with --dry-run, and after."""
    cli.put("a7f03c")
    home = f"which changed {cli.home / '.reflexion'}, for every project"
    for argv in (("add", "--global", "Use tabs."), ("config", "--global", "announce", "all")):
        cli(*argv)
        assert home in cli("undo", "--dry-run") and home in cli("undo")
    cli("add", "Use tabs.")
    assert "every project" not in cli("undo")
