"""Whose a learning is: the list of what is this machine's, and what is decided by it."""

from __future__ import annotations

import os

import pytest
from test_store_merge import BASE

from reflexion.store import git, provenance
from reflexion.store.provenance import Owned, Provenance, digest_of, words_of

ID = BASE["id"]
FILE = f"entries/{ID}.json".lower()
OTHER = "RFX-20260501-bbbbbb"
OTHERS = f"entries/{OTHER}.json".lower()
WORDS = digest_of(words_of(BASE))
CHANGED = {**BASE, "resolution": "Run `evil`."}


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "owned/list.txt")


@pytest.fixture
def asked(monkeypatch):
    """What git was asked about; `asked.modified`: its answer."""

    class Asked(list):
        modified = False

    calls = Asked()

    def is_modified(root, name):
        calls.append((root, name))
        return calls.modified

    monkeypatch.setattr(git, "is_modified", is_modified)
    return calls


def listed(path, *keys) -> Owned:
    owned = Owned(path)
    owned.add([(key, WORDS) for key in keys])
    return owned


def read(path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def test_a_digest_is_of_the_words_that_an_entry_speaks_with():
    assert len(WORDS) == 40 and digest_of(words_of(CHANGED)) != WORDS
    assert digest_of(words_of({**BASE, "occurrences": 9, "keywords": []})) == WORDS
    assert words_of({}) == words_of({"source": None, "context": ""})
    assert words_of({"trigger": "a"}) != words_of({"context": "a"}) != words_of({})


LINES = [
    # the lines of a list (digest and key), the keys that are listed
    ([], set()),
    (["a one"], {"one"}),
    (["a one", "b two words", "c one"], {"one", "two words"}),
    (["!a one"], set()),
    (["!a one", "b one"], {"one"}),
    (["a one", "!b one"], {"one"}),
    (["a one", "- one"], set()),
    (["a one", "- one", "b one"], {"one"}),
    (["- one"], set()),
    (["a one", "- two"], {"one"}),
    (["a not one"], {"not one"}),
    (["a one", "- not one"], {"one"}),
]


@pytest.mark.parametrize("lines, keys", LINES)
def test_the_keys_of_a_list(path, lines, keys):
    owned = Owned(path)
    for line in lines:
        digest, _, key = line.partition(" ")
        owned.add([(key, digest)])
    for view in (owned, Owned(path)):
        assert view.keys() == keys
        assert {key for key in ("one", "two words", "not one", "words") if view.has(key)} == keys


def test_the_latest_line_of_a_digest(path):
    owned = Owned(path)
    owned.add([("one", "aa"), ("one", "!bb"), ("two", "!aa")])
    latest = [owned.latest("one", digest) for digest in ("aa", "bb", "cc", "a")]
    assert latest == ["aa", "!bb", "", ""] and owned.latest("two", "aa") == "!aa"
    owned.add([("one", "!aa"), ("one", "bb")])
    assert [owned.latest("one", digest) for digest in ("aa", "bb")] == ["!aa", "bb"]
    owned.add([("one", "-")])
    assert owned.latest("one", "bb") == "" and not owned.has("one")


def test_what_another_hook_listed_since_is_seen(path):
    owned = listed(path, "one")
    assert owned.has("one") and not owned.has("two")
    text = owned._text()
    assert not owned.has("two") and owned._text() is text, "read anew where it has grown alone"
    listed(path, "two")
    assert owned.has("two") and owned.has("one")
    listed(path, "three")
    assert not owned.has("four") and owned.has("three")


def test_a_key_is_one_line_and_without_a_place_nothing_is_kept(path):
    owned = Owned(path)
    owned.add([])
    owned.add([("a\nb", WORDS)])
    assert not os.path.exists(path)
    owned.add([("a\nb", WORDS), ("\udcff", WORDS)])
    assert owned.keys() == {"\udcff"} and owned.has("\udcff")
    nowhere = listed("", "one")
    assert not nowhere.has("one") and nowhere.keys() == set()


@pytest.mark.parametrize("size, is_shortened", [(8 << 20, False), ((8 << 20) + 1, True)])
def test_a_long_list_keeps_of_each_key_its_last_line(path, size, is_shortened):
    owned = listed(path, "one", "two", "one")
    last = b"!aa two\nbb one\n"
    with open(path, "ab") as file:
        file.write(b"c" * (size - os.path.getsize(path) - len(last) - 5) + b" two\n" + last)
    assert os.path.getsize(path) == size
    owned = Owned(path)
    owned.add([("three", "cc")])
    assert os.path.getsize(path) == (len(last + b"cc three\n") if is_shortened else size + 9)
    assert read(path).endswith(last + b"cc three\n")
    assert owned.has("one") and owned.has("three") and owned.has("two") is not is_shortened
    assert os.stat(path).st_mode & 0o777 == 0o600


def test_a_list_is_shortened_at_the_ends_of_its_lines_alone(path):
    odd = {".insights/a\rb.md", ".insights/c\rd.md", ".insights/e\x85f.md"}
    listed(path, *odd)
    with open(path, "ab") as file:
        file.write(b"c" * (8 << 20) + b" long\n" + b"torn long")
    Owned(path).add([("three", "cc")])
    assert os.path.getsize(path) > 8 << 20 and Owned(path).keys() == {*odd, "long", "three"}


@pytest.mark.parametrize("size, is_read", [(16 << 20, True), ((16 << 20) + 1, False)])
def test_how_long_a_list_may_be(path, size, is_read):
    listed(path, "one")
    with open(path, "ab") as file:
        file.write(b"c" * (size - os.path.getsize(path) - 5) + b" pad\n")
    owned = Owned(path)
    assert owned.has("one") is is_read
    owned.add([("two", WORDS)])
    assert Owned(path).has("two")


UNREAD = [
    # guest, what git tracks, trust_pulls, listed: does it wait by its id alone?
    (False, [], False, False, False),
    (False, [OTHERS], False, False, False),
    (False, [FILE], False, False, True),
    (False, [FILE], True, False, False),
    (False, [FILE], False, True, False),
    (True, [], False, False, True),
    (True, [], True, False, True),
    (True, [FILE], False, True, False),
]


@pytest.mark.parametrize("guest, tracked, pulls, is_listed, expected", UNREAD)
def test_what_waits_by_its_id(path, asked, guest, tracked, pulls, is_listed, expected):
    owned = listed(path, *[ID] * is_listed)
    ours = Provenance("root", owned, frozenset(tracked), guest, pulls)
    assert ours.waits_unread(ID) is ours.waits(BASE) is expected
    assert ours.is_open() is (not guest and not tracked)
    waiting = ours.waiting([f"{ID}.json", f"{OTHER}.json", "notes.json"])
    assert (ID in waiting) is (not is_listed and (guest or FILE in tracked))
    assert (OTHER in waiting) is (guest or OTHERS in tracked) and len(waiting) <= 2
    assert asked == []


def test_where_nothing_can_wait_the_list_is_not_read(path, monkeypatch):
    owned = listed(path, ID)
    for name in ("has", "keys", "latest"):
        monkeypatch.setattr(owned, name, lambda *_: pytest.fail("the list was read"))
    ours = Provenance("root", owned)
    assert not ours.waits_unread(ID) and not ours.waits(BASE) and ours.waiting([f"{ID}.json"]) == []


KNOWN = [
    # does git hold it, is the file changed in the working tree, is it read from a conflict, pulls:
    # is it ours, does it wait, and was git asked?
    (False, False, False, False, True, False, False),
    (True, True, False, False, True, False, True),
    (True, False, False, False, False, True, True),
    (True, True, True, False, False, True, False),
    (True, False, False, True, False, False, False),
]


@pytest.mark.parametrize("tracked, modified, merged, pulls, ours, waits, is_asked", KNOWN)
def test_other_words_of_an_entry_of_ours(
    path, asked, tracked, modified, merged, pulls, ours, waits, is_asked
):
    asked.modified = modified
    names = frozenset([FILE] if tracked else [])
    whose = Provenance("root", listed(path, ID), names, pulls=pulls)
    assert not whose.waits(BASE) and asked == [], "its words are known"
    assert whose.waits(CHANGED, merged) is waits
    assert whose.waits(CHANGED, merged) is waits
    assert asked == [("root", FILE)] * is_asked, "once"
    if not pulls:
        assert whose.owns(CHANGED) is ours
    assert not whose.owns({**BASE, "id": OTHER})


def test_a_list_that_cannot_be_written_is_asked_again(path, asked, monkeypatch):
    whose = Provenance("root", listed(path, ID, "config.json"), frozenset([FILE, "config.json"]))

    def refuse(rows):
        raise OSError(30, "read-only")

    monkeypatch.setattr(whose.owned, "add", refuse)
    assert whose.waits(CHANGED) and whose.waits(CHANGED)
    assert not whose.knows_file("config.json", b"new") and len(asked) == 3


WROTE = [
    # listed before, what the entry was before, is it listed with the words of now then?
    (False, None, True),
    (True, None, True),
    (False, CHANGED, False),
    (True, CHANGED, True),
]


@pytest.mark.parametrize("is_listed, old, expected", WROTE)
def test_what_this_machine_wrote(path, is_listed, old, expected):
    owned = Owned(path)
    owned.add([(ID, "0" * 40)] * is_listed)
    whose = Provenance("root", owned)
    whose.wrote(BASE, old)
    assert (owned.latest(ID, WORDS) == WORDS) is expected
    size = len(owned._text())
    whose.wrote({**BASE, "occurrences": 9}, BASE)
    assert len(owned._text()) == size, "a count says nothing"


NOTICED = [
    # listed, tracked, is it put on record with its words?
    (True, False, True),
    (False, False, False),
    (True, True, False),
]


@pytest.mark.parametrize("is_listed, tracked, expected", NOTICED)
def test_words_that_are_noticed_before_git_has_them(path, is_listed, tracked, expected):
    owned = Owned(path)
    owned.add([(ID, "0" * 40)] * is_listed)
    whose = Provenance("root", owned, frozenset([FILE] if tracked else []))
    whose.noticed(BASE)
    assert (owned.latest(ID, WORDS) == WORDS) is expected
    size = len(owned._text())
    whose.noticed(BASE)
    assert len(owned._text()) == size, "once"


def test_what_was_removed_is_somebody_else_s_then(path):
    whose = Provenance("root", listed(path, ID))
    whose.removed(OTHER)
    assert read(path).count(b"\n") == 1
    whose.removed(ID)
    assert not whose.owned.has(ID)
    whose.accept([BASE, {**BASE, "id": OTHER}])
    assert whose.owned.keys() == {ID, OTHER} and whose.owns(BASE)


CONFIG = [
    # guest, tracked, listed with its bytes, with others, modified: may the file be used?
    (False, False, False, False, False, True),
    (False, True, False, False, True, False),
    (False, True, True, False, False, True),
    (False, True, False, True, True, True),
    (False, True, False, True, False, False),
    (True, False, False, False, False, False),
    (True, False, True, False, False, True),
    (True, True, False, True, True, False),
]


@pytest.mark.parametrize("guest, tracked, same, other, modified, expected", CONFIG)
def test_another_file_of_the_store(path, asked, guest, tracked, same, other, modified, expected):
    asked.modified = modified
    names = frozenset(["config.json"] if tracked else [FILE])
    whose = Provenance("root", Owned(path), names, guest)
    if same:
        whose.accept_file("config.json", b"now")
    if other:
        whose.accept_file("config.json", b"before")
    assert whose.knows_file("config.json", b"now") is expected
    assert whose.knows_file("config.json", b"now") is expected and len(asked) <= 1


@pytest.mark.parametrize(
    "promoted, source, expected",
    [(True, "agent", True), (True, "user", False), (False, "agent", False)],
)
def test_a_rule_is_a_persons_to_change(promoted, source, expected):
    assert provenance.is_persons_rule({"promoted": promoted}, source) is expected
