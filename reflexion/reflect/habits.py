"""What a session did again and again without saying so: the tools it always chose, what it ran
after which edit, what it changed together.
"""

from __future__ import annotations

import re

from reflexion.reflect.phrases import words
from reflexion.signals.commands.parse import calls

THREE = 3  # instances from which it is a pattern
MOST = 400  # keys that each table holds
KEPT = 6  # lines kept as evidence of each
PAIRED = 12  # files of one turn that are paired
MOSTLY = 0.75
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")
COMMIT = r"^[a-z]{2,10}(?:\([^()\n]{1,40}\))?!?: \S"
LOOKS = frozenset("cd echo cat ls sleep true export head tail grep rg find sed pwd which".split())
MESSAGE = ("-m", "-am", "--message")
WRAPS = frozenset("sudo env time nohup command exec".split())
# programs that do one job: to use one of them throughout is a choice; the first of each is what
# people use without choosing
RIVALS = tuple(
    (purpose, programs.split())
    for purpose, _, programs in (
        row.partition(": ")
        for row in (
            "to install packages and run scripts: npm pnpm yarn bun",
            "for Python packages: pip uv poetry pipenv conda pdm",
            "to run the tests: unittest pytest nose2",
            "to run the tests: jest vitest mocha ava",
            "for containers: docker podman nerdctl",
            "to format: black ruff yapf autopep8",
            "to lint: eslint biome oxlint",
            "to build: maven mvn gradle gradlew bazel",
            "to run tasks: make just task",
            "for infrastructure: terraform tofu pulumi",
            "to bundle: webpack vite rollup esbuild parcel",
        )
    )
)


class Habits:
    """`take(line, event)` for each event in order, `turn()` at each prompt; `insights()` in the
    end.
    """

    def __init__(self, root: str = ""):
        self.root = root
        self.programs, self.after, self.before, self.together, self.made = {}, {}, {}, {}, {}
        self.shapes, self.touched, self.edited, self.last = {}, {}, {}, ""
        self.commits, self.plain_commits, self.since = [], 0, set()

    def turn(self) -> None:
        names = sorted(self.edited)[:PAIRED]
        for n, one in enumerate(names):
            for other in names[n + 1 :]:
                _note(self.together, (one, other), self.edited[one])
        for name in names:
            _note(self.touched, name, self.edited[name])
        self.edited = {}

    def take(self, line: int, event) -> None:
        if event.tool in EDITS and event.path and event.failed is False:
            self._changed(line, event)
        elif event.command and not event.interrupted:
            self._ran(line, event)

    def _changed(self, line: int, event) -> None:
        path = short(event.path, self.root)
        if len(self.edited) < MOST:
            self.edited.setdefault(path, line)
        self.since.add(ending(path))
        if event.tool == "Write":
            _note(self.made, path, line)
        self.last = ""

    def _ran(self, line: int, event) -> None:
        worked = event.failed is False
        for call in calls(event.command[:4000])[:12]:
            if call.depth:
                continue
            name = shape(call)
            if not name:
                continue
            if worked and call.program != "git":
                for program in {call.program, *call.via[:1]}:
                    _note(self.programs, program, line)
            if call.program == "git" and "commit" in call.args[:3] and worked:
                self._committed(line, call.args)
            if any(word in name for word in words("checks")):
                for kind in sorted(self.since):
                    if kind in words("sources"):
                        _note(self.after, (kind, name), line)
                self.since = set()
            if worked:
                _note(self.shapes, name, line)
                if self.last not in ("", name):
                    _note(self.before, (self.last, name), line)
                takes_verb = name.split()[0] in words("with_verb") and not name.startswith("git")
                self.last = name if takes_verb else ""

    def _committed(self, line: int, args: list) -> None:
        told = [args[n + 1] for n, word in enumerate(args[:-1]) if word in MESSAGE]
        message = told[0] if told else ""
        if re.match(COMMIT, message):
            self.commits = [*self.commits, (line, message.partition(":")[0])][-KEPT:]
        elif message:
            self.plain_commits += 1

    def insights(self) -> list:
        """[(title, type, confidence, [line, ...])], without regard to what was said."""
        self.turn()
        return [
            *self._checked(),
            *self._coupled(),
            *self._ordered(),
            *self._chosen(),
            *self._written(),
        ]

    def _checked(self):
        for (kind, name), seen in _often(self.after):
            rivals = sum(
                other.count for (a, b), other in self.after.items() if a == kind and b != name
            )
            if seen.count >= rivals:
                yield (
                    f"Run `{name}` after changing `.{kind}` files.",
                    "pattern",
                    "medium",
                    seen.lines,
                )

    def _coupled(self):
        for (one, other), seen in _often(self.together):
            turns = [self.touched[name].count for name in (one, other) if name in self.touched]
            if seen.count >= MOSTLY * min(turns, default=0):
                yield f"Change `{one}` and `{other}` together.", "pattern", "medium", seen.lines

    def _ordered(self):
        for (first, then), seen in _often(self.before):
            if seen.count >= MOSTLY * self.shapes.get(then, seen).count:
                yield f"Run `{first}` before `{then}`.", "pattern", "low", seen.lines

    def _chosen(self):
        for purpose, names in RIVALS:
            used = [name for name in names if name in self.programs]
            checked = any(
                used[:1] == [word] for _, name in self.after for word in name.split()[-1:]
            ) and purpose.startswith("to ")
            if len(used) == 1 and self.programs[used[0]].count >= THREE and not checked:
                yield (
                    f"Use `{used[0]}` {purpose}.",
                    "implicit",
                    "low" if used[0] == names[0] else "medium",
                    self.programs[used[0]].lines,
                )

    def _written(self):
        if len(self.commits) >= THREE and not self.plain_commits:
            yield (
                "Write commit subjects as `type: what changed`.",
                "implicit",
                "medium",
                [line for line, _ in self.commits],
            )
        tests = {}
        for path, seen in self.made.items():
            if is_test(path):
                tests.setdefault(scheme(path), []).append(seen.lines[0])
        if len(tests) == 1:
            ((where, lines),) = tests.items()
            if len(lines) >= THREE:
                yield f"Put tests into files like `{where}`.", "implicit", "medium", lines[:KEPT]


def shape(call) -> str:
    """What a command is, without what it is used on this time: "npm run test", "python -m pytest"."""
    if not call.program or call.program in LOOKS:
        return ""
    via = [word for word in call.via if "=" not in word and "/" not in word and word not in WRAPS]
    plain = [word for word in call.args[:6] if len(word) < 30 and not re.search(r"^-|[/.=]", word)]
    verbs = 2 if plain[:1] in (["run"], ["exec"], ["compose"], ["x"]) else 1
    found = [*via[:3], call.program]
    found = " ".join(found + (plain[:verbs] if call.program in words("with_verb") else []))
    return found if len(found) <= 60 and found.isprintable() and "`" not in found else ""


def short(path: str, root: str) -> str:
    """A path as it is seen from the project."""
    path = path.replace("\\", "/").replace("`", "'")
    root = root.replace("\\", "/").rstrip("/")
    return (path[len(root) + 1 :] if root and path.startswith(root + "/") else path)[-160:]


def ending(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""


def is_test(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return bool(re.search(r"^test_|[._](?:test|spec)\.|_test\.", name))


def scheme(path: str) -> str:
    """tests/test_*.py, src/*.test.ts, ...: the first folder and the form of the name."""
    folder, _, name = path.rpartition("/")
    kind = ending(name)
    stem = (name[: -len(kind) - 1] if kind else name).lower()
    mark = next((mark for mark in (".test", ".spec", "_test", "_spec") if stem.endswith(mark)), "")
    parts = [folder.split("/")[0] + "/" if folder else "", f"*{mark}" if mark else "test_*"]
    return "".join(parts) + (f".{kind}" if kind else "")


class Seen:
    """How often something was seen, and the first and the latest lines of it."""

    __slots__ = ("count", "lines")

    def __init__(self):
        self.count, self.lines = 0, []

    def at(self, line: int) -> None:
        if self.lines and self.lines[-1] == line:
            return
        self.count += 1
        self.lines.append(line)
        if len(self.lines) > KEPT:
            del self.lines[KEPT // 2]


def _note(table: dict, key, line: int) -> None:
    if key not in table:
        if len(table) >= MOST:
            _thin(table)
        table[key] = Seen()
    table[key].at(line)


def _thin(table: dict) -> None:
    """Room for what comes: half of what was seen only once or twice goes, the oldest first; of a
    full table of habits, the rarest.
    """
    rare = [key for key, seen in table.items() if seen.count < THREE] or sorted(
        table, key=lambda key: table[key].count
    )
    for key in rare[: max(1, len(rare) // 2)]:
        del table[key]


def _often(table: dict) -> list:
    rows = [(key, seen) for key, seen in table.items() if seen.count >= THREE]
    return sorted(rows, key=lambda row: (-row[1].count, row[0]))[:5]
