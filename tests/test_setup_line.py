"""The command line of a hook: it runs for real here, and never ends in a refusal."""

import os
import subprocess
import sys

import pytest

from reflexion import hosts
from reflexion.setup.command import RANK
from reflexion.setup.line import (
    UNKNOWN,
    HookLine,
    hook_line,
    is_handled_elsewhere,
    read_line,
    windows_line,
)
from reflexion.setup.settings_file import script_of

SCRIPT = "import sys; print(sys.flags.isolated, sys.flags.no_site, sys.argv[1:], sys.stdin.read())"


def run(line, cwd, shell="/bin/sh", **environ):
    environ = {"PATH": os.environ["PATH"], **environ}
    words = [shell, "-c", line]
    done = subprocess.run(words, cwd=cwd, env=environ, input="in", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "it's here" / "hook.py"
    path.parent.mkdir()
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def quoted(path):
    return "'" + str(path).replace("'", "'\\''") + "'"


def test_the_script_is_run_alone_and_gets_what_the_hook_gets(script, tmp_path):
    line = hook_line("capture", [quoted(script), "capture"], sys.executable)
    assert run(line, tmp_path) == "1 1 ['capture'] in\n"


def test_a_missing_script_says_nothing_and_blocks_nothing(tmp_path):
    assert run(hook_line("capture", ["/gone.py"], sys.executable), tmp_path) == ""


def test_a_missing_interpreter_is_replaced_by_another_one(script, tmp_path):
    line = hook_line("capture", [quoted(script)], "/gone/python3")
    assert run(line, tmp_path) == "1 1 [] in\n"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/sh").symlink_to("/bin/sh")
    assert run(line, tmp_path, PATH=str(tmp_path / "bin")) == ""


def test_a_hook_runs_once_though_there_are_several_interpreters(script, tmp_path):
    script.write_text("print('ran')", encoding="utf-8")
    assert run(hook_line("recall", [quoted(script)], sys.executable), tmp_path) == "ran\n"


def test_what_a_hook_says_on_stderr_is_kept_from_the_host(script, tmp_path):
    script.write_text("import sys; sys.stderr.write('oops'); sys.exit(2)", encoding="utf-8")
    assert run(hook_line("recall", [quoted(script)], sys.executable), tmp_path) == ""


KNOWN = [
    (hook_line("capture", ["/x.py"]), "capture"),
    (hook_line("promote", ["'/my tools/x.py'"], "/usr/bin/python3"), "promote"),
    (hook_line("recall", ['"$HOME"/r/x.py'], first="git clone x; "), "recall"),
    ("python3 capture.py", ""),
    (": reflexion status; x", ""),
    (None, ""),
    (5, ""),
]


@pytest.mark.parametrize("command, script", KNOWN)
def test_our_commands_are_known_again(command, script):
    assert script_of(command) == script


def test_cmd_exe_gets_a_line_of_its_own():
    line = windows_line(["C:/my tools/capture.py"], "C:/Python/python.exe")
    assert line.startswith('if exist "C:/my tools/capture.py" ("C:/Python/python.exe" -I -S ')
    assert line.endswith("2>nul & exit /b 0")


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", None])
def test_settings_that_cannot_be_read_switch_no_hook_off(tmp_path, content):
    path = tmp_path / ".claude/settings.local.json"
    path.parent.mkdir()
    path.mkdir() if content is None else path.write_bytes(content)
    event = hosts.read({"hook_event_name": "Stop", "cwd": str(tmp_path)}, "capture")
    environ = {"HOME": str(tmp_path / "home"), RANK: "3"}
    assert not is_handled_elsewhere("capture", event, str(tmp_path), environ)


HOME = {"HOME": "/h", "X_DIR": "/p"}
SAID = [
    (hook_line("capture", ["/x.py"]), HookLine("", "/x.py", False)),
    (hook_line("recall", ["/x.py"], "/py", rank="3"), HookLine("3", "/x.py", False)),
    (hook_line("recall", ['"$HOME"/r/x.py']), HookLine("", "/h/r/x.py", False)),
    (hook_line("recall", ["\"$HOME\"'/r r/x.py'"]), HookLine("", "/h/r r/x.py", False)),
    (hook_line("promote", ['"$X_DIR"/t/x.py']), HookLine("", "/p/t/x.py", False)),
    (hook_line("recall", [quoted("/it's/x.py"), "recall"]), HookLine("", "/it's/x.py", False)),
    (hook_line("recall", ["/x.py"], first="git clone 'u'; "), HookLine("", "/x.py", True)),
    ("touch x; " + hook_line("capture", ["/x.py"]), UNKNOWN),
    (hook_line("capture", ["/x.py"]) + "\ntouch x", UNKNOWN),
    ("sh -c ': reflexion capture; touch x'", UNKNOWN),
    (": reflexion capture; python3 x.py", UNKNOWN),
]


@pytest.mark.parametrize("line, said", SAID)
def test_what_a_command_line_says_is_read_again(line, said):
    assert read_line(line, HOME) == said


@pytest.mark.parametrize("rank", ["", "x", "-1"])
def test_a_rank_that_is_none_gives_way_to_nobody(rank, tmp_path):
    event = hosts.read({"hook_event_name": "Stop", "host": "claude"})
    assert not is_handled_elsewhere("capture", event, str(tmp_path), {RANK: rank})
