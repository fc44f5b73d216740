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


def test_a_failure_its_fix_and_a_correction(inside):
    session(inside).save()
    out = done(inside, "reflect")
    error, correction = sorted(inside.entries(), key=lambda entry: entry["type"], reverse=True)
    assert (
        "yaml" in error["trigger"]
        and "pip install pyyaml" in error["resolution"]
        and error["source"] == "inferred"
    )
    assert (error["first_seen"], error["last_seen"]) == ("2026-03-02", "2026-03-02")
    assert correction["type"] == "correction" and "uv" in correction["resolution"]
    assert "2 learnings new" in out


def test_twice_adds_nothing(inside):
    session(inside).save()
    done(inside, "reflect")
    before = inside.entries()
    assert "1 read before" in done(inside, "reflect") and inside.entries() == before


def test_a_dry_run_changes_nothing(inside):
    session(inside).save()
    out = done(inside, "reflect", "--dry-run")
    assert (
        "would be new" in out
        and "yaml" in out
        and not (inside.root / ".reflexion").exists()
        and not (inside.home / ".reflexion").exists()
    )


def test_what_the_hooks_captured_is_passed_over(inside):
    path = session(inside).save()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    id = next(
        block["id"]
        for line in lines
        for block in line["message"]["content"]
        if isinstance(block, dict) and block["type"] == "tool_use"
    )
    inside.fire(
        "capture",
        "PostToolUseFailure",
        session=lines[0]["sessionId"],
        tool_name="Bash",
        tool_input={"command": "python3 load.py"},
        tool_use_id=id,
        error=f"Exit code 1\n{MISSING}",
    )
    done(inside, "reflect")
    assert [entry["occurrences"] for entry in inside.entries() if entry["type"] == "error"] == [1]


def test_a_prompt_with_a_secret_is_known_again(inside):
    words = "No, from now on always use uv instead of pip here. password=hunter2hunter2"
    made = ClaudeTranscript(inside).prompt("go").says("Done.").prompt(words).says("Right.")
    made.save()
    inside.fire("capture", "UserPromptSubmit", session=made.session, prompt=words)
    done(inside, "reflect")
    assert [entry["occurrences"] for entry in inside.entries()] == [1]


def test_all_sessions_since_a_day(inside):
    session(inside).save()
    session(inside, session="22222222-2222-4333-8444-555555555555", day="2026-03-05").save()
    assert "no past session" in done(inside, "reflect", "--all", "--since", "2990-01-01")
    done(inside, "reflect", "--all")
    (error,) = [entry for entry in inside.entries() if entry["type"] == "error"]
    assert (error["occurrences"], error["sessions"], error["confidence"]) == (2, 2, "high")


def test_a_rollout_of_codex(inside):
    say = {
        "type": "UserMessage",
        "id": "u1",
        "content": [
            {"type": "text", "text": "No, from now on always use uv instead of pip in this repo."}
        ],
    }
    rollout(
        inside,
        [
            ran(1, "python3 load.py", 1, MISSING, inside.root),
            ran(2, "pip install pyyaml", 0, "ok", inside.root),
            ran(3, "python3 load.py", 0, "ok", inside.root),
            say,
        ],
    )
    done(inside, "reflect")
    assert sorted(bool(entry["resolution"]) for entry in inside.entries()) == [True, True]


DOUBTS = (
    "why did you touch the lock file again? nobody asked for that",
    "why do you mock the gateway again? nobody wanted that",
)


def test_what_may_have_been_a_correction_waits_as_a_question(inside):
    """Explicit words are stored as they stand; the rest is asked in review, once, never said, and a keep takes its words."""
    made = ClaudeTranscript(inside).prompt("add the totals to the page").says("Done.")
    for words in ("We use pnpm here, not npm.", *DOUBTS):
        made.prompt(words).says("Right.")
    made.save()
    for _ in range(2):
        done(inside, "reflect")
        asked = {entry["trigger"] for entry in inside.entries() if not entry["resolution"]}
        assert asked == set(DOUBTS)
        assert len(inside.entries()) == 3
    for entry in inside.entries():
        if entry["trigger"] in DOUBTS:
            assert (entry["confidence"], entry["needs_review"]) == ("low", True)
            assert entry["source"] == "transcript" and entry["first_seen"] == made.day
    waiting = json.loads(inside.reflexion("review", "--json").stdout)
    assert {row["waits"].partition(":")[0] for row in waiting} == {f"typed on {made.day}"}
    assert "gateway" not in inside.prompt("why do you mock the gateway in the tests?")
    chosen = next(entry["id"] for entry in inside.entries() if entry["trigger"] == DOUBTS[1])
    assert inside.reflexion("review", chosen, "--keep").returncode == 0
    kept = next(entry for entry in inside.entries() if entry["id"] == chosen)
    assert kept["resolution"] == DOUBTS[1] and not kept.get("needs_review")


def test_a_first_day_without_sessions_is_no_error(inside):
    for argv in (["--all", "--dry-run"], ["--all"], []):
        out = done(inside, "reflect", *argv)
        assert "no past session of this project" in out and "0 " not in out
    assert json.loads(done(inside, "reflect", "--all", "--json"))["sessions"] == 0


def test_a_focus_shows_what_it_is_about(inside):
    session(inside).save()
    assert "have nothing to do with: zebra crossings" in done(
        inside, "reflect", "--dry-run", "focus on zebra crossings"
    )


@pytest.mark.parametrize(
    "argv, why",
    [
        (["--file", "nowhere"], "is not there"),
        (["--session", "zzz"], "there is no session zzz"),
        (["--since", "soon"], "YYYY-MM-DD"),
    ],
)
def test_errors_are_one_line(inside, argv, why):
    if "--since" in argv:
        session(inside).save()
    out = done(inside, "reflect", *argv, code=1)
    assert why in out and out.count("\n") == 1


def test_harness_text_and_broken_lines_are_no_learnings(inside):
    made = ClaudeTranscript(inside)
    made.prompt("<system-reminder>No, always use pnpm here.</system-reminder>").prompt(
        "No, always use pnpm here.", isMeta=True
    )
    path = made.save()
    with path.open("a") as file:
        file.write(
            '{"type": "user", "message": 3}\nnot json\n[1]\n{"type": "user", "message": {"content": [1, {"type": "tool_result"}]}}\n'
        )
    done(inside, "reflect")
    assert inside.entries() == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_a_long_transcript_costs_constant_memory(inside):
    path = session(inside).save()
    filler = json.dumps({"type": "user", "message": {"content": "x" * (1 << 20)}}) + "\n"
    with path.open("a") as file:
        for _ in range(80):
            file.write(filler)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (160 << 20, 160 << 20))

    result = subprocess.run(
        [sys.executable, "-m", "reflexion", "reflect"],
        cwd=inside.root,
        env=inside.environ(PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert result.returncode == 0 and len(inside.entries()) == 2, result


def test_at_the_end_of_a_session_when_switched_on(inside):
    made = session(inside)
    path = made.save()
    inside.fire(
        "capture", "SessionEnd", session=made.session, transcript_path=str(path), reason="other"
    )
    assert inside.entries() == []
    done(inside, "on", "--reflect")
    inside.fire(
        "capture", "SessionEnd", session=made.session, transcript_path=str(path), reason="other"
    )
    assert len(inside.entries()) == 2
    done(inside, "off")


def test_learn_records_the_last_exchange(inside):
    ClaudeTranscript(inside).prompt("make it nice").edit("ui/form.tsx").prompt(
        "that button is not ours, look at the design system"
    ).save()
    out = done(inside, "learn", "Use", "`<Button variant='primary'>`, never a custom button.")
    (entry,) = inside.entries()
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


def test_learn_without_anything_to_learn(inside):
    assert "say what to keep" in done(inside, "learn", code=1)


def test_a_session_of_elsewhere_is_passed_over_and_said(inside, tmp_path):
    path = session(inside).save()
    other = tmp_path / "other.jsonl"
    other.write_text(path.read_text().replace(str(inside.root), str(tmp_path / "moved")))
    out = done(inside, "reflect", "--file", str(other))
    assert (
        "0 learnings new" in out
        and "passed over: 5 of the calls and prompts" in out
        and "--project" in out
    )
    assert "passed over" not in done(inside, "reflect", "--file", str(path))
