"""Many hooks on one store at once: captures a second, and whether anything was lost or torn.

    python3 tests/bench/stress.py [--captures 240] [--mistakes 12] [--at-once 16] [--kill]

Runs the real capture script. --kill also kills every fourth one at a random instant, and then looks for torn files,
a lock that blocks and temporaries that stay; sightings of killed captures may or may not count.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from sandbox import Sandbox  # noqa: E402


def payload(box: Sandbox, n: int, mistakes: int) -> bytes:
    name = f"target-{chr(97 + n % mistakes)}"
    return json.dumps(
        {
            "session_id": f"s{n}",
            "cwd": str(box.root),
            "hook_event_name": "PostToolUseFailure",
            "tool_name": "Bash",
            "tool_use_id": f"t{n}",
            "tool_input": {"command": f"make {name}"},
            "error": f"Exit code 2\nmake: *** No rule to make target '{name}'.  Stop.",
        }
    ).encode()


def run(box: Sandbox, captures: int, mistakes: int, at_once: int, kill: bool) -> tuple[float, int]:
    """Start the captures, at_once at a time; (seconds, how many were killed)."""
    chance, running, killed, start = random.Random(1), [], 0, time.perf_counter()
    for n in range(captures):
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", str(ROOT / "scripts/capture.py")],
            stdin=subprocess.PIPE,
            env=box.environ(),
            cwd=box.root,
        )
        child.stdin.write(payload(box, n, mistakes))
        child.stdin.close()
        if kill and n % 4 == 3:
            time.sleep(chance.uniform(0.02, 0.12))
            child.kill()
            killed += 1
        running.append(child)
        while sum(one.poll() is None for one in running) >= at_once:
            time.sleep(0.002)
    for child in running:
        child.wait()
    return time.perf_counter() - start, killed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (("captures", 240), ("mistakes", 12), ("at-once", 16)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--kill", action="store_true")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        box = Sandbox(Path(folder, "shop"), home)
        seconds, killed = run(box, a.captures, a.mistakes, a.at_once, a.kill)
        torn, seen = 0, 0
        for path in (box.root / ".reflexion/entries").iterdir():
            try:
                seen += json.loads(path.read_text(encoding="utf-8"))["occurrences"]
            except ValueError:
                torn += 1
        start = time.perf_counter()
        box.bash("make again", 2, "make: *** No rule to make target 'again'.  Stop.")
        after = time.perf_counter() - start
        left = [name for name in os.listdir(box.root / ".reflexion/state/tmp")]
        print(
            f"{a.captures} captures of {a.mistakes} mistakes, {a.at_once} at once, {killed} killed: {a.captures / seconds:.0f} a second, "
            f"{len(box.entries()) - 1} entries, {seen} sightings, at least {max(0, a.captures - killed - seen)} lost, {torn} torn; "
            f"the next capture took {after:.2f} s, {len(left)} temporaries wait for the sweep"
        )
        faults = box.log().splitlines()
        print(f"{len(faults)} faults on record", *faults[-1:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
