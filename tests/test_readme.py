"""README and manual keep their word: every command runs, tables are the code's, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys

import pytest
from sandbox import ROOT, Inside

import reflexion
from reflexion.cli import config, parser

MANUAL = ROOT / "reflexion" / "manual"
PAGES = {"README.md": ROOT, ".github/CONTRIBUTING.md": ROOT}
PAGES.update({f"reflexion/manual/{path.name}": MANUAL for path in sorted(MANUAL.glob("*.md"))})
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
README, CONTRIBUTING = TEXTS["README.md"], TEXTS[".github/CONTRIBUTING.md"]
BY_CI = "python3 -m venv"  # .ci/run runs this line itself: it is the suite
RUN_BY_CI = ("bash .ci/run",)


def commands(text: str) -> list:
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def runnable(name: str) -> list:
    return [
        line
        for line in commands(TEXTS[name])
        if not line.startswith(BY_CI) and line not in RUN_BY_CI
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


@pytest.mark.skipif(os.name == "nt", reason="the lines are for sh")
@pytest.mark.parametrize("name", [name for name in PAGES if runnable(name)])
def test_every_command_of_a_page_runs(shop, name):
    """The README's by a real shell; what is a plain call of ours on another page, in this process."""
    path = f"{shop.home}/bin{os.pathsep}{os.environ['PATH']}"
    inside = Inside(shop.root, shop.home)
    wrong = []
    for line in runnable(name):
        before = {"reflexion doctor": "reflexion init", "git add": "reflexion init --team"}
        needed = [first for start, first in before.items() if line.startswith(start)]
        for command in [*needed, line]:
            environ = {"PATH": path, "PYTHONPATH": str(ROOT)}
            if name != "README.md" and re.fullmatch(r"reflexion [^|&;<>$`*~()#]+", command):
                done = inside.reflexion(*shlex.split(command)[1:], **environ)
            else:
                done = shop.run(["sh", "-c", command], **environ)
            if done.returncode or "Traceback" in done.stderr:
                wrong.append((command, done.returncode, done.stdout[-300:], done.stderr[-300:]))
    assert wrong == []


def test_the_readme_is_short_and_the_manual_is_named_in_it():
    assert len(README.splitlines()) <= 150
    assert [name for name in TEXTS if name.startswith("reflexion/") and name not in README] == []


def test_the_test_line_is_what_ci_runs():
    assert (
        len([line for line in commands(README) if line.startswith(BY_CI) and "pytest" in line]) == 1
    )
    assert "README.md" in (ROOT / ".ci" / "run").read_text()


def test_the_settings_are_the_code_s():
    settings = TEXTS["reflexion/manual/settings.md"]
    table = re.search(
        r"<!-- settings:begin[^\n]*-->\n(.*?)\n<!-- settings:end -->", settings, re.S
    ).group(1)
    assert table == config.table(), "paste `reflexion config --table` between the markers"


def test_every_command_is_named():
    table = TEXTS["reflexion/manual/commands.md"]
    assert [
        row.name for row in parser.commands() if row.group and f"`{row.name}`" not in table
    ] == []


def test_the_entry_shown_is_an_entry():
    from reflexion.store.schema import parse

    text = re.search(r"^```json\n(.*?)^```", README, re.M | re.S).group(1)
    assert parse(text.encode(), json.loads(text)["id"])


def test_links_lead_somewhere():
    lost = []
    for name, folder in PAGES.items():
        for target in re.findall(r"\]\(([^)#\s]+)\)", TEXTS[name]):
            if not (folder / target).exists() and "://" not in target:
                lost.append((name, target))
    assert lost == []


def test_files_that_are_named_exist():
    named = r"`((?:tests|reflexion|scripts)/[\w./-]+\.(?:py|md|txt|tsv))`"
    paths = [(name, path) for name, text in TEXTS.items() for path in re.findall(named, text)]
    assert [row for row in paths if not (ROOT / row[1]).exists()] == []


def test_one_version():
    plugin = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text())
    assert plugin["version"] == reflexion.__version__ and f"**{reflexion.__version__}**" in README
