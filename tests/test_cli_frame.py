"""The frame of the commands: help, unknown words, interrupts, closed pipes, bugs."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT

from reflexion.cli.help import topics
from reflexion.cli.output import Stop, print_paged
from reflexion.cli.parser import argument, commands, find

COMMANDS = sorted(row.name for row in commands() if row.group)
START = ["init", "status", "list", "show", "add", "review", "doctor", "config"]


def test_overview(cli):
    for out in (cli(), cli("--help"), cli("help")):
        lines = out.splitlines()
        explained = [line.split()[0] for line in lines[3:11]]
        assert explained == START and max(map(len, lines)) <= 80
        rows = [line for line in lines if line.startswith("  ") and line[2:3].strip()]
        assert {*COMMANDS} <= {row.split()[0] for row in rows if len(row) > 20}
        assert [topic for topic in topics() if topic not in out.split()] == []
    assert cli("--version").startswith("reflexion 0")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each(cli, command):
    out = cli(command, "--help")
    assert f"usage: reflexion {command}" in out and "examples" in out.lower(), out
    assert "reflexion " in out.partition("examples:")[2] and len(out.splitlines()) < 60
    assert cli("help", command) == out


def test_summaries_are_one_line():
    rows = commands()
    bad = [row.name for row in rows if len(row.summary) > 76 or row.summary[-1] == "."]
    assert bad == [] and all(row.summary[0].islower() for row in rows)
    names = [name for row in rows for name in row.names]
    assert len(names) == len(set(names)) and not set(names) & set(topics())


def test_every_target_is_there():
    missing = []
    for row in commands():
        if row.stands_for:
            assert find(row.stands_for[0]), row.name
            continue
        module = import_module(f"reflexion.cli.{row.module}")
        if not callable(getattr(module, row.function, None)):
            missing.append(f"{row.module}.{row.function}")
    assert missing == []


@pytest.mark.parametrize(
    "spec, flags, expected",
    [
        ("--json", ["--json"], {"action": "store_true"}),
        ("-n, --limit N", ["-n", "--limit"], {"type": int, "default": 0}),
        ("--type TYPE{a,b}", ["--type"], {"choices": ("a", "b")}),
        ("--demote ID+", ["--demote"], {"action": "append", "default": []}),
        ("--failed [NOTE]", ["--failed"], {"nargs": "?", "const": "", "default": None}),
        ("--global", ["--global"], {"dest": "everywhere"}),
        ("ID", ["id"], {"metavar": "ID"}),
        ("ID...", ["id"], {"nargs": "+"}),
        ("[ID...]", ["id"], {"nargs": "*"}),
        ("[ACTION]{x,y}", ["action"], {"nargs": "?", "choices": ("x", "y")}),
    ],
)
def test_arguments_of_the_table(spec, flags, expected):
    names, options = argument(spec, "100 % of it")
    assert names == flags and expected.items() <= options.items()
    assert options["help"] == "100 %% of it"


@pytest.mark.parametrize("other, name", [("ls", "list"), ("search", "list"), ("rm", "remove")])
def test_other_names(cli, other, name):
    assert cli(other, "--help") == cli(name, "--help")


def test_help_on_a_page_of_the_manual(cli):
    for topic in topics():
        assert cli("help", topic).startswith("# ")
    cli("help", "setings", status=1)
    assert "did you mean `settings`?" in cli.err


def test_unknown_words(cli):
    cli("frobnicate", status=2)
    assert "there is no command 'frobnicate'" in cli.err
    cli("list", "--unresolvd", status=2)
    assert "(did you mean `--unresolved`?)" in cli.err


@pytest.mark.parametrize(
    "argv, words",
    [
        (("statsu",), "(did you mean `status`?)"),
        (("resolve",), "required: ID, TEXT; `reflexion resolve --help` says more"),
        (("list", "--type", "x"), "invalid choice: 'x'"),
        (("status", "more"), "unrecognized arguments: more"),
    ],
)
def test_usage_is_one_line(cli, argv, words):
    cli(*argv, status=2)
    assert words in cli.err and cli.err.strip().count("\n") == 0


@pytest.mark.parametrize(
    "error, status, words",
    [
        (
            OSError(28, "No space left on device"),
            1,
            "the output: No space left on device; make room",
        ),
        (Stop("this; do that"), 1, "reflexion: this; do that\n"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (
            PermissionError(13, "Permission denied", "/x/y"),
            1,
            "/x/y: Permission denied; check that",
        ),
        (ValueError("odd"), 1, "list failed unexpectedly (ValueError: odd); REFLEXION_DEBUG=1"),
    ],
)
def test_what_goes_wrong_is_one_line(cli, monkeypatch, error, status, words):

    def boom(context):
        raise error

    monkeypatch.setattr("reflexion.cli.list.listed", boom)
    cli("list", status=status)
    assert words in cli.err and "Traceback" not in cli.err and cli.err.strip().count("\n") == 0


def test_a_bug_can_be_looked_at(cli, monkeypatch):

    monkeypatch.setattr("reflexion.cli.list.listed", lambda context: 1 / 0)
    monkeypatch.setenv("REFLEXION_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli("list")


def in_a_shell(box, words: str) -> subprocess.CompletedProcess:
    return box.run(["sh", "-c", f'"{sys.executable}" -m reflexion {words}'], PYTHONPATH=str(ROOT))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_closed_pipe_is_no_error(box):
    for n in range(400):
        folder = box.root / ".reflexion" / "entries"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"RFX-20260301-{n:06x}.json").write_text(f'{{"trigger": "{"x" * 190}"}}')
    done = in_a_shell(box, "list | head -1")
    assert done.stdout.startswith("RFX-") and done.stderr == ""


WAITS = "reflexion: 1 learning(s) came from somebody else and are silent until `reflexion trust`\n"


def test_a_console_without_our_letters(box):
    (box.root / ".reflexion" / "entries").mkdir(parents=True)
    (box.root / ".reflexion" / "entries" / "RFX-20260301-abcdef.json").write_text(
        '{"trigger": "\\u4f60\\u597d", "occurrences": 2}'
    )
    for argv in (
        ["list"],
        ["status"],
        ["show", "abc"],
        ["list", "--json"],
        ["--help"],
        ["doctor", "--quick"],
    ):
        done = box.reflexion(*argv, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert (
            done.returncode in (0, 1)
            and not done.stderr.replace(WAITS, "")
            and done.stdout.isascii()
            and done.stdout
        )


def test_hooks_by_name(box):
    """A host may call `reflexion capture` instead of the script."""
    done = box.reflexion("capture", stdin=b'{"hook_event_name": "Nothing"}')
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "nothing qualifies" in box.reflexion("promote", stdin=b"").stdout


def test_the_pager_gets_long_output(cli, monkeypatch, tmp_path):
    calls = []
    monkeypatch.setenv("PAGER", "less -R")
    monkeypatch.setattr("reflexion.status.terminal.is_terminal", lambda stream: True)
    monkeypatch.setattr(
        "subprocess.run", lambda command, **more: calls.append((command, more["input"]))
    )
    print_paged(["x"] * 500)
    print_paged(["x"])
    assert calls == [(["less", "-R"], b"x\n" * 500)]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    "words, status, closed",
    [
        *(("list --json", 0, closed) for closed in (">&-", "2>&-", "<&-")),
        *(("show none", 1, closed) for closed in (">&-", "2>&-", "<&-")),
        ("--help", 0, ">&- 2>&-"),
        ("list --json", 0, ">&- 2>&-"),
        ("status", 0, ">&- 2>&-"),
        ("show none", 1, ">&- 2>&-"),
        ("nonsense", 2, ">&- 2>&-"),
    ],
)
def test_nobody_listens(box, words, status, closed):
    (box.root / ".reflexion" / "entries").mkdir(parents=True, exist_ok=True)
    done = in_a_shell(box, f"{words} {closed}")
    assert (
        done.returncode == status
        and "Traceback" not in done.stderr
        and "unexpectedly" not in done.stderr
    ), done


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_an_overview_that_nobody_reads(box):
    done = subprocess.run(
        [sys.executable, "-u", "-m", "reflexion"],
        cwd=box.root,
        env=box.environ(PYTHONPATH=str(ROOT)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=30,
    )
    assert done.returncode == 0
    line = f'"{sys.executable}" -u -m reflexion --help | true'
    done = subprocess.run(
        line,
        shell=True,
        cwd=box.root,
        env=box.environ(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.stderr == ""


def test_a_python_that_is_too_old_is_told_so(tmp_path):
    """What such a Python reads before the word about it must be plain: no annotations from the future, nothing of the package."""
    source = (ROOT / "reflexion" / "__main__.py").read_text(encoding="utf-8")
    assert "__future__" not in source and source.index("version_info") < source.index(
        "from reflexion"
    )
    old = source.replace("import sys\n", "import sys\nsys.version_info = (3, 6, 15)\n", 1)
    (tmp_path / "old.py").write_text(old)
    done = subprocess.run(
        [sys.executable, tmp_path / "old.py", "demo"], capture_output=True, text=True
    )
    assert (
        done.returncode == 1
        and done.stderr.startswith("reflexion: this is Python 3.6 (")
        and done.stderr.count("\n") == 1
    )
