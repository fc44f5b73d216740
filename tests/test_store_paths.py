"""The project's root, the home store and git's folders are found by what lies on disk."""

import os

import pytest

from reflexion.store import paths

POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX")


@pytest.fixture
def place(tmp_path):
    """A home with a checkout `shop` in it; (the home, the checkout, the variables)."""
    home = tmp_path / "home"
    shop = home / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / "web" / "src").mkdir(parents=True)
    return home, shop, {"HOME": str(home)}


def root(folder, environ):
    return paths.project_root(str(folder), environ)


def test_the_root_is_the_top_of_the_checkout(place):
    _, shop, environ = place
    assert root(shop / "web" / "src", environ) == str(shop)


def test_a_store_below_the_top_is_nearer(place):
    _, shop, environ = place
    (shop / "web" / ".reflexion").mkdir()
    assert root(shop / "web" / "src", environ) == str(shop / "web")


def test_a_store_above_the_checkout_is_another_projects(place):
    home, shop, environ = place
    (home / "work").mkdir()
    (home / ".reflexion").mkdir()
    assert root(shop, environ) == str(shop)


def test_outside_of_git_the_host_names_the_project(place, monkeypatch):
    home, shop, environ = place
    (shop / ".reflexion").mkdir()
    monkeypatch.chdir(shop)  # where the process runs is no matter
    notes = home / "notes"
    (notes / "today").mkdir(parents=True)
    assert root(notes / "today", environ) == str(notes / "today")
    environ["CLAUDE_PROJECT_DIR"] = str(notes)
    assert root(notes / "today", environ) == str(notes)


@pytest.mark.parametrize("name", ["{shop}/web", "{shop}/web/.reflexion"])
def test_a_variable_names_the_root_or_its_store(place, name):
    home, shop, environ = place
    environ["REFLEXION_DIR"] = name.format(shop=shop)
    assert root(home, environ) == str(shop / "web")


@pytest.mark.parametrize("cwd", ["{home}", "/", "", "{home}/missing", "/x" * 3000])
def test_some_folders_can_be_no_project(place, cwd):
    home, _, environ = place
    assert root(cwd.format(home=home), environ) == ""


def test_a_home_that_is_a_checkout_is_no_project(place):
    home, _, environ = place
    (home / ".git").mkdir()
    (home / "notes").mkdir()
    assert root(home / "notes", environ) == ""


@POSIX
def test_a_home_behind_a_link_is_no_project_either(place, tmp_path):
    home, _, environ = place
    (tmp_path / "link").symlink_to(home)
    assert root(home, {"HOME": str(tmp_path / "link")}) == ""


def test_the_home_store(place):
    home, _, environ = place
    assert paths.home_store(environ) == str(home / ".reflexion")
    assert paths.home_store({**environ, "REFLEXION_HOME": "/elsewhere"}).endswith("elsewhere")


def linked(tmp_path, shop, back=None):
    """Make a linked worktree of `shop` as git does; `back`: what its `gitdir` file names."""
    tree = tmp_path / "tree"
    tree.mkdir()
    own = shop / ".git" / "worktrees" / "tree"
    own.mkdir(parents=True)
    (tree / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")
    (own / "gitdir").write_text(f"{back or tree / '.git'}\n", encoding="utf-8")
    (own / "commondir").write_text("../..\n", encoding="utf-8")
    return tree


def test_the_root_of_a_linked_worktree_is_its_main_checkout(place, tmp_path):
    _, shop, environ = place
    tree = linked(tmp_path, shop)
    assert root(tree, environ) == str(shop)
    assert paths.git_folder(str(tree)) == str(shop / ".git" / "worktrees" / "tree")


def test_a_forged_link_leads_into_no_other_checkout(place, tmp_path):
    _, shop, environ = place
    tree = linked(tmp_path, shop, back=tmp_path / "another" / ".git")
    assert root(tree, environ) == str(tree)
    forged = tmp_path / "forged" / ".git"
    forged.mkdir(parents=True)
    (forged / "gitdir").write_text(f"{forged}\n", encoding="utf-8")
    (forged / "commondir").write_text(f"{shop / '.git'}\n", encoding="utf-8")
    assert root(forged.parent, environ) == str(forged.parent)


# folder of a command, is outside of `shop`
OUTSIDE = [
    ("shop/web", False),
    ("shop/inner", False),
    ("", False),
    ("other", True),
    ("tree", False),
]


@pytest.mark.parametrize("cwd, outside", OUTSIDE)
def test_a_command_is_outside_of_a_project_and_its_checkouts(place, tmp_path, cwd, outside):
    home, shop, _ = place
    for checkout in ("other", "shop/inner"):
        (home / checkout / ".git").mkdir(parents=True)
    tree = linked(tmp_path, shop)
    folder = {"": "", "tree": str(tree)}.get(cwd, str(home / cwd))
    assert paths.is_outside(folder, str(shop)) == outside


@pytest.mark.parametrize("cwd", ["other", "outside", "shop/web", "shop/inner", "gone/and/deleted"])
def test_where_a_command_went_without_a_store_it_is_the_named_project(place, cwd):
    home, shop, environ = place
    (home / "other" / ".git").mkdir(parents=True)
    (shop / "inner" / ".git").mkdir(parents=True)
    (home / "outside").mkdir()
    environ["CLAUDE_PROJECT_DIR"] = str(shop)
    assert root(home / cwd, environ) == str(shop)
    environ["CLAUDE_PROJECT_DIR"] = str(shop / "web")
    assert root(home / cwd, environ) == str(shop)


def test_another_project_that_has_a_store_is_its_own(place):
    home, shop, environ = place
    (home / "other" / ".git").mkdir(parents=True)
    (home / "other" / ".reflexion").mkdir()
    environ["CLAUDE_PROJECT_DIR"] = str(shop)
    assert root(home / "other", environ) == str(home / "other")


@pytest.mark.parametrize("own, found", [(["web"], "web"), ([], "."), ([".", "web/src"], "web/src")])
def test_of_several_stores_the_nearest_of_ones_own_counts_else_the_outermost(place, own, found):
    _, shop, environ = place
    for name in (".", "web", "web/src"):
        (shop / name / ".reflexion").mkdir()
    mine = [str(shop / name) for name in own]
    where = paths.project_root(str(shop / "web" / "src"), environ, mine.__contains__)
    assert where == os.path.normpath(shop / found)
