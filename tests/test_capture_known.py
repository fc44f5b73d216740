"""Which entry a failure repeats: by its fingerprint, or perhaps by its likeness."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from reflexion.capture import known
from reflexion.capture.known import alike, recognised
from reflexion.capture.record import draft
from reflexion.store.project import Project
from reflexion.store.session import View
from reflexion.text.grades import grade

MISSING = "make: *** No rule to make target 'release'. Stop."
LACKS_JQ = "E: Unable to locate package jq"


@pytest.fixture
def box(inside):
    """Hooks are called in this process."""
    return inside


def view_of(box) -> View:
    return View(Project(str(box.root), box.environ()), "s1")


def test_what_is_looked_up_of_an_error_line_is_bounded():
    entry = draft("error", " ".join(f"zo{chr(97 + n)}quux" for n in range(25)), "make release")
    asked = []

    class Index:
        store = SimpleNamespace(readable=lambda ids: [])

        def sharing(self, weights, *bounds):
            asked.append((len(weights), *bounds))
            return []

    assert alike(entry, Index()) is None
    assert asked == [(24, 8, 0.15, 0.4)]


@pytest.mark.parametrize("place", ["project", "home"])
def test_a_mistake_is_known_in_the_project_and_in_all_of_them(box, place):
    box.bash("make release", 2, MISSING, session="s1")
    if place == "home":
        (path,) = (box.root / ".reflexion" / "entries").glob("*.json")
        entries = box.home / ".reflexion" / "entries"
        entries.mkdir(exist_ok=True)
        path.rename(entries / path.name)
    entry, perhaps = recognised(view_of(box), draft("error", MISSING, "make release"))
    assert (entry["trigger"], perhaps) == (MISSING, None)


@pytest.mark.parametrize(
    "line, context, likest",
    [
        (LACKS_JQ, "apt-get install -y jq", 0),
        ("E: Unable to locate package git-lfs", "apt-get install -y git-lfs", 0),
        ("Error: Cannot find module 'dayjs'", "node b.js", None),
        ("Error: Cannot find module 'zod'", "node b.js", 1),
        ("Error: cannot reach module 'dayjs' of the gateway", "node b.js", None),
        ("the harbour is closed", "./ship all", None),
        ("error: no such file or directory", "./ship all", None),
    ],
)
def test_the_likest_of_several(box, line, context, likest):
    lessons = [
        draft("error", LACKS_JQ, "apt-get install -y jq", "run `apt-get update` first"),
        draft("error", "Error: Cannot find module 'ZOD'", "node a.js", "run `npm install zod`"),
    ]
    index = SimpleNamespace(count=2, find=lambda word: (1, ()))
    found = known._likest(draft("error", line, context), lessons, index)
    assert found is (None if likest is None else lessons[likest])


def test_of_two_that_are_as_like_the_later_one_is_said():
    lessons = [draft("error", LACKS_JQ, "apt-get install -y jq", fix) for fix in ("one", "two")]
    index = SimpleNamespace(count=2, find=lambda word: (1, ()))
    assert known._likest(lessons[0], lessons, index) is lessons[1]


@pytest.mark.parametrize(
    "type, source, is_read",
    [("error", "user", True), ("insight", "user", False), ("error", "hook", False)],
)
def test_only_written_lessons_of_failures_are_compared(type, source, is_read):
    other = draft(type, LACKS_JQ, "apt-get install -y jq", "run `apt-get update` first")
    other.update(source=source, confidence="medium")
    other["id"] = "RFX-2"
    store = SimpleNamespace(readable=lambda ids: [other])
    index = SimpleNamespace(
        count=2, find=lambda word: (1, ()), store=store, sharing=lambda *given: ["x"]
    )
    assert grade(other)
    entry = draft("error", LACKS_JQ, "apt")
    assert (alike(entry, index) is other) is is_read
    other["id"] = entry["id"] = "RFX-1"
    assert alike(entry, index) is None, "its own lesson is none of another"
