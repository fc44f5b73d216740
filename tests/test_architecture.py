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


def statements(node, is_inner=False):
    """Yield (statement, whether it stands in a function) for each statement below a node."""
    for name in ("body", "orelse", "finalbody", "handlers"):
        for part in getattr(node, name, ()):
            yield part, is_inner
            yield from statements(part, is_inner or isinstance(part, FUNCTIONS))


def named(node):
    """Yield the names of modules that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    inner = [f"{node.module}.{alias.name}" for alias in node.names]
    modules = [name for name in inner if name in PATHS]
    yield from modules
    if len(modules) < len(inner):
        yield node.module


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PATHS = {name_of(path): path for path in MODULES}


@pytest.fixture(scope="module")
def trees():
    """Return {name of a module: its tree}."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in PATHS.items()}


@pytest.fixture(scope="module")
def nodes(trees):
    """Return {name of a module: [(an import, whether it stands in a function)]}."""
    kinds = (ast.Import, ast.ImportFrom)
    return {
        name: [each for each in statements(tree) if isinstance(each[0], kinds)]
        for name, tree in trees.items()
    }


@pytest.fixture(scope="module")
def imports(nodes):
    """Return {name of a module: the modules of the package that it imports}."""
    return {
        name: {other for node, _ in found for other in named(node)} & PATHS.keys()
        for name, found in nodes.items()
    }


def test_imports_go_downwards(imports):
    for name in PATHS.keys() - {"reflexion"}:
        for other in imports[name] - {"reflexion"}:
            assert level(other) is not None, f"{other} is in no layer"
            assert level(name) <= level(other), f"{name} imports {other}, which is above it"
            if package_of(name) in NEIGHBOURS and package_of(other) in NEIGHBOURS:
                assert package_of(name) == package_of(other), f"{name} imports {other} beside it"


def test_modules_do_not_import_each_other_in_circles(imports):
    done = set()

    def visit(name, path):
        assert name not in path, f"a circle: {' -> '.join([*path, name])}"
        if name not in done:
            for other in imports[name]:
                visit(other, [*path, name])
            done.add(name)

    for name in imports:
        visit(name, [])


def test_imports_stand_at_the_top_of_their_module(nodes):
    others = nodes.keys() - {
        "reflexion.start"
    }  # which looks at a payload before anything is imported
    found = {name: [node.lineno for node, is_inner in nodes[name] if is_inner] for name in others}
    assert {name: lines for name, lines in found.items() if lines} == {}


def loaded_by_hooks(imports):
    """Return the names of all modules that a hook imports."""
    found = set()
    waiting = ["reflexion.hook", "reflexion.memory"]
    waiting += [f"reflexion.{name}" for name in ("capture", "recall", "promote")]
    waiting += [name_of(path) for path in PACKAGE.glob("hosts/*/__init__.py")]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports[name]
    return found


def test_a_module_that_hooks_load_imports_nothing_heavy(imports, trees):
    for name in loaded_by_hooks(imports):
        top = [node for node in trees[name].body if isinstance(node, (ast.Import, ast.ImportFrom))]
        assert not HEAVY & {other for node in top for other in named(node)}, name


def test_a_module_is_short_enough_to_be_read_at_once():
    for name, path in PATHS.items():
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MAX_LINES + 60, name
        assert max(map(len, lines), default=0) <= 100, name


@pytest.mark.parametrize("path", sorted((ROOT / "scripts").glob("*.py")), ids=lambda p: p.name)
def test_scripts_only_forward(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 12


def has_command(tree):
    """Return True for the module of a command, or of several."""
    return any(getattr(node, "name", "").startswith("run") for node in tree.body)


def test_no_command_imports_another(imports, trees):
    parts = {
        name for name in trees if name.startswith("reflexion.cli.") and has_command(trees[name])
    }
    commands = parts - {"reflexion.cli.main"}
    assert len(commands) > 5
    for name in commands:
        assert imports[name] & commands == set(), name


def defined_types(tree):
    """Return the names of a module's classes and named tuples."""
    tuples = [
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and "namedtuple(" in ast.unparse(node.value)
    ]
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)] + tuples


def test_no_two_modules_or_types_have_one_name(trees):
    modules = [name.rpartition(".")[2] for name in trees]
    types = [each for tree in trees.values() for each in defined_types(tree)]
    for names in (modules, types):
        assert {name: times for name, times in Counter(names).items() if times > 1} == {}
