"""README, manual and CONTRIBUTING are true: commands run, names exist, links lead somewhere."""

import json
import os
import re
import shlex
import subprocess

import pytest
from bench import figures
from past_sessions import Past
from sandbox import ROOT, Box

from reflexion.cli.main import COMMANDS, add_arguments
from reflexion.learning.entry import FIELDS, NAMES
from reflexion.store.settings import SETTINGS

README = ROOT / "README.md"
MANUAL = ROOT / "reflexion" / "manual"
PAGES = sorted(MANUAL.glob("*.md"))
REFERENCE = MANUAL / "reference.md"
TEAM = MANUAL / "team.md"
CONTRIBUTING = ROOT / ".github" / "CONTRIBUTING.md"
ALL = [README, *PAGES, CONTRIBUTING]
# beginnings of fenced commands that are not run here, and why
NOT_RUN = {
    "python3 -m venv": "it needs a package index; .ci/run runs it",
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
ALIAS = re.compile(r"alias reflexion='([^']+)'")
ASKED = "[y/N] "  # the end of a question, behind which the person types
DAY = "2026-03-30"
REFUSED = "Error: connect ECONNREFUSED 127.0.0.1:5432"
MISSING = 'npm ERR! Missing script: "build"'
AUTHOR = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
FIRST = "When the shop is built, use `npm run build:prod`, because there is no script `build`."
SECOND = "Build the shop with `npm run build:prod`: `npm run build` is gone."

only_with_sh = pytest.mark.skipif(os.name == "nt", reason="the commands are lines for sh")


def text_of(path):
    return path.read_text(encoding="utf-8")


def blocks(path, kind):
    """Return the fenced blocks of a kind."""
    return [block for name, block in FENCE.findall(text_of(path)) if name == kind]


def spans(text):
    """Return what stands between backquotes, outside of fenced blocks, each on one line."""
    return [" ".join(span.split()) for span in CODE.findall(FENCE.sub("", text))]


def rows_of(path):
    """Return the cells of every row of the tables of a page."""
    lines = [line for line in text_of(path).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


class Declared:
    """The options of a command, in the place of a parser."""

    def __init__(self, command):
        self.options = {"--help", "--project"}
        add_arguments(command, self)

    def add_argument(self, *names, **details):
        self.options.update(names)

    def add_mutually_exclusive_group(self, **details):
        return self


OPTIONS = {command: Declared(command).options for command in COMMANDS}


class Reader:
    """Somebody who follows a page in a bare home, with a clone in ~/reflexion."""

    def __init__(self, box):
        self.box = box
        (box.home / "reflexion").symlink_to(ROOT)

    def run(self, line, answers=None):
        """Run one command as a page has it; return its status and what it printed."""
        words = shlex.split(line, comments=True)
        if ALIAS.match(line):
            line = f"{ALIAS.match(line)[1]} --version"
        elif words[0] == "reflexion" and ">" not in words:
            done = self.box.cli(*words[1:], answers=answers)
            return done.code, done.out + done.err
        own = f"reflexion() {{ python3 '{ROOT}/reflexion' \"$@\"; }}\n"
        environ = self.box.environ(**dict.fromkeys(AUTHOR, "t@example.org"))
        done = subprocess.run(
            ["sh", "-c", own + line],
            cwd=self.box.root,
            env={**environ, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        return done.returncode, done.stdout.decode()


def commands_of(block):
    """Return the commands of a block: its lines, or all of it with a here-document."""
    return [block] if "<<" in block else block.splitlines()


def is_run(command):
    return not command.startswith(tuple(NOT_RUN))


@only_with_sh
@pytest.mark.parametrize("path", [README, *PAGES], ids=lambda path: path.stem)
def test_every_fenced_command_works(box, path):
    box.cli("init", "--host", "claude")
    for session in ("past-1", "past-2"):
        Past(box).claude(session, ("npm run build", 1, MISSING))
    reader = Reader(box)
    for block in blocks(path, "sh"):
        for command in filter(is_run, commands_of(block)):
            code, output = reader.run(command)
            assert code == 0, f"{command}\n{output}"


def test_only_what_the_pages_hold_is_left_out():
    lines = [line for path in (README, *PAGES) for line in "".join(blocks(path, "sh")).splitlines()]
    assert all(any(line.startswith(start) for line in lines) for start in NOT_RUN)


class Day:
    """A day in a shared store: you and a colleague, each with a clone and a home."""

    def __init__(self, folder):
        self.folder = folder
        git = ["git", "init", "-q", "--bare", "-b", "main", str(folder / "shop.git")]
        subprocess.run(git, check=True)
        self.colleague = self.clone("colleague")
        self.colleague.git("symbolic-ref", "HEAD", "refs/heads/main")
        self.colleague.cli("init", "--team", "--host", "claude")

    def clone(self, name):
        """Clone the project as the page does; return the Box of its owner."""
        place = self.folder / name
        (place / "home").mkdir(parents=True)
        git = ["git", "clone", "-q", "../shop.git", f"../{name}/shop"]
        subprocess.run(git, cwd=place, check=True, stderr=subprocess.DEVNULL)
        return Box(place / "shop", place / "home")

    def colleague_pushes(self, *learn):
        self.colleague.cli("learn", *learn)
        self.colleague.cli("share", "--yes")
        self.colleague.git("add", ".")
        self.colleague.git("commit", "-q", "-m", "learned")
        self.colleague.git("push", "-q", "origin", "HEAD:main")


def as_on_the_page(output):
    """Return what was printed with the page's date and name of the program."""
    output = output.replace(f"python3 {ROOT}/reflexion", "reflexion")
    output = re.sub(r"\d{4}-\d\d-\d\d", DAY, output)
    return re.sub(r"RFX-\d{8}-", f"RFX-{DAY.replace('-', '')}-", output)


def with_answers(output, answers):
    """Return what a terminal shows: what was printed, with what was typed."""
    parts = output.split(ASKED)
    typed = [f"{ASKED}{answer}\n" for answer in answers] + [""]
    return "".join(part + answer for part, answer in zip(parts, typed))


def matches(shown, output):
    """Return True if a page shows what was printed; "…" stands for lines, or a line's rest."""
    pattern = ""
    for line in shown.splitlines():
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            rest = ".*" if line.endswith("…") else ""
            pattern += re.escape(line.removesuffix("…")) + rest + "\n"
    return bool(re.fullmatch(pattern, output))


@only_with_sh
def test_the_day_in_a_shared_store_is_as_the_page_tells_it(tmp_path):
    day = Day(tmp_path)
    day.colleague_pushes(FIRST)
    box = day.clone("you")
    reader = Reader(box)
    first = box.git("log", "--format=%h").split()
    for number, block in enumerate(blocks(TEAM, "console")):
        if number == 1:
            entry_id = day.colleague.entries()[0]["id"]
            day.colleague_pushes("--for", entry_id, SECOND)
            day.colleague_pushes("Store dates in UTC.")
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith("git clone"):
                continue  # done by `clone`
            asked = re.findall(r"(\[y/N\]|n none of the rest:) (\w)", shown)
            keys = [letter + ("\n" if kind == "[y/N]" else "") for kind, letter in asked]
            code, output = reader.run(command, answers="".join(keys))
            typed = [letter for kind, letter in asked if kind == "[y/N]"]
            output = with_answers(as_on_the_page(output), typed)
            assert code == 0 and matches(shown, output), f"$ {command}\n{output}"
    assert len(box.git("log", "--format=%h").split()) == len(first) + 3
    assert "Store dates" in box.cli("recall", "--brief").out


def test_the_story_of_the_readme_is_what_happens(box):
    story, _ = next((text, kind) for kind, text in FENCE.findall(text_of(README)) if not kind)
    told = " ".join(story.split())
    box.bash("npm test", 1, REFUSED)
    box.bash("npm ci && npm test", 1, REFUSED)
    box.bash("docker compose up -d db && npm test")
    question = json.loads(box.fire("capture", "Stop", stop_hook_active=False))["reason"]
    assert " ".join(question.split("If a later")[0].split()) in told
    command = re.search(r"\$ (reflexion learn .*?')\s+Wednesday", story, re.DOTALL)[1]
    box.agent(*shlex.split(" ".join(command.split()))[1:])
    box.stop()  # the person is shown the sentence
    brief = box.cli("recall", "--brief").out.splitlines()[2]
    assert brief.partition("because")[0] in told
    box.change(box.entries()[0]["id"], first_seen="2026-01-01")
    for box.session in ("thursday", "friday"):
        assert not (box.root / "CLAUDE.md").exists()
        box.bash("npm test", 1, REFUSED)
        box.end()
    rule = (box.root / "CLAUDE.md").read_text(encoding="utf-8").splitlines()[2]
    assert as_on_the_page(rule) in told


def test_the_learning_of_the_readme_is_what_is_stored(box):
    shown = json.loads(blocks(README, "json")[0])
    box.bash(shown["context"], 1, MISSING)
    box.cli("learn", "--for", shown["id"][-6:], shown["resolution"])
    assert json.loads(as_on_the_page(json.dumps(box.entry()))) == shown


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_no_command_is_broken_over_a_line(path):
    lines = FENCE.sub("", text_of(path)).splitlines()
    assert not [line for line in lines if line.count("`") % 2]


def test_the_readme_is_short_and_holds_one_line_that_sets_the_tests_up():
    lines = text_of(README).splitlines()
    assert len(lines) <= 120
    assert sum(line.startswith("python3 -m venv") and "pytest" in line for line in lines) == 1


def test_the_manual_is_short():
    words = [word for path in PAGES for word in text_of(path).split() if re.search(r"\w", word)]
    assert len(PAGES) <= 8
    assert len(words) <= 7000


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_begins_with_the_question_that_it_answers(path):
    assert re.fullmatch(r"# [A-Z].*\?", text_of(path).splitlines()[0])


def anchors(path):
    """Return the anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", FENCE.sub("", text_of(path)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_relative_link_leads_somewhere(path):
    for link in LINK.findall(text_of(path)):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def calls_on(path):
    """Return the words of each call of a command on a page; quoted words are left out."""
    text = text_of(path)
    lines = [line for block in blocks(path, "sh") for line in block.splitlines()]
    lines += re.findall(r"^\$ (.*)$", text, re.MULTILINE)
    found = [QUOTED.sub("", line).split() for line in [*spans(text), *lines]]
    calls = [words[words.index("reflexion") + 1 :] for words in found if "reflexion" in words]
    return [*filter(None, calls), *(words for words in found if words and words[0] in COMMANDS)]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_command_and_option_that_is_named_exists(path):
    for command, *words in calls_on(path):
        if command.islower():
            assert command in COMMANDS, command
            options = {word for word in words if re.match("--?[a-z]", word)}
            assert options <= OPTIONS[command], (command, words)


def test_the_reference_names_every_command_and_only_options_that_it_has():
    described = set()
    for cells in rows_of(REFERENCE):
        names = [name for name in CODE.findall(cells[0]) if name in COMMANDS]
        described.update(names)
        known = set().union(*(OPTIONS[name] for name in names))
        options = re.findall(r"(?<!\w)--[a-z-]+", " ".join(cells[1:])) if names else []
        assert set(options) <= known, cells
    assert described == COMMANDS.keys()


def test_somebody_would_miss_each_command_and_change_each_setting():
    _, _, section = text_of(CONTRIBUTING).partition("## Who would miss it\n")
    first_cells = re.findall(r"^\| (`[^|]*) \|", section.partition("\n## ")[0], re.MULTILINE)
    named = [name for cell in first_cells for name in CODE.findall(cell)]
    assert sorted(named) == sorted([*COMMANDS, "help", *SETTINGS])


def test_the_reference_describes_every_setting_as_the_program_does():
    described = {cells[0]: cells[1:] for cells in rows_of(REFERENCE)}
    for name, setting in SETTINGS.items():
        assert described[f"`{name}`"] == [f"`{json.dumps(setting.default)}`", setting.what]


def test_the_reference_describes_every_field_and_every_variable():
    rows = rows_of(REFERENCE)
    for field in FIELDS:
        assert [f"`{field.name}`", field.about] in rows
    described = {name for cells in rows for name in CODE.findall(cells[0])}
    code = "".join(map(text_of, (ROOT / "reflexion").rglob("*.py")))
    assert set(re.findall(r"\bREFLEXION_[A-Z]+\b", code)) <= described


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_setting_field_and_file_that_is_named_exists(path):
    known = {*SETTINGS, *NAMES}
    for span in spans(text_of(path)):
        if re.fullmatch(r"[a-z]+(_[a-z]+)+", span):
            assert span in known, span
        if re.fullmatch(r"(reflexion|scripts|tests|\.ci)/[\w./-]+", span):
            assert (ROOT / span).exists(), span
        if re.fullmatch(r"/reflexion:[a-z-]+", span):
            name = span.partition(":")[2]
            assert (ROOT / "reflexion/hosts/plugin/commands" / f"{name}.md").exists(), span


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_page_names_a_place_of_somebodys_machine(path):
    assert not re.search(r"/(?:root|home|Users|tmp|work)/", text_of(path))


def test_the_figures_are_those_that_were_measured():
    groups = figures.load()
    assert text_of(figures.PAGE) == figures.page(groups)
    readme = text_of(README)
    assert readme == figures.with_table(readme, figures.main_table(groups))


def test_every_tool_that_measures_a_figure_is_there():
    rows = [row for group in figures.load() for row in group["rows"]]
    for row in rows:
        tool = row["command"].split()[0]
        assert not tool.startswith("tests/") or (ROOT / tool).exists(), row
