"""Which learnings a command calls to mind before it runs."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.signals.matching.warning import fits, shapes


def entry(context, trigger="it failed", resolution="Do otherwise.", type="error"):
    return {"type": type, "trigger": trigger, "context": context, "resolution": resolution}


MASTER = entry(
    "git push origin master",
    "error: src refspec master does not match any",
    "Use `git push origin trunk`.",
)
GLOBAL = entry(
    "npm install -g zoo-cli",
    "EACCES: permission denied, mkdir '/usr/lib/node_modules'",
    "Use `npx`, never -g.",
)
UNPUSHED = entry(
    "git push", "fatal: The current branch has no upstream branch", "Use `git push -u origin HEAD`."
)
MIGRATE = entry(
    "python manage.py migrate", "KeyError: 'ZOO_URL'", "Run `export ZOO_URL=local` first."
)
LEDGER = entry("mvn -B verify", "status code: 401", "Pass the settings: `mvn -s ci/settings.xml`.")
NOMERGE = entry(
    "git merge trunk",
    "we rebase, we do not merge trunk",
    "Use `git rebase origin/trunk`.",
    "correction",
)
SECRET = entry(
    "kubectl create secret",
    "secrets come from the vault",
    "Add it to infra/secrets.yaml.",
    "pattern",
)
TEST = entry("go test ./...", "go.mod file not found", "cd services/zoo first.")
REVISION = entry(
    "alembic revision --autogenerate -m 'add cage'",
    "Target database is not up to date.",
    "Run `alembic upgrade head` before `alembic revision --autogenerate`.",
)
WRAPPER = entry(
    "gradle test",
    "use ./gradlew, not the installed gradle",
    "The installed gradle is another version and breaks the test run.",
    "correction",
)
GONE = entry(
    "ran isort . && flake8",
    "isort and flake8 are gone",
    "ruff does both: ruff check --fix",
    "correction",
)
FORCE = entry(
    "git push --force origin rel/2.1",
    "no force push to rel branches",
    "Add a commit that reverts.",
    "correction",
)
SCALE = entry(
    "kubectl scale deploy cage",
    "kubectl scale is not allowed by hand",
    "Change replicas in charts/ and let it sync.",
    "correction",
)
POD = entry(
    "kubectl delete pod cage-7d9f",
    "don't delete pods to restart a service",
    "kubectl rollout restart deploy/cage",
    "correction",
)
STATUS = entry(
    "kubectl rollout status deploy/cage",
    "error: timed out waiting for the condition",
    "Raise progressDeadlineSeconds.",
)
ALL = entry(
    "docker compose up",
    "docker compose up starts the whole zoo",
    "Start a part: docker compose --profile cage up -d.",
    "correction",
)
PARALLEL = entry(
    "pytest -n 4",
    "pytest: error: unrecognized arguments: -n",
    "uv sync --group ci brings pytest-xdist.",
)
KEY = entry(
    "redis-cli get cage:12", "(error) MOVED 3999 10.1.1.1:6379", "It is a cluster: redis-cli -c."
)
PROD = entry(
    "terraform apply -var-file=prod.tfvars",
    "never run terraform apply for prod by hand",
    "Open a pull request.",
    "correction",
)
PINNED = entry(
    "flutter test",
    "never call flutter directly",
    "fvm flutter test, the version is pinned.",
    "correction",
)
MODULE = entry("mvn -pl cage test", "Could not find artifact zoo:parent", "Add -am.")
LINT = entry(
    "golangci-lint run",
    "the Go language version is lower than the targeted one",
    "make lint installs the pinned one.",
)
MOCKS = entry("go test ./internal/cage/...", "undefined: mocks.NewCage", "go generate ./... first.")
HEAP = entry(
    "yarn workspace zoo build",
    "JavaScript heap out of memory",
    "NODE_OPTIONS=--max-old-space-size=6144.",
)
STATE = entry(
    "dbt build --select state:modified",
    "Runtime Error: --state is required",
    "make dbt-state fetches it.",
)
PHONE = entry(
    "adb install zoo-debug.apk", "adb: device unauthorized.", "adb kill-server and plug in again."
)
TOPIC = entry(
    "git checkout -b feature/cages",
    "branches are named zoo-12-short-title",
    "git switch -c zoo-12-cages",
    "correction",
)
OTHER = entry(
    "npm install feed",
    "this repository is pnpm only",
    "`pnpm add feed --filter zoo`.",
    "correction",
)
SPACES = entry(
    "npm -w zoo install",
    "the zoo is one workspace of npm and built by turbo",
    "`turbo run build`.",
    "insight",
)
PROSE = entry("added a float column", "no floats", "Use decimals.", "correction")


@pytest.mark.parametrize(
    "command, learning",
    [
        ("git push origin master", MASTER),
        ("git push -u origin master", MASTER),
        ("cd infra && git push origin master", MASTER),
        ("sudo npm install -g other-cli", GLOBAL),
        ("git push", UNPUSHED),
        ("python3 manage.py migrate", MIGRATE),
        ("mvn -B verify", LEDGER),
        ("git merge origin/trunk", NOMERGE),
        ("kubectl create secret generic zoo --from-literal=a=b", SECRET),
        ("go test ./...", TEST),
        ("gradle :cage:build", WRAPPER),
        ("isort src", GONE),
        ("flake8 --statistics", GONE),
        ("git push -f origin rel/2.2", FORCE),
        ("kubectl scale deployment zoo --replicas=3 -n prod", SCALE),
        ("kubectl delete pod zoo-5c7d9-xk2", POD),
        ("kubectl rollout status deploy/cage -n zoo", STATUS),
        ("docker compose up", ALL),
        ("docker compose up -d", ALL),
        ("pytest -n 8 tests/", PARALLEL),
        ("redis-cli get cage:99", KEY),
        ("terraform apply -var-file=prod.tfvars -auto-approve", PROD),
        ("golangci-lint run ./...", LINT),
        ("go test ./internal/cage/...", MOCKS),
        ("yarn workspace zoo build", HEAP),
        ("dbt build --select state:modified+", STATE),
        ("adb install out/keeper-debug.apk", PHONE),
        ("git checkout -b feature/wings", TOPIC),
        ("npm install water", OTHER),
        ("npm install", OTHER),
        ("flutter build apk", PINNED),
        ("mvn -pl cage test -q", MODULE),
        ("alembic revision --autogenerate -m 'add wing'", REVISION),
        ("git add . ; git push origin master | cat", MASTER),
    ],
)
def test_known(command, learning):
    assert fits(shapes(command), learning) > 0


@pytest.mark.parametrize(
    "command, learning",
    [
        ("git push origin trunk", MASTER),
        ("git push origin other", MASTER),
        ("git pull origin master", MASTER),
        ("npm install zoo-cli", GLOBAL),
        ("npm ci", GLOBAL),
        ("git push -u origin HEAD", UNPUSHED),
        ("git push origin main", UNPUSHED),
        ("python manage.py runserver", MIGRATE),
        ("export ZOO_URL=local && python manage.py migrate", MIGRATE),
        ("ZOO_URL=x python manage.py migrate", MIGRATE),
        ("mvn -s ci/settings.xml -B verify", LEDGER),
        ("git rebase origin/trunk", NOMERGE),
        ("git merge --abort", NOMERGE),
        ("kubectl create namespace zoo", SECRET),
        ("kubectl get secret", SECRET),
        ("go build ./...", TEST),
        ("go test ./cage", TEST),
        ("./gradlew test", WRAPPER),
        ("ruff check --fix", GONE),
        ("git push origin rel/2.2", FORCE),
        ("git push --force origin my-topic", FORCE),
        ("kubectl get pods", SCALE),
        ("kubectl rollout restart deploy/cage", POD),
        ("kubectl rollout restart deploy/cage", STATUS),
        ("docker compose --profile cage up -d", ALL),
        ("docker compose down", ALL),
        ("docker ps", ALL),
        ("pytest tests/", PARALLEL),
        ("redis-cli -c get cage:99", KEY),
        ("redis-cli ping", KEY),
        ("terraform apply -var-file=dev.tfvars", PROD),
        ("terraform plan -var-file=prod.tfvars", PROD),
        ("golangci-lint run --fix ./cage", LINT),
        ("go test ./internal/den", MOCKS),
        ("yarn workspace zoo lint", HEAP),
        ("dbt build --select cages", STATE),
        ("adb devices", PHONE),
        ("git checkout trunk", TOPIC),
        ("pnpm add water", OTHER),
        ("npm whoami", OTHER),
        ("npm install", SPACES),
        ("git switch -c zoo-13-wings", TOPIC),
        ("fvm flutter test", PINNED),
        ("mvn -pl cage -am test", MODULE),
        ("mvn -pl den package", MODULE),
        ("git log -p tests", PARALLEL),
        ("alembic upgrade head", REVISION),
        ("echo git push origin master", MASTER),
        ("grep -rn 'git push origin master' .", MASTER),
        ("cat added", PROSE),
        ("ls -la", PROSE),
        ("", MASTER),
        ("# git push", MASTER),
    ],
)
def test_unknown_or_already_right(command, learning):
    assert fits(shapes(command), learning) == 0


def test_the_closest_one_fits_best():
    twin = entry("git push origin master --tags", "error: src refspec master", "Use trunk.")
    command = shapes("git push origin master --tags")
    assert fits(command, twin) > fits(command, MASTER) > 0


def test_hostile_text():
    survives(lambda text: fits(shapes(text), entry(text[:500], text[:200], text[:500])))


@pytest.mark.parametrize(
    "ran, error, command, speaks",
    [
        ("redis-cli -h zoo.test keys", "authentication required", "redis-cli -h zoo.test get a", True),
        ("redis-cli -h zoo.test keys", "authentication required", "redis-cli -h den.test get a", False),
        ("docker push reg.test/zoo", "denied: unauthorized", "docker push reg.test/cage", True),
        ("docker push reg.test/zoo", "denied: unauthorized", "docker build .", False),
        ("kubectl get pods", "pulling the image: 401 Unauthorized", "kubectl get nodes", False),
        ("pip install zoo", "error: externally-managed-environment", "pip install cage", True),
        ("npm install zoo", "404 Not Found: zoo@*", "npm install cage", False),
        ("npx zoo run", "the zoo binary is missing", "npx zoo run --part cage", True),
        ("curl http://zoo/up", "Could not resolve host", "curl http://den/up", False),
        ("make feed", "No rule to make target", "make feed ZOO=1", True),
        ("make feed", "No rule to make target", "make clean", False),
        ("npm test", "1 of 3 tests failed", "npm test -- --only cage", False),
    ],
)  # fmt: skip
def test_errors_that_any_such_command_meets(ran, error, command, speaks):
    assert bool(fits(shapes(command), entry(ran, error))) == speaks


@pytest.mark.parametrize(
    "said, command, speaks",
    [
        ("do not push, I do that", "git push", True),
        ("please never push.", "git push origin trunk", True),
        ("do not push to trunk without a review", "git push origin cage", False),
        ("do not push, I do that", "git commit -m x", False),
    ],
)
def test_a_verb_that_is_forbidden_without_its_program(said, command, speaks):
    ban = entry("git push after commit", said, "Commit only.", "correction")
    assert bool(fits(shapes(command), ban)) == speaks


@pytest.mark.parametrize(
    "words, context, command, speaks",
    [
        ("use pnpm, not npm", "git status", "npm run build", True),
        ("use pnpm, not npm", "git status", "git status", False),
        ("use pnpm, not npm", "npm run build", "pnpm run build", False),
        ("never git push --force", "git status", "git push --force", True),
        ("never git push --force", "git push --force", "git push", False),
        ("always use make dist", "make dist", "make dist", False),
        ("make release is only for CI", "ls", "make release", True),
        ("make release is only for CI", "make release", "make test", False),
        ("I allow you to commit with --no-verify", "npm run lint", "npm run lint", False),
        ("the total belongs at the top of the page", "npm test", "npm test", False),
        ("don't use --no-verify with git commit", "ls", "git commit --no-verify -m x", True),
        ("do not commit without a ticket", "git commit -m x", "git commit -m y", False),
    ],
)
def test_what_a_person_typed_speaks_only_against_what_it_names(words, context, command, speaks):
    typed = {**entry(context, words, words + ".", "correction"), "source": "prompt"}
    assert bool(fits(shapes(command), typed)) is speaks
