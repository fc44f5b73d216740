"""The commands of commands.txt and their arguments."""

from __future__ import annotations

from importlib import import_module

import pytest
from cli_tools import cli  # noqa: F401

from reflexion.cli.help import topics
from reflexion.cli.parser import argument, commands, find


def test_summaries_are_one_line():
    rows = commands()
    bad = [row.name for row in rows if len(row.summary) > 76 or row.summary[-1] == "."]
    assert bad == [] and all(row.summary[0].islower() for row in rows)
    names = [name for row in rows for name in row.names]
    assert len(names) == len(set(names)) and not set(names) & set(topics())


def test_every_target_is_there():
    missing = []
    for row in commands():
        if row.stands_for:
            assert find(row.stands_for[0]), row.name
            continue
        module = import_module(f"reflexion.cli.{row.module}")
        if not callable(getattr(module, row.function, None)):
            missing.append(f"{row.module}.{row.function}")
    assert missing == []


@pytest.mark.parametrize(
    "spec, flags, expected",
    [
        ("--json", ["--json"], {"action": "store_true"}),
        ("-n, --limit N", ["-n", "--limit"], {"type": int, "default": 0}),
        ("--type TYPE{a,b}", ["--type"], {"choices": ("a", "b")}),
        ("--demote ID+", ["--demote"], {"action": "append", "default": []}),
        ("--failed [NOTE]", ["--failed"], {"nargs": "?", "const": "", "default": None}),
        ("--global", ["--global"], {"dest": "everywhere"}),
        ("ID", ["id"], {"metavar": "ID"}),
        ("ID...", ["id"], {"nargs": "+"}),
        ("[ID...]", ["id"], {"nargs": "*"}),
        ("[ACTION]{x,y}", ["action"], {"nargs": "?", "choices": ("x", "y")}),
    ],
)
def test_arguments_of_the_table(spec, flags, expected):
    names, options = argument(spec, "100 % of it")
    assert names == flags and expected.items() <= options.items()
    listed = f" ({', '.join(options['choices'])})" if "choices" in options else ""
    assert options["help"] == "100 %% of it" + listed


@pytest.mark.parametrize("other, name", [("ls", "list"), ("search", "list"), ("rm", "remove")])
def test_other_names(cli, other, name):
    assert cli(other, "--help") == cli(name, "--help")


def test_unknown_words(cli):
    cli("frobnicate", status=2)
    assert "there is no command 'frobnicate'" in cli.err
    cli("list", "--unresolvd", status=2)
    assert "(did you mean `--unresolved`?)" in cli.err


@pytest.mark.parametrize(
    "argv, words",
    [
        (("statsu",), "(did you mean `status`?)"),
        (("resolve",), "required: ID, TEXT; `reflexion resolve --help` says more"),
        (("add", "--type", "x"), "invalid choice: 'x'"),
        (("status", "more"), "unrecognized arguments: more"),
    ],
)
def test_usage_is_one_line(cli, argv, words):
    cli(*argv, status=2)
    assert words in cli.err and cli.err.strip().count("\n") == 0
