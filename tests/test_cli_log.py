"""log: what happened, oldest first, one whole sentence an event."""

import pytest
from troubles import LESSON, learned, store_of

from reflexion.store import history


@pytest.fixture
def store(box):
    """Return the store of a project with one lesson and an empty history."""
    learned(box)
    (box.records / "history.txt").unlink()
    return store_of(box)


@pytest.fixture
def digits(box, store):
    return store.ids()[0].rpartition("-")[2]


def lines(box, *argv, **environ):
    done = box.cli("log", *argv, **environ)
    assert done.code == 0, done.err
    return done.out.splitlines()


def put(box, *rows):
    """Write rows of (time, what, id, session) as the history has them."""
    path = box.records / "history.txt"
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


@pytest.mark.parametrize(
    "what, sentence",
    [
        ("seen", "A command failed: {it}."),
        ("told", "The agent was told {it}."),
        ("came-back", "A failure came back although its lesson was told: {it}."),
        ("offered", "The lesson could be a rule and waits for your yes: {it}."),
    ],
)
def test_each_event_is_a_sentence(box, store, digits, what, sentence):
    put(box, ("2026-11-23 14:17:09", what, store.ids()[0], "s1"))
    it = f"{digits} ({LESSON.rstrip('.')})"
    assert lines(box) == [f"2026-11-23 14:17  {sentence.format(it=it)}"]


def test_every_kind_of_event_has_its_sentence(box, store):
    for number, kind in enumerate(history.KINDS):
        history.append(store.state_dir, f"s{number}", [(kind, store.ids()[0])])
    assert len(lines(box)) == len(history.KINDS)


def test_the_oldest_event_comes_first_and_the_last_ones_are_shown(box, store):
    times = [f"2026-11-{day:02} 10:00:00" for day in range(1, 10)]
    cut_by_a_full_disk = ("2026-11-23 14", "to")
    put(box, *((when, "seen", store.ids()[0], "s1") for when in times), cut_by_a_full_disk)
    assert [line[:10] for line in lines(box)] == [when[:10] for when in times]


def test_what_was_told_at_once_is_one_event(box, store, digits):
    other = "RFX-20261101-b09fe1"
    when = "2026-11-23 14:17:09"
    one = (when, "told", store.ids()[0], "s1")
    put(box, one, (when, "told", other, "s1"), (when, "told", other, "s2"))
    assert lines(box) == [
        f"2026-11-23 14:17  The agent was told 2 lessons ({digits}, b09fe1).",
        "2026-11-23 14:17  The agent was told b09fe1.",
    ]


def test_a_failure_is_quoted_by_its_error_line_and_a_lesson_by_its_words(box):
    error = "Error: connect ECONNREFUSED 127.0.0.1:5433"
    box.bash("make test", 2, error)
    assert box.cli("learn", "--for", box.entry()["id"], LESSON).code == 0
    digits = box.entry()["id"][-6:]
    seen, learned = [line[18:] for line in lines(box)]
    assert seen == f"A command failed: {digits} ({error})."
    assert learned == f"A lesson was recorded: {digits} ({LESSON.rstrip('.')})."


def test_a_failure_that_came_back_is_one_event(box, store):
    came_back = ("2026-11-23 14:17:09", "came-back", store.ids()[0], "s1")
    seen = ("2026-11-23 14:17:09", "seen", store.ids()[0], "s1")
    put(box, came_back, seen, ("2026-11-23 14:18:00", *seen[1:]))
    first, second = lines(box)
    assert "came back" in first and "A command failed" in second


def test_two_failures_at_once_are_two_events(box, store):
    row = ("2026-11-23 14:17:09", "seen", store.ids()[0], "s1")
    put(box, row, (*row[:2], "RFX-20261101-b09fe1", "s1"))
    assert len(lines(box)) == 2


def test_two_failures_of_one_learning_in_a_second_are_told_once(box, store):
    row = ("2026-11-23 14:17:09", "seen", store.ids()[0], "s1")
    put(box, row, row)
    (line,) = lines(box)
    assert "A command failed" in line


def test_the_story_of_one_learning_even_of_one_that_is_gone(box, store, digits):
    when = "2026-11-23 14:17:09"
    put(box, (when, "seen", store.ids()[0], "s1"), (when, "removed", "RFX-20261101-b09fe1", "s1"))
    assert [line[18:35] for line in lines(box, digits.upper())] == ["A command failed:"]
    assert lines(box, "b09") == ["2026-11-23 14:17  The learning was removed: b09fe1."]
    assert lines(box, "fffff") == ["nothing of that is on record"]


def test_the_words_of_others_are_not_shown(box, store):
    put(box, ("2026-11-23 14:17:09", "told", store.ids()[0], "s1"))
    store.trust.revoke_store()
    assert "make db" not in "".join(lines(box))


def test_a_secret_in_a_file_edited_by_hand_is_not_shown(box, store):
    token = "ghp_" + "k3Vd9QzX1mB7" * 3
    entry_id = box.put(trigger="auth failed", resolution=f"Use {token} here.")
    put(box, ("2026-11-23 14:17:09", "told", entry_id, "s1"))
    assert token not in "".join(lines(box)) and "Use " in "".join(lines(box))


def test_nothing_happened_yet(box):
    assert lines(box) == ["nothing of that is on record"]
    assert not (box.root / ".reflexion").exists()


def test_a_change_that_was_taken_back_stays_in_the_story(box):
    box.cli("learn", LESSON)
    box.cli("undo")
    learned, undone = [line[18:] for line in lines(box)]
    assert learned.startswith("A lesson was recorded: ")
    assert undone.startswith("A change of it was taken back: ")


def test_what_happened_to_a_lesson_for_all_projects_is_told_here_too(box):
    box.cli("learn", "--global", LESSON)
    assert "A lesson was recorded" in lines(box)[0]
