"""Backups, healing, joining duplicates, retiring: real files in a real store."""

from __future__ import annotations

import os
import time

import pytest
from test_store_merge import BASE, conflict

from reflexion.store import tidy
from reflexion.store.entries import Store
from reflexion.store.schema import encode

OTHER = "RFX-20260501-bbbbbb"


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


def put(store, *entries):
    for entry in entries:
        with open(store.path(entry["id"]), "wb") as file:
            file.write(entry if isinstance(entry, bytes) else encode(entry))


def test_a_conflicted_entry_is_used_and_healed(store):
    with open(store.path(BASE["id"]), "wb") as file:
        file.write(conflict({**BASE, "occurrences": 5}, {**BASE, "occurrences": 4}, BASE))
    assert [entry["occurrences"] for entry in store.all()] == [6]
    assert tidy.heal(store) == [BASE["id"]] and tidy.heal(store) == []
    assert store.read(BASE["id"])["occurrences"] == 6
    assert [row[2] for row in tidy.copies(store)] == ["merge"]


def test_one_mistake_under_two_ids_becomes_one_entry(store):
    put(
        store,
        BASE,
        {
            **BASE,
            "id": OTHER,
            "first_seen": "2026-05-01",
            "last_seen": "2026-05-02",
            "occurrences": 2,
            "resolution": "Run `b`.",
        },
    )
    assert tidy.dedupe(store) == {OTHER: BASE["id"]}
    (entry,) = store.all()
    assert (entry["id"], entry["occurrences"], entry["resolution"]) == (BASE["id"], 5, "Run `b`.")
    assert (entry["first_seen"], entry["last_seen"]) == ("2026-03-31", "2026-05-02")
    assert tidy.dedupe(store) == {}
    assert {row[3] for row in tidy.copies(store)} == {BASE["id"], OTHER}


def test_different_mistakes_stay_apart(store):
    put(store, BASE, {**BASE, "id": OTHER, "trigger": "bang"})
    assert tidy.dedupe(store) == {} and len(list(store.all())) == 2


def test_two_that_a_person_calls_one_are_joined(store):
    other = {**BASE, "id": OTHER, "first_seen": "2026-05-01", "trigger": "bang", "occurrences": 2}
    put(store, BASE, other)
    assert tidy.combine(store, OTHER, BASE["id"]) == {OTHER: BASE["id"]}
    (entry,) = store.all()
    assert (entry["id"], entry["trigger"], entry["occurrences"]) == (BASE["id"], BASE["trigger"], 5)
    assert entry["aliases"] == [tidy.mark_of(other)]
    assert tidy.combine(store, OTHER, BASE["id"]) == {}


def test_retire_leaves_a_copy_with_the_reason(store):
    put(store, BASE)
    tidy.retire(store, BASE["id"], "superseded by RFX-x")
    assert list(store.all()) == []
    ((name, _, why, id),) = tidy.copies(store)
    assert (why, id) == ("retire", BASE["id"]) and b"superseded by RFX-x" in tidy.read_copy(
        store, name
    )


NOW = time.mktime((2026, 6, 30, 12, 0, 0, 0, 0, -1))
LOW = {**BASE, "confidence": "low", "source": "prompt", "occurrences": 1, "last_seen": "2026-04-01"}


@pytest.mark.parametrize(
    "change, expected",
    [
        ({}, True),
        ({"last_seen": "2026-06-01"}, False),
        ({"confidence": "medium"}, False),
        ({"occurrences": 2}, False),
        ({"promoted": True}, False),
        ({"source": "hook"}, False),
        ({"last_seen": ""}, False),
    ],
)
def test_faded(change, expected):
    assert tidy.faded({**LOW, **change}, NOW) is expected


def test_backups_are_bounded_in_time(store):
    put(store, BASE)
    for why in ("edit", "remove"):
        tidy.keep_copy(store, BASE["id"], why)
    oldest = os.path.join(store.backups, tidy.copies(store)[-1][0])
    os.utime(oldest, (1, 1))
    tidy.sweep(store)
    assert [row[2] for row in tidy.copies(store)] == ["remove"]


def test_a_copy_holds_no_secret_that_was_typed_by_hand(store):
    store.redact = lambda text: text.replace("hunter2", "[REDACTED]")
    put(store, {**BASE, "context": "login hunter2", "notes": ["was hunter2"], "odd": 3})
    with open(store.path(OTHER), "wb") as file:
        file.write(b'{"trigger": "broken by hand, hunter2')
    for id in (BASE["id"], OTHER):
        assert tidy.keep_copy(store, id, "edit")
    copies = [tidy.read_copy(store, row[0]) for row in tidy.copies(store)]
    assert len(copies) == 2 and all(b"[REDACTED]" in copy for copy in copies)
    assert not any(b"hunter2" in copy for copy in copies)
    with open(store.path(BASE["id"]), "rb") as file:
        assert b"hunter2" in file.read(), "the entry itself is the person's"
