"""Did a command fail, which line says so, and is it the project's own code?"""

import pytest
from case_files import load, rows
from hostile import survives

from reflexion.detect.failures import judge

FAILING = load("failing.txt")
HIDDEN = load("hidden.txt")
HARMLESS = load("harmless.txt")
PIPED = [case for case in FAILING if "\n" not in case.command and " && " not in case.command]
BREAKING = ["Traceback (most recent call last):\n", "FAIL a\n", "error: ", "exit: 1\n", "E   a\n"]
BREAKING += ["npm error ", "--- FAIL: a\n", "Failure/Error: ", "* What went wrong:\n", "1 errors "]
BREAKING += [
    "12 | ",
    "0 fail\n",
    "\u25cf a\n\n",
    "  at a\n",
    "a | b\n",
    "#1 0.1 ",
    "a:1:1",
    "  File a\n",
]
BREAKING += ["Traceback (most recent call last):\n  File a\n\n"]
COMMANDS = ["a;", "a | b\n", "a || ", "ssh h ", "$(", "(a && "]


def quoted(verdict):
    """Return the quoted line as an entry holds it."""
    return " ".join(verdict.line.split())[:200]


@pytest.mark.parametrize("case", FAILING + HIDDEN, ids=repr)
def test_a_failure_is_quoted_by_the_line_a_person_would_name(case):
    verdict = judge(case.command, case.status, case.output)
    assert verdict.failed and case.text in quoted(verdict)
    assert verdict.own_code is case.own_code


@pytest.mark.parametrize("case", HARMLESS, ids=repr)
def test_what_did_not_fail_is_left_out(case):
    verdict = judge(case.command, case.status, case.output)
    assert not (verdict.failed and verdict.line)


@pytest.mark.parametrize("status, command, miss", rows("answers.tsv"))
def test_a_status_that_only_answers_a_question(status, command, miss):
    assert not judge(command, int(status), "").failed
    assert judge(miss, int(status), "").failed


def test_most_failures_are_seen_behind_a_pipe_too():
    seen = [judge(f"({case.command}) 2>&1 | tail -60", 0, case.output) for case in PIPED]
    assert sum(verdict.failed for verdict in seen) > 0.9 * len(PIPED) > 50


@pytest.mark.parametrize(
    "command, status, output, failed",
    [
        ("npm test", 130, "Error: x", False),
        ("npm test", 143, "", False),
        ("npm test", 143, "Error: x", True),
        ("timeout 5 npm test", 124, "", False),
        ("npm test", 124, "command timed out after 10 s", False),
        ("npm test", 124, "", True),
        ("npm test", 1, "command timed out after 10 s", True),
        ("yes | head", 141, "y", False),
        ("npx tsc", None, "a.ts(1,1): error TS1: x", False),
        ("ls", None, "README.md", False),
        ("./run", 1, "", True),
        ("", 1, "File has not been read yet.", True),
        ("", 0, "Error: x", False),
    ],
)
def test_how_a_command_ended(command, status, output, failed):
    assert judge(command, status, output).failed is failed


def test_an_interrupted_call_has_not_failed():
    assert not judge("npm test", 1, "Error: x", interrupted=True).failed


def test_a_failure_before_a_search_without_a_match_is_seen():
    output = 'npm error Missing script: "biuld"\n'
    assert judge("npm run biuld 2>&1 | cat; test -f a.txt", 1, output).failed
    assert not judge("npm run build 2>&1 | cat; test -f a.txt", 1, "built\n").failed


@pytest.mark.parametrize(
    "command, line, call",
    [
        ("cd api && FOO=1 npx tsc -p .", "a.ts(1,1): error TS1005: x", "FOO=1 npx tsc -p ."),
        ("cd src && go build ./...", "bash: line 1: cd: src: No such file or directory", "cd src"),
        ("cat a > out/a.go; rm a", "bash: line 1: out/a.go: Is a directory", "cat a > out/a.go"),
        ("jq . a.json && make", "zsh:1: command not found: jq", "jq . a.json"),
        (
            "git add a.py b.py && git commit -m x",
            "fatal: pathspec 'b.py' did not match",
            "git add a.py b.py",
        ),
        ("cp src/a.py lib && make", "cp: cannot stat 'src/a.py': No such file", "cp src/a.py lib"),
        ("make a && cat b", "make: *** [a] Error 1", "make a"),
        ("", "File has not been read yet.", ""),
    ],
)
def test_which_call_an_error_is_blamed_on(command, line, call):
    assert judge(command, 1, line).call == call


@pytest.mark.parametrize(
    "command, line, own_code",
    [
        ("pytest", "E   assert 1 == 2", True),
        ("pytest", "E   ModuleNotFoundError: No module named 'yaml'", False),
        ("npm test", "AssertionError: expected 1 to equal 2", True),
        ("npx tsc", "a.ts(1,1): error TS2307: Cannot find module 'luxon'.", False),
        ("npx tsc --noEmti", "error TS5023: Unknown compiler option '--noEmti'.", False),
        ("pytest tests/gone.py", "ERROR: file or directory not found: tests/gone.py", False),
        ("git push", "error: failed to push some refs", False),
        ("npx tsc", "a.ts(1,1): error TS2307: Cannot find module './zoo'.", True),
        ("cargo check", "error[E0603]: module `zoo` is private\n  --> src/main.rs:2:5", True),
        ("cargo check", "error: linker `cc` not found", False),
        ("git commit -m x", "On branch main\nnothing to commit, working tree clean", True),
    ],
)
def test_the_projects_own_code_is_told_from_its_surroundings(command, line, own_code):
    assert judge(command, 1, line).own_code is own_code


@pytest.mark.parametrize(
    "command, output, is_slip",
    [
        ("gti status", "bash: gti: command not found", True),
        ("dokcer ps", "zsh: command not found: dokcer", True),
        ("pyton a.py", "sh: 1: pyton: not found", True),
        ("npm run biuld", 'npm error Missing script: "biuld"\nDid you mean this?\n build', True),
        ("git swotch x", "git: 'swotch' is no command.\nThe most similar one is\n\tswitch", True),
        ("npm run build", 'npm error Missing script: "build"\nDid you mean builds?', False),
        ("npm run check", 'npm error Missing script: "check"\nDid you mean lint?', False),
        ("gsed -i x", "bash: gsed: command not found", False),
        ("pip install x", "bash: pip: command not found", False),
        ("tslint .", "bash: tslint: command not found", False),
        ("deploy form.md", "deploy: form.md: no such page\nhere: farm.md", False),
    ],
)
def test_a_word_that_was_mistyped_is_nothing_to_learn_from(command, output, is_slip):
    assert judge(command, 127, output).own_code is is_slip


@pytest.mark.parametrize(
    "output, failed",
    [
        ("bash: line 1: cd: apps/api: No such file or directory", True),
        ("(eval):cd:1: no such file or directory: apps/api", True),
        ("cd: no such file or directory: apps/api", True),
        ("", False),
        ("src/a.py:7:cd apps", False),
    ],
)
def test_a_search_in_a_folder_that_could_not_be_entered_has_failed(output, failed):
    verdict = judge("cd apps/api && grep -rn todo src", 1, output)
    assert (verdict.failed, verdict.call) == (failed, "cd apps/api" if failed else "")


def test_a_file_that_is_not_there_in_front_of_a_search_is_a_look():
    output = "cat: a.txt: No such file or directory"
    assert not judge("cat a.txt && grep x b.txt", 1, output).failed


def test_without_words_of_an_error_the_failing_program_is_quoted():
    command = "git push origin w/topic && ship to staging"
    says = "ship: you hold no lane of staging (ship hold staging)"
    verdict = judge(command, 1, f"9c41d2f passed in lane deep\n{says}")
    assert (verdict.line, verdict.call) == (says, "ship to staging")
    verdict = judge(command, 1, f"ship: reading the lanes\nerror: {says}")
    assert verdict.line == f"error: {says}"


def test_a_status_above_zero_without_a_word_is_a_failure_without_a_line():
    verdict = judge("make", 2, "\n \n")
    assert verdict.failed and verdict.line == ""


def test_any_output_is_judged():
    survives(lambda text: judge("make", 1, text), BREAKING, size=1 << 14)
    survives(lambda text: judge("make | tail; echo exit: $?", 0, text), BREAKING, size=1 << 14)


def test_any_command_is_judged():
    output = "error: x\n" * 200
    survives(lambda text: judge(text, 1, output), COMMANDS, size=1 << 12, pieces=())
