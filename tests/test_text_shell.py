"""Command lines taken apart: who runs, behind what, with which words, joined how."""

from __future__ import annotations

import pytest
from hostile import survives

from reflexion.text import shell_words
from reflexion.text.shell import LONGEST, calls

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


@pytest.mark.parametrize("command, programs", PROGRAMS, ids=lambda value: str(value)[:40])
def test_programs_in_order(command, programs):
    assert [call.program for call in calls(command)] == programs


@pytest.mark.parametrize(
    "command, program, via, env, args", WRAPPED, ids=lambda value: str(value)[:30]
)
def test_wrappers_come_off(command, program, via, env, args):
    (call,) = calls(command)
    assert (call.program, call.via, call.env, call.args) == (program, via, env, args)


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
    )


@pytest.mark.parametrize(
    "command",
    [
        "",
        " ",
        "make",
        " make  dist ",
        "A=1 npm run build:all -- --x=y",
        "ls -la src/a.b",
        "cd /x",
        "a@b:c%d,e+f",
        "2 3",
        "-",
        "=",
        "x" * 5000,
    ],
)
def test_a_plain_command_is_taken_apart_the_short_way_with_the_same_result(command, monkeypatch):
    def parts():
        return [
            (one.kind, one.text, one.start, one.end, one.quoted, list(one.inner), one.target)
            for one in shell_words.tokens(command)
        ]

    short = parts()
    monkeypatch.setattr(shell_words, "SIMPLE", frozenset())
    assert short == (parts() if command else [])
