"""What asks the agent to name the learnings that it used, and whether it is asked."""

from __future__ import annotations

import pytest
from sandbox import told

from reflexion.text.render import block, citation


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


MISSING = "make: *** No rule to make target 'release'.  Stop."
SETTINGS = {
    "max_recalled": 3,
    "recall_chars": 900,
    "confidence_threshold": "medium",
    "cite": True,
}


def test_the_words_that_ask_are_a_dozen_at_most():
    for digits in (["a7f03c"], ["a7f03c", "b11d42", "c0ffee"]):
        assert len(citation(digits).split()) <= 12 and len(citation(digits)) <= 100


@pytest.mark.parametrize("limit", [100, 200, 300, 360, 420, 900])
def test_the_words_fit_into_the_block(limit):
    entries = [
        {
            "id": f"RFX-20260331-a7f03{n}",
            "occurrences": 2,
            "trigger": "zoo ERR! Missing cage",
            "resolution": "Use zoo build",
            "promoted": False,
        }
        for n in range(3)
    ]
    text = block(entries, {**SETTINGS, "recall_chars": limit})
    assert len(text) <= limit and text.count("end your reply") == bool(text)
    assert "reply" not in block(entries, {**SETTINGS, "cite": False})
    for n in range(text.count("Past learning")):
        assert f"a7f03{n}" in text.split("[rfx:")[1]


def failing(box, resolution="Run `make dist`.", settings='{"cite": true}'):
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s1")
    (entry,) = box.entries()
    (box.root / ".reflexion" / "config.json").write_text(settings)
    box.change(entry["id"], resolution=resolution, confidence="high")
    return entry["id"]


@pytest.mark.parametrize(
    "settings, asks",
    [
        ("{}", False),
        ('{"cite": false}', False),
        ('{"citations": true}', True),
        ('{"citations": false}', False),
        ('{"citations": true, "cite": false}', False),
        ('{"cite": true, "citations": false}', True),
    ],
)
def test_it_is_asked_for_where_it_is_switched_on(box, settings, asks):
    """By the setting `cite`, whose name was `citations`."""
    failing(box, settings=settings)
    text = told(box.bash("make release", 2, MISSING, session="s2"))
    assert "<reflexion-recall>" in text and ("rfx:" in text) == asks
