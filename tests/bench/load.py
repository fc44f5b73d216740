"""How many sightings are counted while many hooks fail at once.

    python3 tests/bench/load.py [--hooks 1000] [--at-once 32] [--load 8]

Each hook is the real script with a failed call of its own session, and ends after the 15 seconds
that hosts allow; `--load` programs that only count keep the processors busy beside them. Then a
command is run, as a person might. Prints what was counted, and the longest call. Everything
happens in a temporary folder.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUSY = [sys.executable, "-I", "-S", "-c", "while True: pass"]
ALLOWED = 15  # seconds


def fail(project: Path, environ: dict[str, str], number: int) -> float:
    """Let one hook see a failure; return the seconds that it took."""
    fields = {
        "session_id": f"s{number}",
        "cwd": str(project),
        "hook_event_name": "PostToolUseFailure",
        "tool_name": "Bash",
        "tool_use_id": f"t{number}",
        "tool_input": {"command": "npm run build"},
        "error": "Exit code 1\nnpm ERR! Missing script: build",
    }
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / "capture.py")]
    begun = time.monotonic()
    data = json.dumps(fields).encode()
    try:
        subprocess.run(command, input=data, env=environ, cwd=project, timeout=ALLOWED)
    except subprocess.TimeoutExpired:
        print(f"hook {number} was ended by its host")
    return time.monotonic() - begun


def counted_in(project: Path, environ: dict[str, str]) -> tuple[int, int]:
    """Return what the entries of a project count, and how many sightings are kept for later."""
    command = [sys.executable, str(ROOT / "scripts" / "rebuild_index.py")]
    kept = len(list(Path(environ["HOME"]).rglob("kept/*.json")))
    for _ in range(kept + 1):
        subprocess.run(command, env=environ, cwd=project, check=True, stdout=subprocess.DEVNULL)
        if not list(Path(environ["HOME"]).rglob("kept/*.json")):
            break
    entries = (project / ".reflexion" / "entries").glob("*.json")
    return sum(json.loads(path.read_text("utf-8"))["occurrences"] for path in entries), kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hooks", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=32)
    parser.add_argument("--load", type=int, default=0)
    args = parser.parse_args()
    compileall.compile_dir(ROOT / "reflexion", quiet=1)  # as in every call but the first
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "shop")
        (project / ".git").mkdir(parents=True)
        home = Path(folder, "home")
        home.mkdir()
        environ = {"HOME": str(home), "PATH": os.environ.get("PATH", "")}
        busy = [subprocess.Popen(BUSY) for _ in range(args.load)]
        try:
            with ThreadPoolExecutor(args.at_once) as pool:
                seconds = list(pool.map(lambda n: fail(project, environ, n), range(args.hooks)))
        finally:
            for process in busy:
                process.kill()
        counted, kept = counted_in(project, environ)
    longest = f"the longest call took {max(seconds):.1f} s"
    print(f"counted {counted} of {args.hooks}, {kept} of them later, {longest}")


if __name__ == "__main__":
    main()
