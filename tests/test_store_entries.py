"""A store writes each learning whole, under a lock, and tells the person's words alone."""

import json
import os
import stat

import pytest

from reflexion.actions.lessons import find
from reflexion.actions.share import share
from reflexion.errors import NotAdded, Stop, Unreadable
from reflexion.learning.entry import FIELDS, Entry, as_object
from reflexion.learning.revise import redacted
from reflexion.store import entries
from reflexion.store.changes import Change
from reflexion.store.entries import Store
from reflexion.store.project import Project

MARK = "9f99e5" + "0" * 10
DRAFT = Entry(trigger="npm ERR! Missing script", resolution="Use pnpm.")


@pytest.fixture
def store(tmp_path):
    """The home store: all its words are the person's."""
    return Store(str(tmp_path / ".reflexion"), str(tmp_path))


@pytest.fixture
def shared(box):
    """A project's store whose entries git takes."""
    store = Project(str(box.root), box.environ()).ready()
    (box.root / ".reflexion" / ".gitignore").write_text("state/\nindex.txt\n", encoding="utf-8")
    return store


def add(store, fingerprint=MARK, **fields):
    with store.lock():
        return store.add(DRAFT.copy(**fields), fingerprint)


def test_a_new_learning_gets_the_fields_of_an_entry_and_an_id_of_its_fingerprint(store):
    entry = add(store)
    assert entry.id == f"RFX-{entries.today().replace('-', '')}-9f99e5"
    assert store.get(entry.id) == entry
    assert (entry.occurrences, entry.promoted, entry.cwd) == (1, False, ".")
    assert entry.first_seen == entry.last_seen == entries.today()


def test_an_id_that_is_taken_gets_more_digits(store):
    first = add(store)
    assert add(store).id == first.id + "0"
    assert store.ids() == [first.id, first.id + "0"]


def test_a_full_store_takes_no_more(store, monkeypatch):
    monkeypatch.setattr(entries, "MAX_ENTRIES", 1)
    add(store)
    with pytest.raises(NotAdded):
        add(store, "a" * 16)


def test_a_private_store_is_closed_to_others_and_to_git(store):
    entry = add(store)
    assert "*" in (open(os.path.join(store.dir, ".gitignore")).read()).split()
    assert not store.is_shared()
    if os.name != "nt":
        for path in (store.dir, store.entries_dir, store.state_dir, store.path(entry.id)):
            assert stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0


@pytest.mark.parametrize("name", ["../../x", "RFX-2026-9f99e5", "RFX-20260330-xyz", ""])
def test_what_is_no_id_is_never_a_path(store, name):
    with pytest.raises(Unreadable):
        store.path(name)


@pytest.mark.parametrize("data", ["{", "[]", '{"id": "RFX-20260330-aaaaaa"}', " " * 70_000, "\0"])
def test_a_broken_file_is_named_and_the_others_are_read(store, data):
    entry = add(store)
    broken = "RFX-20260330-aaaaaa"
    with open(store.path(broken), "w") as file:
        file.write(data)
    assert list(store.all()) == [entry]
    assert list(store.unreadable()) == [broken] and store.unreadable()[broken]
    assert store.get(broken) is None and store.get_file(broken) is None
    with pytest.raises(Unreadable):
        store.mine.read(broken)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_an_entry_behind_a_link_is_not_read(store, tmp_path):
    entry = add(store)
    other = store.path("RFX-20260330-aaaaaa")
    (tmp_path / "x.json").write_text(
        json.dumps(as_object(entry.copy(id="RFX-20260330-aaaaaa"))), encoding="utf-8"
    )
    os.symlink(tmp_path / "x.json", other)
    assert store.get("RFX-20260330-aaaaaa") is None


def test_of_the_ids_that_fit_the_best_matches_are_found(store):
    ids = [
        add(store, fingerprint.ljust(16, "0")).id for fingerprint in ("abc123", "c123ab", "ffc123")
    ]
    assert find([store], ids[0]) == (store, ids[0])
    assert find([store], "123a") == (store, ids[1])
    for unclear in ("C123 ", "zzz", " "):
        with pytest.raises(Stop):
            find([store], unclear)


def test_secrets_are_taken_out_where_an_entry_is_written(store):
    store.patterns = ("tok-[0-9]{4}",)
    entry = add(store, context="mysql --password=hunter22-Xq9", notes=["uses tok-1234"])
    text = open(store.path(entry.id)).read()
    assert "hunter22-Xq9" not in text and "tok-1234" not in text and text.count("[REDACTED]") == 2


def test_every_field_in_which_a_person_may_have_typed_a_secret_is_redacted():
    fields = [field for field in FIELDS if "r" in field.marks]
    typed = "mysql --password=hunter22-Xq9"
    given = {field.name: [typed] if field.default == [] else typed for field in fields}
    clean = redacted(Entry(**given))
    assert clean.keys() == given.keys() and "hunter22" not in str(clean)


def test_a_secret_that_one_field_shows_is_taken_out_of_all(store):
    command = "mysql --password=hunter22-Xq9"
    entry = Entry(trigger="login hunter22-Xq9 failed", context=command)
    assert "hunter22-Xq9" not in str(redacted(entry))
    assert redacted(Entry(trigger="plain"))["trigger"] == "plain"


def publish(store, *ids):
    with Change(store, "share") as change:
        share(store, change, list(ids))


def test_in_a_shared_store_two_equal_changes_differ(shared):
    entry = add(shared)
    revisions = set()
    for count in (2, 3):
        shared.update(entry.id, lambda found, count=count: found.update(occurrences=count))
        publish(shared, entry.id)
        revisions.add(shared.get(entry.id).rev)
    assert len(revisions) == 2


def test_a_hook_changes_nothing_that_git_may_take(shared, box):
    entry = add(shared)
    publish(shared, entry.id)
    box.git("add", ".reflexion")
    box.git("commit", "-q", "-m", "share")
    shared.update(entry.id, lambda found: found.update(occurrences=4, needs_review=True))
    new = add(shared, "aaaaaa" + "0" * 10)
    assert box.git("status", "--porcelain") == ""
    found = Project(str(box.root), box.environ()).store.get(entry.id)
    assert (found.occurrences, found.needs_review) == (4, True)
    assert shared.ids() == sorted([entry.id, new.id])


def test_while_a_change_waits_the_accepted_words_are_told_with_the_new_counts(shared, box):
    entry = add(shared)
    publish(shared, entry.id)
    box.change(entry.id, resolution="Use npm.", occurrences=7)
    store = Project(str(box.root), box.environ()).store
    found = store.get(entry.id)
    assert (found.resolution, found.occurrences) == ("Use pnpm.", 7)
    assert [each.resolution for each in store.waiting()] == ["Use npm."]


def test_counts_that_are_added_meanwhile_leave_the_waiting_words_in_the_file(shared, box):
    entry = add(shared)
    publish(shared, entry.id)
    box.change(entry.id, resolution="Use npm.")
    store = Project(str(box.root), box.environ()).store
    store.update(entry.id, lambda found: found.update(occurrences=3))
    assert store.mine.read(entry.id).resolution == "Use npm."
    assert store.get(entry.id).occurrences == 3
    assert store.index.with_term("pnpm") == [entry.id]


class TestDropped:
    def test_a_dropped_mistake_is_known_by_each_of_its_fingerprints(self, store):
        store.create()
        assert not store.dropped.holds(MARK)
        store.dropped.add([MARK, "b" * 16], "npm ERR!\nsecond line")
        store.dropped.add([MARK], "again")
        assert store.dropped.holds(MARK) and store.dropped.holds("b" * 16)
        assert not store.dropped.holds(MARK[:8]) and not store.dropped.holds("npm")
        lines = open(os.path.join(store.dir, "dropped.txt")).read().splitlines()
        assert len(lines) == 3 and lines[1] == f"{MARK}  npm ERR! second line"

    def test_a_person_allows_it_again(self, store):
        store.create()
        store.dropped.add([MARK, "b" * 16], "x")
        store.dropped.allow([MARK])
        store.dropped.allow([MARK])
        assert not store.dropped.holds(MARK) and store.dropped.holds("b" * 16)


def test_a_learning_that_is_gone_is_neither_found_nor_changed(box):
    store = Project(str(box.root), box.environ()).ready()
    gone = "RFX-20260330-9f99e5"
    assert store.look(gone) == (None, None, "") and store.get(gone) is None
    assert store.update(gone, lambda entry: entry.update(needs_review=True)) is None
    assert store.ids() == []
