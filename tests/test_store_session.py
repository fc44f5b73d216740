"""The scratch of a session: its records, and what of them an event may look at."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from reflexion.store import tidy
from reflexion.store.entries import Store
from reflexion.store.session import COMPACT, FAIL, SAID, Session, View, file_name


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


def test_records_come_back_in_order_and_broken_lines_are_skipped(store):
    session = Session(store, "one")
    assert session.records() == [] and not session.exists()
    session.add({"kind": FAIL, "id": "a", "command": "gr\u00fc\u00df \ud800"}, {"kind": "step"})
    with open(session.path, "ab") as file:
        file.write(b'{"kind": "torn\n[1]\n{"no kind": 1}\n')
    session.add({"kind": "last"})
    assert [record["kind"] for record in session.records()] == [FAIL, "step", "last"]


def test_it_is_bounded(store):
    session = Session(store, "one")
    for n in range(60):
        session.add({"kind": "step", "at": n, "pad": "x" * 10000})
    assert os.path.getsize(session.path) <= 256 * 1024
    assert session.records()[-1]["at"] == 59


def test_old_sessions_are_swept(store):
    for name in ("old", "new"):
        Session(store, name).add({"kind": "step"})
    os.utime(Session(store, "old").path, (1, 1))
    tidy.sweep(store)
    assert Session(store, "new").exists() and not Session(store, "old").exists()


@pytest.mark.parametrize("session", ["", "../../x", "a/b", "x" * 300, "\ud800", "\u4f60"])
def test_any_id_makes_a_safe_file_name(session):
    name = file_name(session)
    assert name.endswith(".jsonl") and "/" not in name and name.isascii() and len(name) < 100


def test_plain_ids_are_kept():
    assert (
        file_name("6f1d6b1e-6a52-4c0e-9a37-2f1f2b1d9c11")
        == "6f1d6b1e-6a52-4c0e-9a37-2f1f2b1d9c11.jsonl"
    )


NAMES = [
    # the session's id, and whether it is kept in the file's name
    ("a_b-C9", True),
    ("x" * 80, True),
    ("x" * 81, False),
    ("a b", False),
    ("-", False),
    ("\u4f60", False),
]


@pytest.mark.parametrize("session, is_kept", NAMES)
def test_the_name_of_a_session_s_file(store, session, is_kept):
    assert (file_name(session) == f"{session}.jsonl") is is_kept
    assert f"{Session(store, session).id}.jsonl" == file_name(session)


SIZES = [
    # bytes that the log holds already, and whether its older half goes
    (256 * 1024 - 100, False),
    (256 * 1024 - 10, True),
]


@pytest.mark.parametrize("size, is_halved", SIZES)
def test_how_much_a_session_keeps(store, size, is_halved):
    session = Session(store, "one")
    session.add({"kind": "first"})
    with open(session.path, "ab") as file:
        file.write(b"\n".rjust(size - os.path.getsize(session.path)))
    session.add({"kind": "last"})
    kinds = [record["kind"] for record in session.records()]
    assert kinds == (["last"] if is_halved else ["first", "last"])


@pytest.mark.parametrize("size, is_read", [(512 * 1024, True), (512 * 1024 + 1, False)])
def test_a_log_that_somebody_made_larger_is_not_read(store, size, is_read):
    session = Session(store, "one")
    session.add({"kind": "first"})
    os.truncate(session.path, size - 1)
    with open(session.path, "ab") as file:
        file.write(b"\n")
    with open(session.path, "r+b") as file:
        file.write(b'{"kind":"first"}\n')
    assert bool(session.records()) is is_read


def test_records_without_a_kind_are_none(store):
    session = Session(store, "one")
    session.add({"no": "kind"}, {"kind": 3}, {"kind": "fine"})
    with open(session.path, "ab") as file:
        file.write(b'"text"\n["kind"]\n{"kind": "late"}\n')
    assert [record["kind"] for record in session.records()] == ["fine", "late"]


def test_of_two_hooks_at_once_one_says_it(store):
    first = Session(store, "one")
    assert first.claim(["a", "b"], "prompt") == ["a", "b"]
    assert first.claim(["b", "c"], "prompt", "toolu_1") == ["c"]
    assert first.records()[-1]["tool_use_id"] == "toolu_1"
    first.add({"kind": COMPACT})
    assert first.claim(["a"], "prompt") == ["a"], "what was said is out of the context"


def test_what_an_event_may_look_at(store):
    entry = {"id": "RFX-20260331-a7f03c", "trigger": "boom"}
    speaks = SimpleNamespace(readable=lambda ids: iter([entry] if entry["id"] in ids else []))
    silent = SimpleNamespace(readable=lambda ids: iter([]))
    project = SimpleNamespace(
        store=store, settings={}, trusted=True, speaking=lambda: [silent, speaks]
    )
    view = View(project, "one")
    assert view.records() == [] and view.session.store is store
    view.session.add({"kind": SAID, "id": "late"})
    assert view.records() == [] and view.said() == set(), "read once"
    assert View(project, "one").said() == {"late"}
    assert View(project, "one", silent).session.store is silent
    assert view.entry(entry["id"]) is entry
    assert view.entry("RFX-20260331-000000") is None and view.entry(["a"]) is None


@pytest.mark.parametrize("length", [2000, 2001])
def test_how_much_of_a_command_a_record_keeps(inside, length):
    command = "make release " + "a b " * 600
    inside.bash(command[:length], 2, "make: *** No rule to make target 'release'.  Stop.")
    records = Session(Store(str(inside.root / ".reflexion")), inside.session).records()
    assert [row["command"] for row in records if "command" in row] == [command[:2000]]
