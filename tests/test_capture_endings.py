"""The end of a turn or a session: what a reply cites is counted, what no hook told is captured."""

from __future__ import annotations

import json
import shutil
import time

import pytest
from sandbox import told
from transcript import ClaudeTranscript, ran, rollout

from reflexion.capture.endings import named, turn_ended
from reflexion.hosts.event import Event
from reflexion.store.project import Project
from reflexion.store.session import SWEPT, Session

MISSING = "make: *** No rule to make target 'release'.  Stop."
LACKS = "ModuleNotFoundError: No module named 'yaml'"
SAID = {"RFX-20260331-a7f03c", "RFX-20260331-b11d42"}


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


@pytest.mark.parametrize(
    "message, ids",
    [
        ("Done.\n\n\u2728 1 reflexion learning applied [rfx:a7f03c]", ["a7f03c"]),
        ("[rfx:a7f03c, b11d42]", ["a7f03c", "b11d42"]),
        ("[rfx:a7f03c,rfx:b11d42]", ["a7f03c", "b11d42"]),
        ("[rfx:a7f]", ["a7f03c"]),
        ("[rfx:7f03c]", ["a7f03c"]),
        ("[rfx:RFX-20260331-b11d42]", ["b11d42"]),
        ("[rfx:a7f03c] and [rfx:a7f03c]", ["a7f03c"]),
        ("[rfx:b11]", ["b11d42"]),
        ("[rfx:RFX-20260331-ffffff]", []),
        ("[rfx:a7f03c] " + "x" * 3900, ["a7f03c"]),
        ("[rfx:ffffff]", []),
        ("[rfx:]", []),
        ("[rfx:../../x]", []),
        ("rfx:a7f03c", []),
        ("[rfx:a7f03c" + "x" * 5000, []),
        ("[rfx:a7f03c] " + "x" * 5000, []),
        ("", []),
    ],
)
def test_which_learnings_a_marker_names(message, ids):
    assert [id[-6:] for id in named(message, SAID)] == ids


def test_what_may_mean_two_learnings_names_none():
    both = {"RFX-20260331-a7f03c", "RFX-20260331-a7f042"}
    assert named("[rfx:a7f]", both) == []
    assert named("[rfx:a7f03]", both) == ["RFX-20260331-a7f03c"]


def failing(box, settings='{"cite": true}'):
    """The id of a learning that session s2 can be told of at its failure."""
    box.bash("make release", 2, MISSING, session="s1")
    (entry,) = box.entries()
    (box.root / ".reflexion" / "config.json").write_text(settings)
    box.change(entry["id"], resolution="Run `make dist`.", confidence="high")
    return entry["id"]


def stop(box, message, session="s2", **more):
    assert (
        box.fire(
            "capture",
            "Stop",
            session=session,
            last_assistant_message=message,
            stop_hook_active=False,
            **more,
        )
        == ""
    )


def applied(box):
    return box.entries()[0].get("applied", 0)


def test_a_reply_is_counted_once_a_session(box):
    id = failing(box)
    text = told(
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2"
        )
    )
    marker = text[text.index("\u2728") : text.index("]", text.index("[rfx:")) + 1]
    stop(box, "Used make dist.\n" + marker)
    stop(box, "Again.\n" + marker)
    assert applied(box) == 1
    stop(box, marker, session="s3")
    assert applied(box) == 1, "what was not said in a session cannot have been applied in it"
    assert json.loads(box.reflexion("status", "--json").stdout)["numbers"]["ever"]["applied"] == 1
    shown = " ".join(box.reflexion("show", id).stdout.split())
    assert (
        "applied 1x" in shown
        and "The agent said once that it used one" in box.reflexion("status").stdout
        and "applied 1x" in box.reflexion("status", "--html", "-").stdout
    )


def test_without_the_message_the_transcripts_tail_tells(box):
    id = failing(box)
    box.bash("make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2")
    path = box.home / "t.jsonl"
    path.write_text(
        json.dumps(
            {
                "type": "assistant",
                "message": {
                    "role": "assistant",
                    "content": [{"type": "text", "text": f"ok [rfx:{id[-6:]}]"}],
                },
            }
        )
        + "\n"
    )
    assert (
        box.fire("capture", "Stop", session="s2", transcript_path=str(path)) == ""
        and applied(box) == 1
    )


def test_switched_off_nothing_is_asked_or_counted(box):
    id = failing(box, settings="{}")
    text = told(
        box.bash(
            "make release", 2, "make: *** No rule to make target 'release'.  Stop.", session="s2"
        )
    )
    assert "<reflexion-recall>" in text and "rfx:" not in text
    stop(box, f"[rfx:{id[-6:]}]")
    assert applied(box) == 0


def test_each_session_that_used_it_counts(box):
    id = failing(box)
    for session in ("s2", "s3"):
        told(box.bash("make release", 2, MISSING, session=session))
        stop(box, f"[rfx:{id[-6:]}]", session=session)
    assert applied(box) == 2


def test_the_message_comes_before_the_transcript(box):
    id = failing(box)
    told(box.bash("make release", 2, MISSING, session="s2"))
    path = ClaudeTranscript(box).says(f"ok [rfx:{id[-6:]}]").save()
    stop(box, "none of them", transcript_path=str(path))
    assert applied(box) == 0


def test_a_learning_for_all_projects_counts_once_a_session_too(box):
    home = box.home / ".reflexion"
    failing(box)
    for name in ("entries", "config.json"):
        (box.root / ".reflexion" / name).rename(home / name)
    shutil.rmtree(box.root / ".reflexion")
    box.prompt(f"make release says {MISSING}", session="s2")
    (path,) = (home / "entries").glob("*.json")
    stop(box, f"[rfx:{path.stem[-6:]}]")
    stop(box, f"[rfx:{path.stem[-6:]}]")
    assert json.loads(path.read_text())["applied"] == 1


def ended(box, name="Stop", **more):
    """The Answer at the end of a turn or a session."""
    event = Event(name=name, session="s1", cwd=str(box.root), **more)
    return turn_ended(event, Project(str(box.root), box.environ()))


@pytest.mark.parametrize("name", ["Stop", "SessionEnd"])
@pytest.mark.parametrize("host, count", [("codex", 1), ("claude", 0)])
def test_what_no_hook_told_is_captured_of_codex(box, name, host, count):
    path = str(rollout(box, [ran(1, "python3 load.py", 1, LACKS, box.root)]))
    answer = ended(box, name, host=host, transcript=path)
    assert answer.touched == [entry["id"] for entry in box.entries()]
    assert len(answer.touched) == count


def test_a_rollout_is_read_once_and_from_its_first_byte(box):
    path = rollout(box, [ran(1, "python3 load.py", 1, LACKS, box.root)])
    path.write_text(path.read_text().partition("\n")[2])
    for _ in range(2):
        ended(box, host="codex", transcript=str(path))
    with path.open("a") as file:
        item = {"type": "item_completed", "item": ran(2, "make dist", 2, MISSING, box.root)}
        file.write(json.dumps({"type": "event_msg", "payload": item}) + "\n")
    ended(box, host="codex", transcript=str(path))
    assert sorted(entry["occurrences"] for entry in box.entries()) == [1, 1]
    records = Session(Project(str(box.root), box.environ()).store, "s1").records()
    reached = [record["to"] for record in records if record["kind"] == SWEPT]
    assert len(reached) == 2 and reached[1] == path.stat().st_size


@pytest.mark.parametrize("transcript", ["", "nowhere.jsonl", "whole"])
def test_a_rollout_without_failures_begins_no_store(box, transcript):
    path = rollout(box, [ran(1, "make dist", 0, "ok", box.root)])
    answer = ended(box, host="codex", transcript=str(path) if transcript == "whole" else transcript)
    assert answer.touched == [] and not (box.root / ".reflexion").exists()


def test_nothing_happens_where_there_may_be_no_store(box):
    project = Project("", {})
    assert project.store is None
    for name in ("Stop", "SessionEnd"):
        assert turn_ended(Event(name=name, session="s1"), project) is None


@pytest.mark.parametrize("value, reads", [(True, True), ("ask", False), (False, False)])
def test_a_session_is_read_at_its_end_where_that_is_switched_on(box, value, reads):
    (box.root / ".reflexion").mkdir()
    config = box.root / ".reflexion" / "config.json"
    config.write_text(json.dumps({"auto_reflect": value}))
    box.script("init", "--project", box.root)
    path = ClaudeTranscript(box).bash("python3 load.py", 1, LACKS).save()
    answer = ended(box, "SessionEnd", transcript=str(path))
    assert answer.touched == [entry["id"] for entry in box.entries()]
    assert bool(answer.touched) is reads
    assert ended(box, "SessionEnd").touched == [], "a host that names no transcript"


@pytest.mark.parametrize("host, seconds", [("codex", 0.6), ("claude", 8.0)])
def test_how_long_a_session_may_be_read_at_its_end(box, host, seconds, monkeypatch):
    deadlines = []

    def read(project, path, deadline):
        deadlines.append(deadline)
        return [], [], 0

    monkeypatch.setattr("reflexion.capture.replay.replay", read)
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion" / "config.json").write_text('{"auto_reflect": true}')
    box.script("init", "--project", box.root)
    ended(box, "SessionEnd", host=host, transcript=str(box.root / "none.jsonl"))
    assert deadlines == [100.0 + seconds]


def test_the_store_is_tidied_when_a_session_is_over(box, monkeypatch):
    tidied = []
    monkeypatch.setattr("reflexion.store.tidy.sweep", tidied.append)
    ended(box, "SessionEnd")
    assert tidied == [], "there is no store yet"
    failing(box)
    ended(box)
    assert tidied == []
    ended(box, "SessionEnd")
    assert len(tidied) == 1
