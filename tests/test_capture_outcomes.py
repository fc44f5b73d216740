"""What became of a failure: its fix, and whether a learning that was said was followed and helped."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from sandbox import told

from reflexion.capture import outcomes
from reflexion.capture.outcomes import MAX_STEPS, blame, decide_success, edited_file, suppressed
from reflexion.hosts.event import Event
from reflexion.store import journal
from reflexion.store.project import Project
from reflexion.store.session import Decision, View

MISSING = "make: *** No rule to make target 'release'.  Stop."
USE = "Use `make dist` instead of `make release`."
FIRST = "Run `make prepare` first."
OTHER = {"kind": "followed", "id": "RFX-2"}
SAID = {"kind": "said", "id": "RFX-1", "tool_use_id": "t1"}
FOLLOWED = {"kind": "followed", "id": "RFX-1"}
UNHELPFUL = {"kind": "unhelpful", "id": "RFX-1"}
IGNORED = {"kind": "ignored", "id": "RFX-1"}


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


def view_of(box, session="s1") -> View:
    return View(Project(str(box.root), box.environ()), session)


def worked(command="", **more) -> Event:
    return Event(name="PostToolUse", **{"tool": "Bash", "command": command, **more})


@pytest.mark.parametrize(
    "given, rows",
    [
        ({"command": "grep x"}, [["a search", "grep x"]]),
        ({"tool": "Read"}, [["a search", "Read"]]),
        ({"command": "grep x", "when": "2026-03-02"}, []),
    ],
)
def test_what_is_left_out_is_noted(box, given, rows):
    assert suppressed(worked(**given), view_of(box), "a search") is None, "there is no store yet"
    box.bash("make release", 2, MISSING, session="s0")
    decision = suppressed(worked(**given), view_of(box), "a search")
    assert [list(note[1:]) for note in decision.notes if decision] == rows if rows else not decision


@pytest.mark.parametrize(
    "records, call, verdict",
    [
        ([], "t2", ""),
        ([SAID], "t2", "ignored"),
        ([SAID], "t1", ""),
        ([SAID], "", "ignored"),
        ([FOLLOWED], "t2", ""),
        ([{**SAID, "id": "RFX-2"}], "t2", ""),
        ([SAID, IGNORED], "t2", ""),
        ([SAID, {**IGNORED, "id": "RFX-2"}], "t2", "ignored"),
        ([SAID, OTHER], "t2", "ignored"),
        ([SAID, FOLLOWED], "t2", "unhelpful"),
        ([SAID, FOLLOWED, IGNORED], "t2", "unhelpful"),
        ([SAID, FOLLOWED, UNHELPFUL], "t2", "ignored"),
        ([SAID, FOLLOWED, UNHELPFUL, FOLLOWED], "t2", "unhelpful"),
    ],
)
def test_who_is_to_blame(records, call, verdict):
    entry = {"id": "RFX-1", "promoted": False}
    assert blame(entry, records, call, SimpleNamespace()) == verdict


@pytest.mark.parametrize(
    "promoted, written, began, verdict",
    [
        (True, "2026-03-02T10:00:00Z", "2026-03-02T10:00:01Z", "ignored"),
        (True, "2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z", ""),
        (True, "2026-03-02T10:00:00Z", "2026-03-02T09:59:59Z", ""),
        (False, "2026-03-02T10:00:00Z", "2026-03-02T10:00:01Z", ""),
        (True, "2026-03-02T10:00:00Z", "", "ignored"),
        (True, "2990-03-02T10:00:00Z", "", ""),
    ],
)
def test_a_rule_is_known_from_the_next_session_on(monkeypatch, promoted, written, began, verdict):
    project = SimpleNamespace(store=SimpleNamespace(state_dir=""))
    monkeypatch.setattr(journal, "last_outcome", lambda *given: (written, "promoted"))
    seconds = time.mktime(time.strptime(began, journal.STAMP)) - time.timezone if began else 0
    first = {"kind": "step", "at": int(seconds * 1e9)}
    records = [first, {"kind": "step", "at": 4 * 10**18}] if began else []
    entry = {"id": "RFX-1", "promoted": promoted}
    assert blame(entry, records, "t2", SimpleNamespace(project=project)) == verdict


EDITS = [
    ("sed -i s/a/b/ src/a.py", "src/a.py"),
    ("cd web && sed -i s/a/b/ src/a.py", "src/a.py"),
    ("perl -pi -e s/a/b/ src/a.py", "src/a.py"),
    ("gsed --in-place=.bak s/a/b/ a.py", "a.py"),
    ("sed -n 1,9p src/a.py", ""),
    ("sed s/a/b/ src/a.py", ""),
    ("perl a.pl", ""),
    ("sed -i s/a/b/ a.py && sed -i s/a/b/ b.py", ""),
    ("sed -i s/a/b/ a.py && make", ""),
    ("pip install -i https://pypi.example.org/sed sedlib", ""),
    ("cd sed", ""),
    ("make -i all", ""),
]


@pytest.mark.parametrize("command, path", EDITS)
def test_the_file_that_a_command_edits(command, path):
    assert edited_file(command) == path


def test_the_record_of_a_call_that_worked():
    step = outcomes._step(worked("make " + "r" * 3000, path="a\n" + "b" * 400, cwd="/shop"))
    assert len(step["command"]) == 2000 and len(step["path"]) == 300
    assert step["path"].startswith("a b") and (step["ok"], step["cwd"]) == (True, "/shop")
    step = outcomes._step(worked("sed -i s/a/b/ src/a.py", path="other.py"))
    assert step["path"] == "src/a.py"


def fail(at, entry_id="RFX-1") -> dict:
    return {"kind": "fail", "at": at, "id": entry_id}


def step(at) -> dict:
    return {"kind": "step", "at": at}


def fixed(of) -> dict:
    return {"kind": "fixed", "at": 999, "of": of}


UNSETTLED = [
    ([], [], []),
    ([step(1), fail(2), step(3)], [2], [2, 3]),
    ([fail(1), step(2), fail(3)], [3], [1, 2, 3]),
    ([fail(1), fail(2, "RFX-2"), fail(3)], [2, 3], [1, 2, 3]),
    ([fail(1), step(2), fixed(1), step(4), fail(5)], [5], [5]),
    ([fail(1), fixed(1)], [], []),
    ([fail(1), {"kind": "said", "at": 2}, {"kind": "helped", "at": 3, "of": 1}], [1], [1]),
    ([fail(1), *map(step, range(2, MAX_STEPS + 1))], [1], range(1, MAX_STEPS + 1)),
    ([fail(1), *map(step, range(2, MAX_STEPS + 2))], [], range(2, MAX_STEPS + 2)),
]


@pytest.mark.parametrize("records, pending, steps", UNSETTLED)
def test_what_is_not_settled_yet(records, pending, steps):
    found = outcomes._unsettled(records)
    assert [[record["at"] for record in part] for part in found] == [pending, list(steps)]


def test_a_fix_that_comes_later_than_forty_steps_has_other_causes():
    assert MAX_STEPS == 40


@pytest.mark.parametrize(
    "resolution, ran, again, followed, counted",
    [
        (USE, "make dist", False, 0, 1),
        (USE, "make dist 2>&1", False, 0, 1),
        (USE, "make release", True, 0, 0),
        (USE, "make other", False, 0, 0),
        (FIRST, "make prepare", False, 1, 0),
        ("Before `make release` run `make prepare` before all.", "make prepare", False, 1, 0),
        (FIRST, "make release", True, 0, 0),
        ("Run `make release` again.", "make release", True, 0, 0),
        ("Run `make all` make dist", "make dist", False, 0, 0),
        ("Mend `src/a.py`.", "", False, 0, 1),
        ("Mend `` and `src/b.py`.", "", False, 0, 0),
        ("Mend src/a.py and `none`.", "", False, 0, 0),
    ],
)
def test_what_a_step_that_worked_says_of_a_learning(resolution, ran, again, followed, counted):
    entry = {"id": "RFX-1", "resolution": resolution, "context": "make all | make release"}
    for before in ([], [FOLLOWED], [OTHER]):
        decision = Decision(None)
        now = {"command": ran, "path": "" if ran else "C:\\shop\\src\\a.py"}
        outcomes._weigh(before, entry, now, decision)
        kinds = [record["kind"] for record in decision.records]
        helps = counted or again and before == [FOLLOWED]
        assert kinds == ["followed"] * followed + ["helped"] * bool(helps)
        assert len(decision.changes) == bool(helps)
        assert decision.notes == [(journal.OUTCOMES, "RFX-1", "passed")] * again


@pytest.mark.parametrize(
    "records, confidence",
    [
        ([], "high"),
        ([{"kind": "fixed", "id": "RFX-1", "learned": 1}], "medium"),
        ([{"kind": "fixed", "id": "RFX-1"}], "high"),
    ],
)
def test_a_second_session_proves_it(records, confidence):
    decision = Decision(None)
    outcomes._credit("RFX-1", records, decision)
    stored = {"source": "inferred", "confidence": "medium", "last_seen": "2026-03-02"}
    now = {**stored, **decision.changes[0].compute(stored)}
    assert (now["worked"], now["confidence"]) == (1, confidence)
    assert decision.changes[0].touches and decision.records == [{"kind": "helped", "id": "RFX-1"}]


@pytest.mark.parametrize(
    "context, resolution, given, is_weighed",
    [
        ("make all", "Use `ninja`.", {"command": "make dist"}, True),
        ("bazel", "Use `ninja`.", {"command": "NINJA -v"}, True),
        ("bazel", "Use ninja, or `bazel`.", {"command": "ninja -v"}, False),
        ("bazel", "Use `ninja`, and not `gmake`, or `tup`.", {"command": "tup"}, True),
        ("bazel", "Use `ninja`, and not `gmake`, or `tup`.", {"command": "gmake"}, True),
        ("bazel", "Use `ninja` and not tup.", {"command": "tup"}, False),
        ("bazel", "Use `ninja`.", {"command": "tup all"}, False),
        ("make", "Use `ninja`.", {"command": "makefile2"}, True),
        ("makefile2", "Use `ninja`.", {"command": "make"}, True),
        ("make", "", {"command": "make"}, False),
        ("bazel", "Mend `a.cfg`.", {"tool": "Edit", "path": "/shop/a.cfg"}, True),
    ],
)
def test_a_learning_that_shares_a_word_is_weighed(context, resolution, given, is_weighed):
    entry = {"id": "RFX-1", "context": context, "resolution": resolution}
    view = SimpleNamespace(records=lambda: [SAID], entry=lambda entry_id: entry)
    assert (outcomes._unproven(view, worked(**given)) == [entry]) is is_weighed


@pytest.mark.parametrize(
    "records, count",
    [
        ([SAID], 1),
        ([SAID, SAID], 1),
        ([FOLLOWED], 0),
        ([SAID, {"kind": "helped", "id": "RFX-1"}], 0),
        ([SAID, {"kind": "helped", "id": "RFX-2"}], 1),
        ([SAID, {"kind": "said", "id": "RFX-gone"}], 1),
    ],
)
def test_what_was_said_and_has_not_helped_yet(records, count):
    entry = {"id": "RFX-1", "context": "make", "resolution": USE}
    view = SimpleNamespace(records=lambda: records, entry={"RFX-1": entry}.get)
    assert len(outcomes._unproven(view, worked("make"))) == count


def test_a_call_that_worked_is_kept_only_behind_a_failure(box):
    assert decide_success(worked("make dist"), view_of(box)) is None, "no records"
    box.bash("make release", 2, MISSING, session="s1")
    decision = decide_success(worked("ls"), view_of(box))
    assert [record["kind"] for record in decision.records] == ["step"]
    assert decide_success(worked("ls"), view_of(box, "s2")) is None
    edit = worked(tool="Edit", path="a.py")
    assert [record["kind"] for record in decide_success(edit, view_of(box)).records] == ["step"]
    (entry,) = box.entries()
    box.change(entry["id"], resolution=USE)
    assert told(box.prompt(f"it says {MISSING}", session="s3"))
    assert decide_success(worked("ls"), view_of(box, "s3")) is None, "neither failed nor told of"
    decision = decide_success(worked("make dist"), view_of(box, "s3"))
    assert [record["kind"] for record in decision.records] == ["helped"]


def test_what_ended_a_failure_is_looked_for_in_commands_alone(box):
    box.bash("make release", 2, MISSING, session="s1")
    edit = worked("make release", tool="Edit", path="a.py")
    kinds = [record["kind"] for record in decide_success(edit, view_of(box)).records]
    assert kinds == ["step"]
    kinds = [
        record["kind"] for record in decide_success(worked("make release"), view_of(box)).records
    ]
    assert kinds[:2] == ["step", "fixed"]
