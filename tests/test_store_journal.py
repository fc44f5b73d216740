"""The logs below state/: bounded, one line an event, and never worth an error."""

from __future__ import annotations

import time

import pytest

from reflexion.store import journal


def test_a_fault_is_one_bounded_line(tmp_path):
    journal.fault(str(tmp_path / "state"), "capture", ValueError("two\nlines\t" + "x" * 1000))
    (row,) = journal.read(str(tmp_path / "state"), journal.FAULTS)
    assert (
        row[1] == "capture"
        and row[2].startswith("ValueError: two lines x")
        and len(row[2]) <= journal.MAX_LINE
    )


def test_runs(tmp_path):
    journal.ran(str(tmp_path), "recall.UserPromptSubmit", 12.34, 400)
    ((when, took, said),) = journal.runs(str(tmp_path))["recall.UserPromptSubmit"]
    assert abs(when - time.time()) < 60 and (took, said) == (12.3, 400)


def test_an_unwritable_folder_costs_nothing(tmp_path):
    (tmp_path / "state").write_text("a file where the folder should be")
    journal.fault(str(tmp_path / "state"), "capture", "x")


@pytest.mark.parametrize(
    "outcomes, expected",
    [
        ([], ""),
        (["failed"], "failed"),
        (["failed", "passed"], "passed"),
        (["passed", "failed"], "failed"),
    ],
)
def test_how_a_command_ended_last(tmp_path, outcomes, expected):
    for outcome in outcomes:
        journal.note(str(tmp_path), journal.OUTCOMES, "RFX-1", outcome)
    assert journal.last_outcome(str(tmp_path), "RFX-1", "failed", "passed")[1] == expected


LIMITS = {"log.txt": 64, "suppressed.txt": 64, "outcomes.txt": 64}
LIMITS.update({"reflected.txt": 256, "notices.txt": 8, "cards.txt": 256, "history.txt": 512})


@pytest.mark.parametrize("log", LIMITS)
def test_how_much_a_log_keeps(tmp_path, log):
    """Up to its limit all, beyond it the newer half."""
    path = tmp_path / log
    for free, is_halved in ((100, False), (10, True)):
        size = LIMITS[log] * 1024 - free
        path.write_bytes((b"x".ljust(1000) + b"\n").ljust(size, b"\n"))
        journal.note(str(tmp_path), log, "late")
        assert (path.stat().st_size < size) is is_halved
        assert journal.read(str(tmp_path), log)[-1][1:] == ["late"]


def test_how_many_runs_are_kept(tmp_path):
    path = tmp_path / "runs" / "capture.Stop"
    path.parent.mkdir()
    for free, is_halved in ((100, False), (10, True)):
        size = 16 * 1024 - free
        path.write_bytes(b"x\n" * (size // 2))
        journal.ran(str(tmp_path), "capture.Stop", 1.0, 2)
        assert (path.stat().st_size < size) is is_halved
        assert len(journal.runs(str(tmp_path))["capture.Stop"]) == 1


def test_runs_of_so_many_hooks(tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    for n in range(201):
        (folder / f"hook.{n}").write_text("1\t2\t3\n1\t2\nx\t2\t3\n1\t2\t3\t4\n")
    found = journal.runs(str(tmp_path))
    assert len(found) == 200 and set(map(tuple, found.values())) == {((1.0, 2.0, 3),)}


@pytest.mark.parametrize("size, is_read", [(1024 * 1024, True), (1024 * 1024 + 1, False)])
def test_how_much_of_a_log_is_read(tmp_path, size, is_read):
    (tmp_path / "log.txt").write_bytes(b"a\tb\r\n\n".ljust(size, b"\n"))
    assert journal.read(str(tmp_path), "log.txt") == ([["a", "b"]] if is_read else [])


def test_a_field_is_one_line_of_so_many_characters(tmp_path):
    journal.note(str(tmp_path), journal.OUTCOMES, "x" * 400, "y" * 401, "a\n\tb  c")
    ((_, *fields),) = journal.read(str(tmp_path), journal.OUTCOMES)
    assert fields == ["x" * 400, "y" * 400, "a b c"]


def test_history_and_faults(tmp_path):
    journal.happened(str(tmp_path), "s1", "told", "RFX-1", "brief")
    journal.happened(str(tmp_path), "", "learned")
    rows = [row[1:] for row in journal.read(str(tmp_path), journal.HISTORY)]
    assert rows == [["s1", "told", "RFX-1", "brief"], ["-", "learned"]]
    journal.fault(str(tmp_path), "recall", "slow")
    journal.fault(str(tmp_path), "recall", KeyError("x"))
    rows = [row[1:] for row in journal.read(str(tmp_path), journal.FAULTS)]
    assert rows == [["recall", "slow"], ["recall", "KeyError: 'x'"]]


def test_the_last_outcome_of_one_entry(tmp_path):
    lines = ["1\tRFX-1\tfailed\tmore", "2\tRFX-2\tpassed", "3\tRFX-1\tpromoted", "4\tRFX-1", "5"]
    (tmp_path / journal.OUTCOMES).write_text("\n".join(lines))

    def last(*kinds):
        return journal.last_outcome(str(tmp_path), "RFX-1", *kinds)

    assert last("failed", "passed") == ("1", "failed") and last("promoted") == ("3", "promoted")
    assert last("passed") == ("", "")
