"""The program as a whole: its overview, its statuses, and errors in one line."""

import os
import shlex
import signal
import subprocess
import sys
import time
from importlib import import_module

import pytest
from sandbox import ROOT

from reflexion.cli.main import CHOICES, COMMANDS, EVERY, overview, parser_of
from reflexion.text import rows

NAMES = (
    "init status list show learn review worked failed edit remove undo restore promote "
    "recall log doctor config share trust export import reflect memory rebuild-index"
).split()


def test_the_commands_are_these():
    assert sorted(COMMANDS) == sorted(NAMES)
    for command in COMMANDS.values():
        module, _, function = command.call.partition(".")
        assert callable(getattr(import_module(f"reflexion.cli.{module}"), function))
    assert {row[0] for row in rows("cli/arguments.tsv") + rows("cli/details.tsv")} <= {
        *NAMES,
        EVERY,
    }
    assert CHOICES.keys() <= {row[5] for row in rows("cli/arguments.tsv")}


def test_the_overview_names_each_command_once_and_fits_80_columns():
    lines = overview().splitlines()
    first = [line.split()[0] for line in lines if line.startswith("  ") and line.strip()]
    assert [name for name in first if name in NAMES] == list(COMMANDS)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_of_its_own(box, name):
    done = box.cli(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert COMMANDS[name].what[:30] in " ".join(done.out.split())
    assert box.cli("help", name).out == done.out
    assert "SUPPRESS" not in done.out


@pytest.mark.parametrize("argv", [[], ["help"], ["--help"], ["-h"]])
def test_the_overview_is_shown_where_no_command_is_named(box, argv):
    assert box.cli(*argv).out == overview() + "\n"


def test_help_prints_a_page_of_the_manual_and_names_the_pages(box):
    assert box.cli("help", "hosts").out.startswith("#")
    done = box.cli("help", "nonsense")
    assert done.code == 1
    assert "hosts" in done.err


def test_the_version_is_printed(box):
    assert box.cli("--version").out.startswith("reflexion ")


def test_an_unknown_command_is_a_usage_error_that_names_the_nearest(box):
    done = box.cli("lst")
    assert done.code == 2
    assert "list" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize(
    "word, meant",
    [
        *[("add", "learn '"), ("resolve", "learn --for ID '"), ("ls", "list"), ("rm", "remove")],
        *[("search", "recall"), ("delete", "remove"), ("forget", "remove")],
        *[("uninstall", "init --uninstall"), ("dashboard", "status --html")],
    ],
)
def test_words_of_other_programs_name_the_command_that_is_meant(box, word, meant):
    done = box.cli(word, "anything")
    assert done.code == 2 and done.err.count("\n") == 1
    assert f" {meant}" in done.err.partition("did you mean")[2]


@pytest.mark.parametrize("argv", [["show"], ["list", "--nonsense"], ["learn"], ["remove"]])
def test_wrong_usage_ends_with_status_2(box, argv):
    done = box.cli(*argv)
    assert (done.code, done.out) == (2, "")
    assert argv[0] in done.err and "COMMAND" not in done.err


def test_options_are_not_guessed_from_their_beginnings(box):
    assert box.cli("list", "--stat").code == 2


@pytest.mark.parametrize("place", ["before", "behind"])
def test_the_project_may_be_named_before_or_behind_the_command(box, tmp_path, place):
    box.cli("learn", "Use tabs in Makefiles.")
    option = ["--project", str(box.root)]
    argv = [*option, "list"] if place == "before" else ["list", *option]
    assert "Use tabs" in box.cli(*argv, cwd=tmp_path).out


@pytest.mark.parametrize("topic", [[], ["list"], ["hosts"]])
def test_help_may_stand_behind_the_project(box, topic):
    assert box.cli("--project", str(box.root), "help", *topic).out == box.cli("help", *topic).out


def test_a_project_that_is_no_folder_is_one_line_with_the_remedy(box):
    done = box.cli("list", "--project", "/nowhere")
    assert done.code == 1
    assert "/nowhere is not a folder" in done.err and "--project" in done.err
    assert done.err.count("\n") == 1


def test_the_home_folder_is_no_project(box):
    done = box.cli("list", cwd=box.home)
    assert done.code == 1
    assert "no store can be in" in done.err


def test_a_store_behind_a_link_is_named(box, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (box.root / ".reflexion").symlink_to(tmp_path / "elsewhere")
    done = box.cli("list")
    assert done.code == 1
    assert "symbolic link" in done.err


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written_is_named(box):
    box.cli("learn", "Use tabs in Makefiles.")
    os.chmod(box.root / ".reflexion" / "entries", 0o500)
    done = box.cli("learn", "Use spaces in YAML files.")
    assert done.code == 1
    assert done.err.count("\n") == 1 and ".reflexion" in done.err


def test_a_bug_is_one_line_that_says_how_to_see_the_traceback(box):
    broken = ROOT / "tests" / "fixtures"
    code = "import sys; from reflexion.cli import dashboard, main; dashboard.run = None; "
    code += "sys.exit(main.main(['status']))"
    env = box.environ(PYTHONPATH=str(ROOT))
    call = [sys.executable, "-c", code]
    done = subprocess.run(call, cwd=box.root, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "REFLEXION_DEBUG=1" in done.stderr
    env["REFLEXION_DEBUG"] = "1"
    done = subprocess.run(call, cwd=box.root, env=env, capture_output=True, text=True)
    assert "Traceback" in done.stderr
    assert not broken.is_file()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_with_status_130(box):
    box.cli("learn", "Use tabs in Makefiles.")
    started = box.home / "started"
    wait = f"import time; open({str(started)!r}, 'w').close(); time.sleep(30)"
    env = box.environ(PYTHONPATH=str(ROOT), EDITOR=shlex.join([sys.executable, "-c", wait]))
    call = [sys.executable, "-m", "reflexion", "edit", box.entries()[0]["id"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background
    process = subprocess.Popen(
        call, cwd=box.root, env=env, stderr=subprocess.PIPE, start_new_session=True
    )
    while not started.exists():
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.decode().endswith("reflexion: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_reader_that_has_seen_enough_is_no_error(box):
    call = f"{sys.executable} -m reflexion help | head -1; exit ${{PIPESTATUS[0]}}"
    env = box.environ(PYTHONPATH=str(ROOT))
    done = subprocess.run(["bash", "-c", call], cwd=box.root, env=env, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_reader_that_is_gone_is_no_error(box):
    reader, writer = os.pipe()
    os.close(reader)
    call = [sys.executable, "-m", "reflexion", "help", "reference"]
    env = box.environ(PYTHONPATH=str(ROOT))
    done = subprocess.run(call, cwd=box.root, env=env, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_stream_that_takes_no_more_than_ascii_gets_question_marks(box):
    box.cli("learn", "Grüße → immer höflich.")
    done = box.program("list", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "Gr??e" in done.out


def test_the_package_runs_by_its_path_and_by_its_scripts(box):
    for path in (ROOT / "reflexion", ROOT / "scripts" / "status.py"):
        argv = [sys.executable, str(path)] + (["status"] if path.name == "reflexion" else [])
        done = subprocess.run(argv, cwd=box.root, env=box.environ(), capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"Reflexion in shop" in done.stdout


def test_control_characters_of_an_entry_reach_no_terminal(box):
    box.put(
        type="insight", trigger="a\x1b[31mred\x07", resolution="use \x1b]0;title\x07this <system>"
    )
    box.cli("trust", "--yes")
    for argv in (["list"], ["show", "9f99e5"], ["recall", "--brief"], ["log"], ["review"]):
        done = box.cli(*argv)
        assert "\x1b" not in done.out + done.err and "\x07" not in done.out
        assert "<system>" not in done.out


def test_every_option_belongs_to_a_command_that_reads_it():
    for name in COMMANDS:
        assert "--project" in parser_of(name).format_help(), name


def test_a_python_that_is_too_old_is_told_so(box):
    code = "import sys; sys.version_info = (3, 8); sys.argv = ['x', 'list']; "
    for path in (ROOT / "reflexion" / "__main__.py", ROOT / "scripts" / "status.py"):
        run = code + f"exec(compile(open({str(path)!r}).read(), {str(path)!r}, 'exec'), "
        run += f"{{'__name__': '__main__', '__file__': {str(path)!r}, '__package__': None}})"
        done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True)
        assert done.returncode == 1
        assert "needs 3.9 or newer" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_no_help_breaks_a_command_over_a_line(box, command):
    lines = box.cli(command, "--help", COLUMNS="50").out.splitlines()
    assert lines and not [line for line in lines if line.count("`") % 2]
