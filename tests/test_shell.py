"""Command lines taken apart: who runs, behind what, with which words, joined how."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.shell import GIT_LOOKS, LOOKERS, is_plainly_read_only, lexer, programs
from reflexion.shell.compare import same_command, same_job
from reflexion.shell.parser import LONGEST, MOST, calls
from reflexion.shell.read_only import only_looks
from reflexion.shell.shape import words
from reflexion.shell.status import shows_its_end

KINDS = ("look", "relay", "silent", "tool", "looking", "changing", "wrapper", "peers", "alias")

PROGRAMS = [
    ("ls -la", ["ls"]),
    ("cd x && FOO=1 sudo -E npx tsc --noEmit | tee log", ["cd", "tsc", "tee"]),
    ("(cd a && make -j4) 2>&1 | tail -5; echo done", ["cd", "make", "tail", "echo"]),
    ("for f in a b; do python -m pytest $f; done | tail", ["pytest", "tail"]),
    ("while read -r l; do echo $l; done < f.txt", ["read", "echo"]),
    ("if ! grep -q x f; then exit 1; else ls; fi", ["grep", "exit", "ls"]),
    ("case $x in a) foo;; *) bar;; esac", ["foo", "bar"]),
    ("deploy() { rsync -a . host:; }; deploy", ["rsync", "deploy"]),
    ("bash -lc 'cd y && timeout 30 npm test || true'", ["cd", "npm", "true"]),
    ('sh -c "npm test"', ["npm"]),
    ("bash scripts/a.sh", ["bash"]),
    ("cat <<EOF > x\nrm | rf\nEOF\nls", ["cat", "ls"]),
    ("cat <<-'END' | wc -l\n\tdon't; stop\n\tEND\nls", ["cat", "wc", "ls"]),
    ("git commit -m \"$(cat <<'EOF'\nwhy, don't) ask\nEOF\n)\" && git push", ["git", "cat", "git"]),
    ("a=(1 2); echo ${a[0]} $((1+2)) `which x`", ["", "echo", "which"]),
    ("echo 'unbalanced; ls", ["echo"]),
    ("echo a # ; rm -rf /", ["echo"]),
    ("diff <(sort a) <(sort b)", ["diff", "sort", "sort"]),
    ("[[ -f x && -d y ]] && ls", ["[[", "ls"]),
    ("{ a; b; } | c", ["a", "b", "c"]),
    ("a & b; wait", ["a", "b", "wait"]),
    ("echo a \\\n  b", ["echo"]),
    ("./node_modules/.bin/tsc.cmd -p .", ["tsc"]),
    ("C:\\\\tools\\\\jq.exe .", ["jq"]),
    ("", []),
    ("&&", []),
    ("# only a comment", []),
    ("()", []),
]
WRAPPED = [
    (
        "env A=1 B=2 python3.11 -m mypy .",
        "mypy",
        ("env", "python3.11", "-m"),
        ["A=1", "B=2"],
        ["."],
    ),
    ("timeout -k 5 30 npm test", "npm", ("timeout", "-k", "5", "30"), [], ["test"]),
    (
        "sudo -u postgres psql -c 'select 1'",
        "psql",
        ("sudo", "-u", "postgres"),
        [],
        ["-c", "select 1"],
    ),
    ("npx --yes -p typescript tsc", "tsc", ("npx", "--yes", "-p", "typescript"), [], []),
    ("pnpm exec eslint .", "eslint", ("pnpm", "exec"), [], ["."]),
    ("npm exec -- eslint .", "eslint", ("npm", "exec", "--"), [], ["."]),
    ("uv run --with rich pytest -q", "pytest", ("uv", "run", "--with", "rich"), [], ["-q"]),
    ("poetry run python -m pytest", "pytest", ("poetry", "run", "python", "-m"), [], []),
    ("bundle exec rspec", "rspec", ("bundle", "exec"), [], []),
    (
        "docker compose exec -T web pytest",
        "pytest",
        ("docker", "compose", "exec", "-T", "web"),
        [],
        [],
    ),
    ("xargs -n 1 grep foo", "grep", ("xargs", "-n", "1"), [], ["foo"]),
    ("time -p make", "make", ("time", "-p"), [], []),
    ("command -v node", "command", (), [], ["-v", "node"]),
    ("timeout 5", "timeout", (), [], ["5"]),
    ("uv run", "uv", (), [], ["run"]),
    ("python3 app.py", "python3", (), [], ["app.py"]),
    ("npm run build", "npm", (), [], ["run", "build"]),
    ("CI=1 npm test", "npm", (), ["CI=1"], ["test"]),
]


def test_programs_in_order():
    read = [(line, [call.program for call in calls(line)]) for line, _ in PROGRAMS]
    assert [row for row, expected in zip(read, PROGRAMS) if row != expected] == []


def test_wrappers_come_off():
    read = [(line, *parts(calls(line))) for line, *_ in WRAPPED]
    assert [row for row, expected in zip(read, WRAPPED) if row != expected] == []


def parts(calls_of_a_line):
    (call,) = calls_of_a_line
    return call.program, call.via, call.env, call.args


def test_operators_and_depth():
    found = calls("a && b | c || d; e & f $(g) \n (h)")
    assert [(call.program, call.op, call.depth) for call in found] == [
        ("a", "&&", 0),
        ("b", "|", 0),
        ("c", "||", 0),
        ("d", ";", 0),
        ("e", "&", 0),
        ("f", "\n", 0),
        ("g", "", 1),
        ("h", "", 1),
    ]


def test_a_group_hands_its_operator_to_its_last_command():
    assert [
        (call.program, call.op) for call in calls("(a; b) | c; for x in 1; do d; done || e")
    ] == [("a", ";"), ("b", "|"), ("c", ";"), ("d", "||"), ("e", "")]


def test_redirections_are_no_arguments():
    (call,) = calls("make all >out.log 2>&1 </dev/null")
    assert call.args == ["all"] and call.redirects == [
        (">", "out.log"),
        ("2>&", "1"),
        ("<", "/dev/null"),
    ]


def test_source_text_and_place():
    command = "cd x && echo 'a  b'  | cat"
    for call in calls(command):
        assert command[call.start : call.end] == call.raw


def test_quotes_and_escapes():
    (call,) = calls("""echo 'it''s' "a \\"b\\" $HOME" $'c\\'d' e\\ f""")
    assert call.args == ["its", 'a "b" $HOME', "c\\'d", "e f"]


def test_text_beyond_the_limit_is_not_read():
    assert len(calls("a;" * LONGEST)) <= LONGEST // 2


def test_survives_anything():
    survives(
        calls,
        [
            "$(<<a\n",
            '"$(',
            "`",
            "${",
            "bash -c '",
            'bash -c "',
            "eval ",
            "x=1 ",
            "a;",
            "(a",
            "a)",
            "sudo ",
            "env a=1 ",
            "<(a ",
            "case a in b) ",
            "cd a && ",
            "cd a;",
        ],
        size=1 << 15,
    )


PLAIN_LINES = ["make", " make  dist ", "A=1 npm run build:all -- --x=y", "ls -la src/a.b", "cd /x"]
PLAIN_LINES += ["a@b:c%d,e+f", "2 3", "-", "=", "x" * 5000]


def test_a_plain_command_is_taken_apart_the_short_way_with_the_same_result(monkeypatch):
    def read():
        return [
            [(t.kind, t.text, t.start, t.end, t.quoted, list(t.inner)) for t in lexer.tokens(line)]
            for line in PLAIN_LINES
        ]

    short = read()
    monkeypatch.setattr(lexer, "SIMPLE", frozenset())
    assert short == read()


LOOKS = """
npm run | yarn run | just | just --list | make -qp | make -n all | rake -T | ./gradlew tasks | task -l | git | kubectl | npm --version | foo --help
git status | git log --oneline -5 | git diff HEAD~1 -M | git branch | git branch -a | git stash list | git remote -v | git config user.name
git config --get core.editor | cat x | ls *.md 2>/dev/null | ls > /dev/null 2>&1 | find . -name x | sed -n 1,3p f | sort f | jq . f | echo hi
docker ps -a | kubectl -n a get pods | gh pr view 3 | gh run list | npm ls x | pip show x | cargo tree | terraform state list | docker compose logs web
aws ec2 describe-instances | curl -s http://x | curl -s http://x -o /dev/null | psql -c 'select 1' | python3 --version | python -c 'print(1)'
ssh h 'cat x' | npm config get registry | gh api repos/x | xargs grep x | sudo cat f | which node | command -v node | test -f x | exit 1
"""
ACTS = """
npm run build | yarn | make | make all | just build | mix | bundle | git push | git branch x | git branch -D x | git tag v1 | git tag -a v1 -m x
git stash | git config user.name x | git checkout -- f | git worktree add ../x | git remote add x y | git submodule update | git diff --output=f
cat x > y | echo a >> f | sed -i s/a/b/ f | sed -ni p f | sed 's/a/b/w f' f | tee f | find . -delete | find . -exec rm {} + | fd x -x rm
sort -o f f | awk '{print > "f"}' x | curl -X POST u | curl -o f u | curl -O u | curl -d a u | wget u | psql -c 'delete from x' | psql -f x.sql
python app.py | python -c 'import os; os.remove("x")' | npm install | npm audit fix | npm config set a b | npm test list | npm version patch
kubectl apply -f x | kubectl delete pod x | docker run x ls | docker compose up | terraform apply | terraform get | xargs rm | sudo rm f | ssh h rm x
gh pr create -t list | gh api -X POST x | gh api x -f a=b | go get x | date -s x | hostname x | export A=1 | A=1 | source f | unknown-program
"""


def rows(table):
    return [part.strip() for line in table.strip().split("\n") for part in line.split(" | ")]


def test_what_only_lists_or_looks():
    wrong = [line for line in rows(LOOKS) if not only_looks(line)]
    assert wrong == []


def test_what_may_change_something():
    joined = [
        "",
        "ls; rm f",
        "cat x | tee f",
        "echo $(rm f)",
        "cat <<E > f\nx\nE",
        "git status && make",
    ]
    wrong = [line for line in rows(ACTS) + joined if only_looks(line)]
    assert wrong == []


def test_every_option_that_changes_something_is_noticed():
    wrong = [
        f"{program} {option} x"
        for program, options in programs("changing").items()
        for option in options
        if option != "." and only_looks(f"{program} {option} x")
    ]
    assert wrong == []


def test_the_cheap_answer_never_says_more_than_the_full_one():
    options = sorted({word for words in programs("changing").values() for word in words} - {"."})
    tails = [
        "",
        "x",
        "a/b.py",
        "--help",
        "-la src",
        "- -",
        *options,
        *(f"x {o} y" for o in options),
    ]
    lines = [f"{program} {tail}".strip() for program in sorted(LOOKERS) for tail in tails]
    lines += [*sorted(GIT_LOOKS), *rows(LOOKS), *rows(ACTS)]
    assert [line for line in lines if is_plainly_read_only(line) and not only_looks(line)] == []
    assert all(is_plainly_read_only(line) for line in ("ls -la src", "git status", "cat a.txt"))


SAME = """
npm test = npm test 2>&1 | tail -5
cd x && make = make
pytest -q a = pytest a -v
timeout 5 npm t = npm t
git commit -m a = git commit -m b
npm install && npm test = npm test
cat f = cat f | head -3
"""
OTHER = """
npm test = npm run build
pytest a = pytest b
A=1 make = make
sudo make install = make install
make > f = make > g
ls = make
"""
JOB = """
cat -A f = cat -vet f
rtk bun run test = bun run test
npm run build = yarn build
pip install x = uv pip install x
git push = git push -u origin HEAD
python3 -m pytest a = pytest a
docker-compose up = docker compose up
npm test -- --x = npm test
sed -i s/a/b/ f = gsed -i s/a/b/ f
python x.py = python3 x.py
make build = just build
npx tsc --noEmit = tsc --noEmit
"""
OTHER_JOB = """
npm test = npm run build
git commit = git push
cat a = cat b
npm install a = npm install b
docker run a = docker build a
git push = ls
"""


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("psql <<A\nselect 1\nA", "psql <<'B'\nselect 1\nB", True),
        ("psql <<A\nselect 1\nA", "psql  <<A\nselect 1\nA\n", True),
        ("psql <<A\nselect 1\nA", "psql <<A\nselect 2\nA", False),
        ("psql <<< 'select 1'", "psql <<< 'select 2'", False),
        ("git commit -F - <<A\none\nA", "git commit -F - <<A\ntwo\nA", True),
        (f"psql <<A\n{'x' * 1000}1\nA", f"psql <<A\n{'x' * 1000}2\nA", True),
        ("psql <<A <<B\none\nA\ntwo\nB", "psql <<A <<B\none\nA\nthree\nB", False),
    ],
)
def test_the_text_of_a_here_document_belongs_to_its_command(one, other, same):
    assert same_command(one, other) is same


@pytest.mark.parametrize(
    "relation, table, expected",
    [
        (same_command, SAME, True),
        (same_command, OTHER, False),
        (same_job, JOB, True),
        (same_job, OTHER_JOB, False),
    ],
    ids=["same command", "another command", "same job", "another job"],
)
def test_two_commands(relation, table, expected):
    pairs = [row.split(" = ") for row in table.strip().split("\n")]
    assert [(a, b) for a, b in pairs if relation(a, b) is not expected] == []
    assert [(a, b) for a, b in pairs if relation(b, a) is not expected] == [], "either way round"


@pytest.mark.parametrize(
    "line, expected",
    [
        ("cd a && npm run build", ("npm", "build")),
        ("sudo git -C x push", ("git", "push")),
        ("export A=1; make", ("make", "")),
        ("", ("", "")),
    ],
)
def test_program_and_verb(line, expected):
    assert words(line) == expected


def test_the_table_has_one_row_a_fact():
    kinds = {kind: programs(kind) for kind in KINDS}
    assert not set(kinds["look"]) & set(kinds["relay"]), "a program of one kind only"
    assert all(words for program, words in kinds["changing"].items()), "a row without words"


def test_hostile_lines_take_linear_time():
    survives(only_looks, ["a | ", "git log ", "-x "], size=1 << 15)
    survives(lambda text: same_job(text, text[1:]), ["a | ", "npm x "], size=1 << 15)


def test_of_very_many_calls_the_first_and_the_last_are_kept():
    found = calls("head; " + "a; " * 5000 + "tail")
    assert len(found) == MOST and (found[0].program, found[99].program) == ("head", "a")
    found = calls("; ".join(f"c{n}" for n in range(400)))
    assert [call.program for call in (found[0], found[-1])] == ["c0", "c399"]


@pytest.mark.parametrize(
    "line, shown",
    [
        ("make test", True),
        ("make test | tail -5", True),
        ("make test 2>&1 | head -40", True),
        ("make test | grep -c error", False),
        ("make test || true", False),
        ("make test; echo done", False),
        ('git commit -m "$(cat note)" && git status', True),
    ],
)
def test_what_passes_shows_its_end(line, shown):
    assert shows_its_end(calls(line), 0, line) is shown
