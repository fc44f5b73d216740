"""The README keeps its word: every command in it runs, its tables are the code's, its links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest
from sandbox import ROOT

import reflexion
from reflexion.cli import configuring, modules

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
BY_CI = "python3 -m venv"  # .ci/run runs this line itself: it is the suite
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)
    for line in block.splitlines()
    if line.strip()
]


@pytest.fixture
def shop(box):
    """A project as the README's reader has it: a clone in ~/reflexion, `reflexion` on the path, something learned, a past session."""
    from transcript import ClaudeTranscript

    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    subprocess.run(
        ["git", "-C", str(box.root), "config", "user.email", "t@example.invalid"], check=True
    )
    subprocess.run(["git", "-C", str(box.root), "config", "user.name", "t"], check=True)
    os.symlink(ROOT, box.home / "reflexion")
    (box.home / "bin").mkdir()
    for name, command in (
        ("reflexion", f'exec "{sys.executable}" "{ROOT}/reflexion" "$@"'),
        ("python3", f'exec "{sys.executable}" "$@"'),
    ):
        (box.home / "bin" / name).write_text(f"#!/bin/sh\n{command}\n")
        (box.home / "bin" / name).chmod(0o755)
    ClaudeTranscript(box).bash(
        "make release", 2, "make: *** No rule to make target 'release'.  Stop."
    ).says("Hm.").save()
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    return box


@pytest.mark.skipif(os.name == "nt", reason="the README's lines are for sh")
@pytest.mark.parametrize("line", [line for line in COMMANDS if not line.startswith(BY_CI)])
def test_every_command_runs(shop, line):
    path = f"{shop.home}/bin{os.pathsep}{os.environ['PATH']}"
    before = {"reflexion doctor": "reflexion init", "git add": "reflexion init --team"}
    for beginning, needed in before.items():
        if line.startswith(beginning):
            assert shop.run(["sh", "-c", needed], PATH=path, PYTHONPATH=str(ROOT)).returncode == 0
    done = shop.run(["sh", "-c", line], PATH=path, PYTHONPATH=str(ROOT))
    assert done.returncode == 0 and "Traceback" not in done.stderr, (line, done)


def test_the_test_line_is_what_ci_runs():
    assert len([line for line in COMMANDS if line.startswith(BY_CI) and "pytest" in line]) == 1
    assert "README.md" in (ROOT / ".ci" / "run").read_text()


def test_the_settings_are_the_code_s():
    table = re.search(
        r"<!-- settings:begin[^\n]*-->\n(.*?)\n<!-- settings:end -->", README, re.S
    ).group(1)
    assert table == configuring.table(), "paste `reflexion config --table` between the markers"


def test_every_command_is_named():
    section = README.split("## Commands")[1].split("\n## ")[0]
    assert [name for name in modules() if f"`{name}`" not in section] == []


def test_the_entry_shown_is_an_entry():
    from reflexion.store.entry import parse

    text = re.search(r"^```json\n(.*?)^```", README, re.M | re.S).group(1)
    assert parse(text.encode(), json.loads(text)["id"])


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_links_lead_somewhere(text):
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target[1:] in headings if target.startswith("#") else (ROOT / target).exists(), (
            target
        )


def test_files_that_are_named_exist():
    for text in (README, CONTRIBUTING):
        for path in re.findall(r"`((?:tests|reflexion|scripts)/[\w./-]+\.(?:py|md|txt))`", text):
            assert (ROOT / path).exists(), path


def test_one_version():
    plugin = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text())
    assert plugin["version"] == reflexion.__version__ and f"**{reflexion.__version__}**" in README
