"""Which calls only show what is there, pass on what others say, or ask."""

import pytest

from reflexion.shell import calls
from reflexion.shell.roles import asks, is_reader, is_relay, is_silent, remote_calls

READERS = """
cat x | git status | git log --oneline -5 | git -C lib diff | git stash list | git merge-base a b | docker ps -a | docker compose logs web | ls-x --help
kubectl -n a get pods | kubectl config view | gh pr view 3 | gh run list | gh api repos/x | npm ls x | pip show x | cargo tree | go list ./... | make --version
aws ec2 describe-instances | aws s3 ls | systemctl status shop | systemctl is-active shop | sudo cat f | node -v | xargs grep x
"""
WORKERS = """
npm run list | git push | git checkout -- f | git stash | git stash pop | git merge a | docker run x ls | docker compose up | gh pr create | make list
kubectl apply -f x | kubectl delete pod log | aws s3 cp a b | npm install tree | pip install x | go get x | go build | terraform apply | systemctl restart shop
unknown-program | python app.py --verbose | node app.js | xargs rm | sudo rm f | make -v all
"""
SILENT = "cd x | echo a | export A=1 | A=1 | test -f x | [ -d x ] | exit 1 | sleep 3"
ASKING = "node --version | make --help | npm version | tool -h | npx jest --listTests --list-tests"


def cases(table):
    return [part.strip() for line in table.strip().split("\n") for part in line.split(" | ")]


def one(line):
    (call,) = calls(line)
    return call


@pytest.mark.parametrize("line", cases(READERS))
def test_what_only_shows(line):
    assert is_reader(one(line)) and is_relay(one(line))


@pytest.mark.parametrize("line", cases(WORKERS))
def test_what_works(line):
    assert not is_reader(one(line)) and not is_relay(one(line))


@pytest.mark.parametrize(
    "line",
    ["curl -s x", "psql -c 'select 1'", "tee a", "command -v node", "ssh h 'cat x | grep y'"],
)
def test_what_passes_on_what_others_say(line):
    assert is_relay(one(line)) and not is_reader(one(line))


def test_a_remote_line_is_judged_by_what_it_runs_there():
    assert not is_relay(one("ssh h make"))
    assert not is_relay(one("ssh h"))
    there = remote_calls(one("ssh -p 22 -v host 'cd x && make'"))
    assert [call.program for call in there] == ["cd", "make"]
    assert remote_calls(one("ssh a ssh b make")) == []
    assert remote_calls(one("make a b")) == []


@pytest.mark.parametrize("line", cases(SILENT))
def test_what_says_only_what_it_is_told_to(line):
    assert is_silent(one(line)) and is_relay(one(line))


@pytest.mark.parametrize("line", cases(ASKING))
def test_what_only_asks(line):
    assert asks(one(line))


@pytest.mark.parametrize("line", ["npm version patch", "node -v app.js", "make help me", "rm -h x"])
def test_a_question_is_all_that_is_said(line):
    assert not asks(one(line))
