"""What happened is appended, read back, and forgotten with its learning."""

import os
import time

import pytest

from reflexion.store import history
from reflexion.store.ages import latest_session
from reflexion.store.history import SessionLog

ID = "RFX-20260330-9f99e5"
OTHER = "RFX-20260330-aaaaaa"


@pytest.fixture
def state(tmp_path):
    return str(tmp_path / "state")


class TestSessions:
    def test_rows_come_back_in_order_with_their_time(self, state):
        log = SessionLog(state, "s1")
        assert log.rows() == []
        log.append([{"what": "failed", "id": ID}, {"what": "told", "id": OTHER, "agent": "a"}])
        for each in (log, SessionLog(state, "s1")):
            assert [row["what"] for row in each.rows()] == ["failed", "told"]
            assert abs(each.rows()[0]["when"] - time.time()) < 60
        assert SessionLog(state, "s2").rows() == []

    @pytest.mark.parametrize("name", ["../../x", "", "x" * 300, "\udc80"])
    def test_no_session_name_leads_out_of_the_folder(self, state, name):
        log = SessionLog(state, name)
        log.append([{"what": "told"}])
        assert os.path.dirname(log.path) == os.path.join(state, "sessions")
        assert SessionLog(state, name).rows()

    def test_two_sessions_have_two_logs(self, state):
        assert SessionLog(state, "a/b").path != SessionLog(state, "a_b").path

    @pytest.mark.parametrize(
        "line",
        ["{", "[]", '{"id": "x"}', '{"what": 1}', '{"what": "told", "id": 1}', "[" * 9999, "\0"],
    )
    def test_a_line_that_cannot_be_read_is_left_out(self, state, line):
        log = SessionLog(state, "s1")
        log.append([{"what": "told"}])
        with open(log.path, "a") as file:
            file.write(line + "\n")
        log.append([{"what": "failed"}])
        rows = SessionLog(state, "s1").rows()
        assert [(row["what"], row["id"]) for row in rows] == [("told", ""), ("failed", "")]

    def test_the_session_that_was_written_last_is_the_agents(self, state):
        assert latest_session(state) == (0, "")
        for age, name in enumerate((history.TERMINAL + "20260330", "new", "old")):
            SessionLog(state, name).append([{"what": "told"}])
            os.utime(SessionLog(state, name).path, (2000 - age, 2000 - age))
        assert latest_session(state)[1] == "new"

    def test_the_session_of_another_host_is_not_taken_for_this_ones(self, state):
        SessionLog(state, "mine").append([{"what": "started", "host": "gemini"}])
        SessionLog(state, "other").append([{"what": "started", "host": "claude"}])
        os.utime(SessionLog(state, "mine").path, (1000, 1000))
        assert latest_session(state, "gemini")[1] == "mine"
        assert latest_session(state)[1] == "other"

    def test_logs_are_swept_after_a_month(self, state):
        for name, days in (("old", 31), ("new", 29)):
            SessionLog(state, name).append([{"what": "told"}])
            when = time.time() - days * 86400
            os.utime(SessionLog(state, name).path, (when, when))
        history.sweep_sessions(state)
        assert os.listdir(os.path.join(state, "sessions")) == ["new.log"]


class TestHistory:
    def test_rows_come_back_in_order(self, state):
        history.append(state, "s1", [("seen", ID), ("told", OTHER)])
        history.append(state, "s2", [])
        rows = history.rows(history.whole(state))
        assert [(row.what, row.id, row.session) for row in rows] == [
            ("seen", ID, "s1"),
            ("told", OTHER, "s1"),
        ]
        assert rows[0].when[:2] == "20" and len(rows[0].when) == 19

    @pytest.mark.parametrize(
        "line",
        [
            f"2026-01-01 10:00:00\tseen\t{ID}",
            f"2026-01-01 10:00:00\tseen\t{ID}\ts1\tmore",
            "no row",
        ],
    )
    def test_a_row_of_another_form_is_left_out(self, state, line):
        os.makedirs(state)
        with open(os.path.join(state, "history.txt"), "w") as file:
            file.write(line + "\n")
        history.append(state, "s1", [("seen", ID)])
        assert len(history.rows(history.whole(state))) == 1

    def test_a_session_cannot_forge_a_row(self, state):
        history.append(state, f"s1\nx\tseen\t{OTHER}\ts", [("seen", ID)])
        assert [row.id for row in history.rows(history.whole(state))] == [ID]

    def test_the_sessions_in_which_something_happened(self, state):
        for session in ("s1", "s2", "s2"):
            history.append(state, session, [("told", ID), ("seen", OTHER)])
        history.append(state, "s3", [("learned", ID), ("learned", OTHER)])
        history.append(state, "s4", [("told", ID)])
        assert history.sessions_of(state, "told", ID) == {"s1", "s2", "s4"}
        assert history.sessions_of(state, "told", ID, since="learned") == {"s4"}
        assert history.sessions_of(state, "told", OTHER) == set()


def test_faults_and_runs_are_lines_of_fields(state):
    history.fault(state, "capture", ValueError("bad\tvalue\nhere"))
    history.fault(state, "recall", "git tracks it")
    history.note(state, history.RUNS, "capture.Stop", "13")
    faults = history.lines(state, history.FAULTS)
    assert [row[1] for row in faults] == ["capture", "recall"]
    assert faults[0][2].startswith("ValueError: bad") and "here" in faults[0][-1]
    assert history.lines(state, history.RUNS)[0][1:] == ["capture.Stop", "13"]


def test_a_notice_that_was_kept_is_shown_once(state):
    for _ in range(2):
        history.keep_for_later(state, "wrote a rule\ninto CLAUDE.md")
    assert history.take_kept(state) == ["wrote a rule into CLAUDE.md"]
    assert history.take_kept(state) == []


def test_a_learning_is_forgotten_in_logs_and_notices(state):
    rows = [{"what": "failed", "id": ID, "text": "deploy s3cret"}, {"what": "told", "id": OTHER}]
    SessionLog(state, "s1").append(rows)
    history.keep_for_later(state, "kept s3cret (9f99e5)")
    history.keep_for_later(state, "kept another (aaaaaa)")
    history.forget(state, [ID])
    assert [row["id"] for row in SessionLog(state, "s1").rows()] == [OTHER]
    assert history.take_kept(state) == ["kept another (aaaaaa)"]
    for folder, _, names in os.walk(state):
        for name in names:
            with open(os.path.join(folder, name)) as file:
                assert "s3cret" not in file.read()
