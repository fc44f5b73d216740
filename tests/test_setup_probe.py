"""The probe tells a hook that works from one that only seems to: every installed command ends with status 0, whatever happens."""

from __future__ import annotations

import os
import shutil
import sys

import pytest
from sandbox import ROOT

from reflexion.setup import command
from reflexion.setup.hosts import HOSTS
from reflexion.setup.probe import payload, probe, script_file

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these commands are for Unix")


def line(script, kit=ROOT, python=sys.executable):
    return command.command_line(script, [command.quote(f"{kit}/scripts/{script}.py")], python)


@pytest.mark.parametrize(
    "event, script", sorted({(row.event, row.script) for row in HOSTS["claude"].table})
)
def test_works(event, script, box):
    ok, seconds, wrong = probe(line(script), event, str(box.root), environ=box.environ())
    assert (ok, wrong) == (True, "") and 0 < seconds < 15
    assert not (box.root / ".reflexion").exists() and not (box.home / ".reflexion").exists(), (
        "nothing real is touched"
    )


@pytest.mark.parametrize(
    "event, script",
    sorted({row[:2] for row in HOSTS["codex"].table if row.script == "capture"}),
)
def test_works_in_codex(event, script, box):
    assert probe(line(script), event, str(box.root), "codex", environ=box.environ(SHELL="/bin/sh"))[
        0
    ]


def kit(tmp_path, text):
    (tmp_path / "kit" / "scripts").mkdir(parents=True)
    (tmp_path / "kit" / "scripts" / "capture.py").write_text(text, encoding="utf-8")
    return tmp_path / "kit"


@pytest.mark.parametrize(
    "made, says",
    [
        (lambda tmp: line("capture", tmp / "gone"), "its script is gone"),
        (lambda tmp: line("capture", kit(tmp, "raise SystemExit(1)")), "it ran nothing"),
        (lambda tmp: line("capture", kit(tmp, "print('hello')")), "it printed"),
        (lambda tmp: "echo >&2 no; exit 2", "status 2"),
        (lambda tmp: "no-such-program-at-all", "status 127"),
    ],
)
def test_what_is_wrong(made, says, box, tmp_path):
    ok, _, wrong = probe(made(tmp_path), "Stop", str(box.root), environ=box.environ())
    assert not ok and says in wrong and "\n" not in wrong


def test_no_python(box, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to(shutil.which("sh"))
    ok, _, wrong = probe(
        line("capture", python="/no/python"),
        "Stop",
        str(box.root),
        environ=box.environ(PATH=str(tmp_path / "bin")),
    )
    assert not ok and wrong.startswith("no Python")


def test_too_slow(box, tmp_path):
    ok, _, wrong = probe(
        line("capture", kit(tmp_path, "import time; time.sleep(20)")),
        "Stop",
        str(box.root),
        timeout=0.3,
        environ=box.environ(),
    )
    assert not ok and "longer than its 0.3 s" in wrong


def test_switched_off(box):
    ok, _, wrong = probe(
        line("capture"), "Stop", str(box.root), environ=box.environ(REFLEXION_DISABLED="1")
    )
    assert not ok and "REFLEXION_DISABLED" in wrong


def test_script_file(tmp_path):
    environ = {"HOME": "/home/dev", "CLAUDE_PROJECT_DIR": str(tmp_path)}
    for target, path in [
        ("'/opt/it'\\''s/x.py'", "/opt/it's/x.py"),
        ('"$HOME"/reflexion/x.py', "/home/dev/reflexion/x.py"),
        ('"$CLAUDE_PROJECT_DIR"/t/x.py', f"{tmp_path}/t/x.py"),
        ("rel/x.py", "rel/x.py"),
    ]:
        assert (
            script_file(command.command_line("capture", [target]), environ, str(tmp_path)) == path
        )
    assert (
        script_file("anything 'else", environ, "") == ""
        and script_file("python3 x.py", environ, "") == ""
    )


def test_payloads_are_those_of_the_host():
    assert payload("Stop", "/x", "codex")["transcript_path"] is None and "turn_id" in payload(
        "Stop", "/x", "codex"
    )
    assert payload("PostToolUseFailure", "/x")["is_interrupt"] is True, (
        "nothing that would be captured"
    )
