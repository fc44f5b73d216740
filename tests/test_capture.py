"""What capture makes of a session, through the real script: entries counted, fixes learned, learnings said once."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sandbox import SCRIPTS, told


@pytest.fixture
def box(inside):
    """Hooks are called in this process; tests/test_hook.py runs the scripts themselves."""
    return inside


MISSING = "make: *** No rule to make target 'release'.  Stop."


def test_a_failure_becomes_an_entry(box):
    assert box.bash("make release", 2, MISSING) == ""
    (entry,) = box.entries()
    assert entry["type"] == "error" and "No rule to make target 'release'" in entry["trigger"]
    assert "make release" in entry["context"] and "release" in entry["keywords"]
    assert (
        entry["occurrences"],
        entry["promoted"],
        entry["cwd"],
        entry["source"],
        entry["sessions"],
    ) == (1, False, ".", "hook", 1)
    assert (box.root / ".reflexion" / ".gitignore").read_text().rstrip().endswith("*")


def test_the_same_mistake_is_counted_by_sighting_and_session(box):
    for session in ("s1", "s1", "s2"):
        box.bash("make release", 2, MISSING, session=session)
    (entry,) = box.entries()
    assert (entry["occurrences"], entry["sessions"]) == (3, 2)


def test_a_call_that_is_reported_twice_counts_once(box):
    for _ in range(2):
        box.calls = 0
        box.bash("make release", 2, MISSING)
    assert box.entries()[0]["occurrences"] == 1


def test_where_it_happened(box):
    (box.root / "web").mkdir()
    box.bash("make release", 2, MISSING, cwd=box.root / "web")
    assert box.entries()[0]["cwd"] == "web"


LEFT_OUT = [
    ("grep -rn nothing src", 1, "", "search"),
    ("diff a b", 1, "1c1\n< error\n---\n> failed", ""),
    ("true", 0, "all good", None),
    ("make", 130, "^C", ""),
]


@pytest.mark.parametrize("command, code, output, why", LEFT_OUT)
def test_what_is_left_out(box, command, code, output, why):
    box.bash("make release", 2, MISSING)
    box.bash(command, code, output)
    assert len(box.entries()) == 1


def test_what_is_left_out_is_on_record(box):
    box.bash("make release", 2, MISSING)
    box.bash("grep -rn nothing src", 1, "")
    assert "grep -rn nothing src" in (box.root / ".reflexion/state/suppressed.txt").read_text()


def test_settings_choose_tools_and_commands(box):
    (box.root / ".reflexion").mkdir()
    (box.root / ".reflexion/config.json").write_text(
        json.dumps({"tools": ["Bash", "Read"], "ignore": ["^make "]})
    )
    done = box.script("init", "--project", box.root)
    assert done.returncode == 0, done
    box.bash("make release", 2, MISSING)
    box.fire(
        "capture",
        "PostToolUseFailure",
        tool_name="Read",
        tool_input={"file_path": str(box.root / "none.txt")},
        tool_use_id="t9",
        error="File does not exist.",
        is_interrupt=False,
    )
    (entry,) = box.entries()
    assert "File does not exist" in entry["trigger"]


def test_outside_the_project_is_none_of_ours(box, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    box.bash("make release", 2, MISSING, cwd=tmp_path / "elsewhere")
    assert (
        not (box.root / ".reflexion").exists() and not (tmp_path / "elsewhere/.reflexion").exists()
    )


def test_the_fix_is_learned_and_said_at_the_next_failure(box):
    missing = "Traceback (most recent call last):\n  File \"load.py\", line 1, in <module>\n    import yaml\nModuleNotFoundError: No module named 'yaml'"
    box.bash("python3 load.py", 1, missing)
    box.bash("pip install pyyaml", 0, "Successfully installed pyyaml-6.0")
    box.bash("python3 load.py", 0, "loaded")
    (entry,) = box.entries()
    assert (
        "pip install pyyaml" in entry["resolution"]
        and entry["source"] == "inferred"
        and entry["confidence"] in ("low", "medium")
    )
    box.change(entry["id"], confidence="medium")
    assert box.about_to("python3 load.py", session="s2") == "", "it has worked since"
    answer = told(box.bash("python3 load.py", 1, missing, session="s2"))
    assert "pip install pyyaml" in answer and entry["id"] in answer
    assert box.bash("python3 load.py", 1, missing, session="s2") == "", "once a session"


def test_an_edit_by_command_is_an_edit(box):
    box.bash("python3 load.py", 1, "ModuleNotFoundError: No module named 'yamll'")
    box.bash("sed -i s/yamll/yaml/ src/load.py", 0, "")
    box.bash("python3 load.py", 0, "loaded")
    (entry,) = box.entries()
    assert "sed" not in entry["resolution"] and entry.get("confidence") in (None, "low")


def test_a_fix_that_works_in_a_second_session_is_trusted_and_not_to_follow_it_takes_nothing(box):
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(
        entry["id"],
        resolution="Use `make dist` instead of `make release`.",
        source="inferred",
        confidence="medium",
    )
    assert told(box.bash("make release", 2, MISSING, session="s2"))
    box.bash("make dist", 0, "ok", session="s2")
    (entry,) = box.entries()
    assert (entry["worked"], entry["confidence"]) == (1, "high")
    for session in ("s3", "s4"):
        assert told(box.bash("make release", 2, MISSING, session=session))
        for _ in range(3):
            box.bash("make release", 2, MISSING, session=session)
    (entry,) = box.entries()
    assert (entry["ignored"], entry["confidence"]) == (2, "high") and "failed" not in entry
    assert told(box.bash("make release", 2, MISSING, session="s5"))


@pytest.mark.parametrize(
    "source, confidence, silent", [("inferred", "low", True), ("user", "medium", False)]
)
def test_a_fix_that_was_followed_and_did_not_help_steps_back(box, source, confidence, silent):
    """…but a person's own words do not, until it failed twice."""
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(
        entry["id"],
        resolution="Run `make prepare` first.",
        source=source,
        confidence="medium",
    )
    assert told(box.bash("make release", 2, MISSING, session="s2"))
    box.bash("make prepare", 0, "ok", session="s2")
    box.bash("make release", 2, MISSING, session="s2")
    (entry,) = box.entries()
    assert (entry["failed"], entry["confidence"]) == (1, confidence) and "ignored" not in entry
    assert bool(told(box.bash("make release", 2, MISSING, session="s3"))) is not silent
    box.change(
        entry["id"], resolution="Run `make all` first."
    )  # by hand: what spoke against the old text is gone
    assert "make all" in told(box.bash("make release", 2, MISSING, session="s4"))
    (entry,) = box.entries()
    assert "failed" not in entry and "needs_review" not in entry and entry["source"] == "user"


def warned_of_release(box) -> dict:
    """The entry of a mistake whose inferred fix a second session has just been told."""
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(
        entry["id"],
        resolution="Use `make dist` instead of `make release`.",
        source="inferred",
        confidence="medium",
    )
    assert told(box.prompt(f"it says {MISSING}", session="s2"))
    return entry


def test_the_agent_may_try_first_and_heed_then(box):
    """Warned, it runs the command all the same (the hint came with the result), then what it was told: the fix worked, and the loop goes on."""
    warned_of_release(box)
    box.bash("make release", 2, MISSING, session="s2")
    box.bash("make dist", 0, "packed", session="s2")
    (entry,) = box.entries()
    assert (entry["worked"], entry["confidence"]) == (1, "high") and "failed" not in entry
    assert told(box.prompt(f"it says {MISSING}", session="s3"))


def test_the_advised_command_that_fails_of_something_else_says_nothing_of_the_fix(box):
    entry = warned_of_release(box)
    for _ in range(2):
        box.bash("make dist", 2, "tar: /dist: Cannot open: No space left on device", session="s2")
    entry = next(one for one in box.entries() if one["id"] == entry["id"])
    assert "failed" not in entry and entry["confidence"] == "medium"


def test_a_person_s_words_are_never_written_over(box):
    box.bash("npm run build", 1, 'npm error Missing script: "build"')
    (entry,) = box.entries()
    box.change(entry["id"], resolution="Ask first.")
    box.bash("npm run build", 1, 'npm error Missing script: "build"', session="s2")
    box.bash("pnpm run build", 0, "built", session="s2")
    assert box.entries()[0]["resolution"] == "Ask first."


def test_secrets_never_reach_the_disk(box):
    token = "gh" + "p_" + "Zq3" * 12
    box.bash(
        f"curl -H 'Authorization: Bearer {token}' https://api.example.com/x",
        22,
        f"curl: (22) The requested URL returned error: 401 {token}",
    )
    stored = "".join(
        path.read_text(errors="replace")
        for path in (box.root / ".reflexion").rglob("*")
        if path.is_file()
    )
    assert token not in stored and box.entries()


def test_a_correction_is_kept_without_what_went_before(box):
    box.bash("npm install left-pad", 1, "npm error code EACCES\nnpm error syscall mkdir")
    box.prompt("No, use pnpm instead of npm in this repo.", script="capture")
    corrections = [entry for entry in box.entries() if entry["type"] == "correction"]
    assert (
        len(corrections) == 1
        and "pnpm" in corrections[0]["resolution"]
        and corrections[0]["context"] == ""
    )


def test_a_change_of_mind_retires_the_older_rule(box):
    box.prompt("From now on always use npm for installing packages in this repo.", script="capture")
    box.prompt(
        "From now on always use pnpm for installing packages in this repo, not npm.",
        script="capture",
        session="s2",
    )
    assert ["pnpm" in entry["resolution"] for entry in box.entries()] == [True]


def test_sixteen_at_once_lose_nothing(box):
    payloads = [
        json.dumps(
            {
                "session_id": f"s{n}",
                "cwd": str(box.root),
                "hook_event_name": "PostToolUseFailure",
                "tool_name": "Bash",
                "tool_use_id": f"t{n}",
                "tool_input": {"command": f"make {name}"},
                "error": f"Exit code 2\nmake: *** No rule to make target '{name}'.  Stop.",
            }
        )
        for n, name in enumerate(["release", "deploy"] * 8)
    ]
    running = []
    for payload in payloads:
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", SCRIPTS / "capture.py"],
            stdin=subprocess.PIPE,
            env=box.environ(),
            cwd=box.root,
        )
        child.stdin.write(payload.encode())
        child.stdin.close()
        running.append(child)
    assert [child.wait() for child in running] == [0] * 16
    assert sorted(entry["occurrences"] for entry in box.entries()) == [8, 8]
    assert list((box.root / ".reflexion/state/tmp").iterdir()) == []


def test_a_command_is_refused_once_a_session_and_runs_when_it_is_sent_again(box):
    fix = {"resolution": "Use `make dist` instead of `make release`.", "confidence": "high"}
    box.bash("make release", 2, MISSING)
    config = box.root / ".reflexion" / "config.json"
    config.write_text('{"warn_before": "deny"}', encoding="utf-8")
    box.change(box.entries()[0]["id"], source="inferred", **fix)
    assert "deny" not in box.about_to("make release", session="s2")  # one session proves little
    box.bash("make release", 2, MISSING, session="s2")
    answer = json.loads(box.about_to("make release", session="s3"))["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "make dist" in answer["permissionDecisionReason"]
    assert "deny" not in box.about_to("make release", session="s3")
    assert box.about_to("make dist", session="s4") == ""


OWN = ["reflexion learn 'Use pnpm.'", "cd web && python3 /opt/tools/reflexion learn 'Use pnpm.'"]
OWN += ["python3 -m reflexion status", "python3 -I -S /opt/reflexion worked a1b2c3"]
OTHERS = ["pip install reflexion", "grep -rq reflexion src && make dist", "ls reflexion; make dist"]


def test_a_refused_call_of_the_toolkit_is_no_mistake_of_the_project(box):
    refused = "PermissionError: [Errno 1] Operation not permitted: '.reflexion/state/lock'"
    for command in OWN:
        box.bash(command, 1, refused)
    assert box.entries() == []
    for command in OTHERS:
        box.bash(command, 1, f"error: {command} went wrong")
    assert sorted(entry["context"] for entry in box.entries()) == sorted(OTHERS)


SECRET = "ghp_" + "a8Kd03jQ" * 4 + "Zz19"


def test_nothing_of_a_secret_gets_past_the_door(box):
    """Failures, steps between them and prompts, in entries, the session's scratch and logs."""
    box.bash(f"deploy --token {SECRET}", 1, f"error: the token {SECRET} was refused by the host")
    edit = {"file_path": f"/srv/{SECRET}.env", "old_string": "a", "new_string": "b"}
    box.fire("capture", "PostToolUse", tool_name="Edit", tool_input=edit)
    box.bash(f"deploy --token {SECRET} --retry", 0, "done")
    box.prompt(f"From now on always deploy with {SECRET}, never by hand.", script="capture")
    kept = [path for path in (box.root / ".reflexion").rglob("*") if path.is_file()]
    assert len(kept) > 5 and [path for path in kept if SECRET in path.read_text()] == []
    assert any("[REDACTED]" in path.read_text() for path in kept)
