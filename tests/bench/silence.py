"""How often real prompts bring to mind a lesson of a project that they are not about.

    python3 tests/bench/silence.py PROMPTS LESSONS [LESSONS …] [--without PROJECT] [--show 10]

PROMPTS and LESSONS are JSON lines, packed by gzip or not. A prompt is a row with `text` that
a person typed; a lesson is a row with `sentence` and mostly `error` and `command`, or an entry
of a store. Prompts run through the recall hook in one store of all lessons; those of the
prompt's own project, where both name theirs, do not count. The goal is .95.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from reflexion import hook
from reflexion.learning.entry import MAX_CONTEXT, MAX_RESOLUTION, MAX_TRIGGER
from reflexion.store.project import Project
from reflexion.text import as_typed, one_line
from reflexion.text.words import keywords

GOAL = 0.95
ID = re.compile(r"RFX-\d{8}-[0-9a-f]{6}")


def rows(path: str) -> list:
    """Return the rows of a file of JSON lines."""
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def is_prompt(row: dict) -> bool:
    return "text" in row and row.get("t", "prompt") == "prompt" and not row.get("machine")


def entry_of(row: dict, number: int) -> dict:
    """Return a row about a lesson as an entry of a store; {} for a row without a sentence."""
    sentence = row.get("sentence") or row.get("resolution") or ""
    if not sentence:
        return {}
    error = row.get("error") or row.get("trigger") or sentence
    command = row.get("command") or row.get("context") or ""
    return {
        "id": f"RFX-20260101-{number:06x}",
        "type": "error" if command else "insight",
        "trigger": one_line(error, MAX_TRIGGER),
        "context": as_typed(command, MAX_CONTEXT),
        "resolution": one_line(sentence, MAX_RESOLUTION),
        "keywords": row.get("keywords") or keywords(error, command),
        "source": "user",
    }


def make_store(root: Path, lessons: list) -> dict:
    """Write the entries of a store that its person accepted; return {id: project}."""
    folder = Path(Project(str(root), os.environ).ready().entries_dir)
    owners = {}
    for number, row in enumerate(lessons):
        entry = entry_of(row, number)
        if entry:
            text = json.dumps(entry, ensure_ascii=False)
            (folder / f"{entry['id']}.json").write_text(text, encoding="utf-8")
            owners[entry["id"]] = row.get("project", "")
    return owners


def told(root: Path, number: int, text: str) -> list:
    """Return the ids of what a prompt in a session of its own brings to mind."""
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": f"session-{number}",
        "cwd": str(root),
        "prompt": text,
    }
    answer = hook.serve("recall", json.dumps(payload).encode(), os.environ)
    return list(dict.fromkeys(ID.findall(answer)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prompts", metavar="PROMPTS")
    parser.add_argument("lessons", metavar="LESSONS", nargs="+")
    parser.add_argument("--without", action="append", default=[], metavar="PROJECT")
    parser.add_argument("--show", type=int, default=0, help="how many answered prompts to print")
    args = parser.parse_args()
    prompts = [row for row in rows(args.prompts) if is_prompt(row)]
    prompts = [row for row in prompts if row.get("project") not in args.without]
    lessons = [row for path in args.lessons for row in rows(path)]
    lessons = [row for row in lessons if row.get("project") not in args.without]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, USERPROFILE=folder)
        root = Path(folder, "project")
        (root / ".git").mkdir(parents=True)
        owners = make_store(root, lessons)
        answered = []
        for number, row in enumerate(prompts):
            project = row.get("project")
            foreign = [key for key in told(root, number, row["text"]) if owners[key] != project]
            answered += [(row["text"], foreign)] if foreign else []
    for text, ids in answered[: args.show]:
        print(f"{one_line(text, 120)!r} -> {', '.join(ids)}")
    silent = 1 - len(answered) / max(1, len(prompts))
    print(f"silence: prompts {len(prompts)}  lessons {len(owners)}  silent {silent:.3f}")
    return 0 if silent >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
