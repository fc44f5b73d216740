"""A store is shared by two files of git's, and each clone knows how to merge entries."""

import json
import os
import subprocess
import sys

import pytest
from sandbox import ROOT

from reflexion.actions.share import make_shared, share
from reflexion.learning.entry import Entry
from reflexion.store import changes, team
from reflexion.store.project import Project

POSIX = pytest.mark.skipif(os.name == "nt", reason="shell scripts")
PACKAGE = str(ROOT / "reflexion")
ENTRY = {"type": "error", "trigger": "npm ERR! Missing script", "resolution": "Use pnpm."}


@pytest.fixture
def store(box):
    return Project(str(box.root), box.environ()).ready()


def test_sharing_lets_git_take_the_entries_and_nothing_else(store, box):
    assert not team.asks_for_driver(store) and not store.is_shared()
    assert sorted(make_shared(store)) == [".gitattributes", ".gitignore"]
    assert make_shared(store) == []
    assert team.asks_for_driver(store) and store.is_shared()
    with store.lock():
        entry = store.add(Entry(**ENTRY), "9f99e5" + "0" * 10)
    box.git("add", ".")
    assert "entries" not in box.git("ls-files")
    with changes.Change(store, "share") as change:
        share(store, change, [entry.id])
    box.git("add", ".")
    names = {name.split("/")[1] for name in box.git("ls-files").split()}
    assert names == {".gitignore", ".gitattributes", "entries"}


def test_a_clone_is_registered_until_it_is_not(store, box):
    assert not team.is_registered(str(box.root))
    assert team.register(str(box.root), PACKAGE, "/gone/python3")
    assert team.is_registered(str(box.root))
    assert team.unregister(str(box.root)) and not team.is_registered(str(box.root))
    assert not team.unregister(str(box.root))


def test_outside_of_git_there_is_nothing_to_register(tmp_path):
    assert team.is_registered(str(tmp_path))
    assert not team.register(str(tmp_path), PACKAGE, sys.executable)


def test_a_driver_whose_program_is_gone_is_not_registered(store, box):
    team.register(str(box.root), "/it's gone", sys.executable)
    assert not team.is_registered(str(box.root))


def merged(box, package, python, ours, theirs):
    """Let git merge two versions of an entry by a driver; return (is it merged, the file)."""
    team.register(str(box.root), package, python)
    (box.root / ".gitattributes").write_text("*.json merge=reflexion\n", encoding="utf-8")
    path = box.root / "RFX-20260330-9f99e5.json"
    for branch, entry in (("main", ENTRY), ("ours", ours), ("theirs", theirs)):
        if branch != "main":
            box.git("checkout", "-q", "-b", branch, "main")
        path.write_text(json.dumps({"id": path.stem, **entry}, indent=2) + "\n", encoding="utf-8")
        box.git("add", ".")
        box.git("commit", "-q", "-m", branch)
    box.git("checkout", "-q", "ours")
    try:
        box.git("merge", "-q", "theirs")
    except subprocess.CalledProcessError:
        return False, path.read_text(encoding="utf-8")
    return True, path.read_text(encoding="utf-8")


SEEN_TWICE = {**ENTRY, "occurrences": 2}
DRIVERS = [
    (PACKAGE, sys.executable, True),
    (PACKAGE, "/gone/python3", True),  # python3 on the path is tried
    ("/it's gone", sys.executable, False),
]


@POSIX
@pytest.mark.parametrize("package, python, is_merged", DRIVERS)
def test_git_merges_by_the_driver_and_without_it_leaves_markers_around_both_sides(
    package, python, is_merged, box
):
    box.git("init", "-q", "-b", "main")
    done, text = merged(box, package, python, SEEN_TWICE, {**ENTRY, "occurrences": 3})
    assert done == is_merged
    if is_merged:
        assert json.loads(text)["occurrences"] == 4
    else:
        assert all(mark in text for mark in ("<<<<<<<", ">>>>>>>", ": 2", ": 3"))


def test_an_entry_with_counts_of_this_machine_is_read_again_only_when_it_changed(store):
    make_shared(store)
    with store.lock():
        entry_id = store.add(Entry(trigger="npm ERR! Missing script"), "9f99e5" + "0" * 10).id
    assert store.mine.times() == {entry_id: store.mine.time_of(entry_id)}


@pytest.mark.parametrize(
    "text",
    [
        '{"occurrences": "5", "sessions": null, "last_seen": 5}',
        '{"occurrences": [1], "last_seen": "9999-99-99\\t\\n"}',
        '{"occurrences": 1.5, "sessions": -1, "last_seen": {}}',
        '{"occurrences": 1e400}',
        "[]",
        "{",
    ],
)
def test_a_spoiled_file_of_counts_counts_for_nothing(store, text):
    make_shared(store)
    with store.lock():
        entry = store.add(Entry(trigger="npm ERR! Missing script"), "9f99e5" + "0" * 10)
        with open(store.mine.path(entry.id, ".counts"), "w") as file:
            file.write(text)
        store.index.reread([entry.id])
    found = store.get(entry.id)
    assert (found.occurrences, found.sessions, found.last_seen) == (1, 1, entry.last_seen)
    assert [row.id for row in store.index.rows()] == [entry.id]
