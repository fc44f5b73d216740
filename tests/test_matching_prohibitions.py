"""What a learning's words forbid, and what they ask for."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.matching.prohibitions import asked_options, asks_for, forbids, said


@pytest.mark.parametrize(
    "text, command",
    [
        ("never call zig directly", "zig build"),
        ("zig and zag are gone", "zig fmt"),
        ("zig and zag are gone", "zag"),
        ("use ./zigw, never the system zig", "zig run x"),
        ("we use zag instead of zig", "zig build"),
        ("zag rather than zig, please", "zig build"),
        ("this repository does not use zig any more; use zag", "zig add x"),
        ("Don\u2019t run zig deploy from a laptop", "zig deploy prod"),
        ("zig deploy alone is not enough", "zig deploy"),
        ("zig edit is not allowed on shared clusters", "zig edit x"),
        ("`zig edit` is forbidden here", "zig edit x"),
        ("never `zig cluster drop`", "zig cluster drop x"),
        ("never zig push -f", "zig push -f"),
        ("avoid zig.", "zig"),
    ],
)
def test_forbidden(text, command):
    program, *verbs = command.split()
    assert forbids(said(text), program, verbs)


@pytest.mark.parametrize(
    "text, command",
    [
        ("never run zig deploy from a laptop", "zig plan"),
        ("use zig, never zag", "zig build"),
        ("use zig instead", "zig build"),
        ("zig is slow. Never mind", "zig build"),
        ("the cache is not warm; zig build first", "zig build"),
        ("don't delete pods by hand", "zig delete"),
        ("zig needs a token that is not in the vault", "zig build"),
        ("zig build does not stop on warnings", "zig build"),
        ("use zig", "zag"),
        ("", "zig build"),
        ("zig cluster drop is forbidden", "zig cluster list"),
        ("no zigs here", "zig build"),
    ],
)
def test_not_forbidden(text, command):
    program, *verbs = command.split()
    assert not forbids(said(text), program, verbs)


@pytest.mark.parametrize(
    "text, command, known",
    [
        ("Use zag exec zig test, as the version is pinned.", "zag exec zig test", "zig test"),
        ("bin/zig loads the right settings", "bin/zig spec", "zag exec zig spec"),
        ("Start a part of it: zig up --only db -d", "zig up --only web", "zig up"),
        ("First `zig plan` and read it.", "zig plan", "zig apply"),
    ],
)
def test_asked_for(text, command, known):
    assert asks_for(said(text), command.split(), [known.split()])


@pytest.mark.parametrize(
    "text, command, known",
    [
        ("Use zag exec zig test.", "zig test", "zig test"),
        ("zig up is too much", "zig up", "zig up"),
        ("never zig push --force", "zig push --force", "zig push -f"),
        ("Write to the list.", "zig up", "zig up"),
        ("", "zig", "zig"),
    ],
)
def test_not_asked_for(text, command, known):
    assert not asks_for(said(text), command.split(), [known.split()])


@pytest.mark.parametrize(
    "text, options",
    [
        ("Add -am.", {"-am"}),
        ("Pass `--region eu-1` for the pictures", {"--region"}),
        ("run it with --limit=2 first", {"--limit"}),
        ("never with --force", set()),
        ("zig up --only db -d", set()),
        ("", set()),
    ],
)
def test_asked_options(text, options):
    assert asked_options(said(text)) == options


def test_hostile_text():
    survives(
        lambda text: (
            forbids(said(text), "zig", ["build"]),
            asks_for(said(text), ["zig", "build"], [["zig"]]),
        )
    )
