"""Hooks that run at the same instant: parallel tool calls, a plugin beside a project's own hooks, sub-agents. Real processes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sandbox import SCRIPTS

from reflexion.store.entries import Store
from reflexion.store.session import COMPACT, Session

MISSING = "make: *** No rule to make target 'release'.  Stop."
CALL = {
    "tool_name": "Bash",
    "tool_input": {"command": "make release"},
    "error": f"Exit code 2\n{MISSING}",
    "is_interrupt": False,
}


def at_once(box, calls, session="s2") -> list:
    """The answers of hooks that were told of failed calls (by id) at the same time."""
    running = []
    for call in calls:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", SCRIPTS / "capture.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=box.environ(),
            cwd=box.root,
        )
        running.append(
            (
                child,
                {
                    "session_id": session,
                    "cwd": str(box.root),
                    "hook_event_name": "PostToolUseFailure",
                    "tool_use_id": call,
                    **CALL,
                },
            )
        )
    for child, payload in running:
        child.stdin.write(json.dumps(payload).encode())
        child.stdin.close()
    answers = [child.stdout.read().decode() for child, _ in running]
    assert [child.wait() for child, _ in running] == [0] * len(running) and box.log() == ""
    for child, _ in running:
        child.stdout.close()
    return answers


@pytest.mark.parametrize(
    "calls, occurrences",
    [(["a", "b", "c", "d"], 4), (["a", "a", "a", "b"], 2)],
    ids=["four calls", "one call, told by three hooks"],
)
def test_sightings_and_sessions(box, calls, occurrences):
    (box.root / ".reflexion/state").mkdir(parents=True)
    at_once(box, calls)
    (entry,) = box.entries()
    assert (entry["occurrences"], entry["sessions"]) == (occurrences, 1)


def test_a_fix_is_said_once(box):
    box.bash("make release", 2, MISSING, session="s1")
    box.change(box.entries()[0]["id"], resolution="Run `make dist`.")
    answers = at_once(box, ["a", "b", "c", "d"])
    assert sum("make dist" in answer for answer in answers) == 1
    assert box.entries()[0]["sessions"] == 2


def test_of_two_that_say_the_same_one_speaks(tmp_path):
    session = Session(Store(str(tmp_path / ".reflexion")), "s")
    assert session.claim(["RFX-1", "RFX-2"], "prompt") == ["RFX-1", "RFX-2"]
    assert session.claim(["RFX-2", "RFX-3"], "failure") == ["RFX-3"]
    session.add({"kind": COMPACT})
    assert session.claim(["RFX-2"], "failure") == ["RFX-2"]


def test_a_broken_entry_hides_no_other_and_is_left_alone(box):
    box.bash("make release", 2, MISSING)
    path = box.root / ".reflexion/entries" / f"{box.entries()[0]['id']}.json"
    path.write_text("{broken")
    for session in ("s2", "s3"):
        box.bash("make release", 2, MISSING, session=session)
    path.rename(path.with_suffix(".kept"))
    (entry,) = box.entries()
    assert (entry["occurrences"], entry["sessions"], path.with_suffix(".kept").read_text()) == (
        2,
        2,
        "{broken",
    )


def test_an_id_that_is_taken_is_never_written_over(tmp_path):
    store = Store(str(tmp_path / ".reflexion"))
    entry = {"type": "error", "trigger": "boom", "context": "", "resolution": "", "keywords": []}
    with store.lock():
        ids = {store.create(dict(entry), "0123456789abcdef", "2026-03-01")["id"] for _ in range(11)}
        with pytest.raises(OSError, match="doctor"):
            store.create(dict(entry), "0123456789abcdef", "2026-03-01")
    assert len(ids) == len(store.names()) == 11


def test_two_recall_hooks_of_one_prompt_say_it_once(box):
    box.bash("make release", 2, MISSING, session="s1")
    box.change(box.entries()[0]["id"], resolution="Run `make dist`.")
    payload = {
        "session_id": "s2",
        "cwd": str(box.root),
        "hook_event_name": "UserPromptSubmit",
        "prompt": f"make release says: {MISSING}",
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-I", "-S", SCRIPTS / "recall.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=box.environ(),
            cwd=box.root,
        )
        for _ in range(4)
    ]
    for child in running:
        child.stdin.write(json.dumps(payload).encode())
        child.stdin.close()
    answers = [child.stdout.read().decode() for child in running]
    for child in running:
        child.wait()
        child.stdout.close()
    assert sum("make dist" in answer for answer in answers) == 1
