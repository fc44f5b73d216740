"""What a call is for, as far as a fix depends on it."""

from __future__ import annotations

import pytest

from reflexion.shell.parser import calls
from reflexion.signals.fixes import actions

KINDS = ("acts", "browses", "installs", "checks", "repairs_form", "checks_form")
CALLS = [  # a call, and the kinds that it is of
    ("make build", "acts"),
    ("ls -l", "browses"),
    ("git status", "browses"),
    ("docker --help", "browses"),
    ("gh pr list", ""),
    ("kubectl get pods", ""),
    ("cd web", "browses"),
    ("sleep 3", "browses"),
    ("echo done > flag", ""),
    ("GOFLAGS=-v", "acts"),
    ("yarn", "acts installs"),
    ("npm ci", "acts installs"),
    ("npm run ci", "acts installs"),
    ("npm run build", "acts"),
    ("make install", "acts"),
    ("yarn workspace web add zod", "acts installs"),
    ("yarn workspace web run download", "acts"),
    ("playwright install", "acts installs"),
    ("playwright test", "acts checks"),
    ("npm test", "acts checks"),
    ("npm run Test", "acts checks"),
    ("npm run test:unit", "acts checks"),
    ("npx --no Jest", "acts checks"),
    ("docker test web", "acts checks"),
    ("git checkout test", "acts"),
    ("just deploy test", "acts"),
    ("yarn workspace web test", "acts"),
    ("npm run lint", "acts checks checks_form"),
    ("npm run lint:fix", "acts repairs_form"),
    ("ruff check --fix", "acts repairs_form"),
    ("ruff check", "acts checks checks_form"),
    ("black src", "acts repairs_form"),
    ("black --check src", "acts checks_form"),
    ("gofmt -w a.go", "acts repairs_form"),
    ("gofmt -l .", "acts checks_form"),
    ("git commit -a", "acts"),
]


@pytest.mark.parametrize("line, kinds", CALLS)
def test_what_a_call_is_for(line, kinds):
    (call,) = calls(line)
    assert [kind for kind in KINDS if getattr(actions, kind)(call)] == kinds.split()


@pytest.mark.parametrize(
    "line, is_all",
    [
        ("npm ci", True),
        ("yarn", True),
        ("npm install zod", False),
        ("pip install -r requirements.txt", True),
        ("pip install requests", False),
        ("uv sync --all", True),
    ],
)
def test_an_installation_of_all_that_the_project_asks_for(line, is_all):
    (call,) = calls(line)
    assert actions.installs_all(call) is is_all


@pytest.mark.parametrize(
    "line, task",
    [
        ("npm run build", "build"),
        ("git -C web push", "push"),
        ("make", ""),
        ("npm run", ""),
    ],
)
def test_the_verb_of_a_call(line, task):
    (call,) = calls(line)
    assert actions.task(call) == task
