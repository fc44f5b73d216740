"""A mistake met again in another guise: counted on the known entry, or said to be perhaps the same."""

from __future__ import annotations

import json

import pytest
from sandbox import told


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


def learn(box, fix: str) -> dict:
    """Give the one entry a fix that a person is sure of."""
    (entry,) = box.entries()
    path = box.root / ".reflexion" / "entries" / f"{entry['id']}.json"
    path.write_text(json.dumps({**entry, "resolution": fix, "confidence": "high"}))
    return entry


def test_a_sure_one_counts_the_entry_and_keeps_its_fingerprint(box):
    line = "strict mode violation: getByRole('button', {{ name: '{}' }}) resolved to {} elements"
    box.bash("npx playwright test", 1, "Error: " + line.format("Save", 2), session="s1")
    entry = learn(box, "narrow the locator with exact: true")
    said = box.bash("npx playwright test e2e", 1, "Error: " + line.format("Send", 3), session="s2")
    (now,) = box.entries()
    assert (now["id"], now["occurrences"], len(now["aliases"])) == (entry["id"], 2, 1)
    assert entry["id"] in told(said) and "exact: true" in told(said)
    box.bash("npx playwright test", 1, "Error: " + line.format("Send", 4), session="s3")
    assert (box.entries()[0]["occurrences"], len(box.entries()[0]["aliases"])) == (3, 1)


def test_a_doubtful_one_is_new_and_says_the_known_fix(box):
    box.bash("apt-get install -y jq", 100, "E: Unable to locate package jq", session="s1")
    known = learn(box, "run `apt-get update` first")
    again = ("apt-get install -y git-lfs", 100, "E: Unable to locate package git-lfs")
    said = told(box.bash(*again, session="s2"))
    assert f"perhaps the same as [{known['id']}]" in said and "apt-get update" in said
    assert len(box.entries()) == 2
    assert told(box.bash(*again, session="s2")) == ""


def test_another_thing_that_is_missing_is_another_mistake(box):
    box.bash("node a.js", 1, "Error: Cannot find module 'zod'", session="s1")
    learn(box, "run `npm install zod`")
    assert told(box.bash("node b.js", 1, "Error: Cannot find module 'dayjs'", session="s2")) == ""
    assert len(box.entries()) == 2
