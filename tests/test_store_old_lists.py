"""The lists of paths that were kept before stores had a nonce."""

from __future__ import annotations

import os

import pytest
from test_store_trust import level, made, rows_of

from reflexion.store import old_lists, trust


@pytest.fixture
def home(tmp_path):
    return str(tmp_path / "home store")


PRIVATE = [
    # what stands in the place of the state, its mode, and whether it is this user's alone
    ("folder", 0o700, True),
    ("folder", 0o710, False),
    ("folder", 0o701, False),
    ("file", 0o600, False),
    ("link", 0, False),
    ("nothing", 0, False),
]


@pytest.mark.parametrize("kind, mode, expected", PRIVATE)
def test_a_state_is_private(tmp_path, monkeypatch, kind, mode, expected):
    made(str(tmp_path), "folder/", "file", "else/")
    os.symlink("else", tmp_path / "link")
    os.chmod(tmp_path / "else", 0o700)
    path = str(tmp_path / kind)
    if mode:
        os.chmod(path, mode)
    assert old_lists._is_private(path) is expected
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert not old_lists._is_private(path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        is_private = old_lists._is_private(path)
    assert is_private is (kind == "folder"), "modes and owners of Windows say nothing"


def test_the_lists_of_old_are_carried_over_once(tmp_path, home):
    shop, open_one, listed_one, gone = (str(tmp_path / name / ".reflexion") for name in "abcd")
    insights = str(tmp_path / "a/docs/.insights")
    for folder, mode in ((shop, 0o700), (open_one, 0o755), (listed_one, 0o700)):
        os.makedirs(os.path.join(folder, "state"))
        os.chmod(os.path.join(folder, "state"), mode)
    made(insights, "one.md", "two.txt")
    trust.begin(listed_one, home)
    with open(os.path.join(home, "trusted.txt"), "w") as file:
        file.write(f"{shop}\n{insights}\n{listed_one}\n")
    with open(os.path.join(home, "made.txt"), "w") as file:
        file.write(f"{open_one}\n{gone}\n{listed_one}\n")
    old_lists.carry_over(home)
    assert level(shop, home) == trust.WAS_WHOLE and level(open_one, home) == ""
    assert rows_of(home) == [["mine", listed_one], ["whole", shop]]
    assert os.stat(os.path.join(shop, trust.NONCE)).st_mode & 0o777 == 0o600
    assert not {"trusted.txt", "made.txt"} & set(os.listdir(home))
    (owned,) = os.listdir(os.path.join(home, "owned"))
    assert owned == f"{trust.nonce_of(shop)}.txt"
    with open(os.path.join(home, "owned", owned)) as file:
        assert file.read() == "insight docs/.insights/one.md\n"


def test_a_list_of_old_without_insights_leaves_none(tmp_path, home):
    folder = str(tmp_path / ".reflexion")
    os.makedirs(os.path.join(folder, "state"), 0o700)
    os.mkdir(home)
    with open(os.path.join(home, "made.txt"), "w") as file:
        file.write(folder + "\n")
    assert trust.has_old_lists(home)
    old_lists.carry_over(home)
    assert level(folder, home) == trust.WAS_MADE and not trust.has_old_lists(home)
    assert not os.path.exists(os.path.join(home, "owned"))
