"""Which calls show, say, ask or work, what names a line, whose status it ends in."""

import pytest
from case_files import rows
from hostile import survives

from reflexion.learning.identity import caller
from reflexion.shell import by_status, calls
from reflexion.shell.programs import ASKS, RELAYS, SAYS, SHOWS, WORKS

COMMANDS = rows("commands.tsv")

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
    assert one(line).role in (SHOWS, ASKS)


@pytest.mark.parametrize("line", cases(WORKERS))
def test_what_works(line):
    assert one(line).role == WORKS


@pytest.mark.parametrize(
    "line",
    ["curl -s x", "psql -c 'select 1'", "tee a", "command -v node", "ssh h 'curl x'"],
)
def test_what_passes_on_what_others_say(line):
    assert one(line).role == RELAYS


@pytest.mark.parametrize("line", cases(SILENT))
def test_what_says_only_what_it_is_told_to(line):
    assert one(line).role == SAYS


@pytest.mark.parametrize("line", cases(ASKING))
def test_what_only_asks(line):
    assert one(line).role == ASKS


@pytest.mark.parametrize("line", ["npm version patch", "node -v app.js", "make help me", "rm -h x"])
def test_a_question_is_all_that_is_said(line):
    assert one(line).role != ASKS


LINES = [  # the line, the calls that it hides, those whose status it may end in
    ("make", "", "make"),
    ("cd a && make", "", "make cd"),
    ("make | tail -5", "make", "tail"),
    ("cd a && make | tail", "make", "tail cd"),
    ("(cd a && make) | tail", "cd make", "tail"),
    ("make || true", "make", "true"),
    ("make || exit 1", "", "exit make"),
    ("make || { echo no; exit 1; }", "echo", "exit make"),
    ("make; echo done", "make", "echo"),
    ("make\nls", "make", "ls"),
    ("make &", "make", "make"),
    ("for f in a; do make $f; done", "make", "make"),
    ("bash -c 'a && b'", "", "b a"),
    ('git commit -m "$(cat note)" && git push', "", "git git"),
    ("", "", ""),
]


@pytest.mark.parametrize("line, unseen, ended", LINES)
def test_whose_status_a_line_ends_in(line, unseen, ended):
    found = calls(line)
    names = [" ".join(call.program for call in part) for part in by_status(found, line)]
    assert names == [ended, unseen]


@pytest.mark.parametrize("line, _, who", COMMANDS, ids=[row[0] for row in COMMANDS])
def test_a_line_is_named_by_the_call_that_does_its_work(line, _, who):
    assert caller(line) == who


def test_any_line_has_a_name_or_none():
    survives(caller, ["a | ", "npm run ", "1 ", "a@1 ", "-C "], size=1 << 11)
