"""Past sessions become learnings: read once, shown before anything is changed, in constant memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest
from sandbox import ROOT
from transcript import ClaudeTranscript, ran, rollout

MISSING = "Traceback (most recent call last):\n  File \"load.py\", line 1\nModuleNotFoundError: No module named 'yaml'"


def session(box, **more) -> ClaudeTranscript:
    made = ClaudeTranscript(box, **more)
    made.prompt("load the data").bash("python3 load.py", 1, MISSING).bash(
        "pip install pyyaml", 0, "Successfully installed"
    ).bash("python3 load.py", 0, "ok")
    return (
        made.says("Loaded.")
        .prompt("No, from now on always use uv instead of pip in this repo.")
        .says("Understood.")
    )


def done(box, *argv, code=0):
    result = box.reflexion(*argv)
    assert result.returncode == code and "Traceback" not in result.stderr, result
    return result.stdout + result.stderr


def test_a_failure_its_fix_and_a_correction(box):
    session(box).save()
    out = done(box, "reflect")
    error, correction = sorted(box.entries(), key=lambda entry: entry["type"], reverse=True)
    assert (
        "yaml" in error["trigger"]
        and "pip install pyyaml" in error["resolution"]
        and error["source"] == "inferred"
    )
    assert (error["first_seen"], error["last_seen"]) == ("2026-03-02", "2026-03-02")
    assert correction["type"] == "correction" and "uv" in correction["resolution"]
    assert "2 learnings new" in out


def test_twice_adds_nothing(box):
    session(box).save()
    done(box, "reflect")
    before = box.entries()
    assert "1 read before" in done(box, "reflect") and box.entries() == before


def test_a_dry_run_changes_nothing(box):
    session(box).save()
    out = done(box, "reflect", "--dry-run")
    assert (
        "would be new" in out
        and "yaml" in out
        and not (box.root / ".reflexion").exists()
        and not (box.home / ".reflexion").exists()
    )


def test_what_the_hooks_captured_is_passed_over(box):
    path = session(box).save()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    id = next(
        block["id"]
        for line in lines
        for block in line["message"]["content"]
        if isinstance(block, dict) and block["type"] == "tool_use"
    )
    box.fire(
        "capture",
        "PostToolUseFailure",
        session=lines[0]["sessionId"],
        tool_name="Bash",
        tool_input={"command": "python3 load.py"},
        tool_use_id=id,
        error=f"Exit code 1\n{MISSING}",
    )
    done(box, "reflect")
    assert [entry["occurrences"] for entry in box.entries() if entry["type"] == "error"] == [1]


def test_all_sessions_since_a_day(box):
    session(box).save()
    session(box, session="22222222-2222-4333-8444-555555555555", day="2026-03-05").save()
    assert "0 session(s)" in done(box, "reflect", "--all", "--since", "2990-01-01")
    done(box, "reflect", "--all")
    (error,) = [entry for entry in box.entries() if entry["type"] == "error"]
    assert (error["occurrences"], error["sessions"], error["confidence"]) == (2, 2, "high")


def test_a_rollout_of_codex(box):
    say = {
        "type": "UserMessage",
        "id": "u1",
        "content": [
            {"type": "text", "text": "No, from now on always use uv instead of pip in this repo."}
        ],
    }
    rollout(
        box,
        [
            ran(1, "python3 load.py", 1, MISSING, box.root),
            ran(2, "pip install pyyaml", 0, "ok", box.root),
            ran(3, "python3 load.py", 0, "ok", box.root),
            say,
        ],
    )
    done(box, "reflect")
    assert sorted(bool(entry["resolution"]) for entry in box.entries()) == [True, True]


DOUBTS = (
    "why did you touch the lock file again? nobody asked for that",
    "why do you mock the gateway again? I told you that hides the timeouts",
)


def test_what_may_have_been_a_correction_waits_as_a_question(box):
    """Explicit words are stored as they stand; the rest is asked in review, once, never said, and a keep takes its words."""
    made = ClaudeTranscript(box).prompt("add the totals to the page").says("Done.")
    for words in ("We use pnpm here, not npm.", *DOUBTS):
        made.prompt(words).says("Right.")
    made.save()
    for _ in range(2):
        done(box, "reflect")
        asked = {entry["trigger"] for entry in box.entries() if not entry["resolution"]}
        assert asked == set(DOUBTS)
        assert len(box.entries()) == 3
    for entry in box.entries():
        if entry["trigger"] in DOUBTS:
            assert (entry["confidence"], entry["needs_review"]) == ("low", True)
            assert entry["source"] == "transcript" and entry["first_seen"] == made.day
    waiting = json.loads(box.reflexion("review", "--json").stdout)
    assert {row["waits"].partition(":")[0] for row in waiting} == {f"heard on {made.day}"}
    assert "gateway" not in box.prompt("why do you mock the gateway in the tests?")
    chosen = next(entry["id"] for entry in box.entries() if entry["trigger"] == DOUBTS[1])
    assert box.reflexion("review", chosen, "--keep").returncode == 0
    kept = next(entry for entry in box.entries() if entry["id"] == chosen)
    assert kept["resolution"] == DOUBTS[1] and not kept.get("needs_review")


def test_a_first_day_without_sessions_is_no_error(box):
    for argv in (["--all", "--dry-run"], ["--all"], []):
        out = done(box, "reflect", *argv)
        assert "0 session(s)" in out and "no transcript of this project" in out
    assert json.loads(done(box, "reflect", "--all", "--json"))["sessions"] == 0


def test_a_focus_shows_what_it_is_about(box):
    session(box).save()
    assert "have nothing to do with: zebra crossings" in done(
        box, "reflect", "--dry-run", "focus on zebra crossings"
    )


@pytest.mark.parametrize(
    "argv, why",
    [
        (["--file", "nowhere"], "is not there"),
        (["--session", "zzz"], "there is no session zzz"),
        (["--since", "soon"], "YYYY-MM-DD"),
    ],
)
def test_errors_are_one_line(box, argv, why):
    if "--since" in argv:
        session(box).save()
    out = done(box, "reflect", *argv, code=1)
    assert why in out and out.count("\n") == 1


def test_harness_text_and_broken_lines_are_no_learnings(box):
    made = ClaudeTranscript(box)
    made.prompt("<system-reminder>No, always use pnpm here.</system-reminder>").prompt(
        "No, always use pnpm here.", isMeta=True
    )
    path = made.save()
    with path.open("a") as file:
        file.write(
            '{"type": "user", "message": 3}\nnot json\n[1]\n{"type": "user", "message": {"content": [1, {"type": "tool_result"}]}}\n'
        )
    done(box, "reflect")
    assert box.entries() == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_long_transcript_costs_constant_memory(box):
    path = session(box).save()
    filler = json.dumps({"type": "user", "message": {"content": "x" * (1 << 20)}}) + "\n"
    with path.open("a") as file:
        for _ in range(80):
            file.write(filler)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))

    result = subprocess.run(
        [sys.executable, "-m", "reflexion", "reflect"],
        cwd=box.root,
        env=box.environ(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert result.returncode == 0 and len(box.entries()) == 2, result


def test_at_the_end_of_a_session_when_switched_on(box):
    made = session(box)
    path = made.save()
    box.fire(
        "capture", "SessionEnd", session=made.session, transcript_path=str(path), reason="other"
    )
    assert box.entries() == []
    done(box, "on", "--reflect")
    box.fire(
        "capture", "SessionEnd", session=made.session, transcript_path=str(path), reason="other"
    )
    assert len(box.entries()) == 2
    done(box, "off")


def test_learn_records_the_last_exchange(box):
    ClaudeTranscript(box).prompt("make it nice").edit("ui/form.tsx").prompt(
        "that button is not ours, look at the design system"
    ).save()
    out = done(box, "learn", "Use", "`<Button variant='primary'>`, never a custom button.")
    (entry,) = box.entries()
    assert (
        entry["type"] == "correction"
        and "never a custom button" in entry["resolution"]
        and (entry["confidence"], entry["source"]) == ("medium", "agent")  # no terminal
    )
    assert (
        "form.tsx" in entry["context"]
        and "design system" in entry["trigger"]
        and entry["id"] in out
    )


def test_learn_without_anything_to_learn(box):
    assert "say what to keep" in done(box, "learn", code=1)


def test_a_session_of_elsewhere_is_passed_over_and_said(box, tmp_path):
    path = session(box).save()
    other = tmp_path / "other.jsonl"
    other.write_text(path.read_text().replace(str(box.root), str(tmp_path / "moved")))
    out = done(box, "reflect", "--file", str(other))
    assert (
        "0 learnings new" in out
        and "5 calls and prompts were passed over" in out
        and "--project" in out
    )
    assert "passed over" not in done(box, "reflect", "--file", str(path))
