"""What each way through the hooks loads and opens, pinned: exact where a time is not. To allow more, change the number here and say why.

A host is a package of its own, and what all hosts share are four modules (registry, fields, reading, answers)."""

from __future__ import annotations

import json
import os
import sys
import time

import pytest
from sandbox import ROOT, SCRIPTS
from test_architecture import HEAVY

PROBE = ROOT / "tests" / "hook_probe.py"
MISSING = "make: *** No rule to make target 'release'.  Stop."
NEVER = {
    *HEAVY,
    "inspect",
    "random",
    "socket",
    "threading",
    "urllib",
}


class Run:
    """What one hook call loaded (`modules`; `ours`: short names of those of the package) and opened below the project and the home (`files`, `folders`)."""

    def __init__(self, box, script, payload):
        report = box.home / "report.txt"
        done = box.run(
            [sys.executable, "-I", "-S", PROBE, report, SCRIPTS / f"{script}.py"],
            json.dumps(payload),
        )
        assert (done.returncode, done.stderr) == (0, ""), done
        lines = [line.partition(" ") for line in report.read_text(encoding="utf-8").splitlines()]
        self.said = done.stdout
        self.modules = {name for kind, _, name in lines if kind == "module"}
        self.ours = {
            name[len("reflexion.") :] for name in self.modules if name.startswith("reflexion.")
        }
        places = (
            str(box.root),
            str(box.home),
            os.path.realpath(box.root),
            os.path.realpath(box.home),
        )
        self.files = sorted(
            os.path.basename(name)
            for kind, _, name in lines
            if kind == "open" and name.startswith(places)
        )
        self.folders = sorted(
            os.path.basename(name)
            for kind, _, name in lines
            if kind == "list" and name.startswith(places)
        )


# of all of them two modules tell whose a store and its entries are (git, provenance); a failure,
# which writes, loads the lock and a digest besides, and opens the list of what is ours
OLD = 3 if sys.version_info < (3, 11) else 0  # an older `re` brings modules of its own


@pytest.fixture
def hook(box):
    """hook(script, event, **fields): one call under the probe."""

    def call(script, event, session="probe", **fields):
        return Run(
            box,
            script,
            {
                "session_id": session,
                "transcript_path": str(box.home / "none.jsonl"),
                "cwd": str(box.root),
                "hook_event_name": event,
                **fields,
            },
        )

    return call


@pytest.fixture
def filled(box):
    """A store with one learning and its fix, looked at once so that its index is settled."""
    box.bash("make release", 2, MISSING)
    (entry,) = box.entries()
    box.change(
        entry["id"], resolution="Run `make dist`: the target was renamed.", confidence="high"
    )
    time.sleep(0.2)
    box.prompt("nothing of note", session="other")
    return box


def bash(command, **more):
    return {
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "run"},
        "tool_use_id": "toolu_1",
        **more,
    }


def worked(command, output):
    return bash(
        command,
        tool_response={"stdout": output, "stderr": "", "interrupted": False, "isImage": False},
    )


SHORT = {"hook", "fast_path"}


@pytest.mark.parametrize(
    "script, event, gate, fields",
    [
        (
            "capture",
            "PostToolUse",
            "signals.failures.prefilter",
            worked("git status", "on branch main\n"),
        ),
        (
            "capture",
            "PostToolUse",
            "signals.failures.prefilter",
            worked("git status", "one line of sixty\n" * 60_000),
        ),
        ("capture", "UserPromptSubmit", "signals.prompts.classify", {"prompt": "thanks"}),
        ("recall", "PreToolUse", "shell", bash("ls -la src")),
    ],
    ids=["small output", "1 MB of output", "small talk", "a look around"],
)
def test_nothing_to_do(hook, filled, script, event, gate, fields):
    hook(script, event, **fields)  # makes the folder of the runs
    run = hook(script, event, **fields)
    packages = {gate.rpartition(".")[0], gate.partition(".")[0]} - {""}
    if "prompts" in gate:
        names = ("scorer", "human_text", "sentences")
        packages |= {f"signals.prompts.{name}" for name in names}
    assert run.ours == SHORT | {gate} | packages and run.modules <= {
        "__future__",
        "reflexion",
        *(f"reflexion.{name}" for name in run.ours),
    }, "not even os"
    assert run.files == [f"{script}.{event}"] and run.folders == []


def test_a_call_that_worked_where_a_learning_was_said_for_another(hook, filled):
    filled.prompt("make release says no rule to make target, what now?", session="probe")
    run = hook("capture", "PostToolUse", **worked("git status", "on branch main\n"))
    assert (
        not {"re", "json"} & run.modules
        and not {"signals.failures.judge", "signals.fixes", "capture.record"} & run.ours
    )
    assert len(run.modules) <= 50, len(run.modules)


def test_a_prompt_that_calls_nothing_to_mind_opens_no_entry(hook, filled):
    run = hook("recall", "UserPromptSubmit", prompt="Please write a poem about the sea in autumn.")
    assert not run.said and not NEVER & run.modules and "json" not in run.modules
    assert not [name for name in run.files if name.startswith("RFX-")], run.files
    assert len(run.modules) <= 60, sorted(run.modules)


def test_a_prompt_with_a_match_opens_the_entry_that_it_shows(hook, filled):
    run = hook(
        "recall", "UserPromptSubmit", prompt="make release says no rule to make target, what now?"
    )
    assert "make dist" in run.said and not NEVER & run.modules and "json" not in run.modules
    assert len([name for name in run.files if name.startswith("RFX-")]) == 1, run.files
    assert len(run.files) <= 15 and len(run.modules) <= 81 + OLD, (run.files, len(run.modules))


def test_a_command_that_nothing_is_known_about_opens_no_entry(hook, filled):
    run = hook("recall", "PreToolUse", **bash("git push origin main"))
    assert not run.said and not NEVER & run.modules
    assert not [name for name in run.files if name.startswith("RFX-")] and run.folders == [], (
        run.files,
        run.folders,
    )


def test_a_failure_far_from_a_rule_loads_nothing_that_weighs_one(hook, filled):
    filled.change(filled.entries()[0]["id"], resolution="", occurrences=5)
    told = f"Exit code 2\n{MISSING}"
    run = hook("capture", "PostToolUseFailure", **bash("make release", error=told))
    assert filled.entries()[0]["occurrences"] == 6
    assert not [name for name in run.ours if name.startswith(("promote", "notices"))]


@pytest.mark.parametrize(
    "target, opened, loaded", [("release", 26, 89), ("install", 28, 89)], ids=["known", "new"]
)
def test_a_failure(hook, filled, target, opened, loaded):
    run = hook(
        "capture",
        "PostToolUseFailure",
        **bash(
            f"make {target}",
            error="Exit code 2\n" + MISSING.replace("release", target),
            is_interrupt=False,
        ),
    )
    assert ("make dist" in run.said) == (target == "release") and not NEVER & run.modules
    assert len(run.files) <= opened and len(run.modules) <= loaded + OLD, (
        run.files,
        len(run.modules),
    )
    assert (
        not {"signals.prompts", "signals.fixes", "store.merge"} & run.ours
        and not {"json"} & run.modules
        and not [name for name in run.ours if name.startswith("cli")]
    )


def test_the_end_of_a_session(hook, filled):
    run = hook("capture", "SessionEnd", reason="exit")
    assert not NEVER & run.modules and len(run.modules) <= 44, len(run.modules)


def test_no_script_leaves_its_imports_to_a_person(hook, box):
    for script, event in (
        ("recall", "SessionStart"),
        ("recall", "SubagentStart"),
        ("capture", "Stop"),
        ("promote", "SessionEnd"),
    ):
        run = hook(script, event)
        assert not NEVER & run.modules, (script, event, NEVER & run.modules)
        assert not [name for name in run.ours if name.startswith("cli")], (script, event)
