"""What the history and the stores hold, as the data of the dashboard."""

import pytest

from reflexion.status import gather, read_history
from reflexion.store.project import Project

OTHER = "RFX-20261101-b09fe1"


def put_history(box, *rows):
    """Write rows of (day of November 2026, what, id, session)."""
    lines = [
        f"2026-11-{day:02} 10:00:00\t{what}\t{key}\t{session}\n" for day, what, key, session in rows
    ]
    path = box.records / "history.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")


def project_of(box):
    return Project(str(box.root), box.environ())


def test_the_history_of_a_lesson_is_counted_by_session(box):
    box.cli("learn", "Run `make db` before the tests.")
    key = box.entries()[0]["id"]
    told = [(1, "learned", key, "s0"), (2, "told", key, "s1"), (2, "told", key, "s1")]
    back = [(3, "came-back", key, "s2"), (5, "came-back", key, "s3")]
    put_history(box, *told, *back, (7, "told", OTHER, "s5"))
    (lesson,) = gather(project_of(box))["lessons"]
    assert (lesson["told"], lesson["came_back"]) == (1, 2)
    assert (lesson["learned"], lesson["last_back"]) == (
        "2026-11-01 10:00:00",
        "2026-11-05 10:00:00",
    )
    put_history(box, *told, *back, (7, "learned", key, "s5"), (8, "told", key, "s6"))
    (lesson,) = gather(project_of(box))["lessons"]  # what became of the words as they are now
    assert (lesson["told"], lesson["came_back"], lesson["learned"]) == (1, 0, "2026-11-01 10:00:00")


def test_of_one_day_the_lesson_that_was_recorded_last_comes_first(box):
    for sentence in ("Use pnpm.", "Ask before a push.", "Store dates in UTC.", "Write in English."):
        box.cli("learn", sentence)
    keys = sorted(entry["id"] for entry in box.entries())
    rows = [f"2026-11-01 1{at}:00:00\tlearned\t{key}\ts0\n" for at, key in enumerate(keys)]
    (box.records / "history.txt").write_text("".join(rows), encoding="utf-8")
    latest = gather(project_of(box))["latest"]
    assert [lesson["id"] for lesson in latest] == keys[:0:-1]


def test_rows_that_this_version_does_not_know_are_left_out(box):
    box.cli("learn", "Run `make db` before the tests.")
    known = (1, "told", OTHER, "s1")
    put_history(box, (1, "repeated", OTHER, "s1"), known, (1, "told", "../b09fe1", "s1"))
    assert [row.id for row in read_history(project_of(box))] == [OTHER]


def test_long_lists_are_left_empty_for_the_terminal(box):
    box.cli("learn", "Run `make db` before the tests.")
    board = gather(project_of(box), whole=False)
    assert board["lessons"] == [] and board["numbers"]["lessons"] == len(board["latest"]) == 1


@pytest.mark.parametrize(
    "events, told, came_back",
    [
        ([(1, "told", "s1"), (1, "told", "s1"), (2, "told", "s2")], 2, 0),
        ([(1, "seen", "s1"), (2, "seen", "s2")], 0, 0),
        ([(1, "told", "s1"), (1, "came-back", "s1"), (2, "told", "s2")], 2, 1),
        ([(1, "came-back", "s1")], 1, 1),  # a rule: its file tells it
    ],
)
def test_sessions_are_counted_that_were_told_and_in_which_it_came_back(
    box, events, told, came_back
):
    box.cli("learn", "Run `make db` before the tests.")
    put_history(box, *((date, what, OTHER, session) for date, what, session in events))
    found = gather(project_of(box))["numbers"]
    assert (found["told_sessions"], found["came_back_sessions"]) == (told, came_back)


def test_what_happened_to_a_lesson_for_all_projects_counts_too(box):
    box.cli("learn", "--global", "Run `make db` before the tests.")
    assert [row.what for row in read_history(project_of(box))] == ["learned"]
