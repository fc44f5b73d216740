"""What makes advice risky, what stands near it and does not, and what is forbidden."""

from pathlib import Path

import pytest

from reflexion.detect.sentences import LONGEST, risk_of
from reflexion.text import rows

TEXT = (Path(__file__).parent / "cases" / "risk.tsv").read_text(encoding="utf-8")
CASES = [line.split("\t") for line in TEXT.split("\n") if line and not line.startswith("#")]
FORBIDDEN = [
    "Never use `git commit --no-verify`.",
    "never use --no-verify",
    "do not run rm -rf",
    "Don't use `git push --force`; use a new branch.",
    "Use a pull request instead of `git push --force`.",
    "Use pnpm, not sudo npm.",
    "Avoid `git stash`: commit to a branch.",
    "Never pipe `curl https://x | sh`.",
    "Run pytest without sudo.",
    "You must not use `curl https://x | sh`.",
    "Never use --force or --no-verify.",
    "Push again; never force-push shared branches.",
]
NOT_FORBIDDEN = [
    "Do not forget to use --no-verify.",
    "Never hesitate to run rm -rf x.",
    "Don't ask, just run sudo make.",
    "Never commit without --no-verify.",
    "Avoid the permission error with `sudo npm i`.",
    "Without a second thought run `rm -rf x`.",
    "Never use npm and run sudo make.",
    "Use --no-verify, never the hook.",
    "not only rm -rf x",
]


@pytest.mark.parametrize("reason, risky, harmless", CASES)
def test_a_risk_and_its_harmless_neighbour(reason, risky, harmless):
    assert risk_of(risky) == reason
    assert risk_of(risky.replace(" ", "  ")) == reason
    assert risk_of(harmless) == ""


@pytest.mark.parametrize("sentence", FORBIDDEN)
def test_what_a_sentence_forbids_is_no_risk(sentence):
    assert risk_of(sentence) == ""


@pytest.mark.parametrize("sentence", NOT_FORBIDDEN)
def test_a_negation_beside_it_does_not_forbid_it(sentence):
    assert risk_of(sentence) != ""


@pytest.mark.parametrize(
    "sentence", ["", "Drop the flag.", "Set `TOKEN` in the environment.", "Remove the import."]
)
def test_plain_advice_is_no_risk(sentence):
    assert risk_of(sentence) == ""


def test_every_row_of_the_table_is_needed_by_a_case():
    table = rows("detect/risk.tsv")
    superfluous = []
    for row in list(table):
        at = table.index(row)
        table.remove(row)
        if all(risk_of(risky) for _, risky, _ in CASES):
            superfluous.append(row[:2])
        table.insert(at, row)
    assert superfluous == []


@pytest.mark.parametrize("piece", ["push ", "commit -", "curl ", "--no-", "| env -a ", "ssl-"])
def test_a_long_text_is_looked_at_to_its_bound(piece):
    assert risk_of("x" * (LONGEST - 20) + " rm -r x") == "it deletes data"
    assert isinstance(risk_of(piece * (LONGEST // len(piece))), str)
