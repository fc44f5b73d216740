"""The frame of the commands: what goes wrong is one line; closed pipes, bugs, old Pythons."""

from __future__ import annotations

import subprocess
import sys

import pytest
from cli_tools import cli  # noqa: F401
from sandbox import ROOT

from reflexion.cli.output import Stop


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


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_what_tells_what_it_does_goes_on_behind_a_closed_pipe(box):
    """Also where nothing is buffered, as in many containers."""
    in_a_shell(box, "init --host claude")
    assert (box.root / ".claude" / "skills").is_dir()
    line = f'"{sys.executable}" -u -m reflexion init --uninstall | true'
    done = box.run(["sh", "-c", line], PYTHONPATH=str(ROOT))
    assert done.stderr == "" and not (box.root / ".claude").exists()
    assert not (box.root / ".reflexion").exists(), "it held nothing"


def test_hooks_by_name(box):
    """A host may call `reflexion capture` instead of the script."""
    done = box.reflexion("capture", stdin=b'{"hook_event_name": "Nothing"}')
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "nothing qualifies" in box.reflexion("promote", stdin=b"").stdout


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
