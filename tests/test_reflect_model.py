"""A command of the person's reads a prompt and prints an answer."""

import os
import shlex
import sys
import time

import pytest

from reflexion.reflect.model import NoAnswer, ask


def python(code):
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def test_the_answer_is_what_the_command_prints():
    command = python("import sys; print(sys.stdin.read().upper())")
    assert ask(command, "häh", os.environ).strip() == "HÄH"


def test_the_command_runs_in_an_empty_folder_with_the_hooks_switched_off():
    code = "import os; print(os.listdir('.'), os.environ['REFLEXION_DISABLED'], os.getcwd())"
    names, disabled, folder = ask(python(code), "", os.environ).split()
    assert (names, disabled) == ("[]", "1")
    assert not os.path.exists(folder)


def test_a_command_that_fails_says_why():
    code = "import sys; print('no account', file=sys.stderr); sys.exit(3)"
    with pytest.raises(NoAnswer, match="status 3: no account"):
        ask(python(code), "", os.environ)


def test_a_command_that_is_not_there_is_named():
    with pytest.raises(NoAnswer, match="no-such-model"):
        ask("no-such-model -p", "", os.environ)


def test_a_command_without_an_end_is_ended_with_what_it_started(tmp_path):
    path = tmp_path / "alive"
    inner = f"import time; time.sleep(1); open({str(path)!r}, 'w').close()"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    with pytest.raises(NoAnswer, match=r"no answer within 0\.3 s"):
        ask(python(code), "", os.environ, seconds=0.3)
    time.sleep(1.2)
    assert not path.exists()


def test_an_endless_answer_is_cut():
    answer = ask(python("print('x' * 1_000_000)"), "", os.environ)
    assert len(answer) == 256 * 1024


@pytest.mark.parametrize("command", ["  ", "claude -p 'open"])
def test_what_is_no_command_line_is_refused(command):
    with pytest.raises(NoAnswer):
        ask(command, "", os.environ)
