"""The global store in a project's place: where its rules go."""

from __future__ import annotations

import pytest
from test_store_merge import BASE
from test_store_project import World

from reflexion.store.home_project import HomeProject

ID = BASE["id"]


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)


HOMES = [
    # CLAUDE_CONFIG_DIR (@ is the scratch folder), the root of the home's rules, the file there
    (None, "home", ".claude/CLAUDE.md"),
    ("@/home/x/claude", "home", "x/claude/CLAUDE.md"),
    ("@/else", "else", "CLAUDE.md"),
    ("else", "else", "CLAUDE.md"),
]


@pytest.mark.parametrize("config, root, name", HOMES)
def test_the_home_store_in_a_project_s_place(world, monkeypatch, config, root, name):
    monkeypatch.chdir(world.folder)
    project = world.open()
    project.session = "s1"
    if config:
        project.environ["CLAUDE_CONFIG_DIR"] = config.replace("@", str(world.folder))
    home = HomeProject(project)
    assert home.root == str(world.folder / root)
    assert home.settings == {**project.settings, "promote_to": [name]}
    assert (home.session, home.owns(ID), home.store) == ("s1", True, project.home)
    assert home.ready().exists()


def test_the_rules_of_a_home_that_is_not_known(world):
    project = world.open()
    project.environ.update(HOME="/", CLAUDE_CONFIG_DIR=str(world.folder / "else"))
    assert HomeProject(project).root == str(world.folder / "else")
