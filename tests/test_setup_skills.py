"""Which skills the hosts would load."""

from __future__ import annotations

import json

import pytest
from memory_files import World

from reflexion.setup.skills import front_matter, installed, names


@pytest.fixture
def world(tmp_path, scratch_home):
    return World(tmp_path / "shop", scratch_home)


def test_of_the_project_the_home_and_plugins(world):
    world.skill("deploy")
    world.skill("one", world.root / ".agents" / "skills")
    world.skill("deploy", world.home / ".claude" / "skills")
    world.skill("two", world.home / ".codex" / "skills")
    world.skill("reflexion", world.home / ".claude" / "skills")
    world.plugin("1.0.0")
    extra = world.home / ".claude/plugins/cache/market/tools/1.0.0"
    world.skill("three", extra / "more")
    (extra / ".claude-plugin").mkdir()
    (extra / ".claude-plugin" / "plugin.json").write_text(
        json.dumps({"skills": ["./more", "../../../..", 3]})
    )
    found = installed(str(world.root), world.environ())
    assert {(skill.name, skill.scope) for skill in found} == {
        ("deploy", "project"),
        ("one", "project"),
        ("two", "home"),
        ("three", "plugin"),
    }
    assert found[0].description == "Ships the service with helm charts and kubectl"
    assert set(names(str(world.root), world.environ())) == {"deploy", "one", "two", "three"}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"plugins": 3}',
        '{"plugins": {"a@b": 3, "c@d": [{"installPath": 3}], "e@f": [{"installPath": "/nowhere"}]}}',
        "[" * 5000,
    ],
)
def test_a_broken_list_of_plugins(world, text):
    path = world.home / ".claude" / "plugins" / "installed_plugins.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert installed(str(world.root), world.environ()) == []


@pytest.mark.parametrize(
    "text, found",
    [
        ("---\nname: a\ndescription: b: c\n---\n", {"name": "a", "description": "b: c"}),
        ("---\r\nname: 'a'\r\n---\r\n", {"name": "a"}),
        ("\ufeff---\nname: a\n---", {"name": "a"}),
        (
            "---\ndescription: |\n  one\n  two\nname: a\n---",
            {"description": "one two", "name": "a"},
        ),
        ("name: a", {}),
        ("---\nname: a", {}),
        ("", {}),
        ("---\n- x\n  y\n---", {}),
    ],
)
def test_front_matter(text, found):
    assert front_matter(text) == found


def test_a_name_that_is_no_name(world):
    world.skill("evil", text="---\nname: ../../x\n---\n")
    assert installed(str(world.root), world.environ()) == []
