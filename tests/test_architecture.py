"""The layers, enforced: imports go downwards only, siblings of the middle layer do not know each other, scripts only forward."""

from __future__ import annotations

import ast

import pytest
from sandbox import ROOT, SCRIPTS

# from the top; a module may import its own layer (but see ALONE) and those below
LAYERS = (
    ("cli", "__main__", "library"),
    ("hook", "fast_path", "notices"),
    ("capture", "recall", "promote", "status", "reflect", "memory"),
    ("setup",),
    ("hosts",),
    ("signals", "store"),
    ("shell",),
    ("text",),
)
ALONE = LAYERS[2]
APART = ("signals", "store")  # deciding and keeping: neither imports the other
HEAVY = {
    "argparse",
    "datetime",
    "textwrap",
    "shlex",
    "subprocess",
    "dataclasses",
    "typing",
    "pathlib",
    "tempfile",
    "hashlib",
    "logging",
    "importlib.metadata",
}
PERSON_WAITS = ("cli", "status", "reflect", "memory", "setup")
INSTALLS = "install.py"  # the part of a host that only setup/ reads
MODULES = sorted(path for path in (ROOT / "reflexion").rglob("*.py") if "plugin" not in path.parts)


def part(path) -> str:
    return path.relative_to(ROOT / "reflexion").parts[0].replace(".py", "")


def layer(name: str) -> int:
    return next((n for n, names in enumerate(LAYERS) if name in names), -1)


def around(path, level: int) -> tuple:
    """The package that a relative import of this level begins at; () for an absolute one."""
    return path.relative_to(ROOT).parts[:-level] if level else ()


def imported(path, top_level_only=False):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.iter_child_nodes(tree) if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = ".".join([*around(path, node.level), *filter(None, [node.module])])
            yield module
            if module == "reflexion" or not node.module:
                yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_downwards(path):
    mine = part(path)
    for name in imported(path):
        if (
            not name.startswith("reflexion.")
            or name == "reflexion.__version__"
            or mine == "__init__"
        ):
            continue
        other = name.split(".")[1]
        assert layer(other) >= 0, (
            f"{other} is in no layer: add it to LAYERS, or to the module it belongs to"
        )
        assert layer(mine) <= layer(other), f"{mine} imports {other}, which is above it"
        assert not (mine in ALONE and other in ALONE and mine != other), (
            f"{mine} imports its neighbour {other}"
        )
        assert not (mine in APART and other in APART and mine != other), (
            f"{mine} imports {other}: values go in and out instead"
        )


def on_the_hook_path(path) -> bool:
    return part(path) not in PERSON_WAITS and not (part(path) == "hosts" and path.name == INSTALLS)


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if on_the_hook_path(path)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_hook_modules_import_nothing_heavy(path):
    assert not HEAVY & set(imported(path, top_level_only=True))


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.name)
def test_scripts_only_forward(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 12


# what opens, lists, makes or removes files
OPENING = {
    "os": set("open fdopen listdir scandir walk unlink remove rename replace".split())
    | set("mkdir makedirs rmdir removedirs chmod symlink link truncate".split()),
    "posix": {"open"},
    "shutil": {"rmtree", "copytree", "copy", "copy2", "copyfile", "move"},
}
BY_PATHLIB = {"read_text", "write_text", "read_bytes", "write_bytes", "iterdir", "rglob"}
# who does so beside the one door, and why
DOORS = {
    "store/fs.py": "the door",
    "fast_path.py": "before os is imported: the line that a hook ran, not through a link",
    "cli/__init__.py": "os.devnull in the place of a closed stream",
    "cli/edit.py": "a temporary file of our own",
    "cli/reflect_replay.py": "a copy of the store in a temporary folder of our own",
    "cli/demo_stage.py": "a temporary folder of our own",
    "reflect/model.py": "a temporary folder of our own",
}


def reads_tables(name: str, path) -> bool:
    """Is it one of the pure modules that read a table of the package, beside themselves?"""
    return name.startswith(("signals/", "shell/", "text/")) and "__file__" in path.read_text(
        encoding="utf-8"
    )


def opens(path) -> list:
    """Lines at which a module opens, lists, makes or removes files by itself."""
    lines = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(function, ast.Name) and function.id == "open":
            lines.append(node.lineno)
        elif isinstance(function, ast.Attribute):
            owner = function.value.id if isinstance(function.value, ast.Name) else ""
            if function.attr in OPENING.get(owner, ()) or (
                function.attr in BY_PATHLIB and owner != "fs"
            ):
                lines.append(node.lineno)
    return lines


def test_files_are_opened_through_one_door():
    names = {path.relative_to(ROOT / "reflexion").as_posix(): path for path in MODULES}
    found = {name: opens(path) for name, path in names.items()}
    assert {
        name: lines
        for name, lines in found.items()
        if lines and name not in DOORS and not reads_tables(name, names[name])
    } == {}, "open it through reflexion/store/fs.py"


def test_only_the_hook_catches_everything():
    broad = [
        path.name
        for path in MODULES
        if "except Exception" in path.read_text(encoding="utf-8")
        or "except:" in path.read_text(encoding="utf-8")
    ]
    assert set(broad) <= {"hook.py", "__init__.py"}, (
        broad
    )  # cli/__init__.py turns a bug into a line for a person


# who takes a string of this name apart beside shell/, and why: it is no command line of a session
SPLITTERS = {
    "signals/matching/reading.py": "words of a command as keywords, not as a command",
    "signals/matching/ranking.py": "words of a command as keywords, not as a command",
    "signals/fixes/infer.py": "words that a later command has, too",
    "signals/fixes/wording.py": "blanks of a command folded",
    "capture/outcomes.py": "contexts joined by ` | `",
    "recall/before.py": "contexts joined by ` | `",
    "status/figures.py": "contexts joined by ` | `",
    "promote/wording.py": "the words of a shape",
    "reflect/model.py": "the setting that names a model's command",
}
SPLITTING = {"split", "partition", "rpartition", "splitlines"}
COMMANDS = {"command", "context", "commands", "cmd"}


def splits_a_command(path) -> bool:
    """Does a module split, or hand to shlex or a pattern, what is named a command?"""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = node.func.value
        at_re = isinstance(owner, ast.Name) and owner.id in ("re", "shlex")
        if at_re and node.func.attr in ("split", "findall", "finditer"):
            told = node.args
        elif node.func.attr in SPLITTING:
            told = [owner]
        else:
            continue
        if any(COMMANDS & names_in(part) for part in told):
            return True
    return False


def names_in(node) -> set:
    """The names, attributes and keys of an expression, but not what a function makes of them."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return set()
    names = {getattr(node, "id", ""), getattr(node, "attr", "")}
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        names.add(node.value)
    return names.union(*(names_in(part) for part in ast.iter_child_nodes(node)))


def test_only_the_shell_takes_a_command_apart():
    found = {
        path.relative_to(ROOT / "reflexion").as_posix()
        for path in MODULES
        if part(path) not in ("shell", "cli", "setup") and splits_a_command(path)
    }
    assert found - set(SPLITTERS) == set(), "ask reflexion/shell what the command is"


def evaluates_a_union(path) -> bool:
    """Does an annotation hold `A | B`, which Python 3.9 cannot evaluate?"""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = any(isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in tree.body)
    notes = [getattr(node, name, None) for node in ast.walk(tree) for name in ANNOTATED]
    parts = [part for note in notes if isinstance(note, ast.AST) for part in ast.walk(note)]
    return not late and any(isinstance(part, ast.BitOr) for part in parts)


ANNOTATED = ("annotation", "returns")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("def f(a: int | None): pass", True),
        ("def f() -> int | None: pass", True),
        ("from __future__ import annotations\ndef f() -> int | None: pass", False),
        ('def f() -> "int | None": return 1 | 2', False),
    ],
)
def test_an_annotation_is_no_expression_for_the_oldest_python(tmp_path, text, expected):
    (tmp_path / "a.py").write_text(text)
    assert evaluates_a_union(tmp_path / "a.py") == expected


def test_the_oldest_python_can_import_every_module():
    assert [
        path.name for path in (ROOT / "reflexion").rglob("*.py") if evaluates_a_union(path)
    ] == []
