"""A mistake met again in another guise: never counted on the known entry, and said to be perhaps the same."""

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
    path.write_text(json.dumps({**entry, "resolution": fix, "source": "user"}))
    return entry


def test_likeness_is_never_counted_and_its_lesson_is_said_as_perhaps_the_same(box):
    line = "strict mode violation: getByRole('button', {{ name: '{}' }}) resolved to {} elements"
    box.bash("npx playwright test", 1, "Error: " + line.format("Save", 2), session="s1")
    entry = learn(box, "narrow the locator with exact: true")
    again = ("npx playwright test e2e", 1, "Error: " + line.format("Send", 3))
    said = told(box.bash(*again, session="s2"))
    assert f"perhaps the same as [{entry['id']}]" in said and "exact: true" in said
    assert told(box.bash(*again, session="s2")) == "", "once a session and entry"
    counts = {row["id"]: row["occurrences"] for row in box.entries()}
    assert counts.pop(entry["id"]) == 1 and list(counts.values()) == [2]


@pytest.mark.parametrize("source, confidence", [("inferred", "low"), ("inferred", "high")])
def test_only_a_written_lesson_is_said_of_what_is_perhaps_the_same(box, source, confidence):
    box.bash("apt-get install -y jq", 100, "E: Unable to locate package jq", session="s1")
    known = learn(box, "run `apt-get update` first")
    box.change(known["id"], source=source, confidence=confidence)
    again = ("apt-get install -y git-lfs", 100, "E: Unable to locate package git-lfs")
    assert told(box.bash(*again, session="s2")) == ""


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
