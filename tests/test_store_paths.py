"""Where a project's store is, and whose checkout a folder belongs to."""

from __future__ import annotations

import os
import subprocess

import pytest

from reflexion.store import paths
from reflexion.store.paths import checkout_top, home_store, locate, relative


def tree(tmp_path, *folders):
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)


# (folders that exist, cwd, environment, expected root), all below one scratch folder; @ stands for it
LOCATE = [
    (["shop/.git", "shop/src"], "shop/src", {}, "shop"),
    (["shop/.git", "shop/api/.reflexion", "shop/api/src"], "shop/api/src", {}, "shop/api"),
    (["shop/.git", "shop/api/.reflexion", "shop/web"], "shop/web", {}, "shop"),
    ([".reflexion", "shop/.git"], "shop", {}, "shop"),  # a store above the checkout is not its
    (["plain/sub"], "plain/sub", {}, "plain/sub"),
    (["plain/sub"], "plain/sub", {"CLAUDE_PROJECT_DIR": "@/plain"}, "plain"),
    (["shop/.git", "else"], "else", {"CLAUDE_PROJECT_DIR": "@/shop"}, "shop"),
    (["shop/.git", "else"], "shop", {"REFLEXION_DIR": "@/else"}, "else"),
    (["shop/.git", "else"], "shop", {"REFLEXION_DIR": "@/else/.reflexion"}, "else"),
    (["home"], "home", {}, ""),
    (["home/.git"], "home", {}, ""),
    (
        ["home/.reflexion", "home/.git", "home/shop"],
        "home/shop",
        {},
        "",
    ),  # dotfiles kept in git: the home store is not a project's
    (["home/.reflexion", ".git", "home/shop"], "home/shop", {}, "."),  # the checkout is above it
    (["shop/.git"], "shop", {"CLAUDE_PROJECT_DIR": "@/else"}, "shop"),
    (["plain"], "plain", {"CLAUDE_PROJECT_DIR": "@/missing"}, ""),
    (["plain"], "plain", {"HOME": ""}, "plain"),
    (["real", "real/x/.."], "real", {"HOME": "@/alias"}, ""),  # a home that is a link
    (["shop"], "else", {"REFLEXION_DIR": "shop"}, "shop"),
    (["shop"], "else", {"CLAUDE_PROJECT_DIR": "shop"}, "shop"),
    (["ein Ordner mit Umlaut ä/.git"], "ein Ordner mit Umlaut ä", {}, "ein Ordner mit Umlaut ä"),
]


@pytest.mark.parametrize("folders, cwd, environ, root", LOCATE)
def test_locate(tmp_path, monkeypatch, folders, cwd, environ, root):
    tree(tmp_path, "home", *folders)
    (tmp_path / "alias").symlink_to("real")
    monkeypatch.chdir(tmp_path)
    environ = {
        "HOME": str(tmp_path / "home"),
        **{name: value.replace("@", str(tmp_path)) for name, value in environ.items()},
    }
    found, store = locate(str(tmp_path / cwd), environ)
    assert found == (str(tmp_path / root) if root else "")
    assert store == (str(tmp_path / root / ".reflexion") if root else "")
    if "CLAUDE_PROJECT_DIR" not in environ:
        assert locate(cwd, environ)[0] == found, "from a relative path, too"


@pytest.mark.parametrize("cwd", ["/", "", "nul\0in it"])
def test_locate_nowhere(cwd, tmp_path):
    assert locate(cwd, {"HOME": str(tmp_path)})[0] == ""


def test_a_linked_worktree_belongs_to_its_main_checkout(tmp_path):
    git = [
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.invalid",
        "-C",
        str(tmp_path / "shop"),
    ]
    tree(tmp_path, "shop", "home")
    for arguments in (
        ["init", "-q"],
        ["commit", "-q", "--allow-empty", "-m", "x"],
        ["worktree", "add", "-q", "-b", "side", str(tmp_path / "work tree")],
    ):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    assert locate(str(tmp_path / "work tree"), {"HOME": str(tmp_path / "home")})[0] == str(
        tmp_path / "shop"
    )


def test_a_submodule_is_a_checkout_of_its_own(tmp_path):
    tree(tmp_path, "shop/.git/modules/lib", "shop/lib", "home")
    (tmp_path / "shop/lib/.git").write_text("gitdir: ../.git/modules/lib\n")
    assert checkout_top(str(tmp_path / "shop/lib")) == str(tmp_path / "shop/lib")
    assert locate(str(tmp_path / "shop/lib"), {"HOME": str(tmp_path / "home")})[0] == str(
        tmp_path / "shop/lib"
    )


@pytest.mark.parametrize(
    "environ, expected",
    [
        ({"HOME": "/h"}, "/h"),
        ({"USERPROFILE": "/u"}, "/u"),
        ({"HOME": "/h", "USERPROFILE": "/u"}, "/h"),
        ({"HOME": "/h/x/../y/"}, "/h/y"),
        ({"HOME": "of no use"}, ""),
        ({"HOME": "/"}, ""),
        ({"HOME": "/h/.."}, ""),
        ({}, "/known to the system"),
    ],
)
def test_home_folder(monkeypatch, environ, expected):
    pwd = pytest.importorskip("pwd")
    known = pwd.struct_passwd(("u", "x", 1, 1, "", "/known to the system", ""))
    monkeypatch.setattr(pwd, "getpwuid", lambda number: known)
    assert paths.home_folder(environ) == expected
    assert home_store(environ) == (expected and expected + "/.reflexion")


def test_nobody_s_home(monkeypatch):
    def unknown(number):
        raise KeyError(number)

    monkeypatch.setattr(pytest.importorskip("pwd"), "getpwuid", unknown)
    assert paths.home_folder({}) == home_store({}) == ""


def test_home_store_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for named in (str(tmp_path / "x"), "x"):
        assert home_store({"HOME": "/h", "REFLEXION_HOME": named}) == str(tmp_path / "x")


@pytest.mark.parametrize(
    "path, expected",
    [("", False), ("x", True), ("x\0", False), ("x" * 4096, True), ("x" * 4097, False)],
)
def test_is_path(path, expected):
    assert paths.is_path(path) is expected


LINKED = {
    # files of a linked worktree at work/, whose main checkout is main/
    "work/.git": "gitdir: ../main/.git/worktrees/w\n",
    "main/.git/worktrees/w/gitdir": "@/work/.git\n",
    "main/.git/worktrees/w/commondir": "../..\n",
    "other/.git/gitdir": "@/work/.git\n",
}
WORKTREES = [
    # what is different, whose checkout work/ belongs to
    ({}, "main"),
    ({"work/.git": "gitdir: @/main/.git/worktrees/w"}, "main"),
    ({"main/.git/worktrees/w/gitdir": "../../../../work/.git"}, "main"),
    ({"main/.git/worktrees/w/gitdir": "@/else/.git"}, "work"),
    ({"main/.git/worktrees/w/gitdir": ""}, "work"),
    ({"main/.git/worktrees/w/commondir": ""}, "work"),
    ({"main/.git/worktrees/w/commondir": "\0"}, "work"),
    ({"main/.git/worktrees/w/commondir": "../../../bare"}, "work"),
    ({"work/.git": "gitdir: ../other/.git"}, "work"),
    ({"work/.git": "worktree: ../main/.git/worktrees/w"}, "work"),
    ({"work/.git": "x" * 4097}, "work"),
]


@pytest.mark.parametrize("change, expected", WORKTREES)
def test_a_link_between_worktrees_is_mutual(tmp_path, change, expected):
    for name, text in {**LINKED, **change}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("@", str(tmp_path)))
    assert paths.main_checkout(str(tmp_path / "work")) == str(tmp_path / expected)
    assert paths.main_checkout(str(tmp_path / "main")) == str(tmp_path / "main")


RELATIVE = [("/p", "."), ("/p/a/b", "a/b"), ("/q", "."), ("", "."), ("/p/../q", "."), ("s", "s")]


@pytest.mark.parametrize("cwd, expected", RELATIVE)
def test_relative(monkeypatch, cwd, expected):
    monkeypatch.setattr(os, "getcwd", lambda: "/p")
    assert relative(cwd, "/p") == expected
