"""Files in hosts' folders: written whole, kept as they were, given back byte for byte."""

import json
import os
import stat

import pytest

from reflexion.errors import Refused
from reflexion.setup import files
from reflexion.setup.files import put, recorded, take_out


@pytest.fixture
def home(tmp_path):
    return str(tmp_path / "home/.reflexion")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


def add(text):
    return text + "reflexion\n"


def drop(text):
    return text.replace("reflexion\n", "")


def test_a_file_that_was_made_goes_with_its_folders(root, home):
    path = str(root / "a/b/settings.json")
    assert put(path, add, home, str(root)) == files.CREATED
    assert put(path, lambda text: text, home, str(root)) == files.SAME
    assert take_out(path, drop, home, str(root)) == files.REMOVED
    assert os.listdir(root) == [] and recorded(path, home) == {}


def test_a_file_that_nobody_touched_since_is_what_it_was_byte_for_byte(root, home):
    path = root / "settings.json"
    before = b"\xef\xbb\xbf{ odd:\r\n layout }"
    path.write_bytes(before)
    path.chmod(0o640)
    assert put(str(path), add, home, str(root)) == files.CHANGED
    assert put(str(path), lambda text: text + "more reflexion\n", home, str(root)) == files.CHANGED
    assert path.read_bytes() != before
    assert take_out(str(path), drop, home, str(root)) == files.RESTORED
    assert path.read_bytes() == before and stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_mark_of_the_byte_order_is_passed_over_and_given_back(root, home):
    path = root / "settings.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    change = lambda text: json.dumps({**json.loads(text), "reflexion": 1})
    assert put(str(path), change, home, str(root)) == files.CHANGED
    assert take_out(str(path), drop, home, str(root)) == files.RESTORED
    assert path.read_bytes() == b'\xef\xbb\xbf{"a": 1}'
    path.write_bytes(b"\xef\xbb\xbfmine, about reflexions")
    assert take_out(str(path), drop, home, str(root)) == files.ABSENT
    assert path.read_bytes() == b"\xef\xbb\xbfmine, about reflexions"


def test_a_file_that_was_edited_since_loses_only_what_is_ours(root, home):
    path = root / "settings.json"
    path.write_text("a\n", encoding="utf-8")
    put(str(path), add, home, str(root))
    path.write_text(path.read_text(encoding="utf-8") + "b\n", encoding="utf-8")
    assert take_out(str(path), drop, home, str(root)) == files.CHANGED
    assert path.read_text(encoding="utf-8") == "a\nb\n"


EDITED = [  # what stood there before us, and what is left of it with what somebody added since
    (None, None),
    ("a\n", "a\nb\n"),
]


@pytest.mark.parametrize("before, left", EDITED)
def test_a_file_that_was_edited_between_two_set_ups_holds_nothing_of_ours_in_the_end(
    before, left, root, home
):
    """The second set-up must not take what the first one wrote for somebody else's."""
    path = root / "settings.json"
    if before:
        path.write_text(before, encoding="utf-8")
    put(str(path), add, home, str(root), back=drop)
    if left:
        path.write_text(path.read_text(encoding="utf-8") + "b\n", encoding="utf-8")
    else:
        path.write_text('{"version": 1}\nreflexion\n', encoding="utf-8")
    put(str(path), lambda text: add(drop(text)) + "reflexion\n", home, str(root), back=drop)
    how = take_out(str(path), drop, home, str(root))
    assert how == (files.RESTORED if left else files.REMOVED)
    assert (path.read_text(encoding="utf-8") if left else None) == left and path.exists() == bool(
        left
    )


def test_a_file_of_ours_as_a_whole_that_was_edited_between_two_set_ups_goes(root, home):
    path = root / "module.js"
    put(str(path), add, home, str(root))
    path.write_text("reflexion, by hand", encoding="utf-8")
    put(str(path), lambda _: "newer reflexion", home, str(root))
    assert take_out(str(path), None, home, str(root)) == files.REMOVED


def test_a_file_of_ours_that_was_edited_since_is_kept(root, home):
    path = root / "SKILL.md"
    put(str(path), add, home, str(root))
    path.write_text("my own words, about reflexion", encoding="utf-8")
    assert take_out(str(path), None, home, str(root)) == files.KEPT
    assert path.exists()


def test_a_file_that_we_made_goes_once_only_members_of_no_value_are_left(root, home):
    path = root / "settings.json"
    put(str(path), lambda _: '{"reflexion": 1, "version": 1}', home, str(root))
    path.write_text('{"reflexion": 1, "version": 1, "model": "x"}', encoding="utf-8")
    change = lambda text: json.dumps(
        {k: v for k, v in json.loads(text).items() if k != "reflexion"}
    )
    assert take_out(str(path), change, home, str(root)) == files.CHANGED
    assert json.loads(path.read_text(encoding="utf-8")) == {"version": 1, "model": "x"}
    put(str(path), lambda _: '{"reflexion": 1}', home, str(root))
    path.unlink()
    put(str(path), lambda _: '{"reflexion": 1, "version": 1}', home, str(root))
    path.write_text('{"reflexion": 1, "version": 2, "$schema": "x"}', encoding="utf-8")
    assert take_out(str(path), change, home, str(root)) == files.REMOVED


def test_what_holds_nothing_of_ours_is_not_touched(root, home):
    path = root / "settings.json"
    assert take_out(str(path), drop, home, str(root)) == files.ABSENT
    path.write_text("{ no json at all", encoding="utf-8")

    def fail(text):
        raise ValueError("not json")

    assert take_out(str(path), fail, home, str(root)) == files.ABSENT


def test_the_record_is_its_owner_s_alone(root, home):
    path = str(root / "settings.json")
    put(path, add, home, str(root), python="/usr/bin/python3")
    folder = os.path.join(home, files.FOLDER)
    (name,) = os.listdir(folder)
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) == 0o600
    assert recorded(path, home)["python"] == "/usr/bin/python3"


@pytest.mark.parametrize("text", ["", "{"])
def test_a_record_that_cannot_be_read_counts_as_none(text, root, home):
    path = root / "settings.json"
    path.write_text("a\n", encoding="utf-8")
    put(str(path), add, home, str(root))
    folder = os.path.join(home, files.FOLDER)
    with open(os.path.join(folder, os.listdir(folder)[0]), "w") as file:
        file.write(text)
    assert recorded(str(path), home) == {}
    assert take_out(str(path), drop, home, str(root)) == files.CHANGED
    assert path.read_text(encoding="utf-8") == "a\n"


def test_a_link_that_leads_out_of_the_project_is_not_followed(root, home, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("a\n", encoding="utf-8")
    (root / "settings.json").symlink_to(other)
    for act in (put, take_out):
        with pytest.raises(Refused, match="leads out of the project"):
            act(str(root / "settings.json"), add, home, str(root))
    assert other.read_text(encoding="utf-8") == "a\n"


def test_what_is_missing_in_a_folder_that_leads_out_of_the_project_is_nothing_to_take_out(
    root, home, tmp_path
):
    (tmp_path / "dotfiles").mkdir()
    (root / "linked").symlink_to(tmp_path / "dotfiles")
    assert take_out(str(root / "linked/settings.json"), drop, home, str(root)) == files.ABSENT


def test_what_was_replaced_by_something_unreadable_of_one_s_own_is_left_alone(root, home):
    path = root / "settings.json"
    put(str(path), lambda text: '{"reflexion": 1}', home, str(root))
    path.write_text("// mine", encoding="utf-8")
    assert take_out(str(path), json.loads, home, str(root)) == files.ABSENT
    assert path.read_text(encoding="utf-8") == "// mine"


def test_a_link_of_the_user_s_own_is_followed_and_stays_one(home, tmp_path):
    target = tmp_path / "dotfiles/settings.json"
    target.parent.mkdir()
    target.write_text("a\n", encoding="utf-8")
    link = tmp_path / "settings.json"
    link.symlink_to(target)
    put(str(link), add, home, "")
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "a\nreflexion\n"
    assert take_out(str(link), drop, home, "") == files.RESTORED
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "a\n"


def test_what_somebody_saves_meanwhile_is_left_alone(root, home):
    path = root / "settings.json"
    path.write_text("a\n", encoding="utf-8")

    def change(text):
        path.write_text("a\nb\n", encoding="utf-8")
        return add(text)

    with pytest.raises(Refused, match="another program"):
        put(str(path), change, home, str(root))
    assert path.read_text(encoding="utf-8") == "a\nb\n"


def test_what_is_no_text_is_left_alone(root, home):
    path = root / "settings.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="utf-8"):
        put(str(path), add, home, str(root))
    (root / "folder").mkdir()
    with pytest.raises(Refused, match="cannot be read"):
        put(str(root / "folder"), add, home, str(root))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners")
def test_a_read_only_file_is_not_replaced(root, home):
    path = root / "settings.json"
    path.write_text("a\n", encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        put(str(path), add, home, str(root))
    assert path.read_text(encoding="utf-8") == "a\n"
