"""Does a command that ran between a failure and its end have to do with it?"""

from __future__ import annotations

from reflexion.signals.commands import table
from reflexion.signals.fixes import actions, words
from reflexion.signals.fixes.remedies import CURES

WORLDLY = frozenset(
    ("install", "version", "generate", "clean", "format", "migrate", "init")
)  # kinds that help only in their own world
LANGUAGES = frozenset(
    [
        "python",
        "node",
        "rust",
        "go",
        "ruby",
        "php",
        "java",
        "dotnet",
        "elixir",
        "haskell",
        "ocaml",
        "dart",
        "swift",
        "native",
    ]
)
SYSTEM = frozenset(
    [
        "apt",
        "apt-get",
        "aptitude",
        "brew",
        "yum",
        "dnf",
        "apk",
        "pacman",
        "zypper",
        "snap",
        "nix",
        "choco",
        "scoop",
        "winget",
        "port",
        "conda",
        "mamba",
        "asdf",
        "mise",
        "update-alternatives",
        "ldconfig",
        "xcode-select",
        "pkg",
    ]
)
SETTINGS = (".env", "config", "secret", "settings", "credential")
# Programs that drive git: what git needs, they need.
GIT_LIKE = ("git", "gh", "glab", "hub", "git-lfs", "heroku", "pre-commit")
GIT_USERS = GIT_LIKE + (
    "make",
    "npm",
    "cargo",
    "go",
    "goreleaser",
    "lerna",
    "release-it",
    "poetry",
    "fastlane",
    "mvn",
    "helm",
    "twine",
    "changeset",
    "semantic-release",
)
SHELL_ENV = ("export", "source", ".", "unset", "")


def tier(trouble, shape, how):
    """-> 3 = the error names what this does, 2 = it is what cures such trouble, 1 = the same tool or the same words, 0 = nothing to do with it.

    how: the ways in which the command may mend something (actions.kinds)."""
    if not how:
        return _of_unknown(trouble, shape)
    name = shape.program.lower()
    spoken_of = (
        name in trouble.words and name != trouble.at.program.lower()
    )  # "@prisma/client has no …" and `prisma generate`
    mine = shape.telling() if "start" in how or spoken_of else shape.telling() - {name}
    linked = words.shared(trouble.words, mine)
    fresh = linked - trouble.at.telling()  # what the failed command said itself proves little
    fits = how & {cure for kind in trouble.kinds for cure in CURES.get(kind, "").split()}
    if "vcs" in how and "init" not in how and not is_git(trouble):
        return 3 if fresh and fits - {"vcs"} else 0
    if how == {"file"}:
        return _of_file(trouble, shape, mine, linked, fits)
    return _of_action(trouble, shape, how, linked, fresh, fits)


def _of_action(trouble, shape, how, linked, fresh, fits):
    world = world_fits(trouble, shape, fits or how)
    if fits and linked and (world or fresh):
        return 3
    if fresh and (world or how - WORLDLY):
        return 3 if fits or len(fresh) > 1 or not trouble.kinds & {"code", "flaky"} else 1
    if (
        fits
        and world
        or "format" in how
        and actions.roles(trouble.at) & {"lint", "format"}
        and world
    ):
        return 2
    if "env" in how and shape.program in SHELL_ENV and not trouble.kinds & {"code", "flaky"}:
        return 1
    same_tool = (
        shape.program == trouble.at.program and world_fits(trouble, shape, how) and how - {"file"}
    )
    return int(
        bool(same_tool)
        and "flaky" not in trouble.kinds
        and ("code" not in trouble.kinds or "clean" in how and not actions.checks(trouble.at))
    )


def _of_file(trouble, shape, mine, linked, fits):
    """A file made, copied or changed counts when error or command speak of it."""
    if trouble.kinds & {"environment", "auth"} and any(
        word in a.lower() for a in shape.args + shape.writes for word in SETTINGS
    ):
        return 3 if linked else 2
    named = {word for word in linked if len(word) > 2}
    if fits and named:
        return 3
    if (
        fits
        and words.shared(trouble.at.telling(), mine)
        and trouble.kinds & {"missing_file", "environment"}
    ):
        return 2
    return int(bool(named - trouble.at.telling()))


def _of_unknown(trouble, shape):
    """A script or program nobody knows: it counts only if the error speaks of it, and it is no check and no commit."""
    if (
        "flaky" in trouble.kinds
        or actions.roles(shape) & {"test", "lint", "format"}
        or shape.program in ("git", "gh", "code")
    ):
        return 0
    own = trouble.at.telling()
    return (
        3
        if any(len(word) > 3 for word in words.shared(trouble.words - own, shape.telling() - own))
        else 0
    )


def is_git(trouble):
    return (
        trouble.at.program in GIT_LIKE or "vcs" in trouble.kinds and trouble.at.program in GIT_USERS
    )


def world_fits(trouble, shape, how):
    """Could what this does matter in the world of the failed command? What only concerns another language does not."""
    if how - WORLDLY - {"file"}:
        return True
    if shape.program in SYSTEM:
        return "code" not in trouble.kinds or bool(
            trouble.kinds & {"missing_program", "missing_native", "missing_module", "version"}
        )
    mine = actions.world(shape.program)
    if (
        not mine
        or not trouble.worlds
        or mine & trouble.worlds
        or shape.program in ("git", "pre-commit", "playwright")
    ):
        return True
    if mine & LANGUAGES and how & {"install", "version"}:
        return not trouble.worlds & LANGUAGES and bool(
            trouble.kinds & {"missing_program", "missing_module"}
        )
    return not (mine & LANGUAGES and trouble.worlds & LANGUAGES)


def could_help(trouble, shape, how):
    """Was it this, when it was the only thing done between the failure and the success?"""
    if (
        actions.checks(shape)
        or how
        and how <= {"format", "file"}
        and not trouble.kinds & {"missing_file", "environment", "newline"}
    ):
        return False
    if shape.program == "git" and not is_git(trouble) and "init" not in how:
        return False
    if how or shape.program in table.programs("tool"):
        return world_fits(trouble, shape, how or WORLDLY)
    return bool(shape.place) or shape.program.endswith(".sh") or "sudo" in shape.via
