"""Command lines taken apart: who runs, with which words, joined how."""

import pytest
from case_files import rows
from hostile import survives

from reflexion.shell import calls

COMMANDS = rows("commands.tsv")
BREAKING = ["$(<<a\n", '"$(', "`", "${", "bash -c '", 'bash -c "', "eval ", "x=1 ", "a;", "(a"]
BREAKING += ["a)", "sudo ", "env a=1 ", "<(a ", "case a in b) ", "cd a && ", "<<a <<b\n", "=("]
BREAKING += ["if ", "$'\\'", "ssh h "]


@pytest.mark.parametrize("line, programs, _", COMMANDS, ids=[row[0] for row in COMMANDS])
def test_the_programs_of_a_line_in_order(line, programs, _):
    assert " ".join(call.program for call in calls(line)) == programs


@pytest.mark.parametrize(
    "line, programs",
    [
        ("cat <<-'END' | wc -l\n\tdon't; stop\n\tEND\nls", ["cat", "wc", "ls"]),
        ("make a#b \\\n  c", ["make"]),
        ("cat <<EOF\nnever ended", ["cat", "never"]),
        ("cat <<<EOF\nls\nEOF", ["cat", "ls", "EOF"]),
    ],
)
def test_here_documents_and_joined_lines(line, programs):
    assert [call.program for call in calls(line)] == programs


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


@pytest.mark.parametrize(
    "line, operators",
    [
        ("(a; b) | c", [";", "|", ""]),
        ("a |& b", ["|", ""]),
        ("for x in 1; do d; done || e", ["||", ""]),
        ("case x in a) b;; esac; c", [";", ""]),
        ("bash -c 'a && b' | c", ["&&", "|", ""]),
    ],
)
def test_a_group_hands_its_operator_to_its_last_call(line, operators):
    assert [call.op for call in calls(line)] == operators


def test_redirections_are_no_arguments():
    (call,) = calls("make all >out.log 2>&1 </dev/null")
    assert call.args == ["all"]
    assert call.redirects == [(">", "out.log"), ("2>&", "1"), ("<", "/dev/null")]


@pytest.mark.parametrize(
    "line, args",
    [
        ("echo 'it''s'", ["its"]),
        ('echo "a \\"b\\" $HOME"', ['a "b" $HOME']),
        ("echo $'c\\'d'", ["c\\'d"]),
        ("echo e\\ f", ["e f"]),
        ('echo "a $(b "c d") e" f', ['a $(b "c d") e', "f"]),
        ("echo ${a:-b c} d", ["${a:-b c}", "d"]),
        ("echo ''", [""]),
        ("echo a>b", ["a"]),
        ("echo 'open", ["open"]),
        ('echo "open', ["open"]),
    ],
)
def test_words_are_unquoted(line, args):
    assert calls(line)[0].args == args


def test_the_source_of_a_call():
    found = calls("cd x && echo 'a  b'  $(date) | cat <<E\nbody\nE\n")
    assert [call.raw for call in found] == ["cd x", "echo 'a  b'  $(date)", "date", "cat <<E"]
    assert [call.is_inner for call in found] == [False, False, True, False]


def test_assignments_in_front_are_no_arguments():
    (call,) = calls("A=1 B+=2 make C=3")
    assert (call.program, call.args) == ("make", ["C=3"])


def test_a_call_within_bash_keeps_what_started_it():
    (call,) = calls("sudo bash -lc 'npx tsc'")
    assert call.via == ("sudo", "bash", "npx")


@pytest.mark.parametrize(
    "line, programs",
    [
        ("ssh -p 22 -v host 'cd x && make'", ["cd", "make"]),
        ("ssh host make a | tail", ["make", "tail"]),
        ("ssh a ssh b make", ["make"]),
        ("ssh host", ["ssh"]),
        ("ssh-add -l", ["ssh-add"]),
    ],
)
def test_what_ssh_runs_over_there_stands_in_its_place(line, programs):
    assert [call.program for call in calls(line)] == programs


def test_of_very_many_calls_the_first_and_the_last_are_kept():
    found = calls("head; " + "a; " * 5000 + "tail")
    assert 10 < len(found) < 1000
    assert (found[0].program, found[1].program, found[-1].program) == ("head", "a", "tail")


def test_scripts_are_followed_a_few_levels_deep():
    assert len(calls("a $(b $(c))")) == 3
    assert len(calls("a $(" * 50)) < 10


def test_any_text_is_read():
    survives(calls, BREAKING, size=1 << 11)


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
