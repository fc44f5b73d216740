"""What git knows of a checkout: when it is asked, what it is asked, and what is made of its words."""

from __future__ import annotations

import os
import subprocess
from types import SimpleNamespace

import pytest

from reflexion.store import git

HEAD = b"DIRC\0\0\0\2"


@pytest.fixture
def shop(tmp_path):
    """A checkout as far as its files tell: nothing was ever added or committed in it."""
    (tmp_path / "shop/.git").mkdir(parents=True)
    (tmp_path / "shop/.git/HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path / "shop"


@pytest.fixture
def asked(monkeypatch):
    """What `_asked` printed, one after the other: it is asked as often as there is something."""
    printed = []
    monkeypatch.setattr(git, "_asked", lambda root: printed.pop(0))
    return printed


def indexed(shop, *names, head=HEAD) -> None:
    """An index that holds these names."""
    (shop / ".git/index").write_bytes(head + "\0".join(["", *names, ""]).encode())


def test_git_is_never_one_of_the_working_folder(tmp_path, monkeypatch):
    for name in ("rel", "folder/git", "plain", "fine", "later"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("rel/git", "plain/git", "fine/git", "later/git", "later/git.exe"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o644 if name == "plain/git" else 0o755)
    monkeypatch.chdir(tmp_path)
    folders = ["rel", "", "folder", "plain", "fine", "later"]
    path = os.pathsep.join(
        name and (name if name == "rel" else str(tmp_path / name)) for name in folders
    )
    monkeypatch.setenv("PATH", path)
    assert git._program() == str(tmp_path / "fine/git")
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        found = git._program()
    assert found == str(tmp_path / "later/git.exe")
    monkeypatch.setenv("PATH", "rel")
    assert git._program() == "" and git.run_git(str(tmp_path), "version") is None


def test_how_git_is_run(tmp_path, monkeypatch):
    runs = []
    ended = SimpleNamespace(returncode=0, stdout=b"printed")

    def run(command, **more):
        runs.append((command, more))
        return ended

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setenv("GIT_DIR", "elsewhere")
    monkeypatch.setenv("LANG", "C")
    assert git.run_git(str(tmp_path), "status") == b"printed"
    ((command, more),) = runs
    assert command[1:] == ["-C", str(tmp_path), "-c", "core.fsmonitor=false", "status"]
    assert more["timeout"] == 10 and more["env"]["LANG"] == "C" and "GIT_DIR" not in more["env"]
    assert more["env"]["GIT_ALLOW_PROTOCOL"] == "none"
    ended.returncode = 1
    assert git.run_git(str(tmp_path), "status") is None


def test_where_nothing_was_ever_added_git_is_not_asked(shop, tmp_path, asked):
    assert git.tracked(str(tmp_path), "") == git.tracked(str(shop), "") == frozenset()
    asked.append(b".reflexion/x\0")
    (shop / ".git/packed-refs").write_text("# pack-refs\n")
    assert git.tracked(str(shop), "") == {"x"} and asked == []


def test_what_is_tracked_is_kept_until_the_index_changes(shop, tmp_path, asked):
    home = str(tmp_path / "home")
    (tmp_path / "alias").symlink_to("shop")
    indexed(shop, ".reflexion/x")
    asked[:] = [b".reflexion/X\0.reflexion/a b\0", b"", b".reflexion/y\0", None]
    assert git.tracked(str(shop), home) == {"x", "a b"}
    assert git.tracked(str(tmp_path / "alias"), home) == {"x", "a b"} and len(asked) == 3
    folder = tmp_path / "home/state/tracked"
    (cache,) = folder.iterdir()
    assert [os.stat(path).st_mode & 0o777 for path in (folder, cache)] == [0o700, 0o600]
    indexed(shop, "src/more")
    assert git.tracked(str(shop), home) == frozenset(), "HEAD may hold them yet: it is asked"
    indexed(shop, "src/much more")
    assert git.tracked(str(shop), home) == frozenset() and len(asked) == 2, "now it is not"
    indexed(shop, ".reflexion/y")
    assert git.tracked(str(shop), home) == {"y"}
    indexed(shop, ".reflexion/yy")
    assert git.tracked(str(shop), home) is None
    text = cache.read_bytes()
    asked.append(b".reflexion/z\0")
    cache.write_bytes(text.replace(str(shop).encode(), b"/another"))
    indexed(shop, "src/y")
    assert git.tracked(str(shop), home) == frozenset() and len(asked) == 1, "of another folder"


def test_without_a_home_nothing_is_kept(shop, asked, monkeypatch):
    monkeypatch.chdir(shop)
    indexed(shop, ".reflexion/x")
    asked[:] = [b".reflexion/x\0", b".reflexion/y\0"]
    assert [git.tracked(str(shop), "") for _ in asked[:]] == [{"x"}, {"y"}]
    assert sorted(os.listdir(shop)) == [".git"]


@pytest.mark.parametrize("size, is_used", [(16 << 20, True), ((16 << 20) + 1, False)])
def test_how_much_of_what_is_kept_is_read(shop, tmp_path, asked, size, is_used):
    home = str(tmp_path / "home")
    indexed(shop, ".reflexion/x")
    asked[:] = [b".reflexion/x\0", b".reflexion/y\0"]
    git.tracked(str(shop), home)
    (cache,) = (tmp_path / "home/state/tracked").iterdir()
    cache.write_bytes((cache.read_bytes() + b"\n").ljust(size, b"z"))
    assert ({"x", "y"} & git.tracked(str(shop), home)) == ({"x"} if is_used else {"y"})


def test_a_cache_that_cannot_be_written_costs_nothing(shop, tmp_path, asked):
    (tmp_path / "home").write_text("a file where the folder should be")
    indexed(shop, ".reflexion/x")
    asked[:] = [b".reflexion/x\0"]
    assert git.tracked(str(shop), str(tmp_path / "home")) == {"x"}


MAY_HOLD = [
    # the head of git's index, the names in it, the project below the checkout, folds case: asked?
    (HEAD, [".reflexion/x"], "", False, True),
    (b"DIRC\0\0\0\3", ["src/x"], "", False, False),
    (b"DIRC\0\0\0\4", ["src/x"], "", False, True),
    (b"DIRC\0\0\0\1", ["src/x"], "", False, True),
    (b"", [], "", False, True),
    (HEAD, [".reflexion"], "", False, False),
    (HEAD, [".Reflexion/x"], "", False, False),
    (HEAD, [".Reflexion/x"], "", True, True),
    (HEAD, ["src/x"], "", True, False),
    (HEAD, ["api/.reflexion/x"], "api", False, True),
    (HEAD, ["API/.Reflexion/x"], "api", False, False),
    (HEAD, ["API/.Reflexion/x"], "api", True, True),
    (HEAD, ["web/.reflexion/x"], "api", False, False),
    (HEAD, ["web/.reflexion/x"], "apä", False, True),
    (HEAD, ["web/.Reflexion/x"], "apä", False, True),
    (HEAD, ["web/x"], "apä", False, False),
]


@pytest.mark.parametrize("head, names, below, folds, expected", MAY_HOLD)
def test_when_git_has_to_be_asked(shop, monkeypatch, head, names, below, folds, expected):
    monkeypatch.setattr(git, "folds_case", lambda root: folds)
    indexed(shop, *names, head=head)
    root = str(shop / below) if below else str(shop)
    assert git._may_hold(str(shop / ".git"), root, str(shop)) is expected
    (shop / ".git/sharedindex.abc").write_text("")
    assert git._may_hold(str(shop / ".git"), root, str(shop)), "a part of it is elsewhere"


@pytest.mark.parametrize("size, expected", [(16 << 20, False), ((16 << 20) + 1, True)])
def test_a_large_index_is_git_s_to_read(shop, size, expected):
    (shop / ".git/index").write_bytes(HEAD.ljust(size, b"x"))
    assert git._may_hold(str(shop / ".git"), str(shop), str(shop)) is expected


@pytest.mark.parametrize("folds, spec", [(False, ".reflexion"), (True, ":(icase).reflexion")])
def test_what_git_is_asked_for(monkeypatch, folds, spec):
    calls = []

    def run_git(root, *arguments):
        calls.append(arguments)
        return None if "--with-tree=HEAD" in arguments else b"printed"

    monkeypatch.setattr(git, "folds_case", lambda root: folds)
    monkeypatch.setattr(git, "run_git", run_git)
    assert git._asked("root") == b"printed"
    assert calls == [
        ("ls-files", "-z", "--with-tree=HEAD", "--", spec),
        ("ls-files", "-z", "--", spec),
    ]
    monkeypatch.setattr(git, "run_git", lambda root, *arguments: b"tree" * (len(calls) == 2))
    assert git._asked("root") == b"tree"


def test_the_names_below_the_store():
    printed = b".reflexion/A\0.Reflexion/b\0src/c\0.reflexion/d\ne\0.reflexion\0x/.reflexion/f\0"
    assert list(git._below_store(printed)) == ["a", "b"]


PATH = ".reflexion/entries/x.json"
STAGED = f"100644 abc123 0\t{PATH}\0"
PLAIN = "unspecified unspecified unset"
MODIFIED = [
    # what git has staged, the attributes, does it differ, what git holds, what is there: changed?
    (STAGED, PLAIN, True, b"old", b"new", True),
    (STAGED, PLAIN, False, b"old", b"new", False),
    (STAGED, PLAIN, True, b"a\nb", b"a\r\nb", False),
    (STAGED, PLAIN, True, b"a\r\nb", b"a\nb", False),
    (STAGED, PLAIN, True, None, b"new", False),
    (STAGED, PLAIN, True, b"", b"new", True),
    (STAGED, "lfs unspecified unspecified", True, b"old", b"new", False),
    (STAGED, "unspecified set unspecified", True, b"old", b"new", False),
    (STAGED, "unset unspecified utf-16", True, b"old", b"new", False),
    (STAGED, None, True, b"old", b"new", False),
    (None, PLAIN, True, b"old", b"new", False),
    ("", PLAIN, True, b"old", b"new", False),
    (STAGED.replace(" 0\t", " 1\t"), PLAIN, True, b"old", b"new", False),
    (STAGED + STAGED.replace("r", "R"), PLAIN, True, b"old", b"new", False),
    (STAGED, PLAIN, True, b"a" * (1 << 20), b"a" * ((1 << 20) - 1) + b"\r", True),
    (STAGED, PLAIN, True, b"a" * ((1 << 20) - 1), b"a" * ((1 << 20) - 1) + b"\r", False),
    (STAGED, PLAIN, True, b"a" * (1 << 20), b"a" * (1 << 20) + b"\r", True),
]


@pytest.mark.parametrize(
    "staged, attributes, differs, held, present, expected", MODIFIED, ids=range(len(MODIFIED))
)
def test_whether_a_file_was_changed_by_hand(
    tmp_path, monkeypatch, staged, attributes, differs, held, present, expected
):
    """What git prints is played: that real git says so is told by the tests of trust."""
    place = tmp_path / PATH
    place.parent.mkdir(parents=True)
    place.write_bytes(present)
    names = ("filter", "ident", "working-tree-encoding")
    told = zip(names, (attributes or "").split())
    printed = "".join(f"{PATH}\0{name}\0{value}\0" for name, value in told)
    answers = {
        ("ls-files", "-s"): staged and staged.encode(),
        ("check-attr", "filter"): printed.encode() if attributes else None,
        ("ls-files", "-m"): PATH.encode() if differs else b"",
        ("cat-file", "abc123"): held,
    }
    named = []

    def played(root, command, *arguments):
        named.append(arguments[-1])
        return answers[command, arguments[1]]

    monkeypatch.setattr(git, "run_git", played)
    assert git.is_modified(str(tmp_path), "entries/x.json") is expected
    if expected:
        assert named == [f":(icase){PATH}", PATH, f":(literal){PATH}", "abc123"]
