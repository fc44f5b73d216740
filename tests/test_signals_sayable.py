"""What may be said at all."""

from __future__ import annotations

import pytest

from reflexion.signals.sayable import sayable, why_not

SETTINGS = {"confidence_threshold": "medium"}


def entry(**more):
    return {"type": "error", "resolution": "Use zoo build.", "promoted": False, **more}


@pytest.mark.parametrize(
    "more, why",
    [
        ({}, ""),
        ({"confidence": "medium"}, ""),
        ({"source": "agent"}, ""),
        ({"source": "agent", "confidence": "medium"}, ""),
        ({"source": "inferred", "confidence": "medium"}, ""),
        ({"promoted": True}, "promoted"),
        ({"needs_review": True}, "under review"),
        ({"confidence": "low"}, "confidence low"),
        ({"source": "inferred", "confidence": "low"}, "a draft"),
        ({"resolution": "", "occurrences": 5}, "its fix is not known"),
        ({"resolution": "Run `git reset --hard`.", "source": "agent"}, "risky"),
        ({"resolution": "Run `git reset --hard`.", "source": "inferred"}, "risky"),
        ({"resolution": "Run `git reset --hard`.", "source": "prompt"}, ""),
        ({"resolution": "Run `git reset --hard`."}, ""),
    ],
)
def test_what_may_be_said(more, why):
    found = why_not(entry(**more), SETTINGS)
    assert found.startswith(why) if why else not found, found
    assert sayable(entry(**more), SETTINGS) is (not why)


def test_only_what_failed_is_said_to_have_failed():
    assert why_not(entry(needs_review=True), SETTINGS) == "under review"
    failed = entry(needs_review=True, failed=1)
    assert why_not(failed, SETTINGS) == "under review: its fix failed"


@pytest.mark.parametrize(
    "threshold, level, said",
    [
        ("low", "low", True),
        ("medium", "low", False),
        ("medium", "medium", True),
        ("high", "medium", False),
        ("high", "high", True),
    ],
)
def test_the_setting_confidence_threshold(threshold, level, said):
    settings = {"confidence_threshold": threshold}
    assert sayable(entry(source="agent", confidence=level), settings) is said


def test_a_draft_is_never_said_whatever_the_threshold():
    draft = entry(source="inferred", confidence="low")
    assert why_not(draft, {"confidence_threshold": "low"}).startswith("a draft")
