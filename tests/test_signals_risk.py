"""What is risky: each row of the table decides a case, and has a harmless neighbour."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion.signals import risk
from reflexion.signals.risk import MAX_TEXT, TABLE, risk_of
from reflexion.text.tables import rows

FILE = Path(__file__).parent / "cases" / "risk.tsv"
CASES = [
    line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#"
]
HARMLESS = [
    "Drop the flag.",
    "Use `push` and `pull -f`" + " x" * 60 + " -f",
    "Run `pnpm install`, not `npm install`.",
    "Set `TOKEN` in the environment.",
    "Format the file: `ruff format x.py`.",
    "Remove the import.",
    "",
]


@pytest.mark.parametrize("kind, risky, harmless", CASES)
def test_what_is_risky(kind, risky, harmless):
    assert risk_of(risky) == kind
    assert risk_of(risky.replace(" ", "  ")) == kind
    assert risk_of(harmless) == ""


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_not(text):
    assert risk_of(text) == ""


def test_every_row_decides_a_case(monkeypatch):
    table = rows(TABLE)
    for row in table:
        monkeypatch.setattr(risk, "rows", lambda name, row=row: [it for it in table if it != row])
        assert [text for kind, text, _ in CASES if risk_of(text) != kind], row


def test_every_needle_is_waited_for():
    """A needle in capitals, or one that its own row's pattern cannot match, decides nothing."""
    for _, needles, *_ in rows(TABLE):
        assert needles == needles.lower() and needles.strip()


@pytest.mark.parametrize(
    "piece", ["push ", "commit -", "curl ", "--no-", "| env -a ", "ssl-", "chmod -R "]
)
def test_a_long_text_is_looked_at_to_its_bound(piece):
    assert risk_of("x" * (MAX_TEXT - 20) + " rm -r x") == "deletes"
    risk_of(piece * (MAX_TEXT // len(piece)))
