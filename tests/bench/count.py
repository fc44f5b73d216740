"""How large the package is, and how much of it four events pass: python3 tests/bench/count.py

The events go through the real hooks, in this process: a failure, a prompt, a session's start,
a third failure, and the end of its session, by which it becomes a rule. A module is passed if a function of it was called.
"""

from __future__ import annotations

import ast
import os
import sys
import tempfile
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from complexity import measure
from sandbox import Box

from reflexion.cli.main import COMMANDS, add_arguments
from reflexion.store.settings import SETTINGS

PACKAGE = ROOT / "reflexion"
OUTPUT = "> jest\n\nError: connect ECONNREFUSED 127.0.0.1:5432\nnpm ERR! Test failed."
FAILURE = ("npm test", 1, OUTPUT)
LESSON = "When `npm test` cannot connect, run `docker compose up -d db`, because it needs that."
PROMPT = "why does npm test fail to connect to the database of docker compose?"


class Counted:
    """What a command adds its arguments to, in the place of a parser."""

    def __init__(self):
        self.arguments = 0

    def add_argument(self, *names, **details) -> None:
        self.arguments += 1

    def add_mutually_exclusive_group(self):
        return self


def sizes() -> dict:
    """Return the plain counts of package, scripts and tests."""
    code = [*PACKAGE.rglob("*.py"), *(ROOT / "scripts").glob("*.py")]
    tables = [path for path in PACKAGE.rglob("*") if path.suffix in (".tsv", ".txt")]
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "live" not in path.parts]
    complexities = [count for count, _ in measure(PACKAGE)[0].functions]
    counted = Counted()
    for command in COMMANDS:
        add_arguments(command, counted)
    return {
        "lines": sum(map(lines_of, code)),
        "modules": len(code),
        "commands": len(COMMANDS),
        "arguments": counted.arguments,
        "settings": len(SETTINGS),
        "table lines": sum(map(lines_of, tables)),
        "mean complexity": round(mean(complexities), 2),
        "highest complexity": max(complexities),
        "tests": sum(map(tests_in, tests)),
        "lines of tests": sum(map(lines_of, tests)),
    }


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def tests_in(path: Path) -> int:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return sum(isinstance(n, ast.FunctionDef) and n.name.startswith("test_") for n in tree)


def ways(folder: Path) -> dict:
    """Return {event: (modules, functions)} that it passes, in a scratch project."""
    (folder / "home").mkdir()
    box = Box(folder / "shop", folder / "home")
    found = {"a failing npm test": passed(box.bash, *FAILURE)}
    entry_id = box.entries()[0]["id"]
    box.agent("learn", "--for", entry_id, LESSON)
    box.stop()  # the person is shown the lesson
    box.session = "session-2"
    found["a prompt"] = passed(box.fire, "recall", "UserPromptSubmit", prompt=PROMPT)
    found["a session's start"] = passed(box.fire, "recall", "SessionStart", source="startup")
    box.bash(*FAILURE)
    box.change(entry_id, first_seen="2026-01-01")
    box.session = "session-3"
    found["a third failure"] = passed(box.bash, *FAILURE)
    found["a session's end, a rule"] = passed(box.end)
    assert (box.root / "CLAUDE.md").exists(), "the third failure became no rule"
    return found


def passed(act, *given, **more) -> tuple:
    """Run an event; return how many modules and functions of the package it called."""
    seen = set()

    def note(frame, event, _):
        code = frame.f_code
        is_ours = event == "call" and code.co_filename.startswith(str(PACKAGE) + os.sep)
        if is_ours and not code.co_name.startswith("<"):
            seen.add((code.co_filename, code.co_firstlineno))

    sys.setprofile(note)
    act(*given, **more)
    sys.setprofile(None)
    return len({name for name, _ in seen}), len(seen)


def main() -> None:
    for name, count in sizes().items():
        print(f"{count:>8,}  {name}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (modules, functions) in ways(Path(folder).resolve()).items():
            print(f"{name}: {modules} modules, {functions} functions")


if __name__ == "__main__":
    main()
