"""A change is on record, and can be taken back while nothing else would be lost."""

import json
import os
import time

import pytest

from reflexion.errors import ReflexionError
from reflexion.learning.entry import Entry
from reflexion.store import changes
from reflexion.store.changes import Change
from reflexion.store.project import Project

ENTRY = Entry(trigger="npm ERR! Missing script", resolution="Use pnpm.")
MARK = "9f99e5" + "0" * 10


@pytest.fixture
def store(box):
    return Project(str(box.root), box.environ()).ready()


@pytest.fixture
def rules(box):
    """CLAUDE.md of the project, a file like any other."""
    path = box.root / "CLAUDE.md"
    path.write_text("before\n", encoding="utf-8")
    return path


def write(store, path, text, what="edit"):
    with Change(store, what) as change:
        change.keep(str(path))
        path.write_text(text, encoding="utf-8")


def add(store):
    with Change(store, "learn") as change, store.lock():
        entry_id = store.add(ENTRY, MARK).id
        change.made(store.path(entry_id))
    return entry_id


def edit(store, entry_id, **fields):
    with Change(store, "edit") as change:
        change.keep(*store.paths(entry_id))
        store.update(entry_id, lambda entry: entry.update(**fields))


def last(store):
    return changes.records(store)[-1]


def test_what_altered_nothing_leaves_no_record(store, rules):
    with Change(store, "edit") as change:
        change.keep(str(rules))
        change.made(str(rules) + ".new")
    assert changes.records(store) == []


def test_a_file_is_put_back_and_the_record_goes(store, rules):
    write(store, rules, "after\n")
    assert changes.undo(store, last(store)) == ["CLAUDE.md is as it was"]
    assert rules.read_text(encoding="utf-8") == "before\n"
    assert changes.records(store) == []


def test_nothing_is_taken_back_where_a_file_was_changed_since(store, rules, box):
    (box.root / "AGENTS.md").write_text("agents", encoding="utf-8")
    with Change(store, "edit") as change:
        for path in (box.root / "AGENTS.md", rules):
            change.keep(str(path))
            path.write_text("after\n", encoding="utf-8")
    rules.write_text("edited by hand\n", encoding="utf-8")
    with pytest.raises(ReflexionError, match="was changed since"):
        changes.undo(store, last(store))
    assert rules.read_text(encoding="utf-8") == "edited by hand\n"
    assert (box.root / "AGENTS.md").read_text(encoding="utf-8") == "after\n"


def test_a_learning_gets_its_words_back_and_keeps_what_was_counted_since(store):
    entry_id = add(store)
    edit(store, entry_id, resolution="Use yarn.", occurrences=4)
    store.update(entry_id, lambda entry: entry.update(occurrences=6, last_seen="2099-01-01"))
    changes.undo(store, last(store))
    entry = store.get(entry_id)
    assert (entry.resolution, entry.occurrences) == ("Use pnpm.", 3)
    assert entry.last_seen == "2099-01-01"


def test_a_learning_that_is_unlearned_is_not_learned_again(store):
    entry_id = add(store)
    changes.undo(store, last(store))
    assert store.get(entry_id) is None
    assert store.dropped.holds(changes.fingerprints_of(ENTRY)[0])


def test_what_an_agent_learned_by_any_command_is_not_learned_again(store):
    with Change(store, "reflect integrate", "agent") as change, store.lock():
        change.made(store.path(store.add(ENTRY, MARK).id))
    changes.undo(store, last(store))
    assert store.dropped.holds(changes.fingerprints_of(ENTRY)[0])


def test_the_names_of_copies_sort_by_one_clock(store, rules, monkeypatch):
    monkeypatch.setattr("time.time_ns", lambda: 1_700_000_000_000_500_000)
    write(store, rules, "after\n")
    second = time.strftime("%Y%m%d-%H%M%S", time.localtime(1_700_000_000))
    assert [copy.name for copy in changes.copies(store)] == [f"{second}-000500-CLAUDE.md"]


def test_a_learning_that_was_taken_over_may_be_learned_again(store):
    with Change(store, "import learn.json") as change, store.lock():
        entry_id = store.add(ENTRY, MARK).id
        change.made(store.path(entry_id))
    (line,) = changes.undo(store, last(store))
    assert store.get(entry_id) is None and "since" not in line
    assert not store.dropped.holds(changes.fingerprints_of(ENTRY)[0])
    assert [copy.what for copy in changes.copies(store)] == ["undo import learn.json"]


def test_a_learning_that_was_removed_comes_back_and_may_be_learned(store):
    entry_id = add(store)
    entry = store.get(entry_id)
    with Change(store, "remove") as change, store.lock():
        change.keep(*store.paths(entry_id))
        store.dropped.add(changes.fingerprints_of(entry), entry.trigger)
        store.remove(entry_id)
    changes.undo(store, last(store))
    assert store.get(entry_id).resolution == "Use pnpm."
    assert not store.dropped.holds(changes.fingerprints_of(entry)[0])


def test_settings_that_are_put_back_hold(store, box):
    config = box.root / ".reflexion" / "config.json"
    config.write_text("{}", encoding="utf-8")
    box.git("add", "-f", str(config))
    write(store, config, '{"ask": "off"}')
    store.trust.accept_settings({"ask": "off"})
    assert Project(str(box.root), box.environ()).settings["ask"] == "off"
    changes.undo(store, last(store))
    project = Project(str(box.root), box.environ())
    assert project.settings["ask"] == "end" and not project.settings_wait


def test_a_copy_brings_one_file_back_and_that_is_a_change_too(store, rules):
    write(store, rules, "second\n", "edit one")
    write(store, rules, "third\n", "edit two")
    newest, oldest = changes.copies(store)
    assert (newest.what, oldest.what, oldest.path) == ("edit two", "edit one", "CLAUDE.md")
    changes.restore(oldest)
    assert rules.read_text(encoding="utf-8") == "before\n"
    changes.undo(store, last(store))
    assert rules.read_text(encoding="utf-8") == "third\n"


def test_a_learning_that_was_written_by_hand_comes_back_as_it_was_written(store):
    path = store.path(add(store))
    fields = {"trigger": "npm ERR! Missing script", "resolution": "Use pnpm."}
    text = json.dumps(fields, indent=7)
    with Change(store, "by hand"), open(path, "w", encoding="utf-8") as file:
        file.write(text)
    store.index.settle(edits=True)
    edit(store, os.path.basename(path).removesuffix(".json"), resolution="Use yarn.")
    (copy,) = changes.copies(store)
    changes.restore(copy)
    with open(path, encoding="utf-8") as file:
        assert file.read() == text


def test_copies_are_private_and_go_after_a_month(store, rules):
    write(store, rules, "after\n")
    folder = os.path.join(store.state_dir, "copies")
    (name,) = os.listdir(folder)
    path = os.path.join(folder, name)
    if os.name != "nt":
        assert os.stat(path).st_mode & 0o077 == 0 == os.stat(folder).st_mode & 0o077
    old = time.time() - 32 * 86400
    os.utime(path, (old, old))
    write(store, rules, "later\n")
    assert name not in os.listdir(folder)
    assert len(changes.copies(store)) == 1


def test_what_was_forgotten_comes_back_by_no_way(store):
    entry_id = add(store)
    edit(store, entry_id, resolution="Log in with s3cret.")
    edit(store, entry_id, resolution="Log in by SSO.")
    with Change(store, "edit") as change:
        change.forget(entry_id)
    assert changes.copies(store) == []
    for folder, _, names in os.walk(store.dir):
        for name in names:
            with open(os.path.join(folder, name), errors="replace") as file:
                assert "s3cret" not in file.read(), name


@pytest.mark.parametrize("line", ["{", "[]", "{}", json.dumps({"when": 1}), "\0"])
def test_a_line_that_was_cut_is_left_out(store, rules, line):
    write(store, rules, "after\n")
    with open(os.path.join(store.state_dir, "journal.jsonl"), "a") as file:
        file.write(line + "\n")
    assert len(changes.records(store)) == 1


def test_a_record_of_an_older_version_is_taken_back(store):
    """Its counts were a list."""
    entry_id = add(store)
    edit(store, entry_id, resolution="Use npm.")
    path = os.path.join(store.state_dir, "journal.jsonl")
    with open(path) as file:
        row = json.loads(file.readlines()[-1])
    row["files"][0][3] = [1, 1]
    with open(path, "w") as file:
        file.write(json.dumps(row) + "\n")
    assert "as it was" in changes.undo(store, last(store))[0]


def test_no_copy_is_read_from_elsewhere(store, rules, box):
    (box.home / "secret").write_text("mine", encoding="utf-8")
    write(store, rules, "after\n")
    record = last(store)
    forged = record.files[0]._replace(copy=str(box.home / "secret"))
    with pytest.raises(OSError):
        changes.undo(store, record._replace(files=[forged]))
    assert rules.read_text(encoding="utf-8") == "after\n"
