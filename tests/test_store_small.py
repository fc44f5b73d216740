"""Session scratch, journals, settings, trust: the small files of a store."""

from __future__ import annotations

import json
import os
import time

import pytest

from reflexion.store import journal, settings, tidy, trust
from reflexion.store.entries import Store
from reflexion.store.session import FAIL, Session, file_name


@pytest.fixture
def store(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    store.create_folders()
    return store


class TestSession:
    def test_records_come_back_in_order_and_broken_lines_are_skipped(self, store):
        session = Session(store, "one")
        assert session.records() == [] and not session.exists()
        session.add({"kind": FAIL, "id": "a", "command": "gr\u00fc\u00df \ud800"}, {"kind": "step"})
        with open(session.path, "ab") as file:
            file.write(b'{"kind": "torn\n[1]\n{"no kind": 1}\n')
        session.add({"kind": "last"})
        assert [record["kind"] for record in session.records()] == [FAIL, "step", "last"]

    def test_it_is_bounded(self, store):
        session = Session(store, "one")
        for n in range(60):
            session.add({"kind": "step", "at": n, "pad": "x" * 10000})
        assert os.path.getsize(session.path) <= 256 * 1024
        assert session.records()[-1]["at"] == 59

    def test_old_sessions_are_swept(self, store):
        for name in ("old", "new"):
            Session(store, name).add({"kind": "step"})
        os.utime(Session(store, "old").path, (1, 1))
        tidy.sweep(store)
        assert Session(store, "new").exists() and not Session(store, "old").exists()

    @pytest.mark.parametrize("session", ["", "../../x", "a/b", "x" * 300, "\ud800", "\u4f60"])
    def test_any_id_makes_a_safe_file_name(self, session):
        name = file_name(session)
        assert name.endswith(".jsonl") and "/" not in name and name.isascii() and len(name) < 100

    def test_plain_ids_are_kept(self):
        assert (
            file_name("6f1d6b1e-6a52-4c0e-9a37-2f1f2b1d9c11")
            == "6f1d6b1e-6a52-4c0e-9a37-2f1f2b1d9c11.jsonl"
        )


class TestJournal:
    def test_a_fault_is_one_bounded_line(self, tmp_path):
        journal.fault(str(tmp_path / "state"), "capture", ValueError("two\nlines\t" + "x" * 1000))
        (row,) = journal.read(str(tmp_path / "state"), journal.FAULTS)
        assert (
            row[1] == "capture"
            and row[2].startswith("ValueError: two lines x")
            and len(row[2]) <= journal.MAX_LINE
        )

    def test_runs(self, tmp_path):
        journal.ran(str(tmp_path), "recall.UserPromptSubmit", 12.34, 400)
        ((when, took, said),) = journal.runs(str(tmp_path))["recall.UserPromptSubmit"]
        assert abs(when - time.time()) < 60 and (took, said) == (12.3, 400)

    def test_an_unwritable_folder_costs_nothing(self, tmp_path):
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
    def test_how_a_command_ended_last(self, tmp_path, outcomes, expected):
        for outcome in outcomes:
            journal.note(str(tmp_path), journal.OUTCOMES, "RFX-1", outcome)
        assert journal.last_outcome(str(tmp_path), "RFX-1", "failed", "passed")[1] == expected


class TestSettings:
    def load(self, tmp_path, project, home=None):
        problems = []
        for name, value in (("project", project), ("home", home)):
            (tmp_path / name).mkdir(exist_ok=True)
            if value is not None:
                (tmp_path / name / "config.json").write_text(
                    value if isinstance(value, str) else json.dumps(value)
                )
        return settings.load([str(tmp_path / "project"), str(tmp_path / "home")], problems), [
            what for _, what in problems
        ]

    def test_project_then_home_then_default(self, tmp_path):
        found, problems = self.load(tmp_path, {"max_rules": 5}, {"max_rules": 9, "max_recalled": 1})
        assert (found["max_rules"], found["max_recalled"], found["tools"], problems) == (
            5,
            1,
            ["Bash"],
            [],
        )

    WRONG = [
        ("enabled", 1),
        ("max_rules", True),
        ("max_rules", -1),
        ("max_rules", "5"),
        ("announce", "loud"),
        ("warn_before", 1),
        ("warn_before", "yes"),
        ("ask_agent", 99),
        ("promote", "later"),
        ("brief_chars", True),
        ("tools", "Bash"),
        ("ignore", ["x" * 201]),
        ("promote_to", ["/etc/passwd"]),
        ("promote_to", ["../CLAUDE.md"]),
        ("promote_to", ["~/CLAUDE.md"]),
        ("promote_to", [".reflexion/x.md"]),
        ("promote_to", ["a\\..\\..\\b"]),
        ("confidence_threshold", None),
    ]

    TAKEN = [
        ("ask_agent", True, 3),  # true or false in older files
        ("ask_agent", False, 0),
        ("ask_agent", 1, 1),
        ("warn_before", "deny", "deny"),
        ("warn_before", False, False),
        ("promote", "ask", "ask"),
        ("announce", "learned", "learned"),
        ("brief_chars", 0, 0),
    ]

    def test_values_that_are_taken(self, tmp_path):
        for name, value, expected in self.TAKEN:
            found, problems = self.load(tmp_path, {name: value})
            got = found[name]
            assert (got, type(got), problems) == (expected, type(expected), []), name

    @pytest.mark.parametrize("name, value", WRONG)
    def test_a_wrong_value_is_reported_and_falls_back(self, tmp_path, name, value):
        found, problems = self.load(tmp_path, {name: value})
        assert found[name] == settings.load([])[name]
        assert len(problems) == 1 and problems[0].startswith(name)

    def test_unknown_settings_are_named(self, tmp_path):
        assert self.load(tmp_path, {"colour": 1})[1] == ["colour: unknown setting"]

    @pytest.mark.parametrize("text", ["{", "[]", "[" * 50000, "\x00"])
    def test_a_broken_file_means_defaults(self, tmp_path, text):
        found, problems = self.load(tmp_path, text)
        assert found == settings.load([]) and len(problems) == 1


class TestTrust:
    def test_trust_is_listed_by_path_in_the_home_store(self, store, tmp_path):
        home = str(tmp_path / "home store")
        assert not trust.level(store.dir, home)
        assert trust.begin(store.dir, home).nonce == trust.begin(store.dir, home).nonce
        assert trust.level(store.dir, home) and trust.level(home, home)
        assert trust.distrust(store.dir, home) and not trust.distrust(store.dir, home)
        assert not trust.level(store.dir, home)

    def test_a_link_to_a_trusted_store_is_that_store(self, store, tmp_path):
        home = str(tmp_path / "home store")
        trust.begin(store.dir, home)
        os.symlink(store.dir, str(tmp_path / "link"))
        assert trust.level(str(tmp_path / "link"), home)

    def test_a_store_that_arrived_holds_an_entry_or_settings(self, store):
        assert not trust.arrived(store.dir)
        with open(os.path.join(store.dir, "config.json"), "w") as file:
            file.write("{}")
        assert trust.arrived(store.dir)


def test_without_a_home_a_store_is_begun_and_a_command_waits_its_time(tmp_path):
    from reflexion.store.entries import COMMAND_SECONDS
    from reflexion.store.project import Project

    (tmp_path / ".git").mkdir()
    project = Project(str(tmp_path), {"HOME": "/"})
    assert project.home is None and project.is_begun()
    assert project.ready().patience == COMMAND_SECONDS
