"""Which learnings a command calls to mind before it runs."""
from __future__ import annotations

import pytest

from hostile import survives
from reflexion.signals.warning import fits, shapes


def entry(context, trigger="it failed", resolution="Do otherwise.", type="error"):
    return {"type": type, "trigger": trigger, "context": context, "resolution": resolution}


MASTER = entry("git push origin master", "error: src refspec master does not match any", "Use `git push origin trunk`.")
GLOBAL = entry("npm install -g zoo-cli", "EACCES: permission denied, mkdir '/usr/lib/node_modules'", "Use `npx`, never -g.")
UNPUSHED = entry("git push", "fatal: The current branch has no upstream branch", "Use `git push -u origin HEAD`.")
MIGRATE = entry("python manage.py migrate", "KeyError: 'ZOO_URL'", "Run `export ZOO_URL=local` first.")
LEDGER = entry("mvn -B verify", "status code: 401", "Pass the settings: `mvn -s ci/settings.xml`.")
NOMERGE = entry("git merge trunk", "we rebase, we do not merge trunk", "Use `git rebase origin/trunk`.", "correction")
SECRET = entry("kubectl create secret", "secrets come from the vault", "Add it to infra/secrets.yaml.", "pattern")
TEST = entry("go test ./...", "go.mod file not found", "cd services/zoo first.")
REVISION = entry("alembic revision --autogenerate -m 'add cage'", "Target database is not up to date.", "Run `alembic upgrade head` before `alembic revision --autogenerate`.")
PROSE = entry("added a float column", "no floats", "Use decimals.", "correction")


@pytest.mark.parametrize("command, learning", [
    ("git push origin master", MASTER), ("git push -u origin master", MASTER), ("cd infra && git push origin master", MASTER), ("sudo npm install -g other-cli", GLOBAL), ("git push", UNPUSHED),
    ("python3 manage.py migrate", MIGRATE), ("mvn -B verify", LEDGER), ("git merge origin/trunk", NOMERGE), ("kubectl create secret generic zoo --from-literal=a=b", SECRET), ("go test ./...", TEST),
    ("alembic revision --autogenerate -m 'add wing'", REVISION), ("git add . ; git push origin master | cat", MASTER),
])
def test_known(command, learning):
    assert fits(shapes(command), learning) > 0


@pytest.mark.parametrize("command, learning", [
    ("git push origin trunk", MASTER), ("git push origin other", MASTER), ("git pull origin master", MASTER), ("npm install zoo-cli", GLOBAL), ("npm ci", GLOBAL), ("git push -u origin HEAD", UNPUSHED), ("git push origin main", UNPUSHED),
    ("python manage.py runserver", MIGRATE), ("export ZOO_URL=local && python manage.py migrate", MIGRATE), ("ZOO_URL=x python manage.py migrate", MIGRATE), ("mvn -s ci/settings.xml -B verify", LEDGER),
    ("git rebase origin/trunk", NOMERGE), ("git merge --abort", NOMERGE), ("kubectl create namespace zoo", SECRET), ("kubectl get secret", SECRET), ("go build ./...", TEST), ("go test ./cage", TEST),
    ("alembic upgrade head", REVISION), ("echo git push origin master", MASTER), ("grep -rn 'git push origin master' .", MASTER), ("cat added", PROSE), ("ls -la", PROSE), ("", MASTER), ("# git push", MASTER),
])
def test_unknown_or_already_right(command, learning):
    assert fits(shapes(command), learning) == 0


def test_the_closest_one_fits_best():
    twin = entry("git push origin master --tags", "error: src refspec master", "Use trunk.")
    command = shapes("git push origin master --tags")
    assert fits(command, twin) > fits(command, MASTER) > 0


def test_hostile_text():
    survives(lambda text: fits(shapes(text), entry(text[:500], text[:200], text[:500])))
