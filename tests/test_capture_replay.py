"""A past session goes through capture: what its hooks stored is passed over, the rest is counted."""

from __future__ import annotations

import time

import pytest
from transcript import ClaudeTranscript

from reflexion.capture import replay as module
from reflexion.capture.replay import is_read, replay
from reflexion.hosts.event import Event
from reflexion.store import journal
from reflexion.store.entries import Store
from reflexion.store.project import Project
from reflexion.store.session import SEEN, Session

MISSING = "make: *** No rule to make target 'release'.  Stop."
RULE = "From now on write the comments in English."
SECRET = "From now on sign in with password=hunter2hunter2 at the mirror."


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


def read(box, path, *given) -> tuple:
    return replay(Project(str(box.root), box.environ()), str(path), *given)


READ = [("s1", "99"), ("s1", "x"), ("s1",), ("s2", "500"), ("s3",)]


@pytest.mark.parametrize(
    "session, size, before",
    [
        ("s1", 98, True),
        ("s1", 99, True),
        ("s1", 100, False),
        ("s2", 500, True),
        ("s3", 1, False),
        ("s4", 1, False),
    ],
)
def test_how_much_was_read_before(tmp_path, session, size, before):
    store = Store(str(tmp_path))
    for fields in READ:
        journal.note(store.state_dir, journal.REFLECTED, *fields)
    assert is_read(store, session, size) is before


def test_what_was_read_is_on_record(box):
    made = ClaudeTranscript(box).bash("make release", 2, MISSING)
    path = made.save()
    read(box, path)
    store = Project(str(box.root), box.environ()).store
    size = path.stat().st_size
    assert is_read(store, made.session, size) and not is_read(store, made.session, size + 1)


def test_a_session_without_mistakes_begins_no_store(box):
    path = ClaudeTranscript(box).prompt("go").bash("make dist").says("Done.").save()
    assert read(box, path) == ([], [], 0) and not (box.root / ".reflexion").exists()


def test_what_is_given_back(box, tmp_path):
    made = ClaudeTranscript(box).prompt("From now on always use npm to install packages here.")
    made.bash("make release", 2, MISSING)
    made.prompt("From now on always use pnpm to install packages here, not npm.")
    made.cwd = str(tmp_path / "elsewhere")
    for line in ("one", "two"):
        made.line(
            "assistant",
            [{"type": "tool_use", "id": line, "name": "Bash", "input": {"command": "make x"}}],
            cwd=made.cwd,
        )
        made.line(
            "user",
            [{"type": "tool_result", "tool_use_id": line, "content": "", "is_error": False}],
            cwd=made.cwd,
        )
    touched, retired, outside = read(box, made.save())
    kept = {entry["id"]: entry for entry in box.entries()}
    ((old, new),) = retired
    assert outside == 2 and len(touched) == 3 and set(touched) >= set(kept)
    assert old in touched and "pnpm" in kept[new]["resolution"]


@pytest.mark.parametrize("deadline, entries", [(0, 1), (100.0, 1), (101.0, 1), (99.9, 0)])
def test_it_stops_at_the_deadline(box, deadline, entries, monkeypatch):
    path = ClaudeTranscript(box).bash("make release", 2, MISSING).save()
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    touched, retired, outside = read(box, path, deadline)
    assert (len(touched), len(box.entries())) == (entries, entries)
    assert (retired, outside) == ([], 0)


HOOKS = [
    ("a failure", lambda made: made.bash("make release", 2, MISSING)),
    ("a prompt", lambda made: made.prompt(RULE)),
    ("a prompt with a secret", lambda made: made.prompt(SECRET)),
]


@pytest.mark.parametrize("act", [row[1] for row in HOOKS], ids=[row[0] for row in HOOKS])
def test_what_was_read_before_is_not_counted_again(box, act):
    made = ClaudeTranscript(box).bash("make dist", 2, "make: *** [dist] Error 1")
    act(made)
    path = made.save()
    assert len(read(box, path)[0]) == 2
    assert read(box, path)[0] == []
    assert [entry["occurrences"] for entry in box.entries()] == [1, 1]


def test_a_prompt_is_known_without_what_the_project_calls_a_secret(box):
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion" / "config.json").write_text('{"redact": ["swordfish"]}')
    box.script("init", "--project", box.root)
    words = "From now on name the branch swordfish and never main."
    made = ClaudeTranscript(box).prompt(words)
    box.prompt(words, "capture", session=made.session)
    assert len(box.entries()) == 1 and read(box, made.save())[0] == []


def test_one_session_is_one_session(box):
    """What the hooks have seen of a session is no further session when its transcript is read."""
    made = ClaudeTranscript(box).bash("make release", 2, MISSING)
    box.bash("make release", 2, MISSING, session=made.session)
    read(box, made.save())
    (entry,) = box.entries()
    assert (entry["occurrences"], entry["sessions"]) == (2, 1)
    again = Session(Project(str(box.root), box.environ()).store, made.session + journal.REPLAYED)
    read(box, made.save())
    assert [record["kind"] for record in again.records()].count(SEEN) == 2


@pytest.mark.parametrize(
    "fields, passed_over",
    [
        ({"name": "PostToolUse", "session": "s1"}, False),
        ({"name": "UserPromptSubmit", "session": "s1", "prompt": RULE}, False),
        ({"name": "UserPromptSubmit", "session": "s1", "prompt": RULE, "agent": "a1"}, True),
        ({"name": "PostToolUse", "session": ""}, True),
        ({"name": "Stop", "session": "s1"}, True),
    ],
)
def test_what_is_passed_over(box, fields, passed_over):
    project = Project(str(box.root), box.environ())
    assert module._is_passed_over(Event(**fields), project, {}) is passed_over
