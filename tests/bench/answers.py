"""What the hooks answer on the project's own case files, beside what an older revision answers.

    python3 tests/bench/answers.py [--against REV] [--show 20]

Every case of tests/cases/*.txt is one call of the real capture script in a fresh project: is an entry
made, and does its trigger hold the line that the case names? Every question of recall_cases.txt is one
call of the real recall script in one project that holds its learnings. Prints right/all for each file,
for this checkout and for REV (a commit; its own case files are not used), and the cases that differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FROZEN = "640ae95"  # the last commit before the package was rewritten into its rooms
sys.path[:0] = [str(HERE), str(HERE.parent)]

from case_files import load as load_cases  # noqa: E402
from recall import load as load_recall  # noqa: E402


class Checkout:
    """A copy of the toolkit, and a scratch home and projects to run its hooks in."""

    def __init__(self, toolkit: Path, scratch: Path):
        self.toolkit, self.scratch, self.projects = toolkit, scratch, 0

    def project(self) -> Path:
        """A new project's folder: a checkout without commits."""
        self.projects += 1
        folder = self.scratch / f"p{self.projects}"
        (folder / ".git").mkdir(parents=True)
        return folder

    def fire(self, script: str, project: Path, event: str, **fields) -> str:
        """One hook call; its stdout."""
        payload = {"session_id": "s", "transcript_path": "", "cwd": str(project), **fields}
        payload["hook_event_name"] = event
        words = ["-I", "-S", str(self.toolkit / "scripts" / f"{script}.py")]
        return self.run(words, project, json.dumps(payload).encode())

    def run(self, words: list, project: Path, stdin: bytes = b"") -> str:
        """The interpreter with these words, in the project; its stdout."""
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.scratch),
            "CLAUDE_PROJECT_DIR": str(project),
        }
        done = subprocess.run(
            [sys.executable, *words], input=stdin, env=environ, cwd=project, capture_output=True
        )
        return done.stdout.decode("utf-8", "replace")


def captured(checkout: Checkout, case) -> str:
    """The trigger that capture stores for a case's call, "" when nothing is stored."""
    project = checkout.project()
    call = {"tool_name": "Bash", "tool_input": {"command": case.command}, "tool_use_id": "t1"}
    if case.status:
        error = f"Exit code {case.status}\n{case.output}"
        checkout.fire("capture", project, "PostToolUseFailure", **call, error=error)
    else:
        response = {"stdout": case.output, "stderr": "", "interrupted": False}
        checkout.fire("capture", project, "PostToolUse", **call, tool_response=response)
    entries = sorted((project / ".reflexion" / "entries").glob("*.json"))
    return json.loads(entries[0].read_text(encoding="utf-8"))["trigger"] if entries else ""


def right_capture(case, trigger: str) -> bool:
    return case.text in trigger if case.fails else not trigger


def recall_store(checkout: Checkout, entries: list) -> Path:
    """A project whose store holds the learnings."""
    project = checkout.project()
    folder = project / ".reflexion" / "entries"
    folder.mkdir(parents=True)
    for number, entry in enumerate(entries):
        name = f"RFX-20250505-{number:06x}"
        entry = {**entry, "id": name, "first_seen": "2025-05-05", "promoted": False}
        entry["occurrences"] = 2
        (folder / f"{name}.json").write_text(json.dumps(entry), encoding="utf-8")
    checkout.run([str(checkout.toolkit / "reflexion"), "trust"], project)
    return project


def recalled(checkout: Checkout, project: Path, number: int, kind: str, text: str) -> str:
    """What the recall hook says to a question."""
    session = {"session_id": f"s{number}"}
    if kind == "command":
        call = {"tool_name": "Bash", "tool_input": {"command": text}, "tool_use_id": "t1"}
        return checkout.fire("recall", project, "PreToolUse", **call, **session)
    return checkout.fire("recall", project, "UserPromptSubmit", prompt=text, **session)


def answers(checkout: Checkout) -> dict:
    """(file, case) -> (is it right?, the answer)."""
    result = {}
    for name in sorted(path.name for path in (HERE.parent / "cases").glob("*.txt")):
        for number, case in enumerate(load_cases(name) if name != "secrets.txt" else ()):
            trigger = captured(checkout, case)
            result[name, f"{number} {case}"] = right_capture(case, trigger), trigger
    entries, questions = load_recall(HERE / "recall_cases.txt")
    ids = {entry["id"]: f"RFX-20250505-{n:06x}" for n, entry in enumerate(entries)}
    project = recall_store(checkout, entries)
    for number, (kind, wanted, fine, text) in enumerate(questions):
        if kind == "command":
            continue  # speaks of failures met in this project only: not to be had from a bare store
        output = recalled(checkout, project, number, kind, text)
        shown = {key for key, id in ids.items() if id in output}
        right = bool(shown & set(wanted)) if wanted else not shown - set(fine)
        result["recall_cases.txt", f"{number} {text[:50]!r}"] = right, " ".join(sorted(shown))
    return result


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--against", default=FROZEN, help="a commit to compare with")
    parser.add_argument("--show", type=int, default=20, help="so many differing cases of a file")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve()
        old = scratch / "old"
        subprocess.run(["git", "clone", "-q", "--no-checkout", str(ROOT), str(old)], check=True)
        subprocess.run(["git", "-C", str(old), "checkout", "-q", args.against], check=True)
        (scratch / "a").mkdir()
        (scratch / "b").mkdir()
        now = answers(Checkout(ROOT, scratch / "a"))
        before = answers(Checkout(old, scratch / "b"))
    for name in dict.fromkeys(file for file, _ in now):
        keys = [key for key in now if key[0] == name]
        print(
            f"{name}: right {sum(now[k][0] for k in keys)} of {len(keys)}"
            f" ({args.against}: {sum(before[k][0] for k in keys)})"
        )
        worse = [key for key in keys if before[key][0] and not now[key][0]]
        for key in worse[: args.show]:
            print(f"  worse: {key[1]}\n    was: {before[key][1]}\n    now: {now[key][1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
