"""What is risky, and what stands near it and is not."""

from __future__ import annotations

import pytest
from table_rows import case_rows

from reflexion.signals.risk import MAX_TEXT, TABLE, risk_of
from reflexion.text.tables import rows

CASES = case_rows("risk.tsv")
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
