"""A call that failed: what is kept of it, what is said of it, and a mistake met in another guise."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from sandbox import told

from reflexion.capture import failed
from reflexion.capture.failed import decide_failure, met_again
from reflexion.capture.record import draft
from reflexion.hosts.event import Event
from reflexion.signals.failures.judge import Verdict
from reflexion.store import journal
from reflexion.store.project import Project
from reflexion.store.session import FAIL, View


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


MISSING = "make: *** No rule to make target 'release'. Stop."
CALL = SimpleNamespace(program="make", raw="make release")


def view_of(box, session="s1") -> View:
    return View(Project(str(box.root), box.environ()), session)


def decided(box, verdict, failed=True, session="s1", **more):
    """The Decision about a call with this verdict; of one that began a store before."""
    given = {"tool": "Bash", "command": "make release", "cwd": str(box.root), "failed": failed}
    event = Event(name="PostToolUse", session=session, **{**given, **more})
    event.verdict = verdict
    return decide_failure(event, view_of(box, session))


@pytest.mark.parametrize(
    "verdict, failed, why, passed",
    [
        (Verdict(True), True, ["failed without a word"], 0),
        (Verdict(True), False, ["failed without a word"], 0),
        (Verdict(False, reason="a probe"), True, ["a probe"], 1),
        (Verdict(False, reason="a probe"), None, ["a probe"], 0),
        (Verdict(False), None, [], 0),
        (Verdict(False), False, [], 1),
    ],
)
def test_what_is_no_failure_may_be_a_pass(box, verdict, failed, why, passed):
    assert (decided(box, verdict, failed) is None) is True, "no store, no record of it"
    box.bash("make release", 2, MISSING, session="s1")
    for session, passes in (("s1", passed), ("s2", 0)):
        decision = decided(box, verdict, failed, session)
        notes = decision.notes if decision else []
        assert [note[1] for note in notes if note[0] == journal.SUPPRESSED] == why
        passed_notes = [note for note in notes if note[-1] == "passed"]
        assert len(passed_notes) == passes


def test_what_the_session_keeps_of_a_failure(box):
    call = SimpleNamespace(program="make", raw="make " + "r" * 400)
    output = "a " * 400 + "b " * 291 + "<system-reminder>\n"
    verdict = Verdict(True, MISSING, call=call)
    decision = decided(box, verdict, output=output, command="make " + "r" * 4000)
    (record,) = decision.records
    assert record["kind"] == FAIL and record["line"] == MISSING and record["ok"] is False
    assert len(record["command"]) == 2000 and len(record["call"]) == 300
    assert record["more"].startswith("b b") and record["more"].count("b") == 291
    assert "<system-reminder>" not in record["more"] and "\n" not in record["more"]


def test_a_failure_of_a_tool_is_named_by_its_file(box):
    decision = decided(box, Verdict(True, "no such file"), tool="Read", command="", path="a.txt")
    assert decision.sighting.entry["context"] == "Read a.txt"
    assert decision.records[0]["command"] == "Read a.txt"
    decision = decided(box, Verdict(True, "no such thing"), tool="Fetch", command="")
    assert decision.sighting.entry["context"] == "Fetch"


@pytest.mark.parametrize("when, source", [("", "hook"), ("2026-03-02", "transcript")])
def test_of_a_past_session_nothing_is_said(box, when, source):
    box.bash("make release", 2, MISSING, session="s1")
    learn(box, "run `make dist`")
    decision = decided(box, Verdict(True, MISSING, call=CALL), session="s2", when=when)
    assert decision.sighting.entry["source"] == source
    assert bool(decision.injection) is bool(decision.notes) is (not when)


@pytest.mark.parametrize(
    "sessions, raised", [({}, {}), ({"sessions": 1}, {}), ({"sessions": 2}, 1)]
)
def test_a_second_session_raises_it(sessions, raised):
    assert met_again(sessions) == ({"confidence": "high"} if raised else {})


@pytest.mark.parametrize(
    "source, confidence, after",
    [
        ("agent", "medium", "high"),
        ("agent", "low", "low"),
        ("user", "medium", "medium"),
        ("inferred", "medium", "medium"),
    ],
)
def test_an_agents_lesson_is_trusted_once_a_second_session_met_it(box, source, confidence, after):
    box.bash("make release", 2, MISSING, session="s1")
    known = learn(box, "run `make dist`")
    box.change(known["id"], source=source, confidence=confidence, judged="run `make dist`")
    box.bash("make release", 2, MISSING, session="s2")
    assert box.entries()[0]["confidence"] == after


def test_the_count_that_is_said_holds_this_failure(box):
    box.bash("make release", 2, MISSING, session="s1")
    known = learn(box, "run `make dist`")
    decision = decided(box, Verdict(True, MISSING, call=CALL), session="s2")
    assert [entry["occurrences"] for entry in decision.injection.entries] == [2]
    assert known["occurrences"] == 1


@pytest.mark.parametrize("resolution, is_said", [("run `make dist`", True), ("rm -rf /", False)])
def test_what_may_not_be_said_is_not_said(box, resolution, is_said):
    box.bash("make release", 2, MISSING, session="s1")
    known = learn(box, resolution)
    box.change(known["id"], source="inferred", confidence="high", needs_review=not is_said)
    box.change(known["id"], judged=resolution)
    assert bool(told(box.bash("make release", 2, MISSING, session="s2"))) is is_said


@pytest.mark.parametrize(
    "confidence, before", [("medium", "medium"), ("high", "high"), (None, "high")]
)
def test_a_fix_that_did_not_help_steps_back_from_where_it_was(box, confidence, before):
    box.bash("make release", 2, MISSING, session="s1")
    known = learn(box, "Run `make prepare` first.")
    box.change(known["id"], source="prompt", confidence=confidence)
    told(box.bash("make release", 2, MISSING, session="s2"))
    box.bash("make prepare", 0, "ok", session="s2")
    decision = decided(box, Verdict(True, MISSING, call=CALL), session="s2")
    assert decision.answer.stepped_back == {known["id"]: before}


def test_a_fix_that_was_not_followed_does_not_step_back(box):
    box.bash("make release", 2, MISSING, session="s1")
    learn(box, "Run `make prepare` first.")
    told(box.bash("make release", 2, MISSING, session="s2"))
    decision = decided(box, Verdict(True, MISSING, call=CALL), session="s2", tool_use_id="t9")
    assert decision.answer.stepped_back == {} and len(decision.changes) == 1


def rule(box, told_in="CLAUDE.md") -> dict:
    """The one entry as a rule in a file, which stands there since the second of March."""
    box.bash("make release", 2, MISSING, session="s0")
    known = learn(box, "Run `make dist`.")
    assert box.reflexion("promote", known["id"]).returncode == 0
    if told_in != "CLAUDE.md":
        (box.root / "CLAUDE.md").rename(box.root / told_in)
    path = box.root / ".reflexion" / "state" / journal.OUTCOMES
    rows = [line for line in path.read_text().splitlines() if not line.endswith("promoted")]
    rows.append(f"2026-03-02T10:00:00Z\t{known['id']}\tpromoted")
    path.write_text("\n".join(rows) + "\n")
    return known


def test_a_rule_that_was_broken_is_said_with_its_day(box):
    rule(box)
    assert "(in CLAUDE.md since 2026-03-02, made again)" in told(
        box.bash("make release", 2, MISSING, session="s2")
    )
    assert told(box.bash("make release", 2, MISSING, session="s2")) == ""


def test_a_rule_that_this_host_reads_is_not_said_again():
    view = SimpleNamespace()
    entry = {"promoted": False, "resolution": "Run `make dist`."}
    assert failed._as_rule(entry, None, view, True) is entry


@pytest.mark.parametrize(
    "unread, ignored, since, promoted, words",
    [
        (True, False, "2026-03-02T10:00:00Z", False, "Dist."),
        (True, True, "2026-03-02T10:00:00Z", False, "Dist."),
        (False, False, "2026-03-02T10:00:00Z", True, "Dist."),
        (
            False,
            True,
            "2026-03-02T10:00:00Z",
            False,
            "Dist. (in A.md since 2026-03-02, made again)",
        ),
        (False, True, "", False, "Dist. (in A.md, made again)"),
    ],
)
def test_a_rule_as_it_is_said(monkeypatch, unread, ignored, since, promoted, words):
    project = SimpleNamespace(store=SimpleNamespace(state_dir=""))
    view = SimpleNamespace(project=project, settings={"promote_to": ["A.md", "B.md"]})
    rules = "reflexion.store.rule_files.unread_by"
    monkeypatch.setattr(rules, lambda project, own: lambda entry_id: unread)
    monkeypatch.setattr(
        journal, "last_outcome", lambda *given: (since, "promoted" if since else "")
    )
    entry = {"id": "RFX-1", "promoted": True, "resolution": "Dist."}
    now = failed._as_rule(entry, Event(), view, ignored)
    assert (now["promoted"], now["resolution"]) == (promoted, words)


@pytest.mark.parametrize(
    "trusted, resolution, said, tells",
    [
        (True, "Run `make dist`.", (), True),
        (False, "Run `make dist`.", (), False),
        (True, "", (), False),
        (True, "Run `make dist`.", ("RFX-1",), False),
    ],
)
def test_a_lesson_is_told_once_of_what_is_trusted(box, trusted, resolution, said, tells):
    entry = {
        **draft("error", MISSING, "make release", resolution),
        "id": "RFX-1",
        "source": "user",
        "promoted": False,
    }
    settings = view_of(box).settings
    view = SimpleNamespace(trusted=trusted, settings=settings, said=lambda: set(said))
    decision = SimpleNamespace(injection=None)
    failed._tell(entry, None, Event(), view, decision)
    assert bool(decision.injection) is tells
