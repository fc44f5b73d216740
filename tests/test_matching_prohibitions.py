"""What a learning's words forbid, and what they ask for."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.shell.command_words import command_words
from reflexion.signals.matching.prohibitions import (
    asked_options,
    asks_for,
    breaks,
    forbids,
    said,
)


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
        ("pictures live in the vault, not in zig", "zig push"),
    ],
)
def test_not_forbidden(text, command):
    program, *verbs = command.split()
    assert not forbids(said(text), program, verbs)


@pytest.mark.parametrize(
    "text, command",
    [
        ("Use zag exec zig test, as the version is pinned.", "zag exec zig test"),
        ("First `zig plan` and read it.", "zig plan"),
        ("Use zig ci, never zig install", "zig ci --fast"),
        ("use zig", "zig build"),
        ("use zig", "zig"),
    ],
)
def test_asked_for(text, command):
    assert asks_for(said(text), command.split())


@pytest.mark.parametrize(
    "text, command",
    [
        ("Use zig ci, never zig install", "zig install x"),
        ("zig up is forbidden", "zig up"),
        ("never zig push --force", "zig push --force"),
        ("Write to the list.", "zig up"),
        ("zig cluster list", "zig cluster drop"),
        ("", "zig"),
    ],
)
def test_not_asked_for(text, command):
    assert not asks_for(said(text), command.split())


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


def rule(resolution, type="correction", trigger="so it is"):
    return {"type": type, "trigger": trigger, "resolution": resolution}


BROKEN = [
    # a command, what it breaks
    ("npm install lodash", rule("Use pnpm, not npm.")),
    ("cd web && npm install lodash", rule("Use pnpm, not npm.")),
    ("npm install lodash", rule("Use `npm ci`, not `npm install`.")),
    ("git push --force origin main", rule("Never git push --force.")),
    ("git commit -m x --no-verify", rule("never use --no-verify with git commit")),
    ("npm install x", rule("pnpm everywhere", trigger="use pnpm, never npm")),
    ("gradle test", rule("Use ./gradlew, not gradle.", "error", "gradle failed")),
    ("terraform apply", rule("terraform apply is only for CI.")),
    ("zig build", rule("Pass --release, never zig build alone.")),
    ("git push --force", rule("never git push --force")),
    ("make release", rule("make release is only for CI")),
    ("git commit --no-verify -m x", rule("don't use --no-verify with git commit")),
    ("zig fmt --check", rule("For zig, run zig fmt instead of zig fmt --check.")),
]
KEPT = [
    ("pnpm install lodash", rule("Use pnpm, not npm.")),
    ("npm ci", rule("Use `npm ci`, not `npm install`.")),
    ("git push origin main", rule("Never git push --force.")),
    ("git commit -m x", rule("never use --no-verify with git commit")),
    ("make build", rule("When `make build` fails, run `make deps` first.", "error")),
    ("npm install x", rule("When it fails, run `npm ci`.", "error", "do not use npm here")),
    ("zig build --release", rule("Add --release, never zig build alone.")),
    ("zig +next fmt", rule("Use `zig +next fmt`, not `zig fmt`.")),
    ("zig build --mode=2", rule("Never zig build without `--mode=1`.")),
    ("ls -la", rule("Use pnpm, not npm.")),
    ("pnpm run build", rule("use pnpm, not npm")),
    ("git push", rule("never git push --force")),
    ("make dist", rule("always use make dist")),
    ("make test", rule("make release is only for CI")),
    ("npm run lint", rule("I allow you to commit with --no-verify")),
    ("git commit -m y", rule("do not commit without a ticket")),
    ("npm publish", rule("Use `npm version patch`, then `npm publish`, not by hand.")),
    ("", rule("Use pnpm, not npm.")),
    ("zig fmt --check", rule("After an edit, run zig fmt instead of zig fmt --check.")),
    ("npm ci", rule("Until the mirror is up, never npm ci.")),
]


@pytest.mark.parametrize("command, entry", BROKEN)
def test_a_command_that_breaks_a_rule(command, entry):
    assert breaks(command_words(command), entry)


@pytest.mark.parametrize("command, entry", KEPT)
def test_a_command_that_breaks_none(command, entry):
    assert not breaks(command_words(command), entry)


def test_hostile_text():
    survives(
        lambda text: (
            forbids(said(text), "zig", ["build"]),
            asks_for(said(text), ["zig", "build"]),
            breaks(command_words("zig build -x"), rule(text)),
        )
    )


@pytest.mark.parametrize(
    "text, command, broken",
    [
        ("run zag there, because zig is not installed", "zig build", False),
        ("run zag there, because there is no zig on this machine", "zig build", False),
        ("use zag, not zig, because zig lacks it", "zig build", True),
        ("because zag is faster, do not use zig", "zig build", True),
    ],
)
def test_a_reason_forbids_nothing(text, command, broken):
    program, *verbs = command.split()
    assert forbids(said(text), program, verbs) is broken
