"""The layers, enforced: imports go downwards, stand at the top, and hooks load nothing heavy."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reflexion"
# from the top; a module imports from its own package and from those below
LAYERS = (
    ("__main__", "cli", "start"),
    ("reflect",),
    ("actions",),
    ("hook",),
    ("apply",),
    ("capture", "recall", "promote", "status", "memory"),
    ("setup",),
    ("hosts",),
    ("store",),
    ("learning",),
    ("detect",),
    ("shell",),
    ("text",),
    ("errors",),
)
NEIGHBOURS = LAYERS[5]
HEAVY = {
    *("argparse", "dataclasses", "datetime", "enum", "inspect", "logging", "pathlib"),
    *("shlex", "shutil", "subprocess", "tempfile", "textwrap", "typing", "contextlib"),
}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "plugin" not in path.parts)
MAX_LINES = 250


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def package_of(name):
    return ([*name.split("."), ""])[1]


def level(name):
    package = package_of(name)
    return next((n for n, names in enumerate(LAYERS) if package in names), None)


def imported(node):
    """Yield the names of modules that a tree imports, below functions too."""
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            yield from (alias.name for alias in part.names)
        elif isinstance(part, ast.ImportFrom):
            inner = [f"{part.module}.{alias.name}" for alias in part.names]
            modules = [name for name in inner if name in NAMES]
            yield from modules
            if len(modules) < len(inner):
                yield part.module


NAMES = {name_of(path) for path in MODULES}
TREES = {name_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
IMPORTS = {name: set(imported(tree)) & TREES.keys() for name, tree in TREES.items()}


@pytest.mark.parametrize("name", sorted(TREES))
def test_imports_go_downwards(name):
    if name == "reflexion":
        return
    for other in IMPORTS[name] - {"reflexion"}:
        assert level(other) is not None, f"{other} is in no layer"
        assert level(name) <= level(other), f"{name} imports {other}, which is above it"
        if package_of(name) in NEIGHBOURS and package_of(other) in NEIGHBOURS:
            assert package_of(name) == package_of(other), f"{name} imports its neighbour {other}"


def test_modules_do_not_import_each_other_in_circles():
    done = set()

    def visit(name, path):
        assert name not in path, f"a circle: {' -> '.join([*path, name])}"
        if name not in done:
            for other in IMPORTS[name]:
                visit(other, [*path, name])
            done.add(name)

    for name in TREES:
        visit(name, [])


@pytest.mark.parametrize("name", sorted(set(TREES) - {"reflexion.start"}))
def test_imports_stand_at_the_top_of_their_module(name):
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inner = [node for node in ast.walk(TREES[name]) if isinstance(node, functions)]
    found = [part for node in inner for part in ast.walk(node)]
    assert not [part.lineno for part in found if isinstance(part, (ast.Import, ast.ImportFrom))]


def loaded_by_hooks():
    """Return the names of all modules that a hook imports."""
    found = set()
    waiting = ["reflexion.hook", "reflexion.memory"]
    waiting += [f"reflexion.{name}" for name in ("capture", "recall", "promote")]
    waiting += [name_of(path) for path in PACKAGE.glob("hosts/*/__init__.py")]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += IMPORTS[name]
    return found


@pytest.mark.parametrize("name", sorted(loaded_by_hooks()))
def test_a_module_that_hooks_load_imports_nothing_heavy(name):
    top = [node for node in TREES[name].body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert not HEAVY & {other for node in top for other in imported(node)}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_enough_to_be_read_at_once(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_LINES + 60
    assert max(map(len, lines), default=0) <= 100


@pytest.mark.parametrize("path", sorted((ROOT / "scripts").glob("*.py")), ids=lambda p: p.name)
def test_scripts_only_forward(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 12


def has_command(name):
    """Return True for the module of a command, or of several."""
    return any(getattr(node, "name", "").startswith("run") for node in TREES[name].body)


PARTS = sorted(name for name in TREES if name.startswith("reflexion.cli."))
COMMANDS = [name for name in PARTS if has_command(name) and name != "reflexion.cli.main"]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_imports_another(name):
    assert IMPORTS[name] & {*COMMANDS} == set()


def defined_types(name):
    """Return the names of a module's classes and named tuples."""
    nodes = TREES[name].body
    tuples = [
        node.targets[0].id
        for node in nodes
        if isinstance(node, ast.Assign) and "namedtuple(" in ast.unparse(node.value)
    ]
    return [node.name for node in nodes if isinstance(node, ast.ClassDef)] + tuples


def last_parts():
    return [name.rpartition(".")[2] for name in TREES]


def types():
    return [each for name in TREES for each in defined_types(name)]


@pytest.mark.parametrize("names", [last_parts, types])
def test_no_two_modules_or_types_have_one_name(names):
    assert {name: times for name, times in Counter(names()).items() if times > 1} == {}
