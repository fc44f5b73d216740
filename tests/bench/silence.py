"""How often are prompts left alone that no learning fits? 96 of 100 at least must be.

    python3 tests/bench/silence.py [--store FILE.jsonl ...] [--prompts FILE.jsonl ...] [--show 20]

Without options: the questions of silent.txt beside this file against the learnings of
recall_cases.txt. `--store`: entries, one JSON object a line; `--prompts`: objects with a "text".
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

from recall import load as load_cases  # noqa: E402

from reflexion.recall.search import search  # noqa: E402
from reflexion.store import index  # noqa: E402
from reflexion.store.entries import Store  # noqa: E402
from reflexion.store.settings import load  # noqa: E402


def rows(path) -> list:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line]


def own_store() -> list:
    """The learnings of recall_cases.txt with ids that a store takes."""
    entries, _ = load_cases(HERE / "recall_cases.txt")
    dated = {"first_seen": "2025-05-05", "promoted": False}
    return [{**entry, **dated, "id": f"RFX-20250505-{n:06x}"} for n, entry in enumerate(entries)]


def own_prompts() -> list:
    lines = (HERE / "silent.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and line[0] != "#"]


def spoken(entries: list, prompts: list, folder: Path) -> list:
    """[(prompt, trigger of what would be said)]; the store is made in the folder."""
    store = Store(str(folder / ".reflexion"), str(folder))
    store.create_folders()
    for entry in entries:
        Path(store.entries_dir, entry["id"] + ".json").write_text(
            json.dumps({"cwd": ".", **entry}), "utf-8"
        )
    index.rebuild(store)
    found = []
    for prompt in prompts:
        said = [one for one in search([store], prompt, load([])) if not one.verdict]
        found += [(prompt, said[0].entry["trigger"])] if said else []
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--store", action="append", default=[])
    parser.add_argument("--prompts", action="append", default=[])
    parser.add_argument("--show", type=int, default=20)
    given = parser.parse_args()
    prompts = [row["text"] for path in given.prompts for row in rows(path)] or own_prompts()
    for name, entries in [(path, rows(path)) for path in given.store] or [("own", own_store())]:
        with tempfile.TemporaryDirectory() as folder:
            found = spoken(entries, prompts, Path(folder))
        for prompt, trigger in found[: given.show]:
            print(f"  {prompt[:70]!r} -> {trigger[:60]!r}")
        share = 1 - len(found) / len(prompts)
        print(f"{name}: {share:.3f} of {len(prompts)} prompts are left alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
