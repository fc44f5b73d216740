"""What a hook costs beside an interpreter that starts and stops.

    python3 tests/bench/hooks.py [--rounds 15] [--sizes 0,1000,10000] [--against DIR]

The real scripts run as subprocesses, in turn with `python3 -I -S -c pass`. Prints the median
of CPU time as a ratio to the bare interpreter of the same rounds, and the peak of memory.
Everything happens in a temporary folder. Linux and macOS.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent.parent
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
NOISE = "compiled module {n} in {n} ms, wrote dist/chunk-{n}.js (12 kB)"
WORDS = "alpha bravo carbon delta ember falcon garnet harbor indigo jasper kernel lagoon".split()


def payload(root: Path, event: str, session: str, **fields) -> bytes:
    common = {"session_id": session, "transcript_path": f"{root}/none.jsonl", "cwd": str(root)}
    return json.dumps({**common, "hook_event_name": event, **fields}).encode()


def worked(root: Path, session: str, output: str, command: str = "npm run build") -> bytes:
    answer = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
    tool = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "toolu_1"}
    return payload(root, "PostToolUse", session, **tool, tool_response=answer)


def failed(root: Path, session: str, line: str, before: str = "") -> bytes:
    tool = {"tool_name": "Bash", "tool_input": {"command": "make deploy"}, "tool_use_id": "t"}
    error = f"Exit code 2\n{before}{line}"
    return payload(root, "PostToolUseFailure", session, **tool, error=error, is_interrupt=False)


def noise(characters: int) -> str:
    lines = [NOISE.format(n=n) for n in range(characters // 40)]
    return "\n".join(lines)[:characters]


KNOWN = "make: *** No rule to make target 'known'.  Stop."
# name -> (script, budget, payload of a root and the number of the round)
CASES = {
    "nothing to learn": ("capture", 1.2, lambda r, n: worked(r, f"s{n}", "done")),
    "nothing, 1 MB of output": ("capture", 1.2, lambda r, n: worked(r, f"s{n}", noise(1 << 20))),
    "nothing, after a failure": ("capture", 1.2, lambda r, n: worked(r, "busy", "done")),
    "failure, new": (
        "capture",
        6,
        lambda r, n: failed(r, f"s{n}", f"error: {WORDS[n % 12]} refused the {WORDS[n // 12]}"),
    ),
    "failure, known": ("capture", 6, lambda r, n: failed(r, f"s{n}", KNOWN)),
    "failure, 64 KB of output": (
        "capture",
        6,
        lambda r, n: failed(r, f"s{n}", f"error: {WORDS[n % 12]} is lost", noise(64 << 10)),
    ),
    "prompt": (
        "recall",
        6,
        lambda r, n: payload(r, "UserPromptSubmit", "busy", prompt="why does make fail? " * 8),
    ),
    "prompt (capture)": (
        "capture",
        6,
        lambda r, n: payload(r, "UserPromptSubmit", f"s{n}", prompt="make it faster please"),
    ),
    "session's start": (
        "recall",
        6,
        lambda r, n: payload(r, "SessionStart", f"s{n}", source="startup"),
    ),
    "turn's end": ("capture", 6, lambda r, n: payload(r, "Stop", "busy", stop_hook_active=False)),
    "session's end": (
        "promote",
        8,
        lambda r, n: payload(r, "SessionEnd", f"s{n}", reason="other"),
    ),
    "3 MB payload": ("capture", 100, lambda r, n: failed(r, f"s{n}", KNOWN, noise(3_000_000))),
}


class Copy:
    """One checkout's scripts, with their bytecode made, and a project for each size."""

    def __init__(self, name: str, source: Path, folder: Path):
        self.name = name
        self.folder = folder
        for part in ("reflexion", "scripts"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source / part, folder / part, ignore=ignored)
        compileall.compile_dir(folder / "reflexion", quiet=1)

    def argv(self, script: str) -> list:
        return [sys.executable, "-I", "-S", str(self.folder / "scripts" / f"{script}.py")]

    def project(self, size: int) -> Path:
        """Return a project whose store holds so many learnings."""
        root = self.folder / f"project-{size}" / "shop"
        (root / ".git").mkdir(parents=True)
        (root.parent / "home").mkdir()
        run([sys.executable, "-m", "reflexion", "init", "--host", "claude"], b"", root, self)
        entries = root / ".reflexion" / "entries"
        entries.mkdir(parents=True, exist_ok=True)
        for n in range(min(size, 9_900)):  # a store of 10,000 is full
            write_entry(entries, n)
        run(self.argv("rebuild_index"), b"", root, self)
        start = payload(root, "SessionStart", "busy", source="startup")
        run(self.argv("recall"), start, root, self)
        run(self.argv("capture"), failed(root, "busy", KNOWN), root, self)
        return root


def write_entry(folder: Path, n: int) -> None:
    """Write the n-th learning of a project: half of them have a lesson."""
    draw = random.Random(n)
    words = draw.sample(WORDS, 4)
    entry = {
        "id": f"RFX-20260101-{n:06x}",
        "type": "error",
        "trigger": KNOWN if n == 0 else f"error {n}: {words[0]} cannot open {words[1]}-{n}",
        "context": f"{words[2]} run {words[3]}",
        "resolution": f"Start {words[1]}-{n} before {words[3]}." if n % 2 == 0 else "",
        "keywords": words,
        "occurrences": 1 + n % 2,
        "first_seen": "2026-01-01",
        "last_seen": "2026-01-01",
        "promoted": False,
        "cwd": ".",
    }
    (folder / f"{entry['id']}.json").write_text(
        json.dumps(entry, indent=2) + "\n", encoding="utf-8"
    )


def run(argv: list, stdin: bytes, root: Path, copy: Copy | None = None) -> tuple:
    """Return (CPU seconds, peak memory in MiB) of one process."""
    environ = {"PATH": os.environ["PATH"], "HOME": str(root.parent / "home"), "LANG": "C.UTF-8"}
    if copy:
        environ["PYTHONPATH"] = str(copy.folder)
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen(argv, stdin=subprocess.PIPE, cwd=root, env=environ, **streams)
    try:
        child.stdin.write(stdin)
        child.stdin.close()
    except BrokenPipeError:
        pass
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        raise SystemExit(f"{' '.join(argv[-3:])} ended with status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(copies: list, size: int, rounds: int) -> list:
    """Return a row for each case and copy; all take turns with the bare interpreter."""
    roots = [copy.project(size) for copy in copies]
    rows = []
    for name, (script, budget, make) in CASES.items():
        bare = []
        taken = [[] for _ in copies]
        for n in range(rounds + 1):
            bare.append(run(BARE, b"", roots[0])[0])
            for copy, root, times in zip(copies, roots, taken):
                times.append(run(copy.argv(script), make(root, n), root))
        for copy, times in zip(copies, taken):
            ratio = median(cpu for cpu, _ in times[1:]) / median(bare[1:])
            memory = max(peak for _, peak in times)
            rows.append({"case": name, "copy": copy.name, "entries": size, "cpu": ratio})
            rows[-1].update(memory=memory, budget=budget)
            show(rows[-1])
    return rows


def show(row: dict) -> None:
    mark = " over" if row["cpu"] > row["budget"] + (2 if row["entries"] > 1000 else 0) else ""
    place = f"{row['copy']:<6}{row['entries']:>7,}  {row['case']:<26}"
    print(
        f"{place}{row['cpu']:>6.2f}  {row['memory']:>5.1f} MiB  {row['budget']}{mark}", flush=True
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--sizes", default="0,1000,10000")
    parser.add_argument("--against", type=Path, help="another checkout, in the same rounds")
    parser.add_argument("--json", type=Path, help="write the rows there, too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy("here", ROOT, Path(folder, "here"))]
        if given.against:
            copies.append(Copy("there", given.against, Path(folder, "there")))
        rows = []
        for size in map(int, given.sizes.split(",")):
            rows += measure(copies, size, given.rounds)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
