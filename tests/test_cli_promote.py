"""promote: rules are written, taken out, and refused with a reason."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli  # noqa: F401


def ready(cli, digits="a7f03c", **fields):
    id = cli.put(digits, **{"occurrences": 3, **fields})
    cli("trust")
    return id


def test_promote_what_qualifies(cli):
    id = ready(cli)
    other = cli.put("b11d42", occurrences=2)
    diff = cli("promote", "--dry-run")
    assert (
        diff.startswith("--- a/CLAUDE.md\n+++ b/CLAUDE.md\n")
        and f"source: {id})" in diff
        and not (cli.root / "CLAUDE.md").exists()
    )
    assert "rule written into CLAUDE.md" in cli("promote")
    assert cli.get(id)["promoted"] and not cli.get(other)["promoted"]
    out = cli("promote")
    assert "nothing qualifies now; rules so far: 1" in out and f"{other}  2 of 3 times" in out


def test_promote_one_and_demote_it(cli):
    id = ready(cli, occurrences=1)
    cli("promote", "a7f")
    assert "is a rule already" in cli("promote", "a7f")
    assert (
        f"-- Use `pnpm run build`, not `npm run build`: this project uses pnpm. (seen 1x, source: {id})"
        in cli("promote", "--demote", id, "--dry-run")
    )
    assert "taken out of CLAUDE.md" in cli("promote", "--demote", id)
    assert not cli.get(id)["promoted"] and not (cli.root / "CLAUDE.md").exists()


def test_promote_refuses(cli):
    cli.ours = False
    id = cli.put("a7f03c", occurrences=3, resolution="")
    cli("promote", status=1)
    assert "not trusted yet" in cli.err
    cli("trust")
    cli("promote", id, status=1)
    assert "has no fix" in cli.err
    cli("resolve", id, "Use pnpm.")
    cli("promote", "--demote", id)
    (cli.root / "CLAUDE.md").write_text("<!-- reflexion:begin -->\n")
    cli("promote", id, status=1)
    assert "markers are broken" in cli.err and cli.err.count("\n") == 1
    cli("promote", "--dry-run", id, status=1)
    assert (cli.root / "CLAUDE.md").read_text() == "<!-- reflexion:begin -->\n"


def test_promote_says_when_there_is_no_room(cli):
    ready(cli)
    cli("config", "set", "max_rules", "0")
    assert "no room: max_rules is 0" in cli("promote")
    assert "no room" in cli("status")


def test_what_is_no_rule_cannot_be_taken_out(cli):
    name = cli.put("a7f03c")
    cli("promote", "--demote", name, status=1)
    assert cli.err == f"reflexion: {name} is no rule: `reflexion list --promoted` shows the rules\n"
    cli("promote", name)
    assert "rule taken out of CLAUDE.md" in cli("promote", "--demote", name)


def test_a_rule_that_stands_is_taken_out_though_its_learning_is_none(cli):
    name = cli.put("a7f03c")
    cli("promote", name)
    cli.put("a7f03c", promoted=False)
    assert "taken out of CLAUDE.md" in cli("promote", "--demote", name)


def test_what_another_rule_says_already_is_no_rule_that_is_due(cli):
    """`status` names why, as `promote` does."""
    first = cli.put("a7f03c", occurrences=3)
    other = cli.put("b11d42", occurrences=3, trigger="npm error: no build")
    cli("trust")
    cli("promote", first)
    same = f"{first} is the same rule in other words"
    assert same in cli("promote") and other in cli.out
    (row,) = json.loads(cli("status", "--json"))["next"]
    assert (row["id"], row["waits"]) == (other, f"qualifies, but {same}")


@pytest.mark.parametrize("words", [("promote", "--demote"), ("undo",)])
def test_a_rule_that_its_person_took_out_stays_out(box, words):
    """Though it qualifies: no hook writes it again, only the person does."""
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    name = box.entries()[0]["id"]
    box.change(name, resolution="Use `make dist`.", source="user", occurrences=3)
    box.change(name, first_seen="2026-03-01")
    rules = box.root / "CLAUDE.md"

    def ends_session() -> bool:
        box.fire("promote", "SessionEnd", reason="exit")
        return rules.exists()

    assert ends_session()
    argv = [*words, name] if len(words) > 1 else words
    told = box.reflexion(*argv, person=True).stdout
    assert f"promote {name}` writes it again" in told
    assert not ends_session() and "you took its rule out" in box.reflexion("show", name).stdout
    assert json.loads(box.reflexion("status", "--json").stdout)["next"] == []
    box.reflexion("promote", name, person=True)
    assert ends_session() and "taken_out" not in box.entries()[0]
