"""What the person reads on screen, by the setting `announce`."""

from __future__ import annotations

import json

import pytest

MISSING = "make: *** No rule to make target 'release'.  Stop."


def notices(box, setting: str) -> list:
    """The notices of a failure, its fix, a second session that is told, and the sighting that makes it a rule."""
    assert box.reflexion("config", "set", "announce", setting).returncode == 0
    said = [box.bash("make release", 2, MISSING), box.bash("make dist", 0, "packed")]
    (entry,) = box.entries()
    box.change(entry["id"], confidence="high", occurrences=2, first_seen="2026-01-01", sessions=2)
    said += [box.bash("make release", 2, MISSING, session="s2")]
    return [json.loads(out).get("systemMessage", "") if out.startswith("{") else "" for out in said]


@pytest.mark.parametrize(
    "setting, expected",
    [
        (
            "all",
            [
                "captured: make",
                "learned a fix: Use `make dist`",
                "told the agent what is known: RFX-",
            ],
        ),
        ("rules", ["", "", "wrote a rule into CLAUDE.md"]),
        ("none", ["", "", ""]),
    ],
)
def test_announce(box, setting, expected):
    box.reflexion("trust")
    found = notices(box, setting)
    assert all(
        part in notice and bool(part) == bool(notice) for part, notice in zip(expected, found)
    ), found
