"""A store's entries: its folders, what is read of it, and how an entry is written."""

from __future__ import annotations

import os
import re
from types import SimpleNamespace

import pytest
from test_store_merge import BASE, conflict

from reflexion.store import entries, fs
from reflexion.store.entries import Store
from reflexion.store.provenance import Owned, Provenance
from reflexion.store.schema import Unreadable, encode

OTHER = "RFX-20260501-bbbbbb"


@pytest.fixture(autouse=True)
def no_mask():
    """Modes of new files are those that the code asks for."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


def put(store, *items):
    """Files in the entries folder, as a person or git puts them there: entries, or (id, bytes)."""
    for item in items:
        name, data = item if isinstance(item, tuple) else (item["id"], encode(item))
        with open(os.path.join(store.entries_dir, f"{name}.json"), "wb") as file:
            file.write(data)


def mode_of(*parts) -> int:
    return os.stat(os.path.join(*parts)).st_mode & 0o777


def waits(unread=(), read=()):
    """What decides whose an entry is, for `read` alone."""
    return SimpleNamespace(
        waits_unread=lambda name: name in unread,
        waits=lambda entry, merged: (entry["id"], merged) in read,
    )


def test_whose_learnings_they_are():
    assert Store("/a/b/.reflexion").root == "/a/b"
    assert Store("/a/b/.reflexion", "/c").root == "/c"


@pytest.mark.parametrize("private, shared", [(False, 0o777), (True, 0o700)])
def test_the_folders_of_a_new_store(tmp_path, private, shared):
    store = Store(str(tmp_path / ".reflexion"), private=private)
    assert store.create_folders(state=False) and os.listdir(store.dir) == []
    assert mode_of(store.dir) == shared and store.create_folders() is False
    assert mode_of(store.entries_dir) == shared
    assert mode_of(store.state_dir) == mode_of(store.scratch) == 0o700
    ignored = [os.path.join(folder, ".gitignore") for folder in (store.dir, store.state_dir)]
    assert list(map(mode_of, ignored)) == [0o666, 0o600]
    with open(ignored[0], "w") as file:
        file.write("mine\n")
    store.create_folders()
    assert [fs.peek(path, 999).endswith(b"\n*\n") for path in ignored] == [False, True]
    with store.lock():
        store.create(dict(BASE), "a" * 16)
    (name,) = store.names()
    assert mode_of(store.entries_dir, name) == (0o600 if private else 0o666)


def test_a_folder_that_leads_out_of_the_project_is_not_followed(tmp_path):
    store = Store(str(tmp_path / "shop/.reflexion"))
    for target in ("kept", "../out"):
        os.makedirs(tmp_path / "shop" / target, exist_ok=True)
    os.mkdir(store.dir)
    os.symlink("../kept", store.entries_dir)
    store.create_folders()
    os.unlink(store.entries_dir)
    os.symlink("../../out", store.entries_dir)
    with pytest.raises(fs.Outside):
        store.create_folders()


def test_how_long_the_lock_is_waited_for(store):
    assert (store.lock().timeout, store.lock(0.5).timeout) == (10, 0.5)
    store.patience = entries.HOOK_SECONDS
    assert store.lock().timeout == 1


READ = [
    # what waits by its id, what by its words, whether such are asked for, what is read
    ((), (), False, True),
    ([BASE["id"]], (), False, False),
    ((), [(BASE["id"], False)], False, False),
    ((), [(BASE["id"], True)], False, True),
    ([BASE["id"]], [(BASE["id"], False)], True, True),
]


@pytest.mark.parametrize("unread, read, waiting, found", READ)
def test_what_waits_is_not_read(store, unread, read, waiting, found):
    put(store, BASE)
    store.provenance = waits(unread, read)
    assert store.read(BASE["id"], waiting) == (BASE if found else None)
    assert store.read(OTHER) is None
    assert list(store.all()) == ([store.get(BASE["id"])] if found and not waiting else [])


def test_a_conflict_is_read_as_such(store):
    put(store, (BASE["id"], conflict({**BASE, "worked": 2}, BASE, BASE)))
    assert store.read(BASE["id"])["worked"] == 2
    store.provenance = waits(read=[(BASE["id"], True)])
    assert store.read(BASE["id"]) is None


@pytest.mark.parametrize("size, is_read", [(256 * 1024, True), (256 * 1024 + 1, False)])
def test_how_large_a_file_with_several_sides_may_be(store, size, is_read):
    data = conflict(BASE, BASE).replace(b"=======", b"||||||| base\n-\n=======")
    put(store, (BASE["id"], data.replace(b"-\n", b" " * (size - len(data) + 1) + b"\n")))
    assert os.path.getsize(store.path(BASE["id"])) == size
    assert (store.get(BASE["id"]) == BASE) is is_read


def test_why_a_file_cannot_be_read(store, monkeypatch):
    os.symlink("nowhere", store.path(OTHER))
    put(store, (BASE["id"], b"x" * (256 * 1024 + 1)))
    said = []
    assert list(store.all(said)) == list(store.all()) == []
    assert [why for _, why in said] == ["larger than 256 KiB", "a symbolic link"]

    def refuse(*_):
        raise PermissionError(13, "Permission denied", "/a/path")

    monkeypatch.setattr(fs, "read_bounded", refuse)
    with pytest.raises(Unreadable, match="^Permission denied$"):
        store.read(BASE["id"])


def test_a_stranger_s_store_is_closed(store, tmp_path):
    assert not store.is_closed() and store.waiting() == []
    store.provenance = Provenance(store.root, Owned(""), guest=True)
    put(store, BASE)
    assert store.is_closed() and store.waiting() == [BASE["id"]]
    store.provenance = Provenance(store.root, Owned(str(tmp_path / "list")))
    assert not store.is_closed() and store.waiting() == []


def test_where_nothing_can_wait_the_folder_is_not_even_listed(store, monkeypatch):
    put(store, BASE)
    store.provenance = Provenance(store.root, Owned(""), names=frozenset(["entries/x.json"]))
    monkeypatch.setattr(fs, "names", lambda folder: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        store.waiting()
    store.provenance = Provenance(store.root, Owned(""))
    assert store.waiting() == []


WITHHELD = [
    # the digits of the file's id, is the mistake withheld whose fingerprint is a7f03c11 and so on?
    ("a7f03c", True),
    ("a7f03c11", True),
    ("a7f03", False),
    ("a7f03d", False),
]


@pytest.mark.parametrize("digits, expected", WITHHELD)
def test_a_mistake_that_an_entry_that_waits_holds(store, tmp_path, digits, expected):
    name = f"RFX-20260331-{digits}"
    put(store, {**BASE, "id": name})
    mark = "a7f03c11" + "0" * 8
    assert not store.withholds(mark), "nothing waits where no provenance is known"
    owned = Owned(str(tmp_path / "list"))
    store.provenance = Provenance(store.root, owned, guest=True)
    assert store.withholds(mark) is expected
    owned.add([(name, "0" * 40)])
    assert not store.withholds(mark)


def test_what_cannot_be_used_withholds_nothing_where_all_is_ours(store, tmp_path):
    put(store, (BASE["id"], b"{"))
    store.provenance = Provenance(store.root, Owned(str(tmp_path / "list")))
    assert not store.withholds("a7f03c" + "0" * 10)


def test_a_rule_that_stands_where_the_agent_does_not_read_is_none(store):
    rule = {**BASE, "id": OTHER, "promoted": True}
    put(store, BASE, rule)
    ids = [OTHER, "RFX-20260101-000000", BASE["id"]]
    assert list(store.readable(ids)) == [rule, BASE]
    store.is_unread = lambda name: False
    assert list(store.readable(ids)) == [rule, BASE]
    asked = []
    store.is_unread = lambda name: asked.append(name) or True
    assert list(store.readable(ids)) == [{**rule, "promoted": False}, BASE]
    assert asked == [OTHER], "only rules are asked about"


FOUND = [
    # a part of an id, the ids that it names: the best kind of match alone
    ("RFX-20260501-bbbbbb", [OTHER]),
    (" rfx-20260501-BBBBBB ", [OTHER]),
    ("bbbbbb", [OTHER]),
    ("a7f03c", ["RFX-20260331-a7f03c"]),
    ("RFX-2026", ["RFX-20260331-a7f03c", "RFX-20260501-bbbbbb", "RFX-20260501-bbbbbb1"]),
    ("0501", ["RFX-20260501-bbbbbb", "RFX-20260501-bbbbbb1"]),
    ("f03c", ["RFX-20260331-a7f03c"]),
    ("none", []),
    ("", []),
    (" ", []),
]


@pytest.mark.parametrize("part, expected", FOUND)
def test_find(store, part, expected):
    put(store, BASE, {**BASE, "id": OTHER}, {**BASE, "id": f"{OTHER}1"}, ("notes", b"none"))
    assert store.find(part) == expected


def test_a_new_entry_takes_the_shortest_free_id(store):
    draft = {"type": "error", "trigger": "boom", "context": "", "resolution": "", "keywords": []}
    mark = "abcdef01"
    ids = []
    with store.lock():
        for _ in range(3):
            ids.append(store.create(dict(draft), mark, "2026-03-31")["id"])
        with pytest.raises(OSError, match="all shorter ids"):
            store.create(dict(draft), mark, "2026-03-31")
        late = store.create(dict(draft), mark)
    assert ids == [f"RFX-20260331-{mark[:n]}" for n in (6, 7, 8)]
    assert late["id"].startswith(f"RFX-{entries.today().replace('-', '')}-")
    assert late["first_seen"] == late["last_seen"] == entries.today()
    assert [late[field] for field in ("occurrences", "promoted", "cwd")] == [1, False, "."]
    assert store.read(ids[0])["first_seen"] == "2026-03-31"


def test_only_a_shared_entry_has_a_number_of_its_own(store):
    with store.lock():
        store.write(dict(BASE))
    assert "rev" not in store.get(BASE["id"])
    open(os.path.join(store.dir, ".gitattributes"), "w").close()
    store.update(BASE["id"], lambda entry: entry.update(worked=1))
    assert re.fullmatch("[0-9a-f]{6}", store.get(BASE["id"])["rev"])


def test_secrets_go_before_an_entry_is_written_or_indexed(store):
    typed = {**BASE, "context": "login hunter2", "keywords": ["hunter2"], "odd": "hunter2"}
    assert store.indexed(typed) is typed
    store.redact = lambda text: text.replace("hunter2", "[...]")
    assert store.indexed(BASE) is BASE
    clean = {**typed, "context": "login [...]", "keywords": ["[...]"]}
    assert store.indexed(typed) == clean
    with store.lock():
        store.write(dict(typed))
    assert store.get(BASE["id"]) == clean, "a field of another tool is left as it is"


def test_what_was_not_changed_is_not_written(store):
    with store.lock():
        store.write(dict(BASE))
    watched = []
    store.watch = lambda store, name: watched.append(name)
    assert store.update(BASE["id"], lambda entry: None) == BASE and watched == []
    assert store.update(OTHER, lambda entry: None) is None
    changed = store.update(BASE["id"], lambda entry: entry.update(worked=3))
    assert changed == store.get(BASE["id"]) == {**BASE, "worked": 3} and watched == [BASE["id"]]


def test_what_is_watched_and_put_on_record(store, tmp_path):
    owned = Owned(str(tmp_path / "list"))
    store.provenance = Provenance(store.root, owned)
    watched = []
    with store.lock():
        store.write(dict(BASE))
        assert owned.has(BASE["id"])
        store.watch = lambda store, name: watched.append((name, name + ".json" in store.names()))
        assert store.drop(BASE["id"], BASE) and not owned.has(BASE["id"])
        assert not store.drop(BASE["id"], None)
    assert watched == [(BASE["id"], True), (BASE["id"], False)]
    put(store, BASE)
    assert store.remove(BASE["id"]) is True and store.remove(BASE["id"]) is False
    assert [name.split(".")[1] for name in os.listdir(store.backups)] == ["remove"]
