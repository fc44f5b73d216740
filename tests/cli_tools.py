"""Commands called in this process, in a scratch project: `from cli_tools import cli` gives a fixture."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest
from sandbox import Terminal, is_persons

from reflexion.cli import run
from reflexion.store import trust

LEARNING = {
    "type": "error",
    "trigger": 'npm error Missing script: "build"',
    "context": "npm run build",
    "resolution": "Use `pnpm run build`: this project uses pnpm.",
    "keywords": ["npm", "build"],
    "occurrences": 1,
    "first_seen": "2026-03-01",
    "last_seen": "2026-03-02",
    "promoted": False,
    "cwd": ".",
}


class Cli:
    """`cli("list", "--json")` runs a command; `out`, `err` and `status` hold what it gave."""

    def __init__(self, root, home, capsys):
        self.root, self.home, self.capsys = root, home, capsys
        self.store = root / ".reflexion"
        self.out = self.err = ""
        self.status = 0
        self.ours = True  # is the store that `put` makes this machine's?

    def __call__(self, *argv: str, status: int = 0) -> str:
        self.capsys.readouterr()
        given = sys.stdin
        if is_persons(argv) and not given.isatty():
            sys.stdin = Terminal(io.BytesIO(b""), "utf-8")
        try:
            self.status = run([str(word) for word in argv])
        except SystemExit as stop:  # argparse
            self.status = stop.code
        finally:
            sys.stdin = given
        self.out, self.err = self.capsys.readouterr()
        assert self.status == status, (argv, self.status, self.out, self.err)
        return self.out

    def put(self, digits: str, **fields) -> str:
        """An entry as a file; its id."""
        id = f"RFX-20260301-{digits}"
        folder = self.store / "entries"
        folder.mkdir(parents=True, exist_ok=True)
        if self.ours and not trust.nonce_of(str(self.store)):
            trust.begin(str(self.store), str(self.home / ".reflexion"), trust.MINE)
        (folder / f"{id}.json").write_text(
            json.dumps({"id": id, **LEARNING, **fields}, indent=2, ensure_ascii=False) + "\n",
            encoding="utf-8",
        )
        return id

    def get(self, id: str) -> dict:
        return json.loads((self.store / "entries" / f"{id}.json").read_text(encoding="utf-8"))

    def ids(self) -> list:
        return sorted(path.stem for path in (self.store / "entries").glob("*.json"))

    def added(self) -> str:
        """The id that the last output names."""
        return re.search(r"RFX-\d{8}-[0-9a-f]+", self.out).group()


@pytest.fixture
def cli(tmp_path, scratch_home, monkeypatch, capsys):
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    for name in (
        "COLUMNS",
        "NO_COLOR",
        "EDITOR",
        "VISUAL",
        "PAGER",
        "CLAUDECODE",
        "CODEX_THREAD_ID",
        "CODEX_SANDBOX",
    ):
        monkeypatch.delenv(name, raising=False)
    return Cli(root, scratch_home, capsys)


def visible(text: str) -> bool:
    """Nothing in the text can move a cursor or hide."""
    return not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]", text)
