"""Whether git tracks a file is read from git's index, without starting a program."""

import hashlib
import os
import subprocess

import pytest

from reflexion.store.tracked import may_be_tracked, tracks_inside

ENTRY = ".reflexion/entries/RFX-20260330-9f99e5.json"


def git(folder, *words):
    config = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *config, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "-q")
    for name in (ENTRY, "a/b/one", "a/b/one-more", "a file with spaces é"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("version", ["2", "3", "4"])
@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_every_form_of_the_index_is_read(tmp_path, version, algorithm):
    git(tmp_path, "init", "-q", f"--object-format={algorithm}")
    for name in ("a/b/one", "a/b/one-more", "a file é", "later"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    git(tmp_path, "add", "a", "a file é")
    git(tmp_path, "update-index", "--index-version", version)
    if version != "2":
        git(tmp_path, "add", "-N", "later")  # needs the extended flags of version 3
        assert may_be_tracked(str(tmp_path / "later"))
    assert may_be_tracked(str(tmp_path / "a/b/one"))
    assert may_be_tracked(str(tmp_path / "a/b/one-more"))
    assert may_be_tracked(str(tmp_path / "a file é"))
    assert not may_be_tracked(str(tmp_path / "a/b/on"))
    assert not may_be_tracked(str(tmp_path / "b/one"))


@pytest.mark.parametrize("algorithm, size", [("sha1", 20), ("sha256", 32)])
def test_an_index_whose_checksum_was_skipped_is_read(tmp_path, algorithm, size):
    git(tmp_path, "init", "-q", f"--object-format={algorithm}")
    for name in ("one", "two", "three"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    git(tmp_path, "add", "one", "two")
    index = tmp_path / ".git" / "index"
    index.write_bytes(index.read_bytes()[:-size] + bytes(size))
    names = ("one", "two", "three")
    assert [may_be_tracked(str(tmp_path / name)) for name in names] == [True, True, False]


def test_a_version_of_the_index_that_is_not_known_tells_nothing(checkout):
    index = checkout / ".git" / "index"
    data = b"DIRC" + bytes([0, 0, 0, 5]) + bytes(4)
    index.write_bytes(data + hashlib.sha1(data).digest())
    assert may_be_tracked(str(checkout / ENTRY)) and not tracks_inside(str(checkout / "a"))


def test_a_folder_is_tracked_with_what_lies_in_it(checkout):
    git(checkout, "add", "a/b/one")
    assert tracks_inside(str(checkout / "a"))
    assert not tracks_inside(str(checkout / ".reflexion"))


def test_a_checkout_without_anything_added_tracks_nothing(checkout):
    assert not may_be_tracked(str(checkout / ENTRY))


def test_another_spelling_of_the_name_is_the_same_file_on_some_systems(checkout):
    git(checkout, "add", ENTRY)
    assert may_be_tracked(str(checkout / ENTRY.upper()))


def test_a_linked_worktree_has_an_index_of_its_own(checkout, tmp_path_factory):
    git(checkout, "add", ENTRY)
    git(checkout, "commit", "-q", "-m", "one")
    other = tmp_path_factory.mktemp("other") / "tree"
    git(checkout, "worktree", "add", "-q", str(other))
    assert may_be_tracked(str(other / ENTRY))
    assert not may_be_tracked(str(other / "a/b/one"))


def test_a_repository_made_inside_does_not_hide_the_one_above(checkout):
    git(checkout, "add", ENTRY)
    git(checkout / ".reflexion", "init", "-q")
    assert may_be_tracked(str(checkout / ENTRY))


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_a_link_into_a_checkout_is_followed(checkout, tmp_path_factory):
    git(checkout, "add", "a/b/one")
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(checkout / "a")
    assert may_be_tracked(str(link / "b" / "one"))
    assert not may_be_tracked(str(link / "b" / "one-more"))


def test_a_damaged_index_cannot_tell(checkout):
    git(checkout, "add", ENTRY)
    index = checkout / ".git" / "index"
    data = bytearray(index.read_bytes())
    data[80] ^= 1
    index.write_bytes(data)
    assert may_be_tracked(str(checkout / "a/b/one"))


def test_a_split_index_cannot_tell(checkout):
    git(checkout, "add", ENTRY)
    git(checkout, "update-index", "--split-index")
    assert may_be_tracked(str(checkout / ENTRY))
