"""`worked`, `failed`, and learnings by hand: `capture`."""

import json

import pytest
from sandbox import BUILD, LESSON


@pytest.fixture
def lesson(box):
    """Return a box with a failure whose lesson an agent wrote."""
    box.bash(*BUILD)
    box.digits = box.entry()["id"][-6:]
    box.agent("learn", "--for", box.digits, LESSON)
    return box


def test_worked_adds_one_occurrence_for_an_agent_once_a_session(lesson):
    for _ in range(2):
        assert lesson.agent("worked", lesson.digits).code == 0
    assert lesson.entry()["occurrences"] == 2
    lesson.session = "session-2"
    lesson.agent("worked", lesson.digits)
    assert lesson.entry()["occurrences"] == 3


def test_worked_counts_each_time_for_a_person(lesson):
    for _ in range(2):
        lesson.cli("worked", lesson.digits)
    assert lesson.entry()["occurrences"] == 3


def test_worked_sets_the_date(lesson):
    lesson.change(lesson.entry()["id"], last_seen="2026-01-01")
    lesson.agent("worked", lesson.digits)
    assert lesson.entry()["last_seen"] > "2026-01-01"


def test_what_has_no_lesson_cannot_have_worked(box):
    box.bash(*BUILD)
    done = box.agent("worked", box.entry()["id"])
    assert done.code == 1 and "no lesson yet" in done.err


def test_failed_adds_the_note_flags_it_and_lowers_the_confidence_by_a_step(lesson):
    done = lesson.agent("failed", lesson.digits, "pnpm is not installed")
    entry = lesson.entry()
    assert entry["needs_review"] and entry["confidence"] == "low"
    assert any("pnpm is not installed" in note for note in entry["notes"])
    assert "reflexion review" in done.out
    assert lesson.cli("list", "--state", "review").out.startswith(lesson.digits)


def test_an_agent_never_lowers_a_persons_words(lesson):
    lesson.cli("learn", "--for", lesson.digits, LESSON)
    lesson.agent("failed", lesson.digits, "no")
    assert lesson.entry()["confidence"] == "high" and lesson.entry()["needs_review"]
    lesson.cli("failed", lesson.digits)
    assert lesson.entry()["confidence"] == "medium"


def test_the_rule_of_a_lesson_that_failed_stays_until_a_person_decides(lesson):
    lesson.cli("promote", lesson.digits)
    assert "rule stays" in lesson.agent("failed", lesson.digits).out
    assert LESSON in (lesson.root / "CLAUDE.md").read_text(encoding="utf-8")


def test_a_secret_in_the_reason_is_left_out(lesson):
    token = "ghp_" + "wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzZAMP"
    lesson.agent("failed", lesson.digits, f"401 for GITHUB_TOKEN={token}")
    assert token not in json.dumps(lesson.entry())


def test_capture_stores_a_learning_field_by_field(box):
    done = box.script(
        *("capture", "--type", "correction", "--trigger", "no, dates are UTC here"),
        *("--resolution", "Store dates in UTC.", "--context", "edited models.py"),
        *("--skill", "backend"),
    )
    entry = box.entry()
    assert done.code == 0 and entry["id"] in done.out
    assert (entry["type"], entry["trigger"]) == ("correction", "no, dates are UTC here")
    assert (entry["resolution"], entry["context"]) == ("Store dates in UTC.", "edited models.py")
    assert (entry["skill"], entry["source"], entry["confidence"]) == ("backend", "user", "high")


def test_a_correction_that_is_there_already_is_counted(box):
    argv = ["capture", "--type", "correction", "--trigger", "no, UTC", "--resolution", "Use UTC."]
    box.agent(*argv)
    box.session = "session-2"
    box.agent(*argv)
    assert box.entry()["occurrences"] == 2


def test_an_error_may_be_stored_without_a_lesson_and_meets_the_hooks(box):
    argv = ["--type", "error", "--trigger", BUILD[2], "--context", BUILD[0]]
    assert "is stored without a lesson" in box.cli("learn", *argv).out
    assert "A command failed" in box.cli("log").out
    box.bash(*BUILD)
    assert box.entry()["occurrences"] == 2


def test_capture_gives_a_known_failure_its_lesson(box):
    box.bash(*BUILD)
    known = ["capture", "--type", "error", "--trigger", BUILD[2], "--context", BUILD[0]]
    box.agent(*known, "--resolution", LESSON)
    assert (box.entry()["resolution"], box.entry()["source"]) == (LESSON, "agent")
    box.cli(*known, "--resolution", "Use the Makefile, because it knows.")
    box.agent(*known, "--resolution", LESSON)
    assert box.entry()["resolution"] == "Use the Makefile, because it knows."
    assert box.entry()["proposed"] == LESSON


@pytest.mark.parametrize(
    "argv",
    [
        ["--type", "error", "--resolution", "x"],
        ["--type", "insight", "--trigger", "x"],
        ["--resolution", "x", "--skill", "../x"],
        ["--resolution", "x", "--type", "opinion"],
    ],
)
def test_capture_refuses_what_lacks_a_field(box, argv):
    assert box.cli("capture", *argv).code == 2
    assert box.entries() == []
