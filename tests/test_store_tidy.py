"""Backups, healing, joining duplicates, retiring: real files in a real store."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace

import pytest
from test_store_merge import BASE, conflict

from reflexion.store import tidy, trust
from reflexion.store.entries import Store
from reflexion.store.schema import encode, parse

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


def put_aside(store, **links):
    """A state that came along, below the one of this machine; `links`: what is a link in it."""
    came = os.path.join(store.state_dir, trust.BEFORE)
    os.makedirs(came)
    for name, target in links.items():
        os.symlink(target, os.path.join(came, name.replace("_", ".")))
    return came


def test_the_state_put_aside_goes_on(store):
    came = put_aside(store)
    os.mkdir(os.path.join(came, "backups"))
    for path in (os.path.join(came, "backups", "a"), os.path.join(came, "history.txt")):
        with open(path, "w") as file:
            file.write("then")
    tidy.take_over(store)
    assert os.listdir(store.backups) == ["a"]
    with open(os.path.join(store.state_dir, "history.txt")) as file:
        assert file.read() == "then\n"


def test_links_in_a_state_put_aside_lead_nowhere(store, tmp_path):
    secret = tmp_path / "else"
    secret.mkdir()
    (secret / "key").write_text("sesame")
    put_aside(store, backups=secret, history_txt=secret / "key")
    tidy.take_over(store)
    assert not os.path.lexists(store.backups) or not os.path.islink(store.backups)
    assert not os.path.exists(os.path.join(store.state_dir, "history.txt"))
    assert os.listdir(secret) == ["key"]


def test_copies_of_this_machine_stay_where_others_came_along(store):
    os.makedirs(os.path.join(put_aside(store), "backups"))
    os.makedirs(store.backups, exist_ok=True)
    with open(os.path.join(store.backups, "mine"), "w") as file:
        file.write("now")
    tidy.take_over(store)
    assert os.listdir(store.backups) == ["mine"]


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


@pytest.mark.parametrize(
    "one, other, is_joined",
    [
        ("run a", "run b", True),
        ("run a b", "run c d", False),
        ("RUN", "run it twice now", True),
        ("", "run c d", True),
    ],
)
def test_two_whose_fixes_have_half_in_common_are_joined(store, one, other, is_joined):
    put(store, {**BASE, "resolution": one}, {**BASE, "id": OTHER, "resolution": other})
    assert bool(tidy.dedupe(store)) is is_joined


def test_a_third_is_compared_with_what_the_first_has_become(store):
    third = {**BASE, "id": "RFX-20260601-cccccc", "first_seen": "2026-06-01"}
    second = {**BASE, "id": OTHER, "first_seen": "2026-05-01", "resolution": "Run `b`."}
    put(store, BASE, second, {**third, "resolution": "Ask somebody."})
    assert tidy.dedupe(store) == {OTHER: BASE["id"]}
    assert store.get(third["id"])["resolution"] == "Ask somebody."


def test_somebody_else_s_are_not_joined_with_ours(store):
    put(store, BASE, {**BASE, "id": OTHER})
    ours = [BASE["id"]]
    store.provenance = SimpleNamespace(
        owns=lambda entry: entry["id"] in ours,
        waits_unread=lambda name: False,
        waits=lambda entry, conflicted: False,
        wrote=lambda entry, old: None,
        removed=lambda name: None,
        noticed=lambda entry: None,
        owned=SimpleNamespace(path="here"),
    )
    assert tidy.dedupe(store) == {}
    ours.append(OTHER)
    assert tidy.dedupe(store) == {OTHER: BASE["id"]}


@pytest.mark.parametrize("dates", [("2026-05-01", "2026-03-01"), ("", "2026-03-01")])
def test_the_older_one_stays_and_its_aliases_with_it(store, dates):
    """By its date, whatever the ids; without a date it counts as the younger one."""
    aliases = ["a" * 8]
    younger, older = (
        {**BASE, "id": name, "first_seen": date, "trigger": trigger, "aliases": aliases}
        for name, date, trigger in zip((BASE["id"], OTHER), dates, ("boom", "bang"))
    )
    put(store, younger, older)
    assert tidy.combine(store, BASE["id"], OTHER) == {BASE["id"]: OTHER}
    assert store.get(OTHER)["aliases"] == [tidy.mark_of(younger), *aliases]


def test_a_copy_is_named_after_its_moment_and_is_private(store, monkeypatch):
    put(store, {**BASE, "notes": [f"n{n}" for n in range(20)]})
    monkeypatch.setattr(time, "time_ns", lambda: 1_767_225_601_023_456_789)
    name = f"20260101T000001023456.edit.{BASE['id']}.json"
    assert tidy.keep_copy(store, BASE["id"], "edit") == name
    assert tidy.copies(store) == [(name, "20260101T000001023456", "edit", BASE["id"])]
    path = os.path.join(store.backups, name)
    assert [os.stat(it).st_mode & 0o777 for it in (store.backups, path)] == [0o700, 0o600]
    for other in ("notes.txt", "a.b.c", "20260101T000001023456.edit.json"):
        os.link(path, os.path.join(store.backups, other))
    assert len(tidy.copies(store)) == 1 and tidy.keep_copy(store, OTHER, "edit") == ""
    monkeypatch.undo()
    tidy.retire(store, BASE["id"], "why")
    retired = parse(tidy.read_copy(store, tidy.copies(store)[0][0]), BASE["id"])
    assert retired["notes"] == [*(f"n{n}" for n in range(1, 20)), "why"]


def test_as_many_copies_are_kept(store, monkeypatch):
    gone = []
    monkeypatch.setattr(tidy, "copies", lambda store: [(f"{n}", "", "", "") for n in range(2002)])
    monkeypatch.setattr(tidy.fs, "remove", gone.append)
    tidy.sweep(store)
    assert gone == [os.path.join(store.backups, name) for name in ("2000", "2001")]


@pytest.mark.parametrize("minutes, is_kept", [(10, True), (-10, False)])
def test_for_how_long_copies_and_sessions_are_kept(store, minutes, is_kept):
    then = time.time() - 31 * 24 * 3600 + minutes * 60
    paths = [os.path.join(store.state_dir, name, "x") for name in ("backups", "sessions")]
    for path in paths:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").close()
        os.utime(path, (then, then))
    tidy.sweep(store)
    assert [os.path.exists(path) for path in paths] == [is_kept, is_kept]


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
        ({"last_seen": "2026-04-30"}, True),
        ({"last_seen": "2026-05-01"}, False),
        ({"source": "transcript"}, True),
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
