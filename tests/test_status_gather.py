"""What the history and the stores hold, as the data of the dashboard."""

from reflexion.status.gather import gather, read_history
from reflexion.store.project import Project

OTHER = "RFX-20261101-b09fe1"


def put_history(box, *rows):
    """Write rows of (day of November 2026, what, id, session)."""
    lines = [
        f"2026-11-{day:02} 10:00:00\t{what}\t{key}\t{session}\n" for day, what, key, session in rows
    ]
    path = box.records / "history.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines))


def project_of(box):
    return Project(str(box.root), box.environ())


def test_the_history_of_a_lesson_is_counted_by_session(box):
    box.cli("learn", "Run `make db` before the tests.")
    key = box.entries()[0]["id"]
    told = [(1, "learned", key, "s0"), (2, "told", key, "s1"), (2, "told", key, "s1")]
    back = [(3, "came-back", key, "s2"), (5, "came-back", key, "s3"), (6, "learned", key, "s4")]
    put_history(box, *told, *back, (7, "told", OTHER, "s5"))
    (lesson,) = gather(project_of(box))["lessons"]
    assert (lesson["told"], lesson["came_back"]) == (1, 2)
    assert (lesson["learned"], lesson["last_back"]) == ("2026-11-01", "2026-11-05 10:00:00")


def test_rows_that_this_version_does_not_know_are_left_out(box):
    box.cli("learn", "Run `make db` before the tests.")
    known = (1, "told", OTHER, "s1")
    put_history(box, (1, "repeated", OTHER, "s1"), known, (1, "told", "../b09fe1", "s1"))
    assert [row.id for row in read_history(project_of(box))] == [OTHER]


def test_long_lists_are_left_empty_for_the_terminal(box):
    box.cli("learn", "Run `make db` before the tests.")
    board = gather(project_of(box), whole=False)
    assert board["lessons"] == [] and board["numbers"]["lessons"] == len(board["latest"]) == 1
