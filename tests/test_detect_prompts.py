"""Prompts that are meant to be stored, and those that only look like it."""

from pathlib import Path

import pytest

from reflexion.detect.sentences import to_remember

TEXT = (Path(__file__).parent / "cases" / "prompts.tsv").read_text(encoding="utf-8")
CASES = [line.split("\t") for line in TEXT.split("\n") if line and not line.startswith("#")]


@pytest.mark.parametrize("prompt, stored", CASES)
def test_what_is_stored_of_a_prompt(prompt, stored):
    assert to_remember(prompt.replace("\\n", "\n")) == stored


def test_white_space_around_a_prompt_does_not_matter():
    assert to_remember("\n  remember that we use pnpm\n") == "We use pnpm"


def test_a_longer_prompt_may_be_pasted():
    opening = "remember that we use pnpm"
    assert to_remember(opening + "\na\nb") == "We use pnpm"
    assert to_remember(opening + "\na\nb\nc") == ""
    assert to_remember(opening + " x" * 150) == ""
