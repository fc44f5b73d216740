from __future__ import annotations

import subprocess

import pytest

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
    (["ein Ordner mit Umlaut ä/.git"], "ein Ordner mit Umlaut ä", {}, "ein Ordner mit Umlaut ä"),
]


@pytest.mark.parametrize("folders, cwd, environ, root", LOCATE)
def test_locate(tmp_path, folders, cwd, environ, root):
    tree(tmp_path, "home", *folders)
    environ = {
        "HOME": str(tmp_path / "home"),
        **{name: value.replace("@", str(tmp_path)) for name, value in environ.items()},
    }
    found, store = locate(str(tmp_path / cwd), environ)
    assert found == (str(tmp_path / root) if root else "")
    assert store == (str(tmp_path / root / ".reflexion") if root else "")


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


def test_home_store(tmp_path):
    assert home_store({"HOME": str(tmp_path)}) == str(tmp_path / ".reflexion")
    assert home_store({"HOME": str(tmp_path), "REFLEXION_HOME": str(tmp_path / "x")}) == str(
        tmp_path / "x"
    )


@pytest.mark.parametrize("cwd, expected", [("/p", "."), ("/p/a/b", "a/b"), ("/q", "."), ("", ".")])
def test_relative(cwd, expected):
    assert relative(cwd, "/p") == expected
