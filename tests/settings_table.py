"""The settings and environment variables as Markdown tables, for the manual; run by hand.

python3 tests/settings_table.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def table() -> str:
    """The text between the markers in reflexion/manual/settings.md."""
    from reflexion.cli.config import meaning
    from reflexion.store.settings import SETTINGS

    lines = ["| setting | default | what it does |", "|---|---|---|"]
    for name, setting in SETTINGS.items():
        lines.append(f"| `{name}` | `{json.dumps(setting.default)}` | {meaning(name)} |")
    lines += ["", "| environment variable | what it does |", "|---|---|"]
    text = (ROOT / "tests" / "cases" / "environment.tsv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        names, what = line.split("\t")
        lines.append(f"| `{names.replace(', ', '`, `')}` | {what} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    print(table())
