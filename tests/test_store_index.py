"""The derived files follow the entries, and say nothing that an entry does not."""

import json
import os

import pytest

from reflexion.learning.entry import Entry
from reflexion.learning.identity import fingerprint
from reflexion.store.entries import Store
from reflexion.store.index import PERSONS, PROMOTED, SOLVED, WAITING, WordFile
from reflexion.store.trust import TrustList

TRIGGER = "npm ERR! Missing script: build"
FINGERPRINT = fingerprint("error", TRIGGER, "npm run build")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / ".reflexion"


@pytest.fixture
def store(folder):
    return Store(str(folder), str(folder.parent))


def again(store):
    """Return the store as the next process finds it."""
    found = Store(store.dir, store.root)
    found.index.settle()
    return found


def add(store, mark="9f99e5" + "0" * 10, **fields):
    fields = {
        "keywords": ["npm"],
        "trigger": TRIGGER,
        "context": "npm run build",
        "resolution": "Use pnpm.",
        **fields,
    }
    with store.lock():
        return store.add(Entry(**fields), mark).id


def put(store, digits, **fields):
    """Write an entry file as somebody with an editor does."""
    entry_id = f"RFX-20260330-{digits}"
    store.create()
    with open(store.path(entry_id), "w") as file:
        json.dump({"id": entry_id, "trigger": TRIGGER, "context": "npm run build", **fields}, file)
    return entry_id


def row(store, entry_id):
    return next(row for row in store.index.rows() if row.id == entry_id)


def test_a_learning_is_found_by_its_fingerprint_its_aliases_and_its_lesson(store):
    alias = "ab" * 8
    entry_id = add(store, aliases=[alias])
    for each in (store, again(store)):
        assert each.index.find(FINGERPRINT) == entry_id == each.index.find(alias)
        assert each.index.find(fingerprint("insight", "Use pnpm.")) == entry_id
        assert each.index.find(FINGERPRINT[:8]) == ""


def test_nothing_else_in_a_line_is_taken_for_a_fingerprint(store):
    entry_id = add(store)
    digest = row(store, entry_id).digest
    assert store.index.find(digest[:16]) == "" == store.index.find(entry_id)


def test_what_a_learning_is_ranked_by_stands_in_its_row(store):
    plain = add(store, resolution="")
    told = add(store, "a" * 16, promoted=True, source="user")
    seen = row(store, plain).last_seen
    assert row(store, plain)[5:] == ("1", "1", "", seen) and len(seen) == 10
    assert [each.id for each in store.index.rows(SOLVED)] == [told]
    assert row(store, told).flags == SOLVED + PROMOTED + PERSONS


def test_the_index_holds_the_keywords_of_every_entry_as_its_file_has_them(store, folder):
    first = add(store, "b" * 16, resolution="", keywords=["missing", "npm-run"])
    second = add(store, "a" * 16, keywords=["missing"])
    lines = (folder / "index.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [f"missing:{second},{first}", f"npm-run:{first}"]


def test_a_new_failure_stands_in_the_index_at_once(box):
    box.bash("npm run build", 1, TRIGGER)
    entry_id = box.entry()["id"]
    lines = (box.root / ".reflexion" / "index.txt").read_text(encoding="utf-8").splitlines()
    assert f"missing:{entry_id}" in lines


def test_a_lesson_is_found_by_the_words_of_its_failure_and_its_sentence(store):
    add(store, "b" * 16, resolution="", context="make")
    entry_id = add(store, "a" * 16)
    for each in (store, again(store)):
        assert each.index.size() == 1
        for term in ("pnpm", "script", "build"):
            assert each.index.with_term(term) == [entry_id]
        assert each.index.with_term("make") == []
    assert "pnpm" in store.index.terms_of(entry_id)


def test_words_that_nobody_accepted_make_no_other_word_common(folder, tmp_path):
    trust = TrustList(str(tmp_path / "home"), str(folder.parent))
    came = Store(str(folder), str(folder.parent), trust, str(tmp_path / "records"))
    entry_id = put(came, "9f99e5", resolution="Use pnpm.")
    came.index.rebuild()
    for each in (came, Store(came.dir, came.root, trust, came.state_dir)):
        assert [row.id for row in each.index.rows(WAITING)] == [entry_id]
        assert (each.index.size(), each.index.with_term("pnpm")) == (0, [])


def test_any_of_many_words_is_found(store):
    words = [f"{letter}{more}" for letter in "abcxyz" for more in ("", "-a", ".b", "0", "\u00e9")]
    entry_id = add(store, keywords=words)
    other = add(store, "a" * 16, keywords=words[::2])
    for word in words:
        assert entry_id in WordFile(store.index_path).ids(word)
    assert other in WordFile(store.index_path).ids("a")
    assert WordFile(store.index_path).ids("a-") == []


def test_fingerprints_of_an_older_version_are_made_anew(store, folder):
    known = add(store)
    catalogue = folder / "state" / "catalogue.txt"
    head, _, lines = catalogue.read_text(encoding="utf-8").partition("\n")
    old = f"# entries at {head.rpartition(' ')[2]}\n" + lines.replace(FINGERPRINT, "0" * 16)
    catalogue.write_text(old, encoding="utf-8")
    assert again(store).index.find(FINGERPRINT) == known


def test_words_that_were_changed_lose_their_old_terms(store):
    entry_id = add(store)
    other = add(store, "a" * 16)
    store.update(entry_id, lambda entry: entry.update(resolution="Use yarn."))
    for each in (store, again(store)):
        assert each.index.with_term("pnpm") == [other]
        assert each.index.with_term("yarn") == [entry_id]


def test_a_count_changes_the_row_and_leaves_the_files_of_words_alone(store, folder):
    entry_id = add(store)
    for name in ("index.txt", "state/words.txt"):
        os.utime(folder / name, (1, 1))
    store.update(entry_id, lambda entry: entry.update(occurrences=5))
    assert row(again(store), entry_id).occurrences == "5"
    for name in ("index.txt", "state/words.txt"):
        assert os.stat(folder / name).st_mtime == 1


def test_files_that_came_or_went_are_seen_at_once(store):
    entry_id = add(store)
    put(store, "aaaaaa", resolution="Use yarn.")
    assert again(store).index.with_term("yarn") == ["RFX-20260330-aaaaaa"]
    os.remove(store.path(entry_id))
    assert [each.id for each in again(store).index.rows()] == ["RFX-20260330-aaaaaa"]
    assert again(store).index.with_term("pnpm") == []


def test_an_edit_in_place_is_seen_by_a_refresh(store):
    entry_id = put(store, "aaaaaa", resolution="Use yarn.")
    assert again(store).index.with_term("yarn") == [entry_id]
    with open(store.path(entry_id), "r+") as file:
        text = file.read().replace("yarn", "deno")
        file.seek(0)
        file.write(text)
    os.utime(store.path(entry_id), (1, 1))
    later = again(store)
    later.index.settle(edits=True)
    assert later.index.with_term("yarn") == [] and later.index.with_term("deno") == [entry_id]


def test_a_start_that_finds_nothing_new_writes_nothing(store, folder):
    add(store)
    files = [folder / name for name in ("index.txt", "state/words.txt", "state/catalogue.txt")]
    for path in files:
        os.utime(path, (1, 1))
    Store(store.dir, store.root).index.settle(edits=True)
    assert [os.stat(path).st_mtime for path in files] == [1, 1, 1]


def test_a_start_looks_for_edits_in_place_where_there_are_not_too_many_files(store, monkeypatch):
    entry_id = put(store, "aaaaaa", resolution="Use yarn.")
    store.index.settle()
    put(store, "aaaaaa", resolution="Use deno.")
    monkeypatch.setattr("reflexion.store.index.LOOKED_THROUGH", 0)
    store.index.settle(edits=True)
    assert store.index.with_term("yarn") == [entry_id]
    store.index.rebuild()
    assert store.index.with_term("yarn") == [] and store.index.with_term("deno") == [entry_id]


def test_a_change_of_many_learnings_at_once_leaves_the_others_in_place(store):
    kept = add(store, resolution="Use deno.")
    for digit in "0123456789":
        put(store, digit * 6, resolution="Use yarn.")
    store.index.settle()
    assert store.index.size() == 11 and len(store.index.with_term("yarn")) == 10
    for digit in "0123456789":
        os.remove(store.path(f"RFX-20260330-{digit * 6}"))
    store.index.settle()
    assert store.index.size() == 1
    assert store.index.with_term("yarn") == [] and store.index.with_term("deno") == [kept]


@pytest.mark.parametrize("name", ["index.txt", "state/words.txt", "state/catalogue.txt"])
@pytest.mark.parametrize("text", [None, "", "# entries at x\nrubbish\n:\n", "\0\xff\n"])
def test_the_files_may_be_deleted_or_spoiled(store, folder, name, text):
    entry_id = add(store)
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text, encoding="utf-8")
    later = again(store)
    if text is not None and name != "state/catalogue.txt":
        later.index.rebuild()
    assert later.index.find(FINGERPRINT) == entry_id
    assert later.index.with_term("pnpm") == [entry_id]
    later.index.settle()
    assert (folder / "index.txt").read_text(encoding="utf-8") == f"npm:{entry_id}\n"


@pytest.mark.parametrize("more", ["\n", "\nxx\nyy\tzz\n", "\n" + "\t" * 30])
def test_rubbish_in_the_catalogue_is_left_out(store, folder, more):
    entry_id = add(store)
    path = folder / "state" / "catalogue.txt"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    later = again(store)
    later.index.settle(edits=True)
    assert later.index.find(FINGERPRINT) == entry_id
    assert [each.id for each in later.index.rows()] == [entry_id]


def test_a_file_that_is_no_learning_is_looked_at_once(store, folder):
    add(store)
    (folder / "entries" / "notes.txt").write_text("x", encoding="utf-8")
    again(store)
    assert Store(store.dir, store.root).index.is_in_step()


@pytest.mark.parametrize("field", ["source", "confidence", "skill"])
@pytest.mark.parametrize("value", [None, 5, [], {"a": 1}, "a\tb\nRFX-20260330-bbbbbb\t1\t"])
def test_no_field_of_a_hostile_file_breaks_or_forges_a_line(store, field, value):
    entry_id = add(store)
    put(store, "aaaaaa", **{field: value})
    later = again(store)
    assert later.index.find(FINGERPRINT) == entry_id
    assert {each.id for each in later.index.rows()} <= {entry_id, "RFX-20260330-aaaaaa"}
    assert {each.id for each in again(store).index.rows()} == set(later.index.lines())


def test_a_rebuilt_index_is_whole_however_many_files_cannot_be_read(store, monkeypatch):
    monkeypatch.setattr("reflexion.store.index.AT_ONCE", 2)
    for number in range(5):
        put(store, f"{number:06x}aa", trigger="", resolution="")
    entry_id = put(store, "bbbbbb", resolution="Use yarn.")
    store.index.rebuild()
    assert list(again(store).index.lines()) == [entry_id]


def test_what_one_process_left_to_the_next_is_read_although_one_in_between_wrote(
    store, monkeypatch
):
    monkeypatch.setattr("reflexion.store.index.AT_ONCE", 2)
    ids = [put(store, f"{number:06x}", resolution="Use yarn.") for number in range(5)]
    again(store).index.reread(ids[:1])
    for _ in ids:
        again(store)
    assert sorted(again(store).index.lines()) == ids


def test_what_another_process_wrote_while_a_person_was_asked_is_in_the_index(store):
    entry_id = add(store)
    asking = again(store)
    other = add(again(store), "a" * 16, trigger="another one", resolution="Use deno.")
    asking.update(entry_id, lambda entry: entry.update(occurrences=5))
    assert sorted(again(store).index.lines()) == sorted([entry_id, other])
