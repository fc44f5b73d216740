"""What a hook costs beside an interpreter that starts and stops: the real scripts as subprocesses, in turn with `python3 -I -S -c pass`.

    python3 tests/bench/hooks.py [--rounds 25] [--sizes 0,1000,10000,100000] [--against DIR] [--json] [--quick]

Prints for each call and size of the store the medians of CPU and wall time as ratios to the bare interpreter of the same rounds, the peak of memory,
and how many modules and files it takes. `--against DIR` runs another checkout's scripts in the same rounds. Everything happens in a temporary
folder, on copies whose bytecode is made beforehand; "cold" has none at all. Linux and macOS.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from hook_cases import CASES, NEEDS_ENTRIES, ROOT, call, project

BARE = [sys.executable, "-I", "-S", "-c", "pass"]
PROBE = ROOT / "tests" / "hook_probe.py"
COLD = "no bytecode"


class Copy:
    """One checkout's scripts with their bytecode made (`warm`) or none, and its projects by the size of their stores."""

    def __init__(self, name: str, source: Path, folder: Path, warm: bool = True):
        self.name, self.scripts, self.warm, self.roots = name, folder / "scripts", warm, {}
        for part in ("reflexion", "scripts"):
            shutil.copytree(
                source / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
            )
        if warm:
            compileall.compile_dir(folder / "reflexion", quiet=1)

    def argv(self, script: str, probe: str = "") -> list:
        return [
            sys.executable,
            "-I",
            "-S",
            *([] if self.warm else ["-B"]),
            *([str(PROBE), probe] if probe else []),
            str(self.scripts / f"{script}.py"),
        ]

    def make(self, folder: Path, sizes) -> None:
        for size in sizes:
            root = self.roots[size] = project(folder / str(size), size)
            if size:
                start = time.perf_counter()
                subprocess.run(
                    self.argv("rebuild_index"),
                    cwd=root,
                    env=environ(root),
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
                print(
                    f"# {self.name}: index of {size:,} entries built in {time.perf_counter() - start:.1f} s",
                    file=sys.stderr,
                )


def environ(root: Path) -> dict:
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(root.parent / "home"),
        "LANG": "C.UTF-8",
        "CLAUDE_PROJECT_DIR": str(root),
    }


def run(argv: list, stdin: bytes, root: Path) -> tuple:
    """(CPU, wall) of one process in seconds; a project without a store is one again before."""
    if root.parent.name == "0":
        for place in (root, root.parent / "home"):
            shutil.rmtree(place / ".reflexion", ignore_errors=True)
    start = time.perf_counter()
    child = subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environ(root),
        cwd=root,
    )
    child.stdin.write(stdin)
    child.stdin.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        raise SystemExit(f"{argv[-1]} ended in status {status}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - start


def probed(copy: Copy, script: str, stdin: bytes, root: Path) -> dict:
    """Modules loaded beyond the interpreter's own, files opened that are no modules, folders listed, memory in MiB."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as report:
        run(copy.argv(script, report.name), stdin, root)
        lines = [line.rstrip("\n").partition(" ") for line in report]
    code = (f"{copy.scripts.parent}{os.sep}", sys.prefix, sys.base_prefix)
    listed = sorted({name for kind, _, name in lines if kind == "module"})
    return {
        "modules": len(listed),
        "loaded": listed,
        "files": sum(kind == "open" and not name.startswith(code) for kind, _, name in lines),
        "folders": sum(
            kind == "list" and not f"{name}{os.sep}".startswith(code) for kind, _, name in lines
        ),
        "memory": max([int(name) / 1024 for kind, _, name in lines if kind == "memory"], default=0),
    }


def measure(copies: list, size: int, rounds: int) -> list:
    """A row for each case and copy in stores of one size; the bare interpreter and all copies take turns."""
    rows = []
    first = 500_000 if copies[0].name == COLD else 0  # no session twice
    for n, (name, (script, budget, payload)) in enumerate(CASES.items()):
        if not size and name in NEEDS_ENTRIES:
            continue
        times = {copy.name: [] for copy in copies}
        bare = []
        for turn in range(-1, rounds):  # the first one only warms the file system's cache
            took = run(BARE, b"", copies[0].roots[size])
            for copy in copies:
                root = copy.roots[size]
                cost = run(copy.argv(script), payload(root, first + n * 1000 + turn + 1), root)
                if turn >= 0:
                    times[copy.name].append(cost)
            if turn >= 0:
                bare.append(took)
        for copy in copies:
            root = copy.roots[size]
            cpu, wall = (median(row[i] for row in times[copy.name]) for i in (0, 1))
            rows.append(
                {
                    "case": name,
                    "entries": size,
                    "copy": copy.name,
                    "cpu": cpu / median(row[0] for row in bare),
                    "wall": wall / median(row[1] for row in bare),
                    "cpu_ms": cpu * 1000,
                    "wall_ms": wall * 1000,
                    "budget": budget,
                    **probed(copy, script, payload(root, first + n * 1000 + rounds + 2), root),
                }
            )
            show(rows[-1])
    return rows


def refreshed(copy: Copy, size: int, rounds: int) -> list:
    """Wall milliseconds of a recall: as usual, right after entries were edited by hand, and the next one."""
    root, rows = copy.roots[size], []
    files = sorted((root / ".reflexion" / "entries").glob("RFX-20260101-0*.json"))
    for edited in (1, 100):
        taken = [[], [], []]
        for turn in range(max(5, rounds // 5)):
            ask = call(
                root,
                "UserPromptSubmit",
                f"bench-r{edited}-{turn}",
                prompt="the make target deploy has no rule any more, what do we use?",
            )
            run(copy.argv("recall"), ask, root)
            taken[0].append(run(copy.argv("recall"), ask, root)[1])
            for path in files[turn * edited : (turn + 1) * edited]:
                path.write_text(
                    path.read_text(encoding="utf-8").replace("renamed", f"renamed to {turn}"),
                    encoding="utf-8",
                )
            time.sleep(0.06)  # a time that the file system can tell apart
            taken[1].append(run(copy.argv("recall"), ask, root)[1])
            taken[2].append(run(copy.argv("recall"), ask, root)[1])
        before, first, after = (median(row) * 1000 for row in taken)
        rows.append(
            {
                "case": f"{edited} edited by hand",
                "entries": size,
                "copy": copy.name,
                "before_ms": before,
                "refresh_ms": first,
                "after_ms": after,
            }
        )
        print(
            f"{copy.name:<10}{size:>8,}  {edited} of the files edited by hand: recall {before:.0f} ms before, {first:.0f} ms with the refresh, {after:.0f} ms after"
        )
    return rows


def show(row: dict) -> None:
    over = (
        " over budget"
        if row["budget"] and row["cpu"] > row["budget"] and row["copy"] != COLD
        else ""
    )
    print(
        f"{row['copy']:<12}{row['entries']:>8,}  {row['case']:<31}{row['cpu']:>6.2f} {row['wall']:>6.2f}  {row['cpu_ms']:>6.1f} {row['wall_ms']:>6.1f}  "
        f"{row['memory']:>5.1f}  {row['modules']:>3} {row['files']:>3} {row['folders']:>2}  {row['budget'] or '-'}{over}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--sizes", default="0,1000,10000,100000")
    parser.add_argument("--against", type=Path, help="another checkout, run in the same rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there, too")
    parser.add_argument(
        "--quick", action="store_true", help="five rounds, stores of 0 and 1,000 entries, warm only"
    )
    a = parser.parse_args()
    sizes, rounds = (
        ([0, 1000], 5) if a.quick else ([int(size) for size in a.sizes.split(",")], a.rounds)
    )
    about = {
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "system": platform.system(),
        "rounds": rounds,
    }
    print(
        f"# Python {about['python']}, {about['system']}, {about['machine']}, {rounds} rounds; cpu and wall are ratios to `python3 -I -S -c pass`"
    )
    with tempfile.TemporaryDirectory(prefix="hooks-") as folder:
        folder = Path(folder)
        copies = [Copy("here", ROOT, folder / "here")] + (
            [Copy("there", a.against, folder / "there")] if a.against else []
        )
        for copy in copies:
            copy.make(folder / f"{copy.name}-projects", sizes)
        print(
            f"{'':<12}{'entries':>8}  {'call':<31}{'cpu':>6} {'wall':>6}  {'cpu ms':>6} {'wall':>6}  {'MiB':>5}  modules, files, folders; budget"
        )
        rows = [row for size in sizes for row in measure(copies, size, rounds)]
        if not a.quick:
            cold = Copy(COLD, ROOT, folder / "cold", warm=False)
            cold.roots = copies[0].roots
            rows += measure([cold], 1000 if 1000 in sizes else sizes[0], rounds)
        for size in [size for size in sizes if size == 10_000]:
            rows += [row for copy in copies for row in refreshed(copy, size, rounds)]
    if a.json:
        a.json.write_text(json.dumps({**about, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
