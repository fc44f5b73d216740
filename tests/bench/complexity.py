"""How hard the package is to read, in figures; run by hand.

    python3 tests/bench/complexity.py [FOLDER] [--worst 10]

The complexity of a function is McCabe's, with each further boolean operand, each ternary and each
comprehension (and each of its conditions) counted as a branch; a function inside another one is
counted by itself. A packed assignment is `a, b = x, y`: a tuple of targets and a tuple of values.
Tokens are what Python reads, without comments and line ends. Columns are counted in characters.
FOLDER is the package to measure; without it, `reflexion` beside this file's checkout.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent.parent / "reflexion"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.IfExp, ast.Assert)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LAYOUT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
)
HIGH = 10  # a complexity above this is called high
HEAD = "lines  tokens/line  functions  mean  high %  max  packed/1000  compr./1000  >88  >100"
ROW = (
    "{lines:5}  {tokens:11.1f}  {functions:9}  {mean:4.1f}  {high:6.1f}  {most:3}  "
    "{packed:11.1f}  {comprehensions:11.1f}  {over_88:3}  {over_100:4}"
)


def own_nodes(node):
    """Yield what stands below a node, but for functions and classes inside of it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            yield child
            yield from own_nodes(child)


def complexity(function) -> int:
    """The McCabe complexity of a function's node, as the docstring of this module counts it."""
    count = 1
    for node in own_nodes(function):
        if isinstance(node, BRANCHES):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
    return count


class Figures:
    """What is counted over some files; `add` takes one more."""

    def __init__(self):
        self.lines = 0
        self.tokens = 0
        self.packed = 0
        self.comprehensions = 0
        self.over_88 = 0
        self.over_100 = 0
        self.functions = []  # (complexity, "path:line name")

    def add(self, text: str, name: str) -> None:
        """Count a file's text; `name` is how its functions are called in the list."""
        self.lines += text.count("\n")
        widths = [len(line) for line in text.split("\n")]
        self.over_88 += sum(width > 88 for width in widths)
        self.over_100 += sum(width > 100 for width in widths)
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        self.tokens += sum(token.type not in LAYOUT for token in tokens)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, FUNCTIONS):
                self.functions.append((complexity(node), f"{name}:{node.lineno} {node.name}"))
            elif isinstance(node, COMPREHENSIONS):
                self.comprehensions += 1
            elif isinstance(node, ast.Assign):
                values = (node.targets[0], node.value)
                self.packed += all(isinstance(value, ast.Tuple) for value in values)

    def row(self) -> str:
        """The figures as a line below HEAD."""
        found = [count for count, _ in self.functions]
        thousands = max(self.lines, 1) / 1000
        functions = max(len(found), 1)
        return ROW.format(
            lines=self.lines,
            tokens=self.tokens / max(self.lines, 1),
            functions=len(found),
            mean=sum(found) / functions,
            high=100 * sum(count > HIGH for count in found) / functions,
            most=max(found, default=0),
            packed=self.packed / thousands,
            comprehensions=self.comprehensions / thousands,
            over_88=self.over_88,
            over_100=self.over_100,
        )


def measure(package: Path) -> tuple[Figures, dict[str, Figures]]:
    """The figures of all files below a folder, and of each folder (or module) directly in it."""
    whole = Figures()
    parts = defaultdict(Figures)
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(package)
        whole.add(text, str(name))
        parts[name.parts[0]].add(text, str(name))
    return whole, dict(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PACKAGE)
    parser.add_argument("--worst", type=int, default=10, help="functions to list")
    given = parser.parse_args()
    whole, parts = measure(given.folder)
    print(f"{'':14} {HEAD}")
    for name, figures in sorted(parts.items()):
        print(f"{name:14} {figures.row()}")
    print(f"{'all':14} {whole.row()}")
    print(f"\nThe {given.worst} hardest functions to read:")
    for count, name in sorted(whole.functions, reverse=True)[: given.worst]:
        print(f"{count:4}  {name}")


if __name__ == "__main__":
    main()
