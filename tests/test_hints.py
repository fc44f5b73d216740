"""Every command that a text tells to run: it is one of ours, and it runs as it is printed."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import sys

import pytest
from sandbox import ROOT, Sandbox, is_persons

from reflexion.cli.parser import commands, find
from reflexion.setup.command import by_hand as called_by_hand
from reflexion.setup.command import entry_point, for_person, hints

PACKAGE = ROOT / "reflexion"
TABLES = (".tsv", ".txt")
# what stands in a text for something that differs: an id, a name, a file
BLANK = "\0"
HINT = re.compile(r"(?:^|[`(]|: |\t)reflexion ([a-z][^`)\n\t]*)")
FILLED = {
    "ID": "a7f03c",
    "NAME": "deploy",
    "NUMBER": "20000",
    "PATTERN...": "^make",
    "FILE": "learned.json",
    "TEXT": "do",
    "COMMAND": "list",
    "TOPIC": "settings",
    "PHASE": "extract",
}
NO_HINTS = ("cli/commands.txt", "setup/command.py")  # examples have a test of their own
SETTING = "brief_chars"


def texts():
    """Yield (file, text) of everything in the package that may be printed."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if name in NO_HINTS or "__pycache__" in name or not path.is_file():
            continue
        if path.suffix in TABLES and not name.startswith(("text/", "shell/", "signals/")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if not line.startswith("#"):
                    yield name, re.sub(r"\{[\w.]*(:[^}]*)?\}", BLANK, line)
        elif path.suffix == ".py":
            yield from ((name, text) for text in strings(path))


def strings(path) -> list:
    """The texts in a module, docstrings left out, with a blank for each value filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if hasattr(node, "body") and isinstance(node.body, list) and node.body
        if isinstance(node.body[0], ast.Expr)
    }
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            values = (getattr(part, "value", BLANK) for part in node.values)
            found.append("".join(value if isinstance(value, str) else BLANK for value in values))
        elif isinstance(node, ast.Constant) and id(node) not in docs | parts:
            found.append(re.sub(r"\{[\w.]*\}", BLANK, str(node.value)))
    return found


HINTS = sorted({(name, found) for name, text in texts() for found in HINT.findall(text)})
EXAMPLES = [(row.name, line) for row in commands() for line in row.examples]


def words_of(line: str, fill: str = "a7f03c") -> list:
    """The words of a command line of ours, with something in each place that is left open."""
    line = re.sub(r"(-n|--limit) \0", r"\1 5", line.partition(" 2>")[0])
    words = shlex.split(line.partition("   ")[0].replace("\u2026", "x").rstrip(" .;,"))
    blank = SETTING if words[0] == "config" else fill
    return [FILLED.get(word, word).replace(BLANK, blank) for word in words]


def parse(words: list) -> None:
    """Let the parser of the command look at the words; SystemExit when they are wrong."""
    for count in (2, 1):
        command = find(" ".join(words[:count]))
        if command:
            command.parser().parse_intermixed_args(words[count:])
            return
    raise AssertionError(f"no command {words[0]!r}")


def test_texts_are_found():
    assert len(HINTS) > 60 and len({name for name, _ in HINTS}) > 15


@pytest.mark.parametrize("name, line", HINTS)
def test_each_is_a_command_with_its_arguments(name, line, capsys):
    try:
        parse(words_of(line))
    except SystemExit:
        pytest.fail(f"{name}: reflexion {line}: {capsys.readouterr().err}")


@pytest.mark.parametrize("name, line", EXAMPLES)
def test_each_example_is_a_command_with_its_arguments(name, line):
    line = re.sub(
        r"^(\S+=('[^']*'|\S+) |.* \| )?reflexion ", "", line.replace("/reflexion:", "reflexion ")
    )
    line = re.sub(r" >.*", "", line)
    parse(words_of(line))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("`reflexion list`", "`{} list`"),
        ("(undo: reflexion remove a7)", "(undo: {} remove a7)"),
        ("a fix waits (reflexion review)", "a fix waits ({} review)"),
        ("reflexion doctor", "{} doctor"),
        ("the reflexion list", "the reflexion list"),
        ("in reflexion/cli, `/x/reflexion list`", "in reflexion/cli, `/x/reflexion list`"),
        ("Reflexion: learned it", "Reflexion: learned it"),
    ],
)
def test_what_is_a_hint(text, expected, tmp_path):
    bare = {"PATH": "/none", "HOME": str(tmp_path)}
    assert hints(text, bare) == expected.format(called_by_hand(str(ROOT)))
    assert hints(hints(text, bare), bare) == hints(text, bare)


# --- each as it is printed, in the state in which it is printed -------------------------------

MISSING = "make: *** No rule to make target 'release'.  Stop."
LEARNING = {
    "type": "error",
    "trigger": 'npm error Missing script: "build"',
    "context": "npm run build",
    "resolution": "Use `pnpm run build`.",
    "keywords": ["npm", "build"],
    "occurrences": 4,
    "first_seen": "2026-03-01",
    "last_seen": "2026-03-02",
    "promoted": False,
    "cwd": ".",
}


class Bare(Sandbox):
    """A machine on which no `reflexion` is on the path. Hooks run as Claude Code starts them: with
    the session's id in the environment."""

    toolkit = ROOT
    bin = ""

    def script(self, name, *argv, stdin=b"", **environ):
        words = entry_point(name, str(self.toolkit))
        return self.run([sys.executable, "-I", "-S", *words], stdin, CLAUDE_CODE_SESSION_ID="s1")

    def reflexion(self, *argv, person=None, **environ):
        person = is_persons(argv) if person is None else person
        return self.run([sys.executable, self.toolkit / "reflexion", *argv], terminal=person)

    def environ(self, **more) -> dict:
        kept = super().environ(**more)
        folders = kept["PATH"].split(os.pathsep)
        bare = [path for path in folders if not os.path.exists(os.path.join(path, "reflexion"))]
        return {**kept, "PATH": os.pathsep.join(filter(None, [str(self.bin), *bare]))}

    def put(self, digits: str, **fields) -> None:
        folder = self.root / ".reflexion" / "entries"
        folder.mkdir(parents=True, exist_ok=True)
        name = f"RFX-20260301-{digits}"
        text = json.dumps({"id": name, **LEARNING, **fields})
        (folder / f"{name}.json").write_text(text, encoding="utf-8")

    def say(self, *argv, person=None) -> str:
        done = self.reflexion(*argv, person=person)
        return done.stdout + done.stderr


def nothing_yet(box):
    yield box.say("list")
    yield box.say("status")
    yield box.say("doctor", "--quick")
    yield box.say("frobnicate")
    yield box.say("show", "zzz")


def a_failure_and_its_fix(box):
    box.bash("make release", 2, MISSING)
    yield box.bash("make dist")
    yield box.prompt("From now on, never deploy on a Friday.", "capture")
    yield box.say("status")
    yield box.say("list", "--unresolved")


def by_hand(box):
    yield box.say("add", "--trigger", "boom: it broke", "--context", "make all")
    yield box.say("add", "Use pnpm here")
    yield box.say("add", "Use pnpm in here, please")
    yield box.say("learn", "Use npm here")
    yield box.say("resolve", "nothing", "x")
    yield box.say("add", "--trigger", "it broke", "--resolution", "Mend it.")
    name = re.search(r"RFX-\d+-\w+", box.say("list", "broke")).group()
    yield box.say("failed", name, "not here")
    yield box.say("status")
    yield box.say("show", name)
    yield box.say("remove", name)
    yield box.say("show")
    yield box.say("off")


def of_somebody_else(box):
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion" / ".gitignore").write_text("state/\n")
    box.put("a7f03c")
    yield box.say("list")
    yield box.say("status")
    yield box.say("doctor", "--quick")
    yield box.say("recall", "npm build")


def broken(box):
    box.reflexion("add", "Use pnpm here")
    box.put("a7f03c", needs_review=True)
    (box.root / ".reflexion" / "entries" / "RFX-20260301-bbbbbb.json").write_text("{")
    (box.root / ".reflexion" / "config.json").write_text('{"promote_after": "x", "odd": 1}')
    yield box.say("doctor", "--quick")
    yield box.say("status")
    yield box.say("list")
    yield box.say("show", "bbbbbb")


SITUATIONS = (nothing_yet, a_failure_and_its_fix, by_hand, of_somebody_else, broken)
PRINTED = re.compile(
    r"(?:^|[`(>]|: )\s*((?:python3 (?:'[^'\n]*'|\S*reflexion)|reflexion) [a-z][^`)\n]*)",
    re.MULTILINE,
)
# these ask, open a dialogue or an editor, or talk to a host; they are parsed above
NOT_RUN = ("init", "review", "edit", "doctor", "reflect", "uninstall")
OPEN = re.compile(r"\bID\b")


def what_is_read(texts) -> str:
    """What a person reads of it: of a hook's answer the notice."""
    return "\n".join(
        json.loads(text).get("systemMessage", "") if text[:1] == "{" else text for text in texts
    )


def check_each_runs(box, said: str, tmp_path) -> None:
    """Each command that the text tells to run is printed in the form of this machine, and runs."""
    program = for_person(box.environ(), str(box.toolkit))
    found = dict.fromkeys(PRINTED.findall(said))
    assert found and [line for line in found if not line.startswith(program + " ")] == [], said
    for number, line in enumerate(found):
        word = line[len(program) :].split()[0]
        if word in NOT_RUN:
            continue
        files = sorted((box.root / ".reflexion" / "entries").glob("*.json"))
        name = files[0].stem if files else "none"
        line = OPEN.sub(name, line).replace("NAME", "deploy")
        copy = type(box)(tmp_path / f"copy{number}", tmp_path / f"home{number}")
        copy.bin = box.bin
        shutil.rmtree(copy.root)
        shutil.copytree(box.root, copy.root, symlinks=True)
        shutil.copytree(box.home, copy.home, symlinks=True)
        done = copy.run(["sh", "-c", line], terminal=True, stdin=b"y\n")
        assert done.returncode in (0, 1), (line, done)
        assert "usage" not in done.stderr and "no command" not in done.stderr, (line, done)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_printed_runs_there(situation, tmp_path, scratch_home):
    box = Bare(tmp_path / "shop", scratch_home)
    check_each_runs(box, what_is_read(situation(box)), tmp_path)


def a_clone_whose_path_has_a_space(box):
    return box.home / "my tools" / "reflexion"


def a_package_in_a_virtual_environment(box):
    """Its programs are on the path, as `activate` puts them there."""
    box.bin = box.home / "my venv" / "bin"
    box.bin.mkdir(parents=True)
    toolkit = box.home / "my venv" / "lib" / "site-packages"
    program = box.bin / "reflexion"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{toolkit}/reflexion' \"$@\"\n")
    program.chmod(0o755)
    return toolkit


def a_plugin(box):
    return box.home / ".claude" / "plugins" / "cache" / "reflexion" / "reflexion" / "0.1.0"


INSTALLED = (a_clone_whose_path_has_a_space, a_package_in_a_virtual_environment, a_plugin)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("install", INSTALLED)
def test_however_it_was_installed(install, tmp_path, scratch_home):
    box = Bare(tmp_path / "shop", scratch_home)
    box.toolkit = install(box)
    left_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "reflexion", box.toolkit / "reflexion", ignore=left_out)
    if not box.bin:
        shutil.copytree(ROOT / "scripts", box.toolkit / "scripts", ignore=left_out)
    said = what_is_read(a_failure_and_its_fix(box))
    assert "undo: " in said
    check_each_runs(box, said, tmp_path)


def test_an_agent_is_told_the_line_that_it_may_run(box, tmp_path):
    done = box.reflexion("list", CLAUDECODE="1")
    assert f"`{called_by_hand(str(ROOT))} add" in done.stdout


def test_by_the_short_name_where_it_is_on_the_path(box, installed):
    assert "`reflexion add" in box.reflexion("list").stdout
    done = box.run(["reflexion", "list"])
    assert "no learnings yet" in done.stdout
