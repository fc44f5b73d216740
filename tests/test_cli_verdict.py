"""When the word that a fix worked counts as one more sighting."""

from __future__ import annotations

import pytest
from cli_tools import cli  # noqa: F401

from reflexion.cli import verdict
from reflexion.store.entries import Store
from reflexion.store.session import HELPED, SAID, SEEN, Session


@pytest.fixture
def known(cli, monkeypatch):
    """A learning, and a running session of an agent."""
    entry_id = cli.put("a7f03c", occurrences=1, last_seen="2026-03-31", sessions=1)
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    monkeypatch.setattr(verdict, "typed_by_person", lambda: False)
    return entry_id


def counted(cli, entry_id) -> int:
    entry = cli.get(entry_id)
    assert (entry["last_seen"] > "2026-03-31") == (entry["occurrences"] > 1)
    return entry["occurrences"]


@pytest.mark.parametrize(
    "kinds, times",
    [([], 1), ([SAID], 2), ([SEEN], 2), ([SAID, SEEN], 2), ([SAID, HELPED], 1), (["step"], 1)],
)
def test_an_agents_word_counts_where_a_hook_said_or_saw_it(cli, known, kinds, times):
    if kinds:
        Session(Store(str(cli.store), str(cli.root)), "s1").add(
            *({"kind": kind, "id": known} for kind in kinds)
        )
    cli("worked", known)
    cli("worked", known)
    assert counted(cli, known) == times, "and once a session"
    assert cli.get(known)["worked"] == 2


def test_what_was_said_in_another_session_or_of_another_learning_counts_nothing(cli, known):
    Session(Store(str(cli.store), str(cli.root)), "s2").add({"kind": SAID, "id": known})
    Session(Store(str(cli.store), str(cli.root)), "s1").add(
        {"kind": SAID, "id": "RFX-20260301-b11d42"}
    )
    cli("worked", known)
    assert counted(cli, known) == 1


def test_without_a_session_an_agents_word_counts_nothing(cli, known, monkeypatch):
    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID")
    cli("worked", known)
    assert counted(cli, known) == 1


def test_a_persons_word_counts(cli, known, monkeypatch):
    monkeypatch.setattr(verdict, "typed_by_person", lambda: True)
    cli("worked", known)
    assert counted(cli, known) == 2


def test_that_it_failed_counts_no_sighting(cli, known):
    Session(Store(str(cli.store), str(cli.root)), "s1").add({"kind": SAID, "id": known})
    cli("failed", known)
    assert counted(cli, known) == 1


@pytest.mark.parametrize("person, stays", [(False, True), (True, False)])
def test_a_persons_rule_goes_only_at_a_persons_word(cli, monkeypatch, person, stays):
    entry_id = cli.put("b7f03c", occurrences=3, source="user")
    cli("trust")
    cli("promote", entry_id)
    monkeypatch.setattr(verdict, "typed_by_person", lambda: person)
    cli("failed", entry_id)
    file = cli.root / "CLAUDE.md"  # which goes with its last rule
    assert (file.exists() and entry_id in file.read_text()) is stays
    assert cli.get(entry_id)["failed"] == 1
    assert bool(cli.get(entry_id).get("needs_review")) is not stays
