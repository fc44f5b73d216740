from __future__ import annotations

import pytest

from reflexion.promote.rule import days, directive, must_go, waits_for
from reflexion.store.settings import defaults

READY = {
    "id": "RFX-20260101-aaaaaa",
    "type": "error",
    "trigger": "boom",
    "resolution": "Use `pnpm run build`",
    "occurrences": 3,
    "first_seen": "2026-01-01",
    "promoted": False,
}

WAITS = [
    ({}, ""),
    ({"sessions": 2}, ""),
    ({"source": "inferred", "confidence": "high"}, ""),
    ({"source": "prompt", "confidence": "medium"}, ""),
    ({"first_seen": "2025-11-20T10:00:00Z"}, ""),
    ({"first_seen": "2026-01-01"}, ""),
    ({"promoted": True}, "already"),
    ({"needs_review": True}, "review"),
    ({"resolution": " "}, "fix is not known"),
    ({"occurrences": 1}, "2 more to go"),
    ({"first_seen": "2026-01-02"}, "not 1 day"),
    ({"sessions": 1}, "one session"),
    ({"source": "inferred", "confidence": "medium"}, "not confirmed"),
    ({"source": "inferred", "confidence": "high", "failed": 1}, "not confirmed"),
    ({"confidence": "low"}, "confidence is low"),
]


@pytest.mark.parametrize("change, why", WAITS)
def test_waits_for(change, why):
    found = waits_for({**READY, **change}, defaults(), "2026-01-02")
    assert why in found and bool(why) == bool(found)


@pytest.mark.parametrize(
    "resolution, line",
    [
        ("use pnpm, not npm", "- Use pnpm, not npm."),
        ("`make` it.", "- `make` it."),
        ("- Run it!\nnow", "- Run it! now."),
        ("end <!-- reflexion:end --> it", "- End reflexion:end it."),
        ("\u8981\u7528 pnpm\u3002", "- \u8981\u7528 pnpm\u3002"),
    ],
)
def test_directive(resolution, line):
    text = directive({**READY, "resolution": resolution})
    assert " ".join(text.split()) == f"{line} (seen 3x, source: {READY['id']})" and "\n" not in text


@pytest.mark.parametrize(
    "entry, expected",
    [
        ({"promoted": True, "needs_review": True}, True),
        ({"promoted": True}, False),
        ({"promoted": False, "needs_review": True}, False),
    ],
)
def test_must_go(entry, expected):
    assert must_go(entry) is expected


@pytest.mark.parametrize(
    "first, second, apart",
    [
        ("2026-01-01", "2026-01-02", 1),
        ("2024-02-28", "2024-03-01", 2),
        ("2025-12-31", "2026-01-01", 1),
        ("2025-03-01", "2026-03-01", 365),
        ("2024-01-01", "2025-01-01", 366),
    ],
)
def test_days(first, second, apart):
    assert days(second) - days(first) == apart
    assert days("nonsense") == 0
