"""What really runs behind sudo, env, timeout, npx and their like."""

import pytest

from reflexion.shell import calls

WRAPPED = [
    ("timeout -k 5 30 npm test", "npm", ("timeout", "-k", "5", "30"), ["test"]),
    ("sudo -u postgres psql -c 'select 1'", "psql", ("sudo", "-u", "postgres"), ["-c", "select 1"]),
    ("sudo -E env A=1 make", "make", ("sudo", "-E", "env", "A=1"), []),
    ("python3.11 -m mypy .", "mypy", ("python3.11", "-m"), ["."]),
    ("npx --yes -p typescript tsc", "tsc", ("npx", "--yes", "-p", "typescript"), []),
    ("pnpm exec eslint .", "eslint", ("pnpm", "exec"), ["."]),
    ("npm exec -- eslint .", "eslint", ("npm", "exec", "--"), ["."]),
    ("uv run --with rich pytest -q", "pytest", ("uv", "run", "--with", "rich"), ["-q"]),
    ("poetry run python -m pytest", "pytest", ("poetry", "run", "python", "-m"), []),
    ("docker compose exec -T web pytest", "pytest", ("docker", "compose", "exec", "-T", "web"), []),
    (
        "kubectl exec -n shop api-0 -- ls",
        "ls",
        ("kubectl", "exec", "-n", "shop", "api-0", "--"),
        [],
    ),
    ("xargs -n 1 grep foo", "grep", ("xargs", "-n", "1"), ["foo"]),
    ("command make a", "make", ("command",), ["a"]),
]
BARE = [
    "command -v node",
    "timeout 5",
    "uv run",
    "python3 app.py",
    "npm run build",
    "docker run a ls",
]


@pytest.mark.parametrize("line, program, via, args", WRAPPED)
def test_wrappers_come_off(line, program, via, args):
    (call,) = calls(line)
    assert (call.program, call.via, call.args) == (program, via, args)


@pytest.mark.parametrize("line", BARE)
def test_what_wraps_nothing_runs_itself(line):
    (call,) = calls(line)
    assert (call.via, [call.program, *call.args]) == ((), line.split())
