"""What waits for a person: one answer, and one number in status, review and list --review."""

from __future__ import annotations

import json

import pytest
from cli_tools import LEARNING, cli  # noqa: F401

from reflexion.cli.waiting import KINDS, reason
from reflexion.store.project import Project

DRAFT = {"source": "inferred", "confidence": "low"}
NOTHING = {"resolution": ""}
HEARD = {"source": "transcript", "type": "correction", "resolution": "", "needs_review": True}

# (fields of the entry, why it waits: a word of KINDS, words of the sentence)
CASES = [
    ({}, "", ""),
    ({"confidence": "medium"}, "", ""),
    ({"promoted": True, "occurrences": 5}, "", ""),
    ({"proposed": "Use yarn."}, "proposed", "an agent proposes instead: Use yarn."),
    ({"source": "agent", "occurrences": 3, "type": "insight"}, "rule", "waits for your yes"),
    (HEARD, "heard", "typed on 2026-03-01"),
    ({"needs_review": True}, "failed", "it was marked"),
    ({"needs_review": True, "failed": 2}, "failed", "its fix failed"),
    ({**NOTHING, "occurrences": 1}, "", ""),
    ({**NOTHING, "occurrences": 2}, "open", "seen 2 times, no fix is known"),
    ({**DRAFT, "occurrences": 1}, "", ""),
    ({**DRAFT, "occurrences": 2}, "draft", "seen 2 times; its fix is a draft"),
    ({"confidence": "low"}, "low", "its confidence is low"),
]


@pytest.mark.parametrize("fields, kind, words", CASES)
def test_why_a_learning_waits(cli, fields, kind, words):
    entry = {"id": cli.put("a7f03c"), **LEARNING, **fields}
    project = Project(str(cli.root), {"HOME": str(cli.home)})
    assert reason(entry, project)[0] == kind
    assert words in reason(entry, project)[1] and bool(kind) == bool(reason(entry, project)[1])


def test_every_kind_has_a_case():
    assert {kind for _, kind, _ in CASES} == {"", *KINDS}


def test_one_number_everywhere(cli):
    for number, (fields, _, _) in enumerate(CASES):
        cli.put(f"a000{number:02}", **fields)
    waiting = sum(bool(kind) for _, kind, _ in CASES)
    assert len(json.loads(cli("review", "--json"))) == waiting
    assert len(json.loads(cli("list", "--review", "--json"))) == waiting
    found = json.loads(cli("status", "--json"))
    assert found["waiting_for_you"]["total"] == found["numbers"]["ever"]["waiting"] == waiting
    assert sum(found["waiting_for_you"]["kinds"].values()) == waiting
    assert f"{waiting} learnings wait for you: " in " ".join(cli("status").split())


def test_show_names_each_open_condition(cli):
    lines = cli("show", cli.put("a7f03c", **DRAFT, occurrences=2, sessions=1)).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  rule"))
    assert "nobody has confirmed it" in lines[at] and "2 of 3 times" in lines[at + 1]
    assert any(line.startswith("  needs you seen 2 times") for line in lines)
    ripe = cli.put("b11d42", occurrences=3)
    cli("trust")
    assert "rule      qualifies" in cli("show", ripe)


def test_what_came_with_a_clone_waits_for_trust_and_for_no_review(cli):
    """`status` names its number once, and nobody says beside it that nothing is there."""
    cli.ours = False
    cli.put("a7f03c", confidence="low")
    text = " ".join(cli("status").split())
    assert "does not list 1 learning here as yours." in text
    assert "No learnings of your own yet." in text and "wait for you" not in text
    assert "1 learning not listed here as yours" in (cli("review"), cli.err)[1]
    assert cli("list", "--review") == "no learning fits\n" and "waits" in cli("list")
    cli("show")
    assert "1 learning not listed here as yours" in cli.err
