"""Change the code a little, again and again, and see whether a test feels it; run by hand.

    python3 tests/bench/mutants.py store [text/clean.py ...] [--most 40] [--seed 1] [--jobs 1]
    python3 tests/bench/mutants.py hook --list            # the changes, without running a test
    python3 tests/bench/mutants.py hook --tests tests/test_hook.py

Names are packages or modules below `reflexion/`. A change is one of:

    condition   `if x` becomes `if not (x)`, an operand of `and` or `or` is left out, `not x` is `x`
    comparison  `==` and `!=`, `<` and `<=`, `>` and `>=`, `in` and `not in`, `is` and `is not`
    guard       `redact(text, extra)` becomes `text`: a call of GUARDS gives back what it was given;
                and `redact(text)`: the settings' own patterns are forgotten
    constant    a number becomes one more, and one less; above 100 it is doubled, and halved

Each change is made by itself in a scratch copy of the checkout's files, where the package's tests
run until the first failure: those named after the changed module first, then what TESTS names. A
run that takes three times as much of a processor as that of the unchanged code counts as a failure,
and is named. Printed are the survivors, `file:line  what it was -> what it became`, and their share.
With --most a sample is drawn, the same one for the same seed; without it, all changes are tried, or
those of one --kind.

Needs pytest in the Python that runs it, and a POSIX system (a run is stopped by its process group).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# calls whose result replaces their first argument: without them the text goes on as it came
GUARDS = set(
    "redact clean _clean one_line visible bound bounded safe escape shown label plain _printable "
    "realpath abspath sayable".split()
)
OPPOSITES = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
# the tests of a package, the quick ones first; a pattern may match several files
TESTS = {
    "capture": "capture* guard_switches guard_limits guard_secrets threats",
    "cli": "cli_*",
    "fast_path.py": "fast_path guard_limits guard_switches guard_untrusted hook_modules capture",
    "hook.py": "hook guard_limits guard_switches guard_untrusted notices",
    "hosts": "hosts hosts_* capture_prompts guard_limits guard_switches guard_untrusted capture",
    "library.py": "library guard_*",
    "memory": "memory_* cli_memory guard_*",
    "notices.py": "notices trust trust_by_git guard_* capture",
    "promote": "promote_* guard_limits guard_untrusted guard_secrets",
    "recall": "recall recall_* matching_brief guard_limits guard_switches threats guard_secrets",
    "reflect": "reflect_* guard_* cli_reflect*",
    "setup": "setup_* init cli_doctor",
    "shell": "shell* signals_failure signals_fixes matching_prohibitions",
    "signals/failures": "signals_failure capture",
    "signals/fixes": "signals_fixes signals_fixes_* capture",
    "signals/matching": "matching_* recall",
    "signals/prompts": "signals_prompts* capture_prompts",
    "signals/secrets": "signals_secrets guard_secrets hostile_files",
    "signals": "signals_* capture recall",
    "status": "status_* cli_status guard_secrets",
    "store": "store_* guard_limits trust* promote_promoter guard_secrets recall capture threats",
    "text": "text_* matching_* recall capture guard_secrets threats",
}
LARGE = 100  # no test should have to feel whether a limit is 50,000 or 50,001
GRACE = 5  # seconds of a processor that any run may take beyond three times the unchanged one
STUCK = 1800  # seconds after which a run is given up that waits for something
MOST_JOBS = 2
PASSED = "passed"  # what the tests say of a change: nobody felt it
FAILED = "failed"
LATE = "late"

# start, end: offsets in bytes; kind: a key of KINDS
Change = namedtuple("Change", "path line start end was becomes kind")
KINDS = {
    "condition": (ast.BoolOp, ast.UnaryOp, ast.Name, ast.Attribute),
    "comparison": (ast.Compare,),
    "guard": (ast.Call,),
    "constant": (ast.Constant,),
}


def changes(path: Path) -> list:
    """Every Change that can be made to a file, in its order."""
    data = path.read_bytes()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in _code(ast.parse(data)):
        for becomes in _variants(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            was = " ".join(data[start:end].decode().split())
            kind = next(kind for kind, nodes in KINDS.items() if isinstance(node, nodes))
            if isinstance(becomes, ast.UnaryOp) and isinstance(becomes.op, ast.Not):
                kind = "condition"
            found.append(Change(path, node.lineno, start, end, was, ast.unparse(becomes), kind))
    return found


def _code(node):
    """Yield the nodes below one that are run: no annotations, and nothing inside of an f-string
    (its offsets are wrong before Python 3.12)."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child
                yield from _code(child)


def _variants(node):
    """Yield the expressions that may stand in a node's place."""
    if isinstance(node, ast.Compare):
        for n, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[n] = OPPOSITES[type(operator)]()
            yield other
    elif isinstance(node, ast.BoolOp):
        for n in range(len(node.values)):
            left = node.values[:n] + node.values[n + 1 :]
            yield ast.BoolOp(node.op, left) if len(left) > 1 else left[0]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Call) and _is_guard(node):
        yield node.args[0]
        if len(node.args) == 2 and ast.unparse(node.func).endswith("redact"):
            yield ast.Call(node.func, node.args[:1], node.keywords)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        large = node.value > LARGE
        yield ast.Constant(node.value * 2 if large else node.value + 1)
        if node.value:
            yield ast.Constant(node.value // 2 if large else node.value - 1)
    elif isinstance(node, (ast.Name, ast.Call, ast.Attribute)) and hasattr(node, "is_test"):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.comprehension)):
        for test in getattr(node, "ifs", None) or [getattr(node, "test", node)]:
            test.is_test = True  # its turn comes right after: what holds a test is seen first


def _is_guard(call: ast.Call) -> bool:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    return name in GUARDS and bool(call.args)


def tests_for(path: Path) -> list:
    """The test files of a module, those named after it first."""
    name = path.relative_to(ROOT / "reflexion").as_posix()
    parts = [part for part in TESTS if f"{name}/".startswith((f"{part}/", part + "/"))]
    patterns = [name[:-3].replace("/", "_"), name[:-3].rpartition("/")[2]]
    for part in sorted(parts, key=len, reverse=True)[:1]:
        patterns += TESTS[part].split()
    files = []
    for pattern in patterns:
        files += sorted((ROOT / "tests").glob(f"test_{pattern}.py"))
    return [file.relative_to(ROOT).as_posix() for file in dict.fromkeys(files)]


class Copy:
    """A scratch copy of the files that git knows or would add."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.clock = int(time.time()) - 1_000_000
        listing = ["git", "-C", str(ROOT), "ls-files", "-z", "-co", "--exclude-standard"]
        for name in subprocess.check_output(listing).decode().split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        subprocess.run(["git", "init", "-q", str(folder)], check=True)

    def put(self, path: Path, data: bytes) -> None:
        """Write a module of the checkout in the copy, dated so that no compiled one passes for it."""
        place = self.folder / path.relative_to(ROOT)
        place.write_bytes(data)
        self.clock += 2
        os.utime(place, (self.clock, self.clock))

    def outcome(self, tests: list, seconds: int) -> str:
        """PASSED, FAILED, or LATE where the tests take more seconds of a processor than that."""
        argv = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        quiet = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + GRACE))

        run = subprocess.Popen(
            argv, cwd=self.folder, start_new_session=True, preexec_fn=limit, **quiet
        )
        try:
            code = run.wait(STUCK)
        except subprocess.TimeoutExpired:
            return LATE
        finally:
            with contextlib.suppress(OSError):
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        return {0: PASSED, -signal.SIGXCPU: LATE}.get(code, FAILED)

    def outcome_of(self, change: Change, tests: list, seconds: int) -> str:
        """What the tests say of the change; the module is put back."""
        data = (self.folder / change.path.relative_to(ROOT)).read_bytes()
        becomes = f"({change.becomes})".encode()
        self.put(change.path, data[: change.start] + becomes + data[change.end :])
        try:
            return self.outcome(tests, seconds)
        finally:
            self.put(change.path, data)


def modules(names: list) -> list:
    """The files that the command line names. Exits for a name that is none."""
    found = []
    for name in names:
        place = ROOT / "reflexion" / name
        if not place.exists():
            place = place.with_suffix(".py")
        if not place.is_dir() and place.suffix != ".py" or not place.exists():
            sys.exit(f"{name}: neither a package nor a module of reflexion")
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return found


def baseline(scratch: Copy, tests: list) -> int:
    """The seconds of a processor that the unchanged code's tests take. Exits where they fail."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if scratch.outcome(tests, STUCK) != PASSED:
        sys.exit("the tests fail without any change: " + " ".join(tests))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return math.ceil(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def report(change: Change) -> str:
    return f"{change.path.relative_to(ROOT)}:{change.line}  {change.was} -> {change.becomes}"


def run(plan: list, jobs: int) -> list:
    """What the tests say of each Change, in order: PASSED (it survives), FAILED or LATE.

    `plan`: (Change, its test files) of each that is tried."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [Copy(Path(folder) / str(n)) for n in range(jobs)]
        seconds = {}  # (test file, ...) -> how long they may take
        for _, files in plan:
            key = tuple(sorted(files))
            if key not in seconds:
                seconds[key] = 3 * baseline(copies[0], files) + GRACE

        def tried(row) -> str:
            change, files = row
            scratch = copies.pop()
            try:
                outcome = scratch.outcome_of(change, files, seconds[tuple(sorted(files))])
            finally:
                copies.append(scratch)
            if outcome != FAILED:
                late = "" if outcome == PASSED else "  (took too long: counts as felt)"
                print(report(change) + late, flush=True)
            return outcome

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(tried, plan))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="+", help="packages or modules below reflexion/")
    parser.add_argument("--most", type=int, default=0, help="a sample of so many; 0: all")
    parser.add_argument("--kind", choices=KINDS, help="changes of this kind only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, choices=range(1, MOST_JOBS + 1))
    parser.add_argument("--tests", nargs="*", default=[], help="files to run instead of TESTS")
    parser.add_argument("--list", action="store_true", help="print the changes, run nothing")
    given = parser.parse_args()
    chosen = [change for path in modules(given.names) for change in changes(path)]
    if given.kind:
        chosen = [change for change in chosen if change.kind == given.kind]
    total = len(chosen)
    if given.most and given.most < total:
        random.Random(given.seed).shuffle(chosen)
        chosen = chosen[: given.most]
        chosen.sort()
    if given.list:
        print("\n".join(map(report, chosen)))
        return
    outcomes = run([(it, given.tests or tests_for(it.path)) for it in chosen], given.jobs)
    survive = outcomes.count(PASSED)
    print(f"{survive} of {len(chosen)} changes survive ({total} could be made)", end="")
    late = outcomes.count(LATE)
    print(f", {late} took too long" if late else "")


if __name__ == "__main__":
    main()
