"""What is proven at once, and what is not although it looks much like it."""

from __future__ import annotations

import pytest

from reflexion.signals.fixes.endings import MEDIUM, endings

YAML = "ModuleNotFoundError: No module named 'yaml'"
AHEAD = "[rejected] main (fetch first)"
UNFORMED = "would reformat a.py"
ENOENT = "npm error enoent Could not read package.json"
NO_RULE = "make: *** No rule to make target 'rel'.  Stop."
NO_FOO = "unknown option '--foo'"
ENDED = "a --rebase is needed"
LONG = "tests/" + "a" * 60
SCRIPT = "-c 'print(" + "a" * 40 + ")'"  # 60 characters with `python3`

CASES = [  # what failed, what was said, what was run then, what worked; what is proven, "" = nothing
    # what is missing is installed
    ("python a.py", YAML, ["pip install pyyaml"], "python a.py", "Run `pip install pyyaml` first."),
    ("python a.py", YAML, ["pip install a"], "python a.py", "Run `pip install a` first."),
    ("python a.py", YAML, ["make env"], "python a.py", ""),
    ("python a.py", YAML, ["mkdir o", "pip install a"], "python a.py", ""),
    ("python a.py", YAML.replace("yaml", "x"), ["mkdir o", "pip install ex"], "python a.py", ""),
    (
        "python a.py",
        YAML,
        ["pip install yaml-old", "pip install pyyaml"],
        "python a.py",
        "Run `pip install pyyaml` first.",
    ),
    (
        "python a.py",
        YAML,
        ["mkdir o", "pip install -r a.txt"],
        "python a.py",
        "Run `pip install -r a.txt` first.",
    ),
    ("python a.py", YAML, ["pip install pyyaml"], "python3 a.py", ""),
    ("python a.py", "boom", ["pip install pyyaml"], "python a.py", ""),
    # a push that was refused
    ("git push", AHEAD, ["git pull --rebase"], "git push", "Run `git pull --rebase` first."),
    ("git push", AHEAD, ["git pull"], "git push origin main", ""),
    ("git push", "boom", ["git pull"], "git push", ""),
    ("./release", AHEAD, ["git pull"], "./release", ""),
    # a check of form
    ("ruff check", UNFORMED, ["ruff check --fix"], "ruff check", "Run `ruff check --fix` first."),
    ("ruff check", "boom", ["ruff check --fix"], "ruff check", ""),
    ("npm run build", UNFORMED, ["npm run format"], "npm run build", ""),
    ("prettier --check .", UNFORMED, ["prettier init"], "prettier --check .", ""),
    ("ruff format --check", UNFORMED, ["npm run format"], "ruff format --check", ""),
    (
        "ruff format --check",
        UNFORMED,
        ["ruff format a", "ruff format ."],
        "ruff format --check",
        "Run `ruff format .` first.",
    ),
    (
        "prettier --check .",
        UNFORMED,
        ["just prettier --write ."],
        "prettier --check .",
        "Run `just prettier --write .` first.",
    ),
    # a command that the error tells
    (
        "terraform apply",
        "run `terraform init` or `terraform get`",
        ["terraform init", "terraform get"],
        "terraform apply",
        "Run `terraform get` first.",
    ),
    ("terraform apply", "run `terraform init`", ["terraform init"], "terraform apply --now", ""),
    # another folder
    ("npm test", ENOENT, [], "cd web && npm test", "Run it in `web`: `cd web && npm test`."),
    ("npm test", ENOENT, [], "cd web && npm test one", ""),
    ("npm test", ENOENT, ["make env"], "cd web && npm test", ""),
    ("npm test", ENOENT, ["~ a.py"], "cd web && npm test", ""),
    ("npm test", "bash: cd: wob: no such file or directory", [], "cd web && npm test", ""),
    ("npm test a/b", ENOENT, [], "cd web && npm test a/b", ""),
    ("npm test", "boom", [], "cd web && npm test", ""),
    # a program that is there
    (
        f"python {SCRIPT}",
        "bash: python: command not found",
        [],
        f"python3 {SCRIPT}",
        f"Use `python3 {SCRIPT}` instead of `python {SCRIPT}`.",
    ),
    (
        f"python {SCRIPT}a",
        "bash: python: command not found",
        [],
        f"python3 {SCRIPT}a",
        "Use `python3` instead of `python`.",
    ),
    (f"python {SCRIPT}a", "bash: python: command not found", [], f"python {SCRIPT}a", ""),
    (
        f"sqlc {LONG}",
        "bash: sqlc: command not found",
        [],
        f"ssh west sqlc {LONG}",
        f"Use `ssh west sqlc {LONG}` instead of `sqlc {LONG}`.",
    ),
    (
        "sqlc src",
        "sh: sqlc: not found",
        [],
        "ssh west sqlc src",
        "Use `ssh west sqlc src` instead of `sqlc src`.",
    ),
    ("pytest -q", "bash: pytest: command not found", ["make env"], "python -m pytest -q", ""),
    ("docker-compose up", "docker-compose: command not found", [], "docker compose up", ""),
    ("API_KEY=abcdef python a.py", YAML, [], "API_KEY=abcdeg python a.py", ""),
    # a name that is there
    ("make rel", NO_RULE, [], "make release", "Use `make release` instead of `make rel`."),
    (
        "make rel",
        NO_RULE,
        [],
        "make -f b.mk release",
        "Use `make -f b.mk release` instead of `make rel`.",
    ),
    ("make rel", NO_RULE, [], "make -f b.mk release a", ""),
    ("make rel", NO_RULE, [], "cd web && make release", ""),
    ("make rel", NO_RULE, [], "ssh west make rel", ""),
    ("make rel", NO_RULE, [], "set -o pipefail; make rel | tee log", ""),
    ("./ship a b --foo", NO_FOO, [], "./ship b a", ""),
    ("./ship a --foo", NO_FOO, [], "./ship a", "Use `./ship a` instead of `./ship a --foo`."),
    ("./ship a --foo", NO_FOO, [], "./ship a --out=/tmp/a.json", ""),
    ("./ship a --foo=/tmp/a.json", NO_FOO, [], "./ship a --bar", ""),
    # an option that the error names
    ("git pull", ENDED, [], "git pull --rebase", "Use `git pull --rebase` instead of `git pull`."),
    (
        "git pull",
        ENDED,
        [],
        "git pull --rebase a b",
        "Use `git pull --rebase a b` instead of `git pull`.",
    ),
    ("git pull", ENDED, [], "git pull --rebase a b c", ""),
    ("git pull", ENDED, ["make env"], "git pull --rebase", ""),
    ("git pull --foo", ENDED, [], "git pull --rebase", ""),
    (
        "git pull --foo",
        "no --foo: " + ENDED,
        [],
        "git pull --rebase",
        "Use `git pull --rebase` instead of `git pull --foo`.",
    ),
    ("npm add a", "use --dev", [], "yarn add --dev a", ""),
]


@pytest.mark.parametrize("failed, said, steps, worked, proven", CASES)
def test_what_is_proven(failed, said, steps, worked, proven):
    failure = _step(failed, 0, ok=False, line=said, id=said)
    later = [_step(step, at) for at, step in enumerate(steps, 1)]
    found = endings([failure], [failure, *later], _step(worked, 9))
    fixes = [each.fix for each in found if each.fix and each.fix.confidence == MEDIUM]
    assert [fix.text for fix in fixes] == [proven] * bool(proven)


def _step(command: str, at: int, **more) -> dict:
    """A call; `~ PATH` is an edit."""
    path = command.removeprefix("~ ") if command[:2] == "~ " else ""
    ran = {"tool": "Edit" if path else "Bash", "command": "" if path else command, "path": path}
    return {**ran, "ok": True, "cwd": "/srv/shop", "at": at, **more}
