"""Three versions of an entry become one, also as git's merge driver."""

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

from reflexion.learning.entry import Entry, encode
from reflexion.store.merge import merge

ID = "RFX-20260330-9f99e5"
SCRIPT = ROOT / "reflexion" / "store" / "merge.py"


def entry(**fields):
    plain = Entry(id=ID, trigger="npm ERR!", context="npm i", keywords=["npm"])
    return plain.copy(**{"first_seen": "2026-03-30", "last_seen": "2026-03-30", **fields})


@pytest.mark.parametrize(
    "base, ours, theirs, merged",
    [(1, 2, 2, 3), (1, 2, 1, 2), (5, 5, 9, 9), (None, 2, 3, 5), (3, 1, 1, 1), (1, 10**6, 5, 10**6)],
)
def test_counts_are_exact(base, ours, theirs, merged):
    was = None if base is None else entry(occurrences=base)
    found = merge(was, entry(occurrences=ours), entry(occurrences=theirs))
    assert found.occurrences == merged


@pytest.mark.parametrize(
    "base, ours, theirs, merged",
    [
        ({}, {"sessions": 2}, {"sessions": 2}, 3),
        ({}, {}, {"sessions": 2}, 2),
        ({"sessions": 2}, {"sessions": 3}, {"sessions": 3}, 4),
        (None, {"sessions": 1}, {"sessions": 1}, 2),
        (None, {}, {"sessions": 2}, 3),
        (None, {}, {}, 2),
    ],
)
def test_a_missing_count_of_sessions_means_one(base, ours, theirs, merged):
    was = None if base is None else entry(**base)
    assert merge(was, entry(**ours), entry(**theirs)).sessions == merged


def test_of_two_new_dates_the_first_and_the_last_one_stand():
    ours = entry(first_seen="2026-03-02", last_seen="2026-04-02")
    theirs = entry(first_seen="2026-03-01", last_seen="2026-04-01")
    for found in (merge(entry(), ours, theirs), merge(entry(), theirs, ours)):
        assert (found.first_seen, found.last_seen) == ("2026-03-01", "2026-04-02")


def test_each_sides_change_is_taken():
    ours = entry(occurrences=2, last_seen="2026-04-02", keywords=["npm", "ci"])
    theirs = entry(resolution="Use pnpm.", source="user", first_seen="2026-03-01")
    found = merge(entry(), ours, theirs)
    assert (found.resolution, found.source) == ("Use pnpm.", "user")
    assert (found.first_seen, found.last_seen) == ("2026-03-01", "2026-04-02")
    assert found.keywords == ["npm", "ci"]


def test_of_words_that_both_changed_ours_stay_and_theirs_are_proposed():
    ours = entry(resolution="Use pnpm.", source="user", confidence="high")
    theirs = entry(resolution="Use yarn.", source="agent", confidence="medium")
    found = merge(entry(), ours, theirs)
    assert (found.resolution, found.source, found.confidence) == (
        "Use pnpm.",
        "user",
        "high",
    )
    assert (found.proposed, found.proposed_by) == ("Use yarn.", "agent")
    assert not merge(entry(), ours, ours).proposed


def test_a_proposal_stays_its_writers():
    was = entry(proposed="Use npm.", proposed_by="agent")
    ours = entry(proposed="Use bun.", proposed_by="agent")
    theirs = entry(proposed="Use yarn.", proposed_by="user")
    for one, other, kept in ((ours, theirs, ours), (theirs, ours, theirs), (was, theirs, theirs)):
        found = merge(was, one, other)
        assert (found.proposed, found.proposed_by) == (kept.proposed, kept.proposed_by)


def test_what_one_side_took_out_stays_out():
    was = entry(notes=["a", "b"], resolution="Use npm.", source="agent", needs_review=True)
    ours = entry(notes=["b"], resolution="Use npm.", source="agent")
    theirs = entry(notes=["a", "b", "c"], resolution="", needs_review=True)
    found = merge(was, ours, theirs)
    assert found.notes == ["b", "c"]
    assert (found.resolution, found.source) == ("", "")
    assert not found.needs_review


def test_unknown_fields_are_kept():
    found = merge(entry(), entry(owner="ann"), entry(team="web"))
    assert found.extra == {"owner": "ann", "team": "web"}


def run_driver(folder, *versions):
    """Run the driver as git does on three versions; return (its status, what OURS holds)."""
    names = []
    for name, version in zip(("base", "ours", "theirs"), versions):
        path = folder / name
        path.write_bytes(version if isinstance(version, bytes) else encode(version))
        names.append(str(path))
    call = [sys.executable, "-I", "-S", str(SCRIPT), *names]
    done = subprocess.run(call, capture_output=True, cwd=folder)
    assert b"Traceback" not in done.stderr
    return done.returncode, (folder / "ours").read_bytes()


def test_the_driver_writes_over_ours(tmp_path):
    code, data = run_driver(tmp_path, entry(), entry(occurrences=2), entry(occurrences=2))
    assert code == 0
    assert json.loads(data)["occurrences"] == 3


def test_the_driver_takes_two_entries_that_were_met_apart(tmp_path):
    code, data = run_driver(tmp_path, b"", entry(occurrences=2), entry(occurrences=2))
    assert code == 0 and json.loads(data)["occurrences"] == 4


@pytest.mark.parametrize("theirs", [b"", b"{", b"not json", b"\xff\xfe"])
def test_the_driver_leaves_to_a_person_what_is_no_entry(tmp_path, theirs):
    code, data = run_driver(tmp_path, entry(), entry(occurrences=2), theirs)
    assert code == 1
    assert data == encode(entry(occurrences=2))
