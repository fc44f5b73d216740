"""A person's words as a directive."""

from __future__ import annotations

import pytest

from reflexion.signals.prompts import wording
from reflexion.signals.prompts.wording import directive

CASES = [
    ("no, use pnpm not npm.", "Use pnpm, not npm."),
    ("I said use tabs, not spaces", "Use tabs, not spaces."),
    ("wrong, the tests are in tests/unit", "The tests are in tests/unit."),
    ("No, don't use that button. Use our <Button>.", "Don't use that button. Use our <Button>."),
    ("I told you not to touch the generated files", "Do not touch the generated files."),
    ("I told you to use tabs", "Use tabs."),
    ("I said that we use tabs", "We use tabs."),
    ("te dije que usamos tabs", "Usamos tabs."),
    ("as I said, we use pnpm", "We use pnpm."),
    ("Remember that the archive is read only", "The archive is read only."),
    ("remember: no tabs", "No tabs."),
    ("please always use tabs", "Always use tabs."),
    ("no no, ok, use the client!", "Use the client!"),
    ("不对，用中文注释", "用中文注释"),
    # nothing to take away, nothing to add
    ("From now on write the comments in English.", "From now on write the comments in English."),
    ("no tabs in this repo", "No tabs in this repo."),
    ("wrong pattern, inject the clock", "Wrong pattern, inject the clock."),
    ("remember to ask", "Remember to ask."),
    ("npm is not used here", "npm is not used here."),
    ("the lock is per station and not per train", "The lock is per station and not per train."),
    ("do not mock", "Do not mock."),
    ("`make check` is the gate", "`make check` is the gate."),
    ("no", "No."),
    ("", ""),
]


@pytest.mark.parametrize(("said", "expected"), CASES, ids=[said[:30] for said, _ in CASES])
def test_directive(said, expected):
    assert directive(said) == expected


@pytest.mark.parametrize("word", wording.LINKING)
def test_each_linking_word_is_left_out(word):
    assert directive(f"I told you {word} use tabs") == "Use tabs."


def test_each_word_before_not_that_takes_no_comma():
    wrong = [word for word in wording.BESIDE if "," in directive(f"tabs for code {word} not data")]
    assert wrong == [] and "," in directive("tabs for code not data")


def test_a_long_text_takes_no_time():
    assert directive("no, " * 50_000)
