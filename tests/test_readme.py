"""README and manual keep their word: every command runs, tables are the code's, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
import settings_table
from sandbox import ROOT, Inside, told

import reflexion
from reflexion.cli import parser

MANUAL = ROOT / "reflexion" / "manual"
PAGES = {"README.md": ROOT, ".github/CONTRIBUTING.md": ROOT}
PAGES.update({f"reflexion/manual/{path.name}": MANUAL for path in sorted(MANUAL.glob("*.md"))})
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
README, CONTRIBUTING = TEXTS["README.md"], TEXTS[".github/CONTRIBUTING.md"]
BY_CI = "python3 -m venv"  # .ci/run runs this line itself: it is the suite
RUN_BY_CI = ("bash .ci/run",)


ALIAS = "alias reflexion="
# how a command is named within a sentence; words in capitals stand for something
INLINE = re.compile(r"`reflexion ([a-z][^`]*)`")
STANDS_FOR = re.compile(r"\b(?:ID|NAME|COMMAND|TOPIC|FILE|FOLDER|VALUE|TEXT|PHASE|SENTENCE|DATE)\b")


def blocks(text: str) -> list:
    return re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)


HEREDOC = re.compile(r"^.*<<'END'\n(?:.*\n)*?END$", re.M)


def commands(text: str) -> list:
    """Every command of the blocks; one with a text for its stdin as one."""
    found = []
    for block in blocks(text):
        found += HEREDOC.findall(block) + HEREDOC.sub("", block).splitlines()
    return [line for line in found if line.strip()]


def runnable(name: str) -> list:
    return [
        line
        for line in commands(TEXTS[name])
        if not line.startswith(BY_CI) and line not in RUN_BY_CI
    ]


def as_here(text: str) -> str:
    """What the program printed, called as the README calls it, in one line."""
    return " ".join(
        re.sub(r"python3 (?:'[^']*/reflexion'|[^\s']*/reflexion) ", "reflexion ", text).split()
    )


def dated(entry: dict, name: str) -> dict:
    """The entry as if it had been met on the day that its name `name` tells."""
    day = f"{name[4:8]}-{name[8:10]}-{name[10:12]}"
    return {**entry, "id": name, "first_seen": day, "last_seen": day}


@pytest.fixture
def shop(box):
    """A project as the README's reader has it: a clone in ~/reflexion, something learned, a past
    session; `reflexion` is not on the path."""
    from transcript import ClaudeTranscript

    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    subprocess.run(
        ["git", "-C", str(box.root), "config", "user.email", "t@example.invalid"], check=True
    )
    subprocess.run(["git", "-C", str(box.root), "config", "user.name", "t"], check=True)
    os.symlink(ROOT, box.home / "reflexion")
    (box.home / "bin").mkdir()
    for name, command in (
        ("bin/reflexion", f'exec "{sys.executable}" "{ROOT}/reflexion" "$@"'),
        ("python3", f'exec "{sys.executable}" "$@"'),
    ):
        (box.home / name).write_text(f"#!/bin/sh\n{command}\n")
        (box.home / name).chmod(0o755)
    ClaudeTranscript(box).bash(
        "make release", 2, "make: *** No rule to make target 'release'.  Stop."
    ).says("Hm.").save()
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    return box


@pytest.mark.skipif(os.name == "nt", reason="the lines are for sh")
def test_every_block_of_the_readme_runs(shop):
    """Each block as its reader pastes it: in a shell, in the project, with nothing but a clone."""
    path = os.pathsep.join((str(shop.home), "/usr/bin", "/bin"))
    alias = next(line for line in commands(README) if line.startswith(ALIAS))
    wrong, known = [], ""
    for block in blocks(README):
        if block.startswith(BY_CI):
            continue
        script = f"set -e\n{known}\n{block}"
        done = shop.run(["sh", "-c", script], terminal=True, PATH=path)
        if done.returncode or "Traceback" in done.stderr or "not found" in done.stderr:
            wrong.append((block, done.returncode, done.stdout[-300:], done.stderr[-300:]))
        known = alias if alias in block else known
    assert wrong == []


@pytest.mark.skipif(os.name == "nt", reason="the lines are for sh")
def test_the_entry_shown_is_what_the_payload_leaves(box):
    """The README's payload into the real script, and its next line by a person."""
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    os.symlink(ROOT, box.home / "reflexion")
    block = next(block for block in blocks(README) if "capture.py" in block)
    alias = next(line for line in commands(README) if line.startswith(ALIAS))
    done = box.run(["sh", "-c", f"{alias}\n{block}"], terminal=True)
    assert (done.returncode, done.stderr) == (0, "")
    shown = json.loads(re.search(r"^```json\n(.*?)^```", README, re.M | re.S).group(1))
    (entry,) = box.entries()
    assert list(entry) == list(shown) and dated(entry, shown["id"]) == shown


def test_the_transcript_is_what_the_scripts_print(box):
    """What the README's first block says that hooks and commands print, they print."""
    shown = re.search(r"^```\n(Monday.*?)^```", README, re.M | re.S).group(1)
    lesson = "When `npm test` cannot connect to port 5432, run `docker compose up -d db` first, "
    lesson += "because the tests need the database."
    error, printed = "Error: connect ECONNREFUSED 127.0.0.1:5432", []

    def fails_and_is_mended():
        printed.append(box.bash("npm test", 1, error))
        printed.append(box.bash("docker compose up -d db", 0, "Container db  Started"))
        printed.append(box.bash("npm test", 0, "42 passing"))

    fails_and_is_mended()
    id = box.entries()[0]["id"]
    done = box.reflexion("learn", "--for", id[-6:], lesson, CLAUDECODE="1")
    assert (done.returncode, done.stderr) == (0, "")
    box.change(id, first_seen="2026-03-30")
    for box.session in ("wednesday", "friday"):
        printed.append(box.fire("recall", "SessionStart", source="startup"))
        fails_and_is_mended()
    rules = (box.root / "CLAUDE.md").read_text(encoding="utf-8")
    made = as_here("\n".join([*map(told, printed), rules]))
    quoted = (
        r"<reflexion-ask>(.*?) …</reflexion-ask>",
        r"agent reads:\s+(- .*?) …",
        r"CLAUDE\.md: (- .*?\(seen \dx)",
    )
    for pattern in quoted:
        words = " ".join(re.search(pattern, shown, re.S).group(1).split())
        assert words in made, words
    assert id[-6:] in shown and lesson in " ".join(shown.split())


@pytest.mark.skipif(os.name == "nt", reason="the lines are for sh")
@pytest.mark.parametrize("name", [name for name in PAGES if runnable(name) and name != "README.md"])
def test_every_command_of_a_page_runs(shop, name):
    """A plain call of ours in this process, any other line by a real shell."""
    path = os.pathsep.join((f"{shop.home}/bin", str(shop.home), os.environ["PATH"]))
    inside = Inside(shop.root, shop.home)
    wrong = []
    for line in runnable(name):
        before = {"reflexion doctor": "reflexion init", "git add": "reflexion init --team"}
        needed = [first for start, first in before.items() if line.startswith(start)]
        for command in [*needed, line]:
            environ = {"PATH": path, "PYTHONPATH": str(ROOT)}
            if re.fullmatch(r"reflexion [^|&;<>$`*~()#]+", command):
                done = inside.reflexion(*shlex.split(command)[1:], **environ)
            else:
                done = shop.run(["sh", "-c", command], **environ)
            if done.returncode or "Traceback" in done.stderr:
                wrong.append((command, done.returncode, done.stdout[-300:], done.stderr[-300:]))
    assert wrong == []


@pytest.mark.parametrize("name", list(PAGES))
def test_every_command_within_a_sentence_is_one(name, capsys):
    """The program reads each of them; what stands for an id or a name is taken as it is."""
    wrong = []
    names = "|".join(name for row in parser.commands() for name in row.names if name != "rm")
    short = re.findall(rf"`((?:{names}) [^`]*)`", TEXTS[name])  # `review --drafts`
    for inner in sorted({*INLINE.findall(TEXTS[name]), *short}):
        words = shlex.split(inner.split(" || ")[0])
        row = parser.find(" ".join(words[:2])) or parser.find(words[0])
        if not row:
            wrong.append((inner, "no such command"))
            continue
        try:
            row.parser().parse_intermixed_args(words[len(row.name.split()) :])
        except SystemExit:
            why = capsys.readouterr().err
            named = inner == row.name or "expected one argument" in why  # `reflect --with`
            if not (STANDS_FOR.search(inner) or named):
                wrong.append((inner, why))
    assert wrong == []


# stand for something in a sentence: what a reader would put there
FILLED = {
    "NAME": "deploy",
    "COMMAND": "list",
    "TOPIC": "settings",
    "FILE": "learned.html",
    "SENTENCE": "Use tabs in makefiles.",
    "TEXT": "Use dist.",
    "VALUE": "true",
}
IN_PLACE_OF = (
    ("--host NAME", "--host claude"),
    ("config NAME", "config cite"),
    ("When …, do …, because …", "When it fails, use dist, because it is there."),
)
# these ask, open an editor or a model, or need what only their page says first
NOT_RUN = ("review", "edit", "reflect --guided", "reflect --with", "reflect --all --with")


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A project in use, and a copy of it and its home, from which it is put back."""
    folder = tmp_path_factory.mktemp("used")
    (folder / "now" / "home").mkdir(parents=True)
    box = Inside(folder / "now" / "shop", folder / "now" / "home")
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.")
    box.bash("make dist", 0)
    box.reflexion("add", "Deploy with care.", "--skill", "deploy")
    box.reflexion("init", "--host", "claude")
    id = box.entries()[0]["id"]
    box.reflexion("memory", "sync")
    box.reflexion("add", "Deploy on Mondays alone.", "--skill", "deploy")
    box.reflexion("memory", "sync")
    box.reflexion("resolve", id, "Use `make dist`: there is no target release.")
    box.reflexion("promote", id)
    shutil.copytree(folder / "now", folder / "copy")
    return box


@pytest.mark.parametrize("name", list(PAGES))
def test_every_command_within_a_sentence_runs(name, used):
    """Each as it stands there, with an id or a name in the place of ID or NAME, in a project that
    is in use."""
    id = used.entries()[0]["id"]
    wrong = []
    for inner in sorted(set(INLINE.findall(TEXTS[name]))):
        for stands, real in (*IN_PLACE_OF, ("\\bID\\b|a7f03c|9f99e5", id)):
            inner = re.sub(stands, real, " ".join(inner.split(" || ")[0].split()))
        words = [FILLED.get(word, word) for word in shlex.split(inner)]
        if inner.startswith(NOT_RUN) or "--with" in words:
            continue
        folder = used.root.parent
        shutil.rmtree(folder)
        shutil.copytree(folder.parent / "copy", folder)
        done = used.reflexion(*words, person=True, stdin=b"y\n")
        if done.returncode:
            wrong.append((words, done.returncode, done.stderr[-200:]))
    assert wrong == [], "\n".join(map(str, wrong))


def test_the_readme_is_short_and_the_manual_is_named_in_it():
    assert len(README.splitlines()) <= 130
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
    printed = "paste what `python3 tests/settings_table.py` prints between the markers"
    assert table == settings_table.table(), printed


def test_every_command_is_named():
    table = TEXTS["reflexion/manual/commands.md"]
    assert [
        row.name for row in parser.commands() if row.group and f"`{row.name}`" not in table
    ] == []


def test_the_example_in_python_finds_what_it_adds(box):
    """The manual's block, line by line, in a project of that name."""
    block = re.search(r"^```python\n(.*?)^```", TEXTS["reflexion/manual/commands.md"], re.M | re.S)
    (box.home / "shop" / ".git").mkdir(parents=True)
    done = box.run([sys.executable, "-c", block.group(1)], PYTHONPATH=str(ROOT))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Use `make dist`.\n")


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
