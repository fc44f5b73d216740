"""Make a checkout whose projects begin with made-up lessons, to see what is found among many.

    python3 tests/bench/planted.py TARGET [--count 300]

Copies this checkout to TARGET and puts a step behind its `scripts/init.py`: every project that is
set up there gets so many lessons of an agent about other work, each of which two earlier sessions
met. A replay of sessions with TARGET in place of the checkout then tells what a large store does
to their lessons.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SEED = 7
EARLIER = 40  # sessions in which they were met
MET = 2  # sessions each
# command, error line, what to do; {a} and {b} are names
KINDS = (
    ("terraform apply -target={a}", "Error: state of {a} is locked by {b}", "unlock {a} with {b}"),
    (
        "npm run build --workspace {a}",
        "Error: Cannot find module '{b}'",
        "install {b} in {a} first",
    ),
    ("docker compose up {a}", "Error: port of {a} is taken by {b}", "stop {b} before {a} starts"),
    (
        "python3 -m pytest tests/{a}",
        "ModuleNotFoundError: No module named '{b}'",
        "set {b} up for {a}",
    ),
    ("go test ./{a}/...", "undefined: {b}", "run go generate for {b} before the tests of {a}"),
    ("cargo build -p {a}", "error: could not find {b} in {a}", "enable the feature {b} of {a}"),
    ("git push origin {a}", "remote: error: {a} needs a review of {b}", "open a request to {b}"),
    ("kubectl rollout status {a}", "error: {a} exceeded its deadline", "look at the events of {b}"),
    ("make {a}", "make: *** No rule to make target '{b}'", "run make prepare-{b} before make {a}"),
    ("psql -d {a}", "ERROR: relation {b} does not exist", "migrate {a} up to {b} first"),
    ("mvn -pl {a} verify", "[ERROR] Failed to resolve {b}", "build {b} before {a} with -am"),
    ("helm upgrade {a} charts/{a}", "Error: values of {b} are missing", "hand {b} over with -f"),
)
REASONS = (
    "because {b} is made by another job",
    "because nothing else starts {b}",
    "because the cache of {b} outlives {a}",
    "because {a} was moved out of {b}",
)
FIRST = "amber birch cedar delta ember fjord grove haven inlet jetty kelp larch maple north".split()
SECOND = "api auth batch cart feed gate hub index ledger mail pay queue report search".split()


def entries(count: int) -> list[dict[str, object]]:
    """Return the fields of so many different lessons."""
    draw = random.Random(SEED)
    names = [f"{first}-{second}" for first in FIRST for second in SECOND]
    found = []
    for number in range(count):
        command, line, what = KINDS[number % len(KINDS)]
        a, b = draw.sample(names, 2)
        text = f"For {command.split(' ')[0]} here, {what}, {draw.choice(REASONS)}."
        texts = (line, command, text)
        trigger, context, resolution = (each.format(a=a, b=b) for each in texts)
        found.append({"trigger": trigger, "context": context, "resolution": resolution})
    return found


def plant(root: str, count: int) -> None:
    """Put the lessons into the store of the project in `root`, as an agent's."""
    from reflexion.learning.entry import Entry
    from reflexion.learning.identity import fingerprints_of
    from reflexion.store import history
    from reflexion.store.project import Project
    from reflexion.text.words import keywords

    store = Project(root, os.environ).ready()
    draw = random.Random(SEED)
    with store.lock():
        for fields in entries(count):
            words = keywords(str(fields["trigger"]), str(fields["context"]))
            entry = Entry(type="error", source="agent", sessions=MET, keywords=words, **fields)
            entry_id = store.add(entry, fingerprints_of(entry)[0]).id
            for session in draw.sample(range(EARLIER), MET):
                history.append(store.state_dir, f"earlier-{session}", [(history.SEEN, entry_id)])


def make(target: Path, count: int) -> None:
    """Copy the checkout, and let its set-up plant the lessons, too."""
    for part in ("reflexion", "scripts", "tests/bench"):
        shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
    script = target / "scripts" / "init.py"
    script.rename(script.with_name("set_up.py"))
    step = [sys.executable, str(target / "tests" / "bench" / "planted.py"), "--here", str(count)]
    script.write_text(
        "import subprocess, sys\n"
        f"set_up = {str(script.with_name('set_up.py'))!r}\n"
        "done = subprocess.run([sys.executable, set_up, *sys.argv[1:]])\n"
        f"sys.exit(done.returncode or subprocess.run({step!r}).returncode)\n",
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--here", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.here is not None:
        sys.path.insert(0, str(ROOT))
        plant(os.getcwd(), args.here)
    elif args.target:
        make(args.target, args.count)
        print(args.target)


if __name__ == "__main__":
    main()
