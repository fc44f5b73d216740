"""config: what is shown, what is accepted, what is kept; and the table that the README embeds."""

from __future__ import annotations

import json

import pytest
from cli_tools import cli  # noqa: F401  # noqa: F401 (a fixture)


def stored(cli) -> dict:
    return json.loads((cli.store / "config.json").read_text())


@pytest.mark.parametrize(
    "name, words, value",
    [
        ("enabled", ["false"], False),
        ("enabled", ["off"], False),
        ("warn_before", ["yes"], True),
        ("promote_after", ["5"], 5),
        ("announce", ["all"], "all"),
        ("announce", ['"none"'], "none"),
        ("tools", ["Bash", "Edit"], ["Bash", "Edit"]),
        ("tools", ["Bash"], ["Bash"]),
        ("tools", ['["Bash"]'], ["Bash"]),
        ("ignore", ["^make (a|b),?"], ["^make (a|b),?"]),
        ("ignore", ["[0-9]+"], ["[0-9]+"]),
        ("ignore", ["[]"], []),
        ("promote_to", ["docs/RULES.md"], ["docs/RULES.md"]),
        ("confidence_threshold", ["low"], "low"),
    ],
)
def test_set(cli, name, words, value):
    cli("config", "set", name, *words)
    assert (
        stored(cli) == {name: value} and json.loads(cli("config", "get", name, "--json")) == value
    )
    assert next(
        line for line in cli("config").splitlines() if line.startswith(name + " ")
    ).endswith("project")


@pytest.mark.parametrize(
    "name, words, why",
    [
        ("enabled", ["maybe"], "must be true or false"),
        ("promote_after", ["many"], "whole number"),
        ("promote_after", ["0"], "from 1 to"),
        ("announce", ["loud"], "must be one of"),
        ("ignore", ["(unclosed"], "no regular expression"),
        ("ignore", ["x" * 201], "at most"),
        ("promote_to", ["../x.md"], "inside the project"),
        ("tools", ["[1]"], "list of texts"),
        ("promote_afer", ["3"], "did you mean `promote_after`?"),
        ("zebra", ["3"], "`reflexion config` lists them"),
    ],
)
def test_refused(cli, name, words, why):
    cli("config", "set", name, *words, status=1)
    assert why in cli.err and cli.err.count("\n") == 1 and not (cli.store / "config.json").exists()


def test_unknown_keys_are_kept(cli):
    cli("config", "set", "announce", "all")
    (cli.store / "config.json").write_text('\ufeff{"mine": {"a": [1]}, "announce": "all"}')
    cli("config", "set", "promote_after", "4")
    assert stored(cli) == {"mine": {"a": [1]}, "announce": "all", "promote_after": 4}
    cli("config", "unset", "announce")
    assert stored(cli) == {"mine": {"a": [1]}, "promote_after": 4}
    assert "mine: unknown setting" in cli("config")


def test_a_broken_file_is_left_alone(cli):
    cli("config", "set", "announce", "all")
    (cli.store / "config.json").write_text("{broken")
    cli("config", "set", "promote_after", "4", status=1)
    assert "mend it" in cli.err and (cli.store / "config.json").read_text() == "{broken"


def test_global_settings(cli):
    cli("config", "set", "--global", "promote_after", "4")
    assert (
        json.loads((cli.home / ".reflexion" / "config.json").read_text()) == {"promote_after": 4}
        and not cli.store.exists()
    )
    assert cli("config", "get", "promote_after") == "4\n"
    assert next(
        line for line in cli("config").splitlines() if line.startswith("promote_after ")
    ).endswith("home")


def test_settings_that_came_with_a_clone_wait_for_trust(cli):
    cli.ours = False
    cli.put("a7f03c")
    (cli.store / "config.json").write_text('{"announce": "all"}')
    assert cli("config", "get", "announce") == "learned\n" and "not trusted" in cli("config")
    cli("trust")
    assert cli("config", "get", "announce") == "all\n"


def test_usage(cli):
    cli("config", "set", status=2)
    cli("config", "set", "announce", status=2)
    cli("config", "get", status=2)
    cli("config", "frobnicate", status=1)


@pytest.mark.parametrize(
    "argv, expected",
    [
        (["announce", "all"], {"announce": "all"}),
        (["set", "announce", "all"], {"announce": "all"}),
        (["promote_after", "5"], {"promote_after": 5}),
        (["ignore", "^a", "b"], {"ignore": ["^a", "b"]}),
    ],
)
def test_config_without_a_verb(cli, argv, expected):
    cli("config", *argv)
    path = cli.store / "config.json"
    assert json.loads(path.read_text()) == expected
    name = next(iter(expected))
    assert cli("config", name).strip().strip('"') in (cli("config", "get", name).strip(),)
    cli("config", "--unset", name)
    assert json.loads(path.read_text()) == {}
    assert "what it means" not in cli("config") and "default" in cli("config")


def test_each_default_fits_a_narrow_terminal(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, cli("config").split("\n"))) <= 60


def test_default_is_named_as_what_unset_is_for(cli):
    cli("config", "promote_after", "default", status=1)
    assert "`reflexion config --unset promote_after` sets it back to 3" in cli.err
