"""The quick look agrees with the long one: what it waves through, redaction would have left as it is."""

from __future__ import annotations

import pytest
import secret_cases
from hostile import survives

from reflexion.signals.secrets import find, suspicious

SECTIONS = ("shapes", "named", "places", "commands", "further", "harmless", "harmless lines")


def test_nothing_that_is_redacted_is_waved_through():
    texts = [
        secret_cases.filled(template, seed)[0]
        for section in SECTIONS
        for template in secret_cases.table(section)
        for seed in range(6)
    ]
    assert (
        len(texts) > 500 and [text for text in texts if not suspicious(text) and find(text)] == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "fixture 'db' not found",
        "Use `pnpm run build` instead of `npm run build`.",
        "make: *** No rule to make target 'bundle'. Stop.",
        "git push origin master",
        "address already in use",
    ],
)
def test_plain_sentences_are_waved_through(text):
    assert not suspicious(text)


def test_hostile_text():
    survives(suspicious, size=1 << 16)
