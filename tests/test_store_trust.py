"""Which stores are this machine's: the list in the home store, and the nonce in each store."""

from __future__ import annotations

import os

import pytest
from test_store_paths import LINKED

from reflexion.store import trust
from reflexion.store.entries import Store


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


def level(folder: str, home: str) -> str:
    """How the store in a folder stands: MINE, GUEST, or "" for a stranger's."""
    return trust.look_up(folder, os.path.dirname(folder), home).standing


def test_trust_is_listed_by_path_in_the_home_store(store, tmp_path):
    home = str(tmp_path / "home store")
    assert not level(store.dir, home)
    assert trust.begin(store.dir, home).nonce == trust.begin(store.dir, home).nonce
    assert level(store.dir, home)
    assert trust.distrust(store.dir, home) and not trust.distrust(store.dir, home)
    assert not level(store.dir, home)


def test_a_link_to_a_trusted_store_is_that_store(store, tmp_path):
    home = str(tmp_path / "home store")
    trust.begin(store.dir, home)
    os.symlink(store.dir, str(tmp_path / "link"))
    assert level(str(tmp_path / "link"), home)


def test_a_store_that_arrived_holds_an_entry_or_settings(store):
    assert not trust.arrived(store.dir)
    with open(os.path.join(store.dir, "config.json"), "w") as file:
        file.write("{}")
    assert trust.arrived(store.dir)


@pytest.fixture
def home(tmp_path):
    return str(tmp_path / "home store")


def made(folder, *names):
    """The folder with these files; a name with a slash at its end is a folder."""
    os.makedirs(folder, exist_ok=True)
    for name in names:
        path = os.path.join(folder, name)
        os.makedirs(path if name.endswith("/") else os.path.dirname(path), exist_ok=True)
        if not name.endswith("/"):
            with open(path, "w") as file:
                file.write("x")


def rows_of(home) -> list:
    return [line.split(" ", 2)[1:] for line in trust.listed(home, trust.LIST)]


NONCES = [
    ("a" * 32, True),
    ("a" * 32 + "\n" + " " * 31, True),
    ("a" * 32 + "\n" + " " * 32, False),
    ("a" * 31, False),
    ("a" * 33, False),
    ("a" * 31 + "/", False),
    ("", False),
]


@pytest.mark.parametrize("text, is_nonce", NONCES)
def test_what_is_a_nonce(tmp_path, text, is_nonce):
    (tmp_path / "state").mkdir()
    (tmp_path / trust.NONCE).write_text(text)
    assert trust.nonce_of(str(tmp_path)) == (text.strip() if is_nonce else "")


ARRIVED = [
    # what the store holds, and whether somebody else may have written it
    ([], False),
    (["entries/", "state/tmp/", "state/.gitignore"], False),
    (["entries/x"], True),
    (["config.json"], True),
    (["memory/"], True),
    (["state"], True),
    (["state/x"], True),
    (["state/tmp/x"], True),
    (["notes.txt"], False),
]


@pytest.mark.parametrize("holds, expected", ARRIVED)
def test_what_came_along(tmp_path, home, holds, expected):
    folder = str(tmp_path / "store")
    made(folder, *holds)
    assert trust.arrived(folder) is expected
    assert trust.holds(folder) is (holds in (["entries/x"], ["config.json"]))
    if holds != ["state"]:
        trust.begin(folder, home)
        assert level(folder, home) == (trust.GUEST if expected else trust.MINE)


@pytest.mark.parametrize("place", ["state", "memory", "config.json"])
def test_a_link_came_along(tmp_path, home, place):
    made(str(tmp_path), "store/", "else/")
    os.symlink("../else", tmp_path / "store" / place)
    assert trust.arrived(str(tmp_path / "store"))


def test_a_state_that_came_along_is_put_aside(tmp_path, home):
    before = os.umask(0)
    folder = str(tmp_path / "store")
    made(folder, "state/said.txt")
    listed = trust.begin(folder, home, trust.MINE)
    os.umask(before)
    assert (listed.standing, listed.root, listed.nonce) == ("mine", folder, trust.nonce_of(folder))
    assert os.listdir(os.path.join(folder, "state", "brought")) == ["said.txt"]
    modes = [os.stat(os.path.join(folder, name)).st_mode & 0o777 for name in ("state", trust.NONCE)]
    assert modes == [0o700, 0o600]
    assert os.stat(os.path.join(home, "state")).st_mode & 0o777 == 0o700
    assert os.listdir(folder) == ["state"]


def test_a_state_that_is_a_link_is_not_followed(tmp_path, home):
    made(str(tmp_path), "store/", "else/said.txt")
    os.symlink("../else", tmp_path / "store/state")
    with pytest.raises(OSError):
        trust.begin(str(tmp_path / "store"), home)
    assert os.listdir(tmp_path / "else") == ["said.txt"]
    assert os.path.islink(tmp_path / "store/state")


def test_another_process_was_faster(store, home):
    """Its row holds as long as it is not ended, and is this place's."""
    first = trust.begin(store.dir, home, trust.GUEST)
    assert trust.begin(store.dir, home).standing == trust.GUEST
    trust.stands(first, trust.GONE, home)
    assert trust.begin(store.dir, home, trust.MINE).standing == trust.MINE
    copied = store.dir + "-copy"
    os.rename(store.dir, copied)
    assert trust.begin(copied, home, trust.MINE).root == copied
    assert len(trust.roots(home)) == 2


def test_a_store_that_moved_and_one_that_was_copied(tmp_path, store, home):
    trust.begin(store.dir, home)
    copy = str(tmp_path / "copy")
    os.makedirs(os.path.join(copy, "state"))
    os.link(os.path.join(store.dir, trust.NONCE), os.path.join(copy, trust.NONCE))
    assert level(copy, home) == "" and level(store.dir, home) == trust.MINE
    os.rename(store.dir, store.dir + "-moved")
    assert level(store.dir + "-moved", home) == trust.MINE
    assert trust.roots(home) == [store.dir + "-moved"]
    assert level(copy, home) == "", "the original is still there"


def test_by_which_path_a_store_is_known(tmp_path, store, home, monkeypatch):
    os.symlink(tmp_path, tmp_path / "alias")
    linked = str(tmp_path / "alias/.reflexion")
    listed = trust.begin(linked, home)
    assert listed.root == store.dir and trust.begin(linked, home).nonce == listed.nonce
    assert level(linked, home) == level(store.dir, home) == trust.MINE
    assert rows_of(home) == [["mine", store.dir]], "nothing of it is new"
    monkeypatch.chdir(store.dir)
    assert level(store.dir, "") == "" and trust.distrust(linked, home)


def test_a_worktree_goes_by_its_main_checkout(tmp_path, home, monkeypatch):
    for name, text in LINKED.items():
        path = tmp_path / name.replace("main/", "deep/main/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("@", str(tmp_path)).replace("main/", "deep/main/"))
    for name in ("deep/main", "deep/else", "work", "else"):
        os.makedirs(tmp_path / name / ".reflexion")
    os.symlink("deep/main", tmp_path / "alias")
    trust.begin(str(tmp_path / "deep/main/.reflexion"), home)
    trust.begin(str(tmp_path / "deep/else/.reflexion"), home)

    def standing(name, root="work"):
        return trust.look_up(str(tmp_path / name), str(tmp_path / root), home).standing

    assert standing("work/.reflexion") == trust.MINE
    assert standing("else/.reflexion") == standing("else/.reflexion", "else") == ""
    monkeypatch.chdir(tmp_path / "work")
    assert standing("work/.reflexion", "else") == "", "the working folder says nothing"
    (tmp_path / "work/.git").write_text(f"gitdir: {tmp_path}/alias/.git/worktrees/w\n")
    assert standing("work/.reflexion") == trust.MINE and len(rows_of(home)) == 2


def test_an_empty_state_is_not_kept(store, home):
    for name in (".gitignore", "tmp"):
        path = os.path.join(store.state_dir, name)
        os.rmdir(path) if name == "tmp" else os.unlink(path)
    trust.begin(store.dir, home)
    assert os.listdir(store.state_dir) == ["nonce"]


def test_the_end_of_trust(tmp_path, store, home):
    other = str(tmp_path / "other")
    os.mkdir(other)
    kept = trust.begin(other, home)
    listed = trust.begin(store.dir, home)
    for row in (kept, listed):
        made(home, os.path.relpath(trust.owned_file(row, home), home))
    assert trust.files(listed, home) == [
        os.path.join(home, "stores.txt"),
        os.path.join(home, "owned", f"{listed.nonce}.txt"),
    ]
    assert trust.files(trust.STRANGER, home) == [os.path.join(home, "stores.txt")]
    assert trust.files(listed, "") == [] and trust.roots("") == []
    assert trust.distrust(store.dir, home) and not trust.nonce_of(store.dir)
    assert rows_of(home) == [["mine", other]] and trust.roots(home) == [other]
    assert os.stat(os.path.join(home, "stores.txt")).st_mode & 0o777 == 0o600
    assert not os.path.exists(trust.owned_file(listed, home))
    assert os.path.exists(trust.owned_file(kept, home)) and trust.nonce_of(other)
    assert not trust.distrust(store.dir, home) and level(other, home)
    trust.stands(kept, trust.GONE, home)
    os.unlink(trust.owned_file(kept, home))
    assert trust.roots(home) == [] and not trust.distrust(other, home)
    trust.begin(store.dir, home)
    assert trust.distrust(store.dir, home) and not os.path.exists(os.path.join(home, "owned"))
    assert not os.path.exists(os.path.join(home, "stores.txt"))


@pytest.mark.parametrize("size, is_read", [(4 << 20, True), ((4 << 20) + 1, False)])
def test_how_long_a_list_may_be(home, size, is_read):
    os.mkdir(home)
    with open(os.path.join(home, "stores.txt"), "wb") as file:
        file.write(b"a\n\nb\n".ljust(size, b"\n"))
    assert trust.listed(home, "stores.txt") == (["a", "b"] if is_read else [])
    assert trust.listed("", "stores.txt") == []
    assert trust.lock(home).timeout == 1


def test_a_line_stands_once_in_a_list(home):
    lines = ["a", "b", "a", "a\nc", "c"]
    assert [trust.add(line, home, "told.txt") for line in lines] == [True, True, False, False, True]
    assert trust.listed(home, "told.txt") == ["a", "b", "c"]
    assert not trust.add("a", "", "told.txt")


KEYS = [
    ("docs/.insights", ["docs/.insights/one.md"]),
    (".insights", []),
    ("docs/insights", []),
    ("../.insights", []),
]


@pytest.mark.parametrize("folder, expected", KEYS)
def test_the_keys_of_insights(tmp_path, folder, expected):
    root = tmp_path / "shop"
    for name in ("docs/.insights", "docs/insights", "../.insights"):
        made(str(root / name), "one.md", "two.txt")
    place = os.path.normpath(os.path.join(root, folder))
    assert trust.insight_keys(str(root), place) == expected


def test_insights_on_another_drive_are_none_of_the_project(tmp_path, monkeypatch):
    def no_path(path, start):
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(trust.os.path, "relpath", no_path)
    assert trust.insight_keys(str(tmp_path / "root"), str(tmp_path / "other/.insights")) == []
